/**
 * Crash safety, in short: one fault at every operation of every command of the table, and what a person sees afterwards.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULT_HISTORIES } from './fault-histories.ts';
import { proveFaults } from './fault-proof.ts';

for (const command of FAULT_HISTORIES) {
  test(`whatever goes wrong, the next command answers as a fresh index: ${command.name}`, (t) => {
    const { operations, cases, failures } = proveFaults(command);
    assert.deepEqual(failures, []);
    t.diagnostic(`${cases} faults at ${operations} operations`);
  });
}
