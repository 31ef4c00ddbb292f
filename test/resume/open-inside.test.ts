import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { offerHandoff, readOutcome, withdrawHandoff } from '../../src/resume/open-handoff.ts';
import { resumeHandedOver } from '../../src/resume/open-inside.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const POSIX = { skip: process.platform === 'win32' && 'stub is a shell script' };

/** A session that is handed over, and a `claude` on the PATH of the one who asked. */
function stage(context: TestContext, claude: string): { folder: string; root: string; said: string[]; say: (line: string) => void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-inside-')));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['bin', 'project']) mkdirSync(join(root, name));
  writeFileSync(join(root, `${ID}.jsonl`), '{}\n');
  writeFileSync(join(root, 'bin', 'claude'), `#!/bin/sh\n${claude}\n`);
  chmodSync(join(root, 'bin', 'claude'), 0o755);
  const plan = { session: ID, path: join(root, `${ID}.jsonl`), dir: join(root, 'project') };
  const env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin`, ROOT: root, ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', TERM: 'dumb', TMUX: '/old,1,0' };
  const folder = offerHandoff([root], { plan, extra: ['--model', "it's $(mine)"], env }, () => ['/bin/true'], 'linux');
  const said: string[] = [];
  return { folder, root, said, say: (line) => said.push(line) };
}

/** Of the window itself: another config folder than the person's, and its own terminal. */
const WINDOW = { PATH: '/nowhere', CLAUDE_CONFIG_DIR: '/of/another', TERM: 'tmux-256color', TMUX: '/new,2,0', TMUX_PANE: '%5' };

test('resumeHandedOver() starts claude in the environment of who asked, in the terminal of the window', POSIX, async (context) => {
  const { folder, root, said, say } = stage(context, 'printf "%s\\n" "$@" > "$ROOT/arguments"; env > "$ROOT/environment"');
  assert.equal(await resumeHandedOver(folder, WINDOW, say), 0);
  assert.equal(readFileSync(join(root, 'arguments'), 'utf8'), `--resume\n${ID}\n--model\nit's $(mine)\n`);
  const environment = readFileSync(join(root, 'environment'), 'utf8').split('\n');
  for (const line of ['ANTHROPIC_BASE_URL=http://127.0.0.1:1', 'TERM=tmux-256color', 'TMUX=/new,2,0', 'TMUX_PANE=%5']) assert.ok(environment.includes(line), line);
  assert.deepEqual(environment.filter((line) => line.startsWith('CLAUDE_CONFIG_DIR')), []);
  assert.deepEqual(readOutcome(folder), { error: null });
  assert.deepEqual(said, []);
});

test('resumeHandedOver() removes the handed-over environment before claude starts', POSIX, async (context) => {
  const { folder, root, say } = stage(context, 'ls "$ROOT"/ccfind-opening-*/ > "$ROOT/files"');
  await resumeHandedOver(folder, WINDOW, say);
  assert.doesNotMatch(readFileSync(join(root, 'files'), 'utf8'), /request|taken/);
});

test('resumeHandedOver() does nothing when the handoff was taken back', POSIX, async (context) => {
  const { folder, root, said, say } = stage(context, 'echo > "$ROOT/started"');
  assert.equal(withdrawHandoff(folder), true);
  assert.equal(await resumeHandedOver(folder, WINDOW, say), 0);
  assert.equal(existsSync(join(root, 'started')), false);
  assert.deepEqual(said, []);
});

test('resumeHandedOver() in two windows starts claude in one', POSIX, async (context) => {
  const { folder, root, say } = stage(context, 'echo >> "$ROOT/started"');
  await Promise.all([resumeHandedOver(folder, WINDOW, say), resumeHandedOver(folder, WINDOW, say)]);
  assert.equal(readFileSync(join(root, 'started'), 'utf8'), '\n');
});

test('resumeHandedOver() tells both who asked and the window why claude was not started', POSIX, async (context) => {
  const { folder, root, said, say } = stage(context, '');
  rmSync(join(root, 'project'), { recursive: true });
  assert.equal(await resumeHandedOver(folder, WINDOW, say), 2);
  const message = `folder of session ${ID} is gone: ${join(root, 'project')}`;
  assert.deepEqual(readOutcome(folder), { error: message });
  assert.equal(said[0], `ccfind: ${message}`);
  assert.match(said[1], /^hint: make that folder again/);
});

test('resumeHandedOver() says when claude ends at once with an error', POSIX, async (context) => {
  const { folder, said, say } = stage(context, 'exit 7');
  assert.equal(await resumeHandedOver(folder, WINDOW, say), 7);
  assert.deepEqual(said, ['ccfind: claude has ended with exit code 7']);
});

test('resumeHandedOver() says nothing of a Ctrl-C', POSIX, async (context) => {
  const { folder, said, say } = stage(context, 'exit 130');
  assert.equal(await resumeHandedOver(folder, WINDOW, say), 130);
  assert.deepEqual(said, []);
});
