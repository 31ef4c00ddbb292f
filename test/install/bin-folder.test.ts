import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { CcfindError } from '../../src/errors.ts';
import { adviceForPath, chooseBinFolder, isOnPath } from '../../src/install/bin-folder.ts';

const POSIX = { skip: process.platform === 'win32' && 'folders of POSIX systems' };
const NOT_ROOT = { skip: process.platform === 'win32' || process.getuid?.() === 0 ? 'root may write everywhere' : false };

function makeHome(t: TestContext): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind home ')));
  t.after(() => {
    chmodSync(home, 0o755);
    rmSync(home, { recursive: true, force: true });
  });
  return home;
}

const path = (...folders: string[]): Record<string, string> => ({ PATH: folders.join(':') });

test('chooseBinFolder() prefers ~/.local/bin, then ~/bin, where they are on PATH', POSIX, (t) => {
  const home = makeHome(t);
  const [local, bin, tools] = [join(home, '.local', 'bin'), join(home, 'bin'), join(home, 'tools')];
  for (const folder of [bin, tools]) mkdirSync(folder);
  assert.equal(chooseBinFolder(path('/usr/bin', tools, bin, local), home), local);
  assert.equal(chooseBinFolder(path('/usr/bin', tools, bin), home), bin);
  assert.equal(chooseBinFolder(path('/usr/bin', tools), home), tools);
});

test('chooseBinFolder() falls back on ~/.local/bin, to be created', POSIX, (t) => {
  const home = makeHome(t);
  assert.equal(chooseBinFolder(path('/usr/bin', '/bin', '', '.', 'bin'), home), join(home, '.local', 'bin'));
});

test('chooseBinFolder() takes no folder that is another program\'s', POSIX, (t) => {
  const home = makeHome(t);
  // Versions, environments, plugins, and what the terminal of an editor puts first: all vanish one day.
  const others = ['.nvm/versions/node/v22.1.0/bin', 'work/node_modules/.bin', '.pyenv/shims', 'work/venv/bin', '.claude/plugins/cache/x/y/1.0.0/bin', 'conda/bin', 'checkout/bin',
    '.vscode-server/bin/0c1d/bin/remote-cli', '.vscode/extensions/debugger-2025.1.0/bundled/scripts', 'Library/Application Support/Code/User/globalStorage/copilot/cli', '.cargo/bin', 'go/bin',
  ].map((name) => join(home, name));
  for (const folder of others) mkdirSync(folder, { recursive: true });
  assert.equal(chooseBinFolder(path(...others), home), join(home, '.local', 'bin'));
  const outside = makeHome(t);
  assert.equal(chooseBinFolder(path(outside), home), join(home, '.local', 'bin'));
});

test('chooseBinFolder() skips a folder that cannot be written', NOT_ROOT, (t) => {
  const home = makeHome(t);
  const [bin, tools] = [join(home, 'bin'), join(home, 'tools')];
  for (const folder of [bin, tools]) mkdirSync(folder);
  chmodSync(bin, 0o555);
  assert.equal(chooseBinFolder(path(bin, tools), home), tools);
  chmodSync(tools, 0o555);
  chmodSync(home, 0o555);
  assert.throws(() => chooseBinFolder(path(bin, tools), home), (error) => error instanceof CcfindError && error.hint === 'name one: ccfind install --dir FOLDER');
});

test('chooseBinFolder() without a home folder takes none of an unknown person', POSIX, (t) => {
  assert.throws(() => chooseBinFolder(path('/usr/bin', makeHome(t)), ''), /no folder for a launcher/);
});

test('isOnPath() follows links and leaves relative folders out', POSIX, (t) => {
  const home = makeHome(t);
  mkdirSync(join(home, 'real'));
  symlinkSync('real', join(home, 'link'));
  assert.equal(isOnPath(join(home, 'real'), path(join(home, 'link/'))), true);
  assert.equal(isOnPath(join(home, 'link'), path(join(home, 'real'))), true);
  assert.equal(isOnPath(process.cwd(), path('.', '')), false);
});

test('adviceForPath() has the line for the person\'s own shell', POSIX, () => {
  const cases: [string, string, string, string][] = [
    ['/bin/zsh', '/home/dev/.local/bin', 'export PATH="$HOME/.local/bin:$PATH"', '~/.zshrc'],
    ['/usr/bin/fish', '/home/dev/.local/bin', 'fish_add_path /home/dev/.local/bin', '~/.config/fish/config.fish'],
    ['', '/home/dev/bin', 'export PATH="$HOME/bin:$PATH"', '~/.profile'],
    ['/bin/dash', "/home/dev/it's $(mine)", "export PATH='/home/dev/it'\\''s $(mine)':\"$PATH\"", '~/.profile'],
    ['/bin/zsh', '/opt/tools', 'export PATH=/opt/tools:"$PATH"', '~/.zshrc'],
  ];
  for (const [shell, folder, line, file] of cases) assert.deepEqual(adviceForPath(folder, { SHELL: shell }, '/home/dev'), [`That folder is not on PATH. Add this line to ${file}:`, `  ${line}`]);
  assert.match(adviceForPath('/opt/tools', { SHELL: '/bin/zsh', ZDOTDIR: '/home/dev/.zsh' }, '')[0], /to \/home\/dev\/\.zsh\/\.zshrc:$/);
});

test('adviceForPath() gives no line that the shell would not read', POSIX, () => {
  for (const shell of ['tcsh', 'nu', 'elvish']) assert.deepEqual(adviceForPath('/opt/tools', { SHELL: `/bin/${shell}` }, ''), [`That folder is not on PATH: add it to PATH where ${shell} sets it.`]);
});
