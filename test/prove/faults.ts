/**
 * Every kind of fault at every operation of every command of the table: see test/refresh/fault-proof.ts.
 */
import { FAULT_HISTORIES } from '../refresh/fault-histories.ts';
import { proveFaults } from '../refresh/fault-proof.ts';
import type { ProofReport } from './proof.ts';

/** Runs in this process, without a file system of its own for the index. */
export function proveAllFaults(onProgress: (message: string) => void): ProofReport {
  const rows: [string, string][] = [];
  const faults: string[] = [];
  for (const command of FAULT_HISTORIES) {
    onProgress(`${command.name} …`);
    const { operations, cases, failures } = proveFaults(command);
    rows.push([`${command.name}: operations; faults at them`, `${operations}; ${cases}`]);
    faults.push(...failures);
  }
  return { command: 'npm run prove -- faults', rows, faults };
}
