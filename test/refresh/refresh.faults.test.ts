/**
 * Crash safety, in short: faults at every operation of every command of the table, and what a person sees afterwards. The kinds of faults
 * take turns; `npm run prove -- faults` tries each of them at each operation.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedOf } from '../random.ts';
import { FAULT_HISTORIES } from './fault-histories.ts';
import { proveFaults } from './fault-proof.ts';

const EVERY = 4;

for (const command of FAULT_HISTORIES) {
  test(`whatever goes wrong, the next command answers as a fresh index: ${command.name}`, (t) => {
    const seed = seedOf();
    const { operations, cases, failures } = proveFaults(command, EVERY, seed);
    assert.deepEqual(failures, [], `SEED=${seed}`);
    t.diagnostic(`${cases} faults at ${operations} operations`);
  });
}
