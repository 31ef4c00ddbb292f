import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { ResumePlan } from '../../src/contract.ts';
import { CcfindError } from '../../src/errors.ts';
import { checkResume, findClaude } from '../../src/resume/checks.ts';

const ID = '11111111-2222-4333-8444-555555555555';

function folder(context: TestContext): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-resume-')));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A session with transcript and folder, both there, and the one where a client that starts in the other looks. */
function plan(context: TestContext, changes: Partial<ResumePlan> = {}): ResumePlan {
  const root = folder(context);
  const dir = join(root, 'shop');
  mkdirSync(dir);
  return { session: ID, path: transcript(root, dir), dir, ...changes };
}

/** Writes it below the config folder `root`, into the project folder of that directory. */
function transcript(root: string, dir: string, { session = ID, text = '', inside = session }: { session?: string; text?: string; inside?: string } = {}): string {
  const project = join(root, 'projects', dir.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, `${session}.jsonl`), `${text}{"type":"user","sessionId":"${inside}"}\n`);
  return join(project, `${session}.jsonl`);
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

test('checkResume() finds nothing wrong when everything is there', (context) => {
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

test("checkResume() does not take a synchroniser\'s copy for the transcript", (context) => {
  const root = folder(context);
  const dir = join(root, 'shop');
  mkdirSync(dir);
  const path = transcript(root, dir, { session: `${ID}.sync-conflict-20260503-101500-ABCDEFG` });
  const error = errorOf(() => checkResume({ session: ID, path, dir }));
  assert.equal(error.message, `session ${ID}: only a synchroniser's copy of its transcript is left: ${path}`);
  assert.equal(error.hint, `name it ${ID}.jsonl, and try again`);
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
  const error = errorOf(() => checkResume(plan(context, { dir: '', path: transcript(folder(context), '/nowhere/at/all') })));
  assert.match(error.message, /its folder is unknown/);
  assert.equal(error.hint, `say where: ccfind resume ${ID} --in FOLDER`);
  // Its transcript's folder is named after it.
  const known = plan(context);
  assert.equal(errorOf(() => checkResume({ ...known, dir: '' })).hint, `it seems to be ${known.dir}; if so: cd ${known.dir} && claude --resume ${ID}`);
});

test('checkResume() says that the folder is gone, and what to do', (context) => {
  const missing = plan(context);
  rmSync(missing.dir, { recursive: true });
  const error = errorOf(() => checkResume(missing));
  assert.equal(error.message, `folder of session ${ID} is gone: ${missing.dir}`);
  assert.equal(error.hint, `make that folder again, or say where the project is now: ccfind resume ${ID} --in FOLDER`);
});

test('checkResume() says of a file in the place of the folder that the folder is gone', (context) => {
  const odd = plan(context);
  rmSync(odd.dir, { recursive: true });
  writeFileSync(odd.dir, '');
  assert.match(errorOf(() => checkResume(odd)).message, /is gone/);
});

test("checkResume() names the main folder of a worktree that Claude Code made and is gone", (context) => {
  const root = folder(context);
  const main = join(root, 'shop');
  mkdirSync(join(main, '.claude', 'worktrees'), { recursive: true });
  const gone = join(main, '.claude', 'worktrees', 'feature-x');
  const path = transcript(root, gone);
  const error = errorOf(() => checkResume({ session: ID, path, dir: gone }));
  assert.equal(error.message, `folder of session ${ID} is a worktree that is gone: ${gone}`);
  // By its path: older clients do not find an id from another folder than its own.
  assert.equal(error.hint, `from the main folder: cd ${main} && claude --resume ${path}`);
  assert.equal(errorOf(() => checkResume({ session: ID, path, dir: gone }, { config: root })).hint, `from the main folder: cd ${main} && CLAUDE_CONFIG_DIR=${root} claude --resume ${path}`);
});

test('checkResume() names the folder that the project was renamed to (demand 109)', (context) => {
  const root = folder(context);
  const [before, after] = [join(root, 'shop'), join(root, 'store')];
  mkdirSync(join(after, 'src'), { recursive: true });
  mkdirSync(join(root, 'other', 'src'), { recursive: true });
  for (const name of ['cart.ts', 'till.ts']) writeFileSync(join(after, 'src', name), '');
  const path = transcript(root, before, { text: ['cart.ts', 'till.ts', 'gone.ts'].map((name) => `{"input":{"file_path":"${before}/src/${name}"}}\n`).join('') });
  const error = errorOf(() => checkResume({ session: ID, path, dir: before }));
  assert.equal(error.message, `folder of session ${ID} is gone: ${before}`);
  assert.equal(error.hint, `the project seems to be in ${after}; if so: cd ${after} && claude --resume ${path}`);
});

test('checkResume() refuses a folder from which the project has gone (demand 110)', (context) => {
  const root = folder(context);
  const dir = join(root, 'shop');
  mkdirSync(dir);
  const moved: ResumePlan = { session: ID, path: transcript(root, dir, { text: `{"input":{"file_path":"${dir}/src/cart.ts"}}\n` }), dir, branch: 'main' };
  const error = errorOf(() => checkResume(moved));
  assert.equal(error.message, `session ${ID}: its project is no longer in ${dir}`);
  assert.equal(error.hint, `say where it is now: ccfind resume ${ID} --in FOLDER; or there all the same: ccfind resume ${ID} --in ${dir}`);
  checkResume(moved, { isDirChosen: true });
  checkResume({ ...moved, branch: null });
  mkdirSync(join(root, '.git'));
  checkResume(moved);
  rmSync(join(root, '.git'), { recursive: true });
  mkdirSync(join(dir, 'src'));
  writeFileSync(join(dir, 'src', 'cart.ts'), '');
  checkResume(moved);
});

test('checkResume() refuses a transcript that lies with those of another project (demand 110)', (context) => {
  const root = folder(context);
  const [before, after] = [join(root, 'shop'), join(root, 'store')];
  for (const dir of [before, after]) mkdirSync(dir);
  // As one moves it by hand after a rename, and then there is a folder of the old name again.
  const path = transcript(root, after);
  const error = errorOf(() => checkResume({ session: ID, path, dir: before }));
  const project = after.replace(/[^A-Za-z0-9]/g, '-');
  assert.equal(error.message, `session ${ID}: its transcript lies with those of another project, "${project}"; its folder was ${before}`);
  assert.equal(error.hint, `it seems to be in ${after}: cd ${after} && claude --resume ${ID}; or there all the same: ccfind resume ${ID} --in ${before}`);
  checkResume({ session: ID, path, dir: before }, { isDirChosen: true });
});

test('checkResume() follows a link that was left where the project was', (context) => {
  const root = folder(context);
  mkdirSync(join(root, 'store'));
  symlinkSync(join(root, 'store'), join(root, 'shop'));
  checkResume({ session: ID, path: transcript(root, join(root, 'shop')), dir: join(root, 'shop') });
});

test('checkResume() says when the folder that was given for it does not exist', (context) => {
  const error = errorOf(() => checkResume(plan(context, { dir: '/nowhere/at/all' }), { isDirChosen: true }));
  assert.equal(error.message, 'folder /nowhere/at/all: no such folder');
});

test('checkResume() says how to resume a session whose name no client takes for an id', (context) => {
  const root = folder(context);
  const dir = join(root, 'shop');
  mkdirSync(dir);
  const named: ResumePlan = { session: 'deploy', path: transcript(root, dir, { session: 'deploy' }), dir };
  const error = errorOf(() => checkResume(named));
  assert.equal(error.message, 'session deploy: its name is no id that claude resumes, but a title to search for');
  assert.equal(error.hint, 'to go on in a new session: ccfind resume deploy -- --fork-session');
  checkResume(named, { extra: ['--fork-session'] });
});

test('checkResume() refuses a transcript with which clients would go on in another, its original', (context) => {
  const root = folder(context);
  const [dir, other] = [join(root, 'shop'), join(root, 'store')];
  for (const path of [dir, other]) mkdirSync(path);
  // As clients from 2.0.42 to 2.1.63 wrote a fork: the entries name the session that it is a copy of.
  const fork: ResumePlan = { session: ID, path: transcript(root, dir, { inside: '22222222-2222-4333-8444-555555555555' }), dir };
  checkResume(fork);
  const error = errorOf(() => checkResume({ ...fork, dir: other }, { isDirChosen: true }));
  assert.equal(error.message, `session ${ID}: from there claude would go on in the transcript of another session, of which it is a copy`);
  assert.equal(error.hint, `to go on in a new session: ccfind resume ${ID} --in ${other} -- --fork-session`);
  checkResume({ ...fork, dir: other }, { isDirChosen: true, extra: ['--fork-session'] });
  rmSync(dir, { recursive: true });
  rmSync(other, { recursive: true });
  assert.equal(errorOf(() => checkResume({ ...fork, namesakes: [root] })).hint, `the project seems to be in ${root}; if so: cd ${root} && claude --resume ${fork.path} --fork-session`);
});

test('checkResume() refuses a transcript without a conversation: there is nothing to go on with', (context) => {
  const silent = plan(context);
  writeFileSync(silent.path, '{"type":"mode"}\n');
  const error = errorOf(() => checkResume({ ...silent, dir: tmpdir() }, { isDirChosen: true }));
  assert.equal(error.message, `session ${ID}: its transcript holds no conversation to go on with`);
});

test('checkResume() takes the copy of the transcript that went on, not the one in the folder\'s own project', (context) => {
  const root = folder(context);
  const dir = join(root, 'shop');
  mkdirSync(dir);
  transcript(root, dir);
  checkResume({ session: ID, path: transcript(root, '/media/disk/shop'), dir });
});

test('checkResume() refuses an empty transcript: there is nothing to go back to', (context) => {
  const empty = plan(context);
  writeFileSync(empty.path, '');
  const error = errorOf(() => checkResume(empty));
  assert.deepEqual([error.message, error.hint], [`session ${ID}: its transcript is empty: ${empty.path}`, 'there is nothing to go back to']);
});

test('checkResume() says who can read a transcript that we cannot', { skip: process.getuid?.() === 0 && 'root reads everything' }, (context) => {
  const closed = plan(context);
  chmodSync(closed.path, 0);
  const error = errorOf(() => checkResume(closed));
  assert.deepEqual([error.message, error.hint], [`session ${ID}: its transcript cannot be read: ${closed.path}`, 'change its permissions, or resume as its owner']);
});

test('checkResume() says who can enter a folder that we cannot', { skip: process.getuid?.() === 0 && 'root enters everything' }, (context) => {
  const closed = plan(context);
  chmodSync(closed.dir, 0o600);
  const error = errorOf(() => checkResume(closed));
  assert.deepEqual([error.message, error.hint], [`folder of session ${ID} cannot be entered: ${closed.dir}`, 'change its permissions, or resume as its owner']);
});

test('checkResume() does not let two clients write one transcript', (context) => {
  const open = plan(context);
  const root = join(open.path, '..', '..', '..');
  mkdirSync(join(root, 'sessions'));
  const name = join(root, 'sessions', `${process.pid}.json`);
  // This process is no client, but was started when the file says; where that cannot be told it would have to be named like one.
  const procStart = process.platform === 'linux' ? readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ')[19] : '';
  writeFileSync(name, JSON.stringify({ pid: process.pid, sessionId: ID, cwd: '/home/dev/shop', procStart }));
  if (procStart === '') return;
  const error = errorOf(() => checkResume(open));
  assert.equal(error.message, `session ${ID} is open already: process ${process.pid} in /home/dev/shop`);
  assert.equal(error.hint, `go on there, or in a copy: ccfind resume ${ID} -- --fork-session`);
  checkResume(open, { extra: ['--fork-session'] });
  writeFileSync(name, JSON.stringify({ pid: process.pid, sessionId: ID, procStart, kind: 'bg', jobId: '60d1eb2a' }));
  const hidden = errorOf(() => checkResume(open));
  assert.equal(hidden.message, `session ${ID} is open already in the background: process ${process.pid}`);
  assert.equal(hidden.hint, `go on there: claude attach 60d1eb2a, or in a copy: ccfind resume ${ID} -- --fork-session`);
  writeFileSync(name, JSON.stringify({ pid: process.pid, sessionId: `${ID.slice(0, -1)}6`, procStart }));
  checkResume(open);
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
    // It lies in no config folder that a client would look into by itself.
    assert.equal(error.hint, `where claude works, type: cd ${session.dir} && CLAUDE_CONFIG_DIR=${join(session.path, '..', '..', '..')} claude --resume ${ID}`);
  }
});

test('findClaude() knows the folders of installers that leave PATH as it is', { skip: process.platform === 'win32' && 'POSIX modes' }, (context) => {
  const root = folder(context);
  const session = plan(context);
  mkdirSync(join(root, '.claude', 'local'), { recursive: true });
  writeFileSync(join(root, '.claude', 'local', 'claude'), '#!/bin/sh\n', { mode: 0o755 });
  assert.equal(findClaude({ PATH: '/nowhere', HOME: root }, session), join(root, '.claude', 'local', 'claude'));
  mkdirSync(join(root, '.local', 'bin'), { recursive: true });
  writeFileSync(join(root, '.local', 'bin', 'claude'), '#!/bin/sh\n', { mode: 0o755 });
  assert.equal(findClaude({ PATH: '/nowhere', HOME: root }, session), join(root, '.local', 'bin', 'claude'));
});
