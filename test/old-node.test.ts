/**
 * A Node that is too old: the built program, under this Node with a version that it does not have.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

const POSIX = { skip: process.platform === 'win32' && 'plugin/ccfind is for POSIX shells' };
const PROGRAM = join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');

/** Runs the program under a Node 16, beside a plugin/ccfind that says what it was started with; null for none. */
function run(t: TestContext, finder: string | null, ...args: string[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind old node ')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'lib'));
  writeFileSync(join(folder, 'lib', 'ccfind.cjs'), readFileSync(PROGRAM));
  writeFileSync(join(folder, 'old.cjs'), "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '16.20.2' } });\n");
  if (finder !== null) writeFileSync(join(folder, 'ccfind'), finder);
  if (finder !== null) chmodSync(join(folder, 'ccfind'), 0o755);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', join(folder, 'old.cjs'), join(folder, 'lib', 'ccfind.cjs'), ...args], { encoding: 'utf8', input: 'from here', env: { HOME: folder } });
  return { status, stdout, stderr };
}

const FINDER = '#!/bin/sh\nprintf "found"\nprintf "|%s" "$@"\n/bin/cat\nexit 7\n';

test('a Node that is too old hands arguments, standard input and exit code over to plugin/ccfind', POSIX, (t) => {
  assert.deepEqual(run(t, FINDER, 'search', '-', "it's $(id)", ''), { status: 7, stdout: "found|search|-|it's $(id)|from here", stderr: '' });
});

test('a hook under a Node that is too old fails in silence: plugin/ccfind started it', POSIX, (t) => {
  assert.deepEqual(run(t, FINDER, 'hook', 'Stop'), { status: 2, stdout: '', stderr: '' });
});

test('what Node reads first has the syntax of old ones, and the old names of modules', () => {
  assert.doesNotMatch(readFileSync(PROGRAM, 'utf8'), /\?\?|\?\.[^\d]|\bstatic\b|require\("node:/);
});
