/**
 * Damage at every bit and every length of the files of small indexes, and at some of a larger one: see test/refresh/damage-proof.ts.
 */
import { proveNoticed, proveRebuilt } from '../refresh/damage-proof.ts';
import type { DamageReport } from '../refresh/damage-proof.ts';
import { FAULT_HISTORIES, LARGE_HISTORY, LATER_HISTORIES, TINY_HISTORY } from '../refresh/fault-histories.ts';
import type { ProofReport } from './proof.ts';

/** Places left out between two that are tried by a command, or in a large index: a case costs some milliseconds. */
const COMMAND_STEP = 11;
const LARGE_STEP = 499;

/** Runs in this process, without a file system of its own for the index. */
export function proveDamage(onProgress: (message: string) => void): ProofReport {
  const rows: [string, string][] = [];
  const faults: string[] = [];
  const add = (what: string, prove: () => DamageReport): void => {
    onProgress(`${what} …`);
    const { bytes, cases, noticed, failures } = prove();
    rows.push([`${what}: bytes of files; kinds of damage; noticed`, `${bytes}; ${cases}; ${noticed}`]);
    faults.push(...failures);
  };
  for (const command of [TINY_HISTORY, ...FAULT_HISTORIES]) add(`read after ${command.name}`, () => proveNoticed(command));
  add(`read after ${LARGE_HISTORY.name}`, () => proveNoticed(LARGE_HISTORY, LARGE_STEP));
  for (const command of LATER_HISTORIES) add(`command: ${command.name}`, () => proveRebuilt(command, COMMAND_STEP));
  return { command: 'npm run prove -- damage', rows, faults };
}
