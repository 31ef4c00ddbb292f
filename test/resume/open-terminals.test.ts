import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TERMINALS, terminalsHere } from '../../src/resume/open-terminals.ts';

const COMMAND = ['/bin/sh', '/tmp/opening-a1/go'];
const SESSION = '5F3B2A10-1111-4222-8333-444455556666';

type Case = { readonly name: string; readonly env: Record<string, string>; readonly platform?: NodeJS.Platform; readonly where?: 'pane' | 'window'; readonly first: string };

/** The nearest terminal there, and its words ("script" stands for AppleScript). */
const CASES: readonly Case[] = [
  { name: 'tmux', env: { TMUX: '/tmp/t,1,0', TMUX_PANE: '%3' }, first: 'tmux pane: if-shell -F -t %3 #{e|<:#{pane_width},120} split-window -v -t %3 /bin/sh /tmp/opening-a1/go split-window -h -t %3 /bin/sh /tmp/opening-a1/go' },
  { name: 'tmux that does not say which pane', env: { TMUX: '/tmp/t,1,0' }, first: 'tmux pane: if-shell -F #{e|<:#{pane_width},120} split-window -v /bin/sh /tmp/opening-a1/go split-window -h /bin/sh /tmp/opening-a1/go' },
  { name: 'tmux with a pane that is none', env: { TMUX: '/tmp/t,1,0', TMUX_PANE: '%1; run-shell x' }, first: 'tmux pane: if-shell -F #{e|<:#{pane_width},120} split-window -v /bin/sh /tmp/opening-a1/go split-window -h /bin/sh /tmp/opening-a1/go' },
  { name: 'tmux, --window', env: { TMUX: '/tmp/t,1,0', TMUX_PANE: '%3' }, where: 'window', first: 'tmux window: new-window /bin/sh /tmp/opening-a1/go' },
  { name: 'tmux over ssh', env: { TMUX: '/tmp/t,1,0', SSH_TTY: '/dev/pts/0' }, platform: 'darwin', first: 'tmux pane: if-shell -F #{e|<:#{pane_width},120} split-window -v /bin/sh /tmp/opening-a1/go split-window -h /bin/sh /tmp/opening-a1/go' },
  { name: 'tmux in kitty', env: { KITTY_LISTEN_ON: 'unix:/k', KITTY_WINDOW_ID: '2', TMUX: '/tmp/t,1,0' }, first: 'tmux pane: if-shell -F #{e|<:#{pane_width},120} split-window -v /bin/sh /tmp/opening-a1/go split-window -h /bin/sh /tmp/opening-a1/go' },
  { name: 'an editor that was started in tmux', env: { TMUX: '/tmp/t,1,0', TMUX_PANE: '%3', TERM_PROGRAM: 'vscode', TERM: 'xterm-256color', DISPLAY: ':0' }, first: 'xdg-terminal-exec window: /bin/sh /tmp/opening-a1/go' },
  { name: 'a terminal that was started in tmux, where no window can be opened', env: { TMUX: '/tmp/t,1,0', TERM_PROGRAM: 'ghostty' }, where: 'window', first: 'tmux window: new-window /bin/sh /tmp/opening-a1/go' },
  { name: 'tmux before 3.2 in a terminal with a name', env: { TMUX: '/tmp/t,1,0', TERM_PROGRAM: 'WezTerm', TERM: 'screen-256color', DISPLAY: ':0' }, where: 'window', first: 'tmux window: new-window /bin/sh /tmp/opening-a1/go' },
  { name: 'panes of tmux that iTerm2 shows', env: { TMUX: '/tmp/t,1,0', TERM_PROGRAM: 'iTerm.app', TERM: 'xterm-256color' }, platform: 'darwin', where: 'window', first: 'tmux window: new-window /bin/sh /tmp/opening-a1/go' },
  { name: 'zellij', env: { ZELLIJ: '0' }, first: 'zellij pane: run --close-on-exit --direction right -- /bin/sh /tmp/opening-a1/go' },
  { name: 'screen', env: { STY: '12.tty.host', DISPLAY: ':0' }, first: 'screen window: -S 12.tty.host -X screen /bin/sh /tmp/opening-a1/go' },
  { name: 'kitty with remote control', env: { KITTY_LISTEN_ON: 'unix:/k', KITTY_WINDOW_ID: '2' }, first: 'kitty pane: @ --to unix:/k launch --type=window --location=vsplit --match=window_id:2 /bin/sh /tmp/opening-a1/go' },
  { name: 'kitty without', env: { KITTY_WINDOW_ID: '2', DISPLAY: ':0' }, first: 'kitty window: /bin/sh /tmp/opening-a1/go' },
  { name: 'WezTerm', env: { WEZTERM_PANE: '7', TERM_PROGRAM: 'WezTerm' }, platform: 'darwin', first: 'WezTerm pane: cli split-pane --right --pane-id 7 -- /bin/sh /tmp/opening-a1/go' },
  { name: 'iTerm2', env: { ITERM_SESSION_ID: `w0t1p0:${SESSION}` }, platform: 'darwin', first: `iTerm2 pane: -e script ${SESSION} /bin/sh /tmp/opening-a1/go` },
  { name: 'iTerm2 with a session that is none', env: { ITERM_SESSION_ID: '"; do shell script "x"', TERM_PROGRAM: 'iTerm.app' }, platform: 'darwin', first: 'iTerm2 window: -e script /bin/sh /tmp/opening-a1/go' },
  { name: 'Terminal', env: { TERM_PROGRAM: 'Apple_Terminal' }, platform: 'darwin', first: 'Terminal window: -e script /bin/sh /tmp/opening-a1/go' },
  { name: 'macOS with nothing known around', env: {}, platform: 'darwin', first: 'Terminal window: -e script /bin/sh /tmp/opening-a1/go' },
  { name: 'Windows Terminal', env: { WT_SESSION: 'x' }, platform: 'win32', first: 'Windows Terminal pane: -w 0 split-pane --vertical /bin/sh /tmp/opening-a1/go' },
  { name: 'Windows Terminal around WSL', env: { WT_SESSION: 'x', WSL_DISTRO_NAME: 'Debian' }, first: 'Windows Terminal pane: -w 0 split-pane --vertical wsl.exe -d Debian --exec /bin/sh /tmp/opening-a1/go' },
  { name: 'gnome-terminal', env: { GNOME_TERMINAL_SCREEN: '/x', WAYLAND_DISPLAY: 'wayland-0' }, first: 'gnome-terminal window: -- /bin/sh /tmp/opening-a1/go' },
  { name: 'a desk with nothing known around', env: { DISPLAY: ':0' }, first: 'xdg-terminal-exec window: /bin/sh /tmp/opening-a1/go' },
  { name: 'a display lent over ssh', env: { DISPLAY: 'localhost:10.0', SSH_CONNECTION: '1 2 3 4', TERM: 'foot' }, first: 'foot window: /bin/sh /tmp/opening-a1/go' },
  // Over ssh none of these is near the person, whatever the environment says.
  { name: 'ssh, kitty at the other end', env: { KITTY_LISTEN_ON: 'tcp:1', KITTY_WINDOW_ID: '2', SSH_CONNECTION: '1 2 3 4', DISPLAY: ':0' }, first: 'none' },
  { name: 'ssh, iTerm2 at the other end', env: { ITERM_SESSION_ID: `w0t1p0:${SESSION}`, TERM_PROGRAM: 'iTerm.app', SSH_TTY: '/dev/ttys1' }, platform: 'darwin', first: 'none' },
  { name: 'a machine without a screen', env: {}, first: 'none' },
  { name: 'empty variables', env: { TMUX: '', STY: '', DISPLAY: '', WAYLAND_DISPLAY: '' }, first: 'none' },
];

for (const { name, env, platform = 'linux', where = 'pane', first } of CASES) {
  test(`terminalsHere() puts the nearest first: ${name}`, () => {
    const terminal = terminalsHere({ env, platform, where }).at(0);
    if (terminal === undefined) return assert.equal('none', first);
    const words = terminal.words(COMMAND, env).map((word) => (word.startsWith('on run argv') ? 'script' : word));
    assert.equal(`${terminal.name} ${terminal.opens}: ${words.join(' ')}`, first);
  });
}

test('terminalsHere() makes no pane where a window was asked for', () => {
  const env = { TMUX: 'x', ZELLIJ: '0', KITTY_LISTEN_ON: 'x', KITTY_WINDOW_ID: '1', WEZTERM_PANE: '1', WT_SESSION: 'x', ITERM_SESSION_ID: SESSION, DISPLAY: ':0' };
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const opens = new Set(terminalsHere({ env, platform, where: 'window' }).map((terminal) => terminal.opens));
    assert.deepEqual([...opens], ['window']);
  }
});

test('Windows Terminal gets a semicolon inside a word escaped', () => {
  const [terminal] = terminalsHere({ env: { WT_SESSION: 'x' }, platform: 'win32', where: 'window' });
  assert.deepEqual(terminal.words(['C:\\a;b\\node.exe', 'x;'], {}), ['-w', '-1', 'new-tab', 'C:\\a\\;b\\node.exe', 'x\\;']);
});

test('every terminal gets the whole command as its last words', () => {
  for (const terminal of TERMINALS) {
    const words = terminal.words(COMMAND, { ITERM_SESSION_ID: SESSION });
    assert.ok(words.join(' ').endsWith(COMMAND.join(' ')), terminal.name);
  }
});
