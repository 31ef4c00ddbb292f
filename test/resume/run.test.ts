import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { ResumePlan } from '../../src/contract.ts';
import { CcfindError } from '../../src/errors.ts';
import { resumeSession } from '../../src/resume/run.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const POSIX = { skip: process.platform === 'win32' && 'stub is a shell script' };

/** A session in a folder with an odd name, and a `claude` on PATH that runs that script. */
function stage(context: TestContext, script: string): { plan: ResumePlan; env: Record<string, string>; root: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-run-')));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const dir = join(root, "it's; $(odd) & mine");
  mkdirSync(dir);
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, `${ID}.jsonl`), '{}\n');
  writeFileSync(join(root, 'bin', 'claude'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(root, 'bin', 'claude'), 0o755);
  return { plan: { session: ID, path: join(root, `${ID}.jsonl`), dir }, env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, OUT: root }, root };
}

test('resumeSession() starts claude in the folder, with these arguments and this environment', POSIX, async (context) => {
  const { plan, env, root } = stage(context, 'printf "%s\\n" "$@" > "$OUT/arguments"; pwd > "$OUT/folder"; env > "$OUT/environment"');
  const marked = { ...env, CLAUDECODE: '1', CLAUDE_CODE_CHILD_SESSION: '1', CLAUDE_CONFIG_DIR: '/home/dev/.claude' };
  const code = await resumeSession(plan, { env: marked });
  assert.equal(code, 0);
  assert.equal(readFileSync(join(root, 'arguments'), 'utf8'), `--resume\n${ID}\n`);
  assert.equal(readFileSync(join(root, 'folder'), 'utf8'), `${plan.dir}\n`);
  const environment = readFileSync(join(root, 'environment'), 'utf8').split('\n');
  assert.ok(environment.includes('CLAUDE_CONFIG_DIR=/home/dev/.claude'));
  assert.ok(environment.includes(`PWD=${plan.dir}`));
  assert.deepEqual(environment.filter((line) => /^CLAUDECODE|CHILD_SESSION/.test(line)), []);
});

/** A config folder beside the stage, with the session in it as that of its folder. */
function inConfig({ plan, root }: { plan: ResumePlan; root: string }): { config: string; path: string } {
  const config = join(root, 'config');
  const project = join(config, 'projects', plan.dir.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, `${ID}.jsonl`), `{"type":"user","sessionId":"${ID}"}\n`);
  return { config, path: join(project, `${ID}.jsonl`) };
}

const RECORD = 'printf "%s\\n" "$@" > "$OUT/arguments"; pwd > "$OUT/folder"; printf %s "${CLAUDE_CONFIG_DIR-unset}" > "$OUT/config-folder"';

test('resumeSession() gives further arguments to claude as they are', POSIX, async (context) => {
  const { plan, env, root } = stage(context, RECORD);
  await resumeSession(plan, { env, extra: ['--model', 'opus', '-p', 'go on; $(date)\n', ''] });
  assert.equal(readFileSync(join(root, 'arguments'), 'utf8'), `--resume\n${ID}\n--model\nopus\n-p\ngo on; $(date)\n\n\n`);
  await assert.rejects(resumeSession(plan, { env, extra: ['-c'] }), /^CcfindError: -c: the session is named already$/);
});

test('resumeSession() starts claude in another folder by the path of the transcript, which every client finds', POSIX, async (context) => {
  const { plan, env, root } = stage(context, RECORD);
  const { path } = inConfig({ plan, root });
  mkdirSync(join(root, 'moved'));
  await resumeSession({ ...plan, path }, { env, dir: join(root, 'moved') });
  assert.equal(readFileSync(join(root, 'arguments'), 'utf8'), `--resume\n${path}\n`);
  assert.equal(readFileSync(join(root, 'folder'), 'utf8'), `${join(root, 'moved')}\n`);
  await assert.rejects(resumeSession({ ...plan, path }, { env, dir: join(root, 'nowhere') }), /no such folder/);
});

test('resumeSession() leads claude to the config folder that holds the transcript', POSIX, async (context) => {
  const { plan, env, root } = stage(context, RECORD);
  const { config, path } = inConfig({ plan, root });
  const started = async (given: Record<string, string>): Promise<string> => {
    await resumeSession({ ...plan, path }, { env: { ...env, HOME: root, ...given } });
    assert.equal(readFileSync(join(root, 'arguments'), 'utf8'), `--resume\n${ID}\n`);
    return readFileSync(join(root, 'config-folder'), 'utf8');
  };
  assert.equal(await started({}), config);
  assert.equal(await started({ CLAUDE_CONFIG_DIR: join(root, 'other') }), config);
  assert.equal(await started({ CLAUDE_CONFIG_DIR: join(config, '.') }), config);
  const lines: string[] = [];
  await resumeSession({ ...plan, path }, { env: { ...env, HOME: root }, print: (line) => lines.push(line) });
  assert.deepEqual(lines, [`cd '${root}/it'\\''s; $(odd) & mine' && CLAUDE_CONFIG_DIR=${config} claude --resume ${ID}`]);
  // The project folder is named after it.
  await assert.rejects(resumeSession({ ...plan, path, dir: '/gone' }, { env: { ...env, HOME: root } }), (error) => {
    assert.ok(error instanceof CcfindError);
    assert.equal(error.hint, `the project seems to be in ${plan.dir}; if so: ${lines[0]}`);
    return true;
  });
});

test('resumeSession() prints a line that leads to the very transcript, or forks where it would go on in another', POSIX, async (context) => {
  const { plan, root } = stage(context, '');
  const { config, path } = inConfig({ plan, root });
  const line = async (changed: Partial<ResumePlan>): Promise<string> => {
    let printed = '';
    await resumeSession({ ...plan, path, ...changed }, { env: { HOME: '/nowhere', CLAUDE_CONFIG_DIR: config }, print: (text) => (printed = text), extra: ['--model', 'opus'] });
    return printed;
  };
  // A folder that is not here may be there where the line is typed.
  assert.equal(await line({ dir: '/gone' }), `cd /gone && claude --resume ${ID} --model opus`);
  assert.equal(await line({ dir: '/' }), `cd / && claude --resume ${path} --model opus`);
  const named = path.replace(ID, 'deploy');
  writeFileSync(named, '');
  assert.equal(await line({ session: 'deploy', path: named, dir: '/' }), `cd / && claude --resume ${named} --fork-session --model opus`);
});

test('resumeSession() returns the exit code of claude', POSIX, async (context) => {
  const { plan, env } = stage(context, 'exit 7');
  assert.equal(await resumeSession(plan, { env }), 7);
});

test('resumeSession() returns 128 and the signal that ended claude', POSIX, async (context) => {
  const { plan, env } = stage(context, 'kill -TERM $$');
  assert.equal(await resumeSession(plan, { env }), 143);
});

test('resumeSession() survives a Ctrl-C that is for claude', POSIX, async (context) => {
  const { plan, env } = stage(context, 'kill -INT $PPID; exit 5');
  assert.equal(await resumeSession(plan, { env }), 5);
  assert.equal(process.listenerCount('SIGINT'), 0);
});

test('resumeSession() passes SIGTERM on', POSIX, async (context) => {
  const { plan, env } = stage(context, 'trap "exit 9" TERM; kill -TERM $PPID; n=0; while [ $n -lt 200 ]; do sleep 0.05; n=$((n+1)); done');
  assert.equal(await resumeSession(plan, { env }), 9);
  assert.equal(process.listenerCount('SIGTERM'), 0);
});

test('resumeSession() starts nothing when a check fails', POSIX, async (context) => {
  const { plan, env, root } = stage(context, 'touch "$OUT/started"');
  rmSync(plan.path);
  await assert.rejects(resumeSession(plan, { env }), CcfindError);
  assert.throws(() => readFileSync(join(root, 'started')), /ENOENT/);
});

test('resumeSession() says that claude cannot be started', POSIX, async (context) => {
  const { plan, env, root } = stage(context, '');
  writeFileSync(join(root, 'bin', 'claude'), '#!/no/such/interpreter\n');
  await assert.rejects(resumeSession(plan, { env }), (error) => {
    assert.ok(error instanceof CcfindError);
    assert.match(error.message, /^\/.*\/bin\/claude could not be started: /);
    return true;
  });
  assert.deepEqual(['SIGINT', 'SIGTERM'].map((signal) => process.listenerCount(signal)), [0, 0]);
});

test('resumeSession() with print starts nothing and prints the line to type', POSIX, async (context) => {
  const { plan, env, root } = stage(context, 'touch "$OUT/started"');
  const lines: string[] = [];
  assert.equal(await resumeSession(plan, { env, print: (line) => lines.push(line) }), 0);
  assert.deepEqual(lines, [`cd '${root}/it'\\''s; $(odd) & mine' && claude --resume ${ID}`]);
  assert.throws(() => readFileSync(join(root, 'started')), /ENOENT/);
});

test('resumeSession() prints no line that holds control characters', async () => {
  const print = (): void => assert.fail('printed');
  for (const changes of [{ session: 'a\nb' }, { dir: '/x\x1b[2J' }]) {
    await assert.rejects(resumeSession({ session: ID, path: '', dir: '/x', ...changes }, { env: {}, print }), /control characters/);
  }
});
