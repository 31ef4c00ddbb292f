/**
 * The program of the worker threads, bundled for a test; and programs that fail in its place.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../prove/bundle.ts';

/** Bundles it to a file in that folder; returns its path. */
export async function workerProgram(folder: string): Promise<string> {
  const path = join(folder, 'worker.cjs');
  await bundle('src/index/segment-worker.ts', path);
  return path;
}

/** Programs that do not do their work, by what is wrong with them; written to that folder. */
export function brokenWorkers(folder: string): Readonly<Record<string, string>> {
  const write = (name: string, text: string): string => {
    const path = join(folder, `${name}.cjs`);
    writeFileSync(path, text);
    return path;
  };
  const answering = (answer: string): string => `
    const { workerData } = require('node:worker_threads');
    const { port, bell } = workerData;
    port.on('message', () => {
      ${answer}
      Atomics.add(bell, 0, 1);
      Atomics.notify(bell, 0);
    });`;
  return {
    'reports that it failed': write('reports', answering('port.postMessage(null);')),
    'throws at its start': write('throws', 'throw new Error("broken worker");'),
    'throws when it has work': write('throws-later', 'require("node:worker_threads").workerData.port.on("message", () => { throw new Error("broken worker"); });'),
    'exits': write('exits', 'process.exit(3);'),
    'never answers': write('silent', 'require("node:worker_threads").workerData.port.on("message", () => {});'),
  };
}
