/**
 * Damage of the index, in short: see damage-proof.ts. `npm run prove` tries more places of larger indexes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveNoticed, proveRebuilt } from './damage-proof.ts';
import type { DamageReport } from './damage-proof.ts';
import { FAULT_HISTORIES, LARGE_HISTORY, TINY_HISTORY } from './fault-histories.ts';

function summary({ bytes, cases, noticed }: DamageReport): string {
  return `${bytes} bytes of files, ${cases} kinds of damage, ${noticed} noticed`;
}

test('every flipped bit, every cut and every loss of an end is noticed by whoever reads there', (t) => {
  const report = proveNoticed(TINY_HISTORY);
  assert.deepEqual(report.failures, []);
  t.diagnostic(summary(report));
});

test('damage of a page is noticed by the question that leads there', (t) => {
  const report = proveNoticed(LARGE_HISTORY, 9973);
  assert.deepEqual(report.failures, []);
  t.diagnostic(summary(report));
});

for (const command of FAULT_HISTORIES) {
  test(`damage here and there is noticed: after ${command.name}`, (t) => {
    const report = proveNoticed(command, 97);
    assert.deepEqual(report.failures, []);
    t.diagnostic(summary(report));
  });

  test(`a damaged index answers as a fresh one after the next command: ${command.name}`, (t) => {
    const report = proveRebuilt(command, 599);
    assert.deepEqual(report.failures, []);
    t.diagnostic(summary(report));
  });
}
