import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { environmentInWindow, isTaken, offerHandoff, takeHandoff, withdrawHandoff } from '../../src/resume/open-handoff.ts';
import { randomFrom, seedOf } from '../random.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const HANDOFF = { plan: { session: ID, path: `/x/${ID}.jsonl`, dir: '/work/shop' }, extra: [], env: { PATH: '/usr/bin' } };
const POSIX = { skip: process.platform === 'win32' && 'runs a shell script' };

function makeFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-handoff-')));
  t.after(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test('offerHandoff() writes a script that starts exactly these words, whatever is in them', POSIX, (t) => {
  const root = makeFolder(t);
  const seed = seedOf();
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const letters = [...' \t\n\'"\\$`!*?[]{}()<>|&;#~=%^,-abZ09/.é日\u{1f600}\u202e\u001b'];
  const words = Array.from({ length: 300 }, () => Array.from({ length: 1 + below(12) }, () => letters[below(letters.length)]).join(''));
  const folder = offerHandoff([root], HANDOFF, () => ['/usr/bin/env', 'printf', '%s\\0', ...words], 'linux');
  const { stdout, stderr } = spawnSync('/bin/sh', [join(folder, 'go')], { encoding: 'utf8', cwd: root, env: { PATH: '/usr/bin:/bin' } });
  assert.equal(stderr, '');
  assert.deepEqual(stdout.split('\0').slice(0, -1), words, `SEED=${seed}`);
  assert.deepEqual(readdirSync(root), [folder.slice(root.length + 1)]);
});

test('offerHandoff() skips folders that are relative, cannot be written, or could be misread', POSIX, (t) => {
  const root = makeFolder(t);
  const odd = ["it's", 'a b', 'semi;colon', 'new\nline', 'ünicode', '$(touch hacked)', '#{pane_id}', '@selection'].map((name) => join(root, name));
  for (const folder of odd) mkdirSync(folder);
  const plain = join(root, 'plain_1.2-3');
  mkdirSync(plain);
  const folder = offerHandoff(['.', 'relative', join(root, 'missing'), ...odd, plain], HANDOFF, () => ['/bin/true'], 'linux');
  assert.equal(folder.startsWith(`${plain}/ccfind-opening-`), true);
  assert.match(folder, /^\/[A-Za-z0-9_./-]+$/);
  assert.throws(() => offerHandoff([join(root, 'missing')], HANDOFF, () => ['/bin/true'], 'linux'), /no folder to pass the session on/);
});

test('a handoff is taken once, or taken back', POSIX, (t) => {
  const root = makeFolder(t);
  const folder = offerHandoff([root], HANDOFF, () => ['/bin/true'], 'linux');
  assert.equal(isTaken(folder), false);
  assert.deepEqual(takeHandoff(folder), HANDOFF);
  assert.deepEqual([isTaken(folder), takeHandoff(folder), withdrawHandoff(folder)], [true, null, false]);
  const other = offerHandoff([root], HANDOFF, () => ['/bin/true'], 'linux');
  assert.deepEqual([withdrawHandoff(other), takeHandoff(other)], [true, null]);
});

test('offerHandoff() follows no link to what it removes', POSIX, (t) => {
  const root = makeFolder(t);
  const other = makeFolder(t);
  mkdirSync(join(other, 'kept'));
  symlinkSync(other, join(root, 'ccfind-opening-link'));
  utimesSync(other, 0, 0);
  offerHandoff([root], HANDOFF, () => ['/bin/true'], 'linux');
  assert.equal(existsSync(join(other, 'kept')), true);
  assert.equal(statSync(other).isDirectory(), true);
});

test('environmentInWindow() takes the terminal from the window, and everything else from who asked', () => {
  const asked = { PATH: '/asked', CLAUDE_CONFIG_DIR: '/asked', TERM: 'dumb', TMUX: 'a', KITTY_WINDOW_ID: '1', COLUMNS: '80', TERMINAL_EMULATOR: 'JetBrains-JediTerm', ZED_TERM: 'true', CURSOR_TRACE_ID: 'c', ConEmuPID: '1', __CFBundleIdentifier: 'com.apple.Terminal', ANTHROPIC_API_KEY: 'key', SSH_TTY: '/dev/pts/1', SHLVL: '3' };
  const window = { PATH: '/window', TERM: 'tmux-256color', TMUX: 'b', TMUX_PANE: '%2', SHLVL: '1', CLAUDE_CODE_USE_BEDROCK: '1', LINES: '24' };
  assert.deepEqual(environmentInWindow(asked, window), {
    PATH: '/asked', CLAUDE_CONFIG_DIR: '/asked', ANTHROPIC_API_KEY: 'key', SSH_TTY: '/dev/pts/1', TERM: 'tmux-256color', TMUX: 'b', TMUX_PANE: '%2', SHLVL: '1', LINES: '24',
  });
});
