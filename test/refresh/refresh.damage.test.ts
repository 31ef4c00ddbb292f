/**
 * Damage of the index, in short: see damage-proof.ts. `npm run prove -- damage` tries every place, and more of larger indexes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedOf } from '../random.ts';
import { proveNoticed, proveRebuilt } from './damage-proof.ts';
import type { DamageReport } from './damage-proof.ts';
import { FAULT_HISTORIES, LARGE_HISTORY, LATER_HISTORIES, TINY_HISTORY } from './fault-histories.ts';

function summary({ bytes, cases, noticed }: DamageReport): string {
  return `${bytes} bytes of files, ${cases} kinds of damage, ${noticed} noticed`;
}

test('a flipped bit, a cut or a lost end is noticed by whoever reads there, wherever it is', (t) => {
  const seed = seedOf();
  // No multiple of two: so all bits of a byte have their turn.
  const every = 13;
  const report = proveNoticed(TINY_HISTORY, every, seed % every);
  assert.deepEqual(report.failures, [], `SEED=${seed}`);
  t.diagnostic(summary(report));
});

test('damage of a page is noticed by a question that reads the page', (t) => {
  const report = proveNoticed(LARGE_HISTORY, 9973);
  assert.deepEqual(report.failures, []);
  t.diagnostic(summary(report));
});

for (const command of FAULT_HISTORIES) {
  test(`damage anywhere in the files is noticed: after ${command.name}`, (t) => {
    const report = proveNoticed(command, 97);
    assert.deepEqual(report.failures, []);
    t.diagnostic(summary(report));
  });
}

for (const command of LATER_HISTORIES) {
  test(`a damaged index answers as a fresh one after the next command: ${command.name}`, (t) => {
    const report = proveRebuilt(command, 599);
    assert.deepEqual(report.failures, []);
    assert.ok(report.cases > 0);
    t.diagnostic(summary(report));
  });
}
