/**
 * Opening in terminals that succeed, fail, die of a signal, stay in the foreground, or do nothing: each is a script on PATH.
 *
 * What ccfind does in the window is done by a script as well: it takes the request and says that all is well.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { ResumePlan } from '../../src/contract.ts';
import { CcfindError } from '../../src/errors.ts';
import { openWindow, startsHere } from '../../src/resume/open-window.ts';
import type { OpenOptions } from '../../src/resume/open-window.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const POSIX = { skip: process.platform === 'win32' && 'terminals are shell scripts' };

interface Stage {
  readonly root: string;
  readonly plan: ResumePlan;
  readonly options: OpenOptions;
  /** A terminal of that name that runs those lines; `"$@"` is the command. */
  readonly terminal: (name: string, script: string) => void;
}

/** What a window does that lives. */
const LIVES = 'mv "$4/request.json" "$4/taken.json"; echo "$2" > "$ROOT/opened"; echo \'{"error":null}\' > "$4/o"; mv "$4/o" "$4/outcome.json"';

function stage(context: TestContext, window = LIVES): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-open-')));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['bin', 'index', 'project']) mkdirSync(join(root, name));
  const script = (path: string, text: string): void => writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  writeFileSync(join(root, `${ID}.jsonl`), '{}\n');
  script(join(root, 'bin', 'claude'), 'exit 0');
  script(join(root, 'window'), window);
  const env = { PATH: join(root, 'bin'), ROOT: root, DISPLAY: ':0', CLAUDECODE: '1' };
  return {
    root,
    plan: { session: ID, path: join(root, `${ID}.jsonl`), dir: join(root, 'project') },
    options: { env, indexDir: join(root, 'index'), where: 'pane', ccfind: [join(root, 'window')], platform: 'linux', waitMs: 60_000 },
    terminal: (name, text) => script(join(root, 'bin', name), `PATH=/usr/bin:/bin\n${text}`),
  };
}

test('openWindow() returns at once when the terminal does', POSIX, async (context) => {
  const { plan, options, terminal, root } = stage(context);
  terminal('gnome-terminal', 'shift; "$@" & exit 0');
  assert.deepEqual(await openWindow(plan, options), { opened: { terminal: 'gnome-terminal', opens: 'window' }, refusals: [] });
  assert.equal(readFileSync(join(root, 'opened'), 'utf8'), `${ID}\n`);
  assert.deepEqual(readdirSync(join(root, 'index')), []);
});

test('openWindow() returns while the terminal stays in the foreground, and leaves it alone', POSIX, async (context) => {
  const { plan, options, terminal, root } = stage(context);
  terminal('xterm', 'shift; "$@"; echo $$ > "$ROOT/pid"; exec sleep 60');
  assert.equal((await openWindow(plan, options)).opened?.terminal, 'xterm');
  const pid = await readSoon(join(root, 'pid'));
  // Alive: a signal reaches it.
  assert.equal(process.kill(Number(pid), 0), true);
  process.kill(Number(pid), 'SIGKILL');
});

test('openWindow() tries the next terminal when one fails, dies of a signal or cannot be started', POSIX, async (context) => {
  const { plan, options, terminal } = stage(context);
  terminal('xdg-terminal-exec', 'echo >&2; echo "no terminal is set" >&2; exit 3');
  terminal('foot', 'printf "info: main.c:421: version\\ninfo: fonts\\n err: wayland.c:1281: no compositor running?\\ninfo: goodbye\\n" >&2; exit 230');
  terminal('konsole', 'kill -ABRT $$');
  writeFileSync(join(String(options.env['ROOT']), 'bin', 'gnome-terminal'), '#!/no/such/interpreter\n', { mode: 0o755 });
  terminal('xterm', 'shift; "$@" & exit 0');
  const { opened, refusals } = await openWindow(plan, options);
  assert.deepEqual(opened, { terminal: 'xterm', opens: 'window' });
  assert.deepEqual(refusals.map(({ terminal: name, reason }) => [name, reason.replace(/spawn .*? E/, 'spawn E')]), [
    ['xdg-terminal-exec', 'exit code 3: no terminal is set'],
    ['foot', 'exit code 230: err: wayland.c:1281: no compositor running?'],
    ['konsole', 'ended by SIGABRT'],
    ['gnome-terminal', 'spawn ENOENT'],
  ]);
});

test('openWindow() survives a terminal that says more than memory holds', POSIX, async (context) => {
  const { plan, options, terminal } = stage(context);
  terminal('xterm', 'echo "no screen" >&2; dd of="${3%/go}/said.txt" bs=1048576 seek=3072 count=0 2>/dev/null; exit 3');
  const { refusals } = await openWindow(plan, options);
  assert.deepEqual(refusals.map(({ reason }) => reason), ['exit code 3: no screen']);
});

test('openWindow() ends a terminal that shows no window in time; if it comes later, it opens nothing', POSIX, async (context) => {
  const { plan, options, terminal, root } = stage(context);
  terminal('foot', 'echo $$ > "$ROOT/pid"; exec sleep 60');
  terminal('xterm', 'shift; (while [ -e "$ROOT" ] && [ ! -e "$ROOT/go" ]; do sleep 0.05; done; "$@" || echo late > "$ROOT/late") & exit 0');
  const { opened, refusals } = await openWindow(plan, { ...options, waitMs: 1500 });
  assert.equal(opened, null);
  assert.deepEqual(refusals.map(({ terminal: name, reason }) => `${name}: ${reason}`), ['foot: no window within 2 s', 'xterm: no window within 2 s']);
  // On a busy machine it may have been ended before it could say its number.
  if (existsSync(join(root, 'pid'))) assert.throws(() => process.kill(Number(readFileSync(join(root, 'pid'), 'utf8')), 0), /ESRCH/);
  writeFileSync(join(root, 'go'), '');
  assert.equal(await readSoon(join(root, 'late')), 'late\n');
  assert.equal(existsSync(join(root, 'opened')), false);
});

test('openWindow() says what went wrong in the window, and opens no second one', POSIX, async (context) => {
  const { plan, options, terminal } = stage(context, 'mv "$4/request.json" "$4/taken.json"; echo \'{"error":"claude could not be started"}\' > "$4/o"; mv "$4/o" "$4/outcome.json"');
  terminal('foot', '"$@" & exit 0');
  terminal('xterm', 'echo > "$ROOT/second"');
  await assert.rejects(openWindow(plan, options), (error) => error instanceof CcfindError && error.message === 'a window has opened, but claude could not be started');
  assert.equal(existsSync(join(String(options.env['ROOT']), 'second')), false);
});

test('openWindow() opens nothing when a resume would fail', POSIX, async (context) => {
  const { plan, options, terminal } = stage(context);
  terminal('xterm', 'shift; "$@" & exit 0');
  rmSync(plan.path);
  await assert.rejects(openWindow(plan, options), /its transcript is gone/);
  await assert.rejects(openWindow({ ...plan, session: '11111111; rm' }, options), /not safe to pass on/);
  writeFileSync(plan.path, '{}\n');
  rmSync(join(String(options.env['ROOT']), 'bin', 'claude'));
  await assert.rejects(openWindow(plan, options), /claude not found/);
});

test('openWindow() hands over the folder and arguments given, and refuses any that name a session', POSIX, async (context) => {
  const { plan, options, terminal, root } = stage(context, 'cp "$4/request.json" "$ROOT/request"; ' + LIVES);
  terminal('xterm', 'pwd > "$ROOT/folder"; shift; "$@" & exit 0');
  const extra = ['--model', "it's $(mine)"];
  await openWindow({ ...plan, dir: '/is/gone' }, { ...options, dir: join(root, 'index'), extra });
  assert.equal(readFileSync(join(root, 'folder'), 'utf8'), `${join(root, 'index')}\n`);
  const request = JSON.parse(readFileSync(join(root, 'request'), 'utf8'));
  assert.deepEqual([request.plan.session, request.dir, request.extra, request.env.PWD], [ID, join(root, 'index'), extra, join(root, 'index')]);
  await assert.rejects(openWindow(plan, { ...options, extra: ['--continue'] }), /--continue: the session is named already/);
});

test('openWindow() says when there is no terminal', POSIX, async (context) => {
  const { plan, options } = stage(context);
  assert.deepEqual(await openWindow(plan, options), { opened: null, refusals: [] });
});

test('openWindow() keeps the handoff to its owner, and starts the terminal in the folder, without session markers', POSIX, async (context) => {
  const { plan, options, terminal, root } = stage(context, 'cp "$4/request.json" "$ROOT/request"; ls -ld "$4" "$4/go" "$4/request.json" | cut -c1-10 > "$ROOT/modes"; ' + LIVES);
  terminal('xterm', 'pwd > "$ROOT/folder"; env > "$ROOT/env"; shift; "$@" & exit 0');
  await openWindow(plan, options);
  assert.equal(readFileSync(join(root, 'modes'), 'utf8'), 'drwx------\n-rwx------\n-rw-------\n');
  assert.equal(readFileSync(join(root, 'folder'), 'utf8'), `${plan.dir}\n`);
  assert.doesNotMatch(readFileSync(join(root, 'env'), 'utf8'), /^CLAUDECODE=/m);
  const { env } = JSON.parse(readFileSync(join(root, 'request'), 'utf8'));
  assert.deepEqual(env, { PATH: join(root, 'bin'), ROOT: root, DISPLAY: ':0', PWD: plan.dir });
});

test('openWindow() uses another folder when a terminal could misread the name of the index folder', POSIX, async (context) => {
  const { plan, options, terminal, root } = stage(context);
  const odd = join(root, 'index; it\'s "odd"');
  mkdirSync(odd);
  terminal('xterm', 'echo "$*" > "$ROOT/words"; shift; "$@" & exit 0');
  assert.equal((await openWindow(plan, { ...options, indexDir: odd })).opened?.terminal, 'xterm');
  assert.match(readFileSync(join(root, 'words'), 'utf8'), /^-e \/bin\/sh \/[A-Za-z0-9_./-]+\/go\n$/);
});

test('startsHere() refuses a program from a relative folder of PATH', POSIX, (context) => {
  const { options, terminal, root } = stage(context);
  terminal('xterm', 'exit 0');
  assert.deepEqual(startsHere(['/bin/true'], options).map(({ words }) => words), [[join(root, 'bin', 'xterm'), '-e', '/bin/true']]);
  for (const path of ['.', '', 'bin']) assert.deepEqual(startsHere(['/bin/true'], { ...options, env: { ...options.env, PATH: path } }), []);
});

test('openWindow() leaves nothing behind, and removes what was left long ago', POSIX, async (context) => {
  const { plan, options, terminal, root } = stage(context);
  const { utimesSync } = await import('node:fs');
  for (const [name, ageS] of [['ccfind-opening-old', 3600], ['ccfind-opening-new', 1], ['opening-of-others', 3600]] as const) {
    mkdirSync(join(root, 'index', name));
    utimesSync(join(root, 'index', name), Date.now() / 1000 - ageS, Date.now() / 1000 - ageS);
  }
  terminal('xterm', 'exit 4');
  const listeners = (): number[] => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((event) => process.listenerCount(event));
  const before = listeners();
  await openWindow(plan, options);
  assert.deepEqual(listeners(), before);
  assert.deepEqual(readdirSync(join(root, 'index')), ['ccfind-opening-new', 'opening-of-others']);
});

async function readSoon(path: string): Promise<string> {
  const endMs = Date.now() + 60_000;
  while (!existsSync(path) || statSync(path).size === 0) {
    assert.ok(Date.now() < endMs, `${path} does not come`);
    await new Promise((next) => setTimeout(next, 15));
  }
  return readFileSync(path, 'utf8');
}
