/**
 * `ccfind open ID`, the built program, in a real tmux: the session comes up in a pane beside the one that asked, which goes on at once.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { hasTmux, startTmux, until } from './tmux.ts';

const PROGRAM = join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');
const TMUX = { skip: hasTmux() ? false : 'tmux is not installed' };
const ID = '3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c01';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-open-')));
after(() => rmSync(root, { recursive: true, force: true }));

/** In tmux, `#(…)` in a folder's name would be run where tmux reads it as a format; a shell would run `$(…)`. */
const shop = join(root, "it's #(touch hacked); $(touch hacked) \"shop\"");
const home = join(root, "o'home; dir");
const config = join(home, '.claude');
const env = { HOME: home, CLAUDE_CONFIG_DIR: config, PATH: `${join(root, 'bin')}:${process.env['PATH'] ?? ''}`, TERM: 'screen-256color', LANG: 'C.UTF-8', PS1: '$ ', CLAUDECODE: '1', MINE: 'kept' };

mkdirSync(join(root, 'bin'), { recursive: true });
mkdirSync(shop);
const folder = join(config, 'projects', shop.replace(/[^A-Za-z0-9]/g, '-'));
mkdirSync(folder, { recursive: true });
const line = { sessionId: ID, cwd: shop, gitBranch: 'main', version: '2.1.332', isSidechain: false, userType: 'external' };
writeFileSync(
  join(folder, `${ID}.jsonl`),
  `${JSON.stringify({ ...line, type: 'user', uuid: `aaaa${ID.slice(4)}`, parentUuid: null, timestamp: '2026-05-02T10:00:00.000Z', message: { role: 'user', content: 'make the payment retry wait longer' } })}\n`,
);

function stub(...lines: string[]): void {
  const script = ['#!/bin/sh', `printf '%s\\n' "$@" > "${root}/arguments"`, `pwd > "${root}/folder"`, `env > "${root}/env"; mv "${root}/env" "${root}/environment"`, ...lines];
  writeFileSync(join(root, 'bin', 'claude'), `${script.join('\n')}\n`, { mode: 0o755 });
}

test('ccfind open: in tmux the session is in a pane beside, and the asking pane goes on', TMUX, async () => {
  stub('echo inside', 'exec sleep 600');
  const server = startTmux(root);
  try {
    // Every pane starts in this environment, so TMUX and TMUX_PANE are what tmux sets.
    const pane = server.open(160, 24, root, { ...env, TMUX: `${server.socket},1,0`, TMUX_PANE: '%0' }, ['/bin/sh', '-i']);
    await pane.untilShown(/\$ *$/);
    pane.type(`'${process.execPath}' '${PROGRAM}' open 3f0c > '${root}/said'; echo "$?" > '${root}/code'`);
    pane.keys('Enter');
    const arguments_ = await until(() => (existsSync(join(root, 'environment')) ? readFileSync(join(root, 'arguments'), 'utf8') : null), () => pane.screen());
    assert.equal(arguments_, `--resume\n${ID}\n`);
    assert.equal(readFileSync(join(root, 'folder'), 'utf8'), `${shop}\n`);
    const environment = readFileSync(join(root, 'environment'), 'utf8');
    assert.match(environment, /^MINE=kept$/m);
    assert.match(environment, /^TMUX_PANE=%1$/m);
    assert.doesNotMatch(environment, /^CLAUDECODE=/m);
    const code = await until(() => (existsSync(join(root, 'code')) ? readFileSync(join(root, 'code'), 'utf8') || null : null), () => pane.screen());
    assert.deepEqual([code, readFileSync(join(root, 'said'), 'utf8')], ['0\n', `session ${ID} is open in a new pane of tmux\n`]);
    assert.deepEqual(readdirSync(root).filter((name) => name === 'hacked'), []);
  } finally {
    server.close();
  }
});

test('ccfind open: where claude fails at once, or cannot be started, its pane stays until somebody has read why', TMUX, async () => {
  const server = startTmux(root);
  try {
    const pane = server.open(160, 24, root, { ...env, TMUX: `${server.socket},1,0`, TMUX_PANE: '%0' }, ['/bin/sh', '-i']);
    await pane.untilShown(/\$ *$/);
    const open = async (shown: RegExp, asked: RegExp): Promise<void> => {
      pane.type(`clear; '${process.execPath}' '${PROGRAM}' open 3f0c; echo "asked: $?"`);
      pane.keys('Enter');
      // The new pane is the one that is shown now.
      await pane.untilShown(shown);
      pane.keys('Enter');
      await pane.untilShown(asked);
    };
    stub('echo "no such model"', 'exit 7');
    await open(/^no such model\nccfind: claude has ended with exit code 7\nEnter closes this window\.$/m, /^asked: 0$/m);
    writeFileSync(join(root, 'bin', 'claude'), '#!/no/such/interpreter\n', { mode: 0o755 });
    await open(/^ccfind: \S+claude could not be started: [^]+\nEnter closes this window\.$/m, /^ccfind: a window has opened, but \S+claude could not be started: [^]+\nasked: 2$/m);
  } finally {
    server.close();
  }
});

test('ccfind pick: Ctrl-O opens the session in a pane beside, and the list stays', TMUX, async () => {
  stub('echo inside', 'exec sleep 600');
  rmSync(join(root, 'environment'), { force: true });
  const server = startTmux(root);
  try {
    const pane = server.open(160, 24, root, { ...env, TMUX: `${server.socket},1,0`, TMUX_PANE: '%0' }, [process.execPath, PROGRAM, 'pick', 'payment']);
    await pane.untilShown(/make the payment retry wait longer/);
    pane.keys('C-o');
    await until(() => (existsSync(join(root, 'environment')) ? true : null), () => pane.screen());
    assert.equal(readFileSync(join(root, 'arguments'), 'utf8'), `--resume\n${ID}\n`);
    // The new pane is the one that is shown now: back to the list.
    pane.keys('C-c');
    await pane.untilShown(/open in a new pane of tmux/);
  } finally {
    server.close();
  }
});

test('ccfind open: Ctrl-C leaves nothing of what was to be handed over', { skip: process.platform === 'win32' && 'signals of POSIX systems' }, async () => {
  stub('exit 0');
  // A terminal that shows no window for as long as this test runs.
  writeFileSync(join(root, 'bin', 'xterm'), `#!/bin/sh\nwhile [ -e '${root}' ]; do /bin/sleep 0.1; done\n`, { mode: 0o755 });
  const { TERM: _, ...rest } = env;
  const child = spawn(process.execPath, [PROGRAM, 'open', '3f0c', '--no-refresh'], { env: { ...rest, PATH: `${join(root, 'bin')}:/nowhere`, DISPLAY: ':0', TMPDIR: root }, stdio: 'ignore' });
  const ended = new Promise((done) => child.once('exit', (code, signal) => done(signal ?? code)));
  const handed = (): string[] => readdirSync(root).filter((name) => name.startsWith('ccfind-opening-'));
  await until(() => (handed().length > 0 && existsSync(join(root, handed()[0], 'said.txt')) ? true : null), () => 'nothing is handed over');
  child.kill('SIGINT');
  assert.equal(await ended, 'SIGINT');
  assert.deepEqual(handed(), []);
});
