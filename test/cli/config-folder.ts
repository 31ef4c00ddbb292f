/**
 * A temporary config folder for tests, gone with the test.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** Absolute real path; holds an empty `projects` and an empty `ccfind`. */
export function configFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-cli-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['projects', 'ccfind']) mkdirSync(join(folder, name));
  return folder;
}
