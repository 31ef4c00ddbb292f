/**
 * The real client resumes what it wrote itself: through the built program, which must lead it to the very transcript.
 *
 * The model is a script, and the network is loopback alone. The parts build on each other, so they are one test.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { childEnvironment } from '../../src/resume/environment.ts';
import { findClient, openClientHome, untilIdle } from './real-client.ts';
import type { ClientHome, ScriptedTurn } from './real-client.ts';
import { hasTmux, startTmux, untilRemoved } from './tmux.ts';

const PROGRAM = join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');
const DEADLINE_MS = 180_000;

const SCRIPT: readonly ScriptedTurn[] = [
  { match: 'explain the payment retry', steps: [['The payment client retries three times.']] },
  { match: 'one cent short', steps: [['The cart total was floored; it now rounds.']] },
  { match: 'and the moved one', steps: [['It has moved.']] },
  { match: 'what is it called', steps: [['It is called the till.']] },
  { match: 'show the environment', steps: [[{ tool: 'Bash', input: { command: 'env', description: 'show' } }], ['That is all.']] },
];

/** What a client marks the programs with that it starts: a resumed session must know nothing of it. */
const INSIDE = { CLAUDECODE: '1', CLAUDE_CODE_CHILD_SESSION: '1', CLAUDE_CODE_SESSION_ID: '00000000-0000-4000-8000-000000000000', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };

/** What the client adds for every program and for itself anew: a resumed session loses nothing by it. */
const HARMLESS = ['COREPACK_ENABLE_AUTO_PIN', 'NoDefaultCurrentDirectoryInExePath', 'SHLVL', 'OLDPWD', '_'];

const client = findClient();

test('the real client resumes a session through ccfind', { skip: 'missing' in client ? client.missing : false, timeout: 1_200_000 }, async (t) => {
  if ('missing' in client) return;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-resume-client-')));
  const claude = await openClientHome(client.path, folder, SCRIPT);
  t.after(async () => {
    claude.close();
    await untilRemoved(folder);
  });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(client.path, join(bin, 'claude'));
  // Where the client's API can be reached.
  const within = claude.command.slice(0, -1);
  const env = { ...claude.env, ...INSIDE, PATH: `${bin}:${claude.env.PATH}` };
  const ccfind = (args: readonly string[], cwd = folder) => {
    const [program, ...words] = [...within, process.execPath, PROGRAM, ...args];
    return spawnSync(program, words, { cwd, encoding: 'utf8', timeout: DEADLINE_MS, input: '', env });
  };
  assert.equal((await claude.run(['-p', 'explain the payment retry'])).status, 0);
  const [path] = transcripts(claude);
  const session = path.slice(-42, -6);
  const file = join(claude.home, '.claude', 'projects', path);

  await t.test('it goes on in the same transcript, from any folder, with the arguments behind --', () => {
    const { status, stdout, stderr } = ccfind(['resume', session.slice(0, 8), '--', '-p', 'one cent short']);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /it now rounds/);
    assert.deepEqual(transcripts(claude), [path]);
    assert.ok(/three times[^]*it now rounds/.test(readFileSync(file, 'utf8')));
  });

  await t.test('a session started by its tools knows nothing of it: no mark of this client is unknown', () => {
    assert.equal(ccfind(['resume', session, '--', '-p', 'show the environment', '--allowedTools', 'Bash']).status, 0);
    const seen: Record<string, string> = Object.fromEntries([...(claude.toolResults().at(-1) ?? '').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
    assert.equal(seen['CLAUDECODE'], '1');
    assert.deepEqual(Object.keys(childEnvironment(seen, '/work')).filter((name) => !(name in claude.env) && !HARMLESS.includes(name)), ['PWD']);
  });

  await t.test('of two copies it resumes the one that went on, and leaves the other alone', () => {
    const old = join(claude.home, '.claude', 'projects', '-elsewhere');
    mkdirSync(old);
    // A copy that was made before the last turn; the client alone would not know which one is meant.
    const lines = readFileSync(file, 'utf8').split('\n');
    const before = `${lines.slice(0, lines.findIndex((line) => line.includes('one cent short'))).join('\n')}\n`;
    writeFileSync(join(old, `${session}.jsonl`), before);
    assert.equal(ccfind(['resume', session, '--', '-p', 'one cent short']).status, 0);
    assert.equal(readFileSync(join(old, `${session}.jsonl`), 'utf8'), before);
    assert.equal(readFileSync(file, 'utf8').match(/"text":"The cart total was floored/g)?.length, 2);
    // Gone into another folder, where a client that looks for the id meets the two.
    const other = join(folder, 'other');
    mkdirSync(other);
    assert.equal(ccfind(['resume', session, '--in', other, '--', '-p', 'one cent short']).status, 0);
    assert.equal(readFileSync(file, 'utf8').match(/"text":"The cart total was floored/g)?.length, 3);
    rmSync(old, { recursive: true });
  });

  await t.test('a project that has moved is resumed where it is now, from every command', () => {
    const moved = join(claude.home, 'work', 'store');
    renameSync(claude.project, moved);
    const gone = ccfind(['resume', session, '--', '-p', 'and the moved one']);
    assert.equal(gone.status, 2);
    assert.match(gone.stderr, /^ccfind: folder of session \S+ is gone: /);
    const there = ccfind(['resume', session, '--in', moved, '--', '-p', 'and the moved one']);
    assert.equal(there.status, 0, there.stderr);
    assert.ok(readFileSync(file, 'utf8').includes('It has moved.'));
    assert.deepEqual(transcripts(claude), [path]);
    renameSync(moved, claude.project);
  });

  await t.test('in a terminal the session is resumed as it was, and nobody opens it twice', { skip: hasTmux() ? false : 'tmux is not installed' }, async () => {
    const server = startTmux(folder);
    try {
      const words = [...within, process.execPath, PROGRAM, 'resume', session];
      writeFileSync(join(folder, 'start'), `#!/bin/sh\n${words.map((word) => `'${word}'`).join(' ')}\necho "code $?"\nsleep 60\n`, { mode: 0o755 });
      const pane = server.open(100, 30, folder, { ...env, TERM: 'screen-256color' }, [join(folder, 'start')]);
      await pane.untilShown(/It has moved\./);
      await untilIdle(claude);
      const second = ccfind(['resume', session, '--', '-p', 'one cent short']);
      assert.equal(second.status, 2);
      assert.match(second.stderr, new RegExp(`^ccfind: session ${session} is open already: process \\d+ in ${claude.project}\\n`));
      // A copy may be opened: the session itself stays as it is.
      const size = readFileSync(file).length;
      const copy = ccfind(['resume', session, '--', '--fork-session', '-p', 'one cent short']);
      assert.equal(copy.status, 0, copy.stderr);
      assert.equal(transcripts(claude).length, 2);
      assert.ok(readFileSync(file).length - size < 2000, 'nothing but marks of the open client');
      pane.type('what is it called');
      await pane.untilShown(/❯.what is it called/);
      pane.keys('Enter');
      await pane.untilShown(/It is called the till\./);
      pane.type('/exit');
      await pane.untilShown(/❯.\/exit/);
      pane.keys('Enter');
      await pane.untilShown(/code 0/);
      // With the marks of the session around it, it would have kept nothing of this.
      assert.ok(readFileSync(file, 'utf8').includes('It is called the till.'));
    } finally {
      server.close();
    }
  });
});

/** Below the projects folder: of sessions, not of sub-agents. */
function transcripts(claude: ClientHome): string[] {
  const projects = join(claude.home, '.claude', 'projects');
  return readdirSync(projects).flatMap((name) => readdirSync(join(projects, name)).filter((file) => file.endsWith('.jsonl')).map((file) => join(name, file)));
}
