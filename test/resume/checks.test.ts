import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { ResumePlan } from '../../src/contract.ts';
import { CcfindError } from '../../src/errors.ts';
import { checkResume, findClaude, mainFolder } from '../../src/resume/checks.ts';

const ID = '11111111-2222-4333-8444-555555555555';

function folder(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'ccfind-resume-'));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A session with transcript and folder, both there. */
function plan(context: TestContext, changes: Partial<ResumePlan> = {}): ResumePlan {
  const root = folder(context);
  const path = join(root, `${ID}.jsonl`);
  writeFileSync(path, '{}\n');
  mkdirSync(join(root, 'shop'));
  return { session: ID, path, dir: join(root, 'shop'), ...changes };
}

/** The CcfindError that the function throws. */
function errorOf(run: () => unknown): CcfindError {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof CcfindError, String(error));
    return error;
  }
  return assert.fail('no error');
}

test('checkResume() is content when everything is there', (context) => {
  checkResume(plan(context));
});

test('checkResume() refuses an id with marks of a shell, and shows it harmlessly', (context) => {
  const error = errorOf(() => checkResume(plan(context, { session: 'a;id\x1b[2J' })));
  assert.equal(error.message, 'session id "a;id\\u001b[2J" is not safe to pass on');
  assert.equal(error.exitCode, 2);
});

test('checkResume() refuses a shortened id', (context) => {
  const error = errorOf(() => checkResume(plan(context, { session: '11111111' })));
  assert.equal(error.message, `session id is not whole: 11111111, transcript "${ID}.jsonl"`);
});

test('checkResume() says that the transcript is gone', (context) => {
  const missing = plan(context);
  rmSync(missing.path);
  const error = errorOf(() => checkResume(missing));
  assert.equal(error.message, `session ${ID}: its transcript is gone: ${missing.path}`);
  assert.equal(error.exitCode, 1);
  assert.match(error.hint ?? '', /ccfind show 11111111/);
});

test('checkResume() says that only sub-agents are left', (context) => {
  assert.match(errorOf(() => checkResume(plan(context, { path: '' }))).message, /no transcript of its own: only its sub-agents' are left/);
});

test('checkResume() does not take a folder for a transcript', (context) => {
  const odd = plan(context);
  rmSync(odd.path);
  mkdirSync(odd.path);
  assert.match(errorOf(() => checkResume(odd)).message, /transcript is gone/);
});

test('checkResume() says that the folder is unknown', (context) => {
  const error = errorOf(() => checkResume(plan(context, { dir: '' })));
  assert.match(error.message, /its folder is unknown/);
  assert.equal(error.hint, `in the project's folder, type: claude --resume ${ID}`);
});

test('checkResume() says that the folder is gone, and what to do', (context) => {
  const missing = plan(context);
  rmSync(missing.dir, { recursive: true });
  const error = errorOf(() => checkResume(missing));
  assert.equal(error.message, `folder of session ${ID} is gone: ${missing.dir}`);
  assert.equal(error.hint, `make that folder again, or go to where the project is now and type: claude --resume ${ID}`);
});

test('checkResume() says of a file in the place of the folder that the folder is gone', (context) => {
  const odd = plan(context);
  rmSync(odd.dir, { recursive: true });
  writeFileSync(odd.dir, '');
  assert.match(errorOf(() => checkResume(odd)).message, /is gone/);
});

test("checkResume() names the main folder of a worktree of Claude Code's that is gone", (context) => {
  const root = folder(context);
  const main = join(root, 'shop');
  mkdirSync(join(main, '.claude', 'worktrees'), { recursive: true });
  const gone = join(main, '.claude', 'worktrees', 'feature-x');
  const error = errorOf(() => checkResume(plan(context, { dir: gone })));
  assert.equal(error.message, `folder of session ${ID} is a worktree that is gone: ${gone}`);
  assert.equal(error.hint, `from the main folder: cd ${main} && claude --resume ${ID}`);
});

test('mainFolder() finds the repository beside a worktree that git still remembers', (context) => {
  const root = folder(context);
  const main = join(root, 'shop');
  mkdirSync(join(main, '.git', 'worktrees', 'feature'), { recursive: true });
  writeFileSync(join(main, '.git', 'worktrees', 'feature', 'gitdir'), `${join(root, 'trees', 'feature', '.git')}\n`);
  mkdirSync(join(root, 'other', '.git'), { recursive: true });
  assert.equal(mainFolder(join(root, 'trees', 'feature')), main);
  assert.equal(mainFolder(join(root, 'trees', 'feature', 'src')), main);
  assert.equal(mainFolder(join(root, 'trees', 'feature2')), null);
});

test('mainFolder() knows nothing of a worktree whose main folder is gone too', (context) => {
  const root = folder(context);
  assert.equal(mainFolder(join(root, 'shop', '.claude', 'worktrees', 'x')), null);
});

test('findClaude() takes the first executable file on PATH, by its absolute path', { skip: process.platform === 'win32' && 'POSIX modes' }, (context) => {
  const root = folder(context);
  for (const name of ['no-such', 'folder', 'not-executable', 'right', 'later']) mkdirSync(join(root, name));
  mkdirSync(join(root, 'folder', 'claude'));
  writeFileSync(join(root, 'not-executable', 'claude'), '');
  chmodSync(join(root, 'not-executable', 'claude'), 0o644);
  writeFileSync(join(root, 'program'), '#!/bin/sh\n');
  chmodSync(join(root, 'program'), 0o755);
  symlinkSync(join(root, 'program'), join(root, 'right', 'claude'));
  writeFileSync(join(root, 'later', 'claude'), '#!/bin/sh\n', { mode: 0o755 });
  const path = ['missing', 'no-such', 'folder', 'not-executable', 'right', 'later'].map((name) => join(root, name)).join(':');
  assert.equal(findClaude({ PATH: path }, plan(context)), join(root, 'right', 'claude'));
});

test('findClaude() skips empty and relative parts of PATH, and says what to type', { skip: process.platform === 'win32' && 'POSIX modes' }, (context) => {
  const root = folder(context);
  writeFileSync(join(root, 'claude'), '#!/bin/sh\n', { mode: 0o755 });
  const before = process.cwd();
  process.chdir(root);
  context.after(() => process.chdir(before));
  const session = plan(context);
  for (const env of [{ PATH: ':.:./x' }, { PATH: '' }, {}]) {
    const error = errorOf(() => findClaude(env, session));
    assert.equal(error.message, 'claude not found: no such program on PATH');
    assert.equal(error.hint, `where claude works, type: cd ${session.dir} && claude --resume ${ID}`);
  }
});
