/**
 * The terminals in which a session can be opened, as one table: what each is called, whether we run inside it, and how it is told to run a
 * program.
 *
 * Terminals around us come first, the innermost before the others: a pane beside the one that asked is where the person looks. Then come
 * installed ones: the system's own choice before any other. Over ssh only a multiplexer is near the person; a window of
 * this machine would open on a desk where nobody sits, and names of terminals in the environment may come from the other end.
 * On POSIX systems all words of a command are plain (open-handoff.ts sees to that), since tmux, kitty, Windows Terminal and AppleScript each
 * give a meaning to some characters that they do not have for a shell; no text from a transcript is ever among them. Pure.
 */
import { ITERM_SPLIT, ITERM_WINDOW, NARROW_COLUMNS, TERMINAL_WINDOW } from './open-apple.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a terminal makes for the session. */
export type Opens = 'pane' | 'tab' | 'window';

/** One way to open a session. */
export interface Terminal {
  /** Its name, as people know it. */
  readonly name: string;
  readonly opens: Opens;
  readonly platforms: readonly NodeJS.Platform[];
  /** Its program: the first of these that exists; names are looked for on PATH. Empty: the command is started by itself. */
  readonly programs: readonly string[];
  /** True when we run inside it, and can tell it what to do. */
  readonly isAround: (env: Environment) => boolean;
  /** True when its variables were only inherited through another terminal that was started in it: then it comes last. */
  readonly isLeftOver?: (env: Environment) => boolean;
  /** inside: only if we run inside it; desk: anywhere on a machine with a screen; remote: if we run inside it, even over ssh. */
  readonly reach: 'inside' | 'desk' | 'remote';
  /** Arguments that make it run the command. */
  readonly words: (command: readonly string[], env: Environment) => string[];
}

const LINUX: readonly NodeJS.Platform[] = ['linux', 'freebsd', 'openbsd', 'netbsd', 'sunos'];
const MAC: readonly NodeJS.Platform[] = ['darwin'];
const UNIX: readonly NodeJS.Platform[] = [...LINUX, ...MAC];
const WINDOWS: readonly NodeJS.Platform[] = ['win32'];
const EVERYWHERE: readonly NodeJS.Platform[] = [...UNIX, ...WINDOWS];

const never = (): boolean => false;
const has = (name: string) => (env: Environment) => isSet(env, name);
const isProgram = (name: string) => (env: Environment) => env['TERM_PROGRAM'] === name;

function isSet(env: Environment, name: string): boolean {
  return (env[name] ?? '') !== '';
}

/** A terminal for which it is enough to put some words in front of the command. */
function plain(name: string, before: readonly string[], isAround: Terminal['isAround'], programs: readonly string[] = [name]): Terminal {
  return { name, opens: 'window', platforms: LINUX, programs, isAround, reach: 'desk', words: (command) => [...before, ...command] };
}

/** A terminal that takes one text instead of words: as the words are plain, they can be joined by spaces. */
function oneText(name: string, before: readonly string[], isAround: Terminal['isAround']): Terminal {
  return { ...plain(name, before, isAround), words: (command) => [...before, command.join(' ')] };
}

function apple(name: string, opens: Opens, script: string, isAround: Terminal['isAround'], reach: Terminal['reach'], before: (env: Environment) => string[] = () => []): Terminal {
  const words: Terminal['words'] = (command, env) => ['-e', script, ...before(env), command.join(' ')];
  return { name, opens, platforms: MAC, programs: ['/usr/bin/osascript'], isAround, reach, words };
}

/** Names the pane that asked; if that is not known, the terminal itself decides which is the present one. */
function target(option: string, value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [option, value];
}

/** Windows Terminal ends a command at each `;` without a backslash before it, and on Windows the words of a command may contain one. */
function windowsTerminal(before: readonly string[]): Terminal['words'] {
  return (command) => [...before, ...command.map((word) => word.replaceAll(';', '\\;'))];
}

/** tmux itself finds out how wide the pane is. It reads the two commands as texts, in which everything is plain. */
function tmuxSplit(command: readonly string[], env: Environment): string[] {
  const pane = /^%\d+$/.test(env['TMUX_PANE'] ?? '') ? ['-t', env['TMUX_PANE'] ?? ''] : [];
  const split = (direction: string): string => ['split-window', direction, ...pane, ...command].join(' ');
  return ['if-shell', '-F', ...pane, `#{e|<:#{pane_width},${NARROW_COLUMNS}}`, split('-v'), split('-h')];
}

const isTmux = has('TMUX');

/**
 * An editor or terminal that was started in a pane of tmux inherits TMUX, and sets TERM_PROGRAM to its own name; so does tmux itself from 3.2
 * on. iTerm2 shows panes of tmux as its own, and keeps its own name there.
 */
function isTmuxLeftOver(env: Environment): boolean {
  return !['', 'tmux', 'iTerm.app'].includes(env['TERM_PROGRAM'] ?? '') && !/^(?:tmux|screen)/.test(env['TERM'] ?? '');
}

const isKitty = (env: Environment): boolean => isSet(env, 'KITTY_LISTEN_ON') && isSet(env, 'KITTY_WINDOW_ID');
const isWezTerm = has('WEZTERM_PANE');
const isIterm = (env: Environment): boolean => itermSession(env) !== '';

/** In `w0t1p2:UUID`, the id that AppleScript knows follows the colon. */
function itermSession(env: Environment): string {
  return /^(?:w\d+t\d+p\d+:)?([0-9A-Fa-f-]{36})$/.exec(env['ITERM_SESSION_ID'] ?? '')?.[1] ?? '';
}

const KITTY = ['kitty', '/Applications/kitty.app/Contents/MacOS/kitty'];
const WEZTERM = ['wezterm', '/Applications/WezTerm.app/Contents/MacOS/wezterm'];
const ALACRITTY = ['alacritty', '/Applications/Alacritty.app/Contents/MacOS/alacritty'];
const ZELLIJ = { name: 'zellij', platforms: UNIX, programs: ['zellij'], isAround: has('ZELLIJ'), reach: 'remote' } as const;
const NEW_APP = ['-na', 'Ghostty.app', '--args', '-e'];

/** Every way to open a session; among those that are equally near, the better one first. */
export const TERMINALS: readonly Terminal[] = [
  // Multiplexers run inside another terminal, so they are nearest.
  { name: 'tmux', opens: 'pane', platforms: UNIX, programs: ['tmux'], isAround: isTmux, isLeftOver: isTmuxLeftOver, reach: 'remote', words: tmuxSplit },
  { name: 'tmux', opens: 'window', platforms: UNIX, programs: ['tmux'], isAround: isTmux, isLeftOver: isTmuxLeftOver, reach: 'remote', words: (command) => ['new-window', ...command] },
  { ...ZELLIJ, opens: 'pane', words: (command) => ['run', '--close-on-exit', '--direction', 'right', '--', ...command] },
  { ...ZELLIJ, opens: 'window', words: (command) => ['run', '--close-on-exit', '--floating', '--', ...command] },
  { name: 'screen', opens: 'window', platforms: UNIX, programs: ['screen'], isAround: has('STY'), reach: 'remote', words: (command, env) => ['-S', env['STY'] ?? '', '-X', 'screen', ...command] },
  // Terminals that can split their window while we run inside them.
  { name: 'kitty', opens: 'pane', platforms: UNIX, programs: KITTY, isAround: isKitty, reach: 'inside', words: (command, env) => ['@', '--to', env['KITTY_LISTEN_ON'] ?? '', 'launch', '--type=window', '--location=vsplit', `--match=window_id:${env['KITTY_WINDOW_ID'] ?? ''}`, ...command] },
  { name: 'kitty', opens: 'window', platforms: UNIX, programs: KITTY, isAround: isKitty, reach: 'inside', words: (command, env) => ['@', '--to', env['KITTY_LISTEN_ON'] ?? '', 'launch', '--type=os-window', ...command] },
  { name: 'WezTerm', opens: 'pane', platforms: EVERYWHERE, programs: WEZTERM, isAround: isWezTerm, reach: 'inside', words: (command, env) => ['cli', 'split-pane', '--right', ...target('--pane-id', env['WEZTERM_PANE']), '--', ...command] },
  { name: 'WezTerm', opens: 'window', platforms: EVERYWHERE, programs: WEZTERM, isAround: isWezTerm, reach: 'inside', words: (command) => ['cli', 'spawn', '--new-window', '--', ...command] },
  apple('iTerm2', 'pane', ITERM_SPLIT, isIterm, 'inside', (env) => [itermSession(env)]),
  apple('iTerm2', 'window', ITERM_WINDOW, (env) => isIterm(env) || isProgram('iTerm.app')(env), 'inside'),
  { name: 'Windows Terminal', opens: 'pane', platforms: WINDOWS, programs: ['wt.exe'], isAround: has('WT_SESSION'), reach: 'inside', words: windowsTerminal(['-w', '0', 'split-pane', '--vertical']) },
  { name: 'Windows Terminal', opens: 'window', platforms: WINDOWS, programs: ['wt.exe'], isAround: has('WT_SESSION'), reach: 'desk', words: windowsTerminal(['-w', '-1', 'new-tab']) },
  { name: 'Windows Terminal', opens: 'pane', platforms: LINUX, programs: ['wt.exe'], isAround: (env) => isSet(env, 'WT_SESSION') && isSet(env, 'WSL_DISTRO_NAME'), reach: 'inside', words: (command, env) => ['-w', '0', 'split-pane', '--vertical', 'wsl.exe', '-d', env['WSL_DISTRO_NAME'] ?? '', '--exec', ...command] },
  // Terminals that open a window of their own.
  apple('Terminal', 'window', TERMINAL_WINDOW, isProgram('Apple_Terminal'), 'desk'),
  { ...plain('Ghostty', NEW_APP, isProgram('ghostty'), ['/usr/bin/open']), platforms: MAC, reach: 'inside' },
  { ...plain('alacritty', ['msg', 'create-window', '-e'], has('ALACRITTY_SOCKET'), ALACRITTY), platforms: UNIX, reach: 'inside' },
  plain('xdg-terminal-exec', [], never),
  { ...plain('kitty', [], (env) => isSet(env, 'KITTY_WINDOW_ID') || env['TERM'] === 'xterm-kitty', KITTY), platforms: UNIX },
  { ...plain('WezTerm', ['start', '--'], isProgram('WezTerm'), WEZTERM), platforms: EVERYWHERE },
  { ...plain('alacritty', ['-e'], (env) => env['TERM'] === 'alacritty' || isSet(env, 'ALACRITTY_WINDOW_ID'), ALACRITTY), platforms: UNIX },
  plain('ghostty', ['-e'], isProgram('ghostty')),
  plain('foot', [], (env) => /^foot(?:-extra)?$/.test(env['TERM'] ?? '')),
  plain('konsole', ['-e'], has('KONSOLE_VERSION')),
  plain('gnome-terminal', ['--'], has('GNOME_TERMINAL_SCREEN')),
  plain('ptyxis', ['--new-window', '--'], has('PTYXIS_VERSION')),
  plain('tilix', ['-e'], has('TILIX_ID')),
  plain('terminator', ['-x'], has('TERMINATOR_UUID')),
  plain('x-terminal-emulator', ['-e'], never),
  plain('xfce4-terminal', ['-x'], never),
  plain('kgx', ['-e'], never),
  plain('mate-terminal', ['-x'], never),
  plain('qterminal', ['-e'], never),
  oneText('lxterminal', ['-e'], never),
  plain('urxvt', ['-e'], never),
  plain('st', ['-e'], never),
  plain('xterm', ['-e'], has('XTERM_VERSION')),
  // A detached program gets a console of its own.
  { name: 'console', opens: 'window', platforms: WINDOWS, programs: [], isAround: never, reach: 'desk', words: (command) => [...command] },
];

/** What the choice depends on. */
export interface Surroundings {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** Whether a pane beside the one that asked will do, or only a window or tab. */
  readonly where: 'pane' | 'window';
}

/** The terminals to try here, nearest first. Whether their programs are installed is not checked. */
export function terminalsHere({ env, platform, where }: Surroundings): Terminal[] {
  const isRemote = ['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].some((name) => isSet(env, name));
  const hasDesk = LINUX.includes(platform) ? hasDisplay(env, isRemote) : !isRemote;
  const usable = TERMINALS.filter((terminal) => {
    if (!terminal.platforms.includes(platform) || (where === 'window' && terminal.opens === 'pane')) return false;
    if (terminal.reach === 'remote') return terminal.isAround(env);
    return terminal.reach === 'desk' ? hasDesk : !isRemote && terminal.isAround(env);
  });
  const leftOver = usable.filter((terminal) => terminal.isLeftOver?.(env) === true);
  const near = usable.filter((terminal) => terminal.isAround(env) && !leftOver.includes(terminal));
  return [...near, ...usable.filter((terminal) => !near.includes(terminal) && !leftOver.includes(terminal)), ...leftOver];
}

/** Over ssh, a DISPLAY with a host's name is the person's own screen, forwarded; `:0` would be a screen of this machine. */
function hasDisplay(env: Environment, isRemote: boolean): boolean {
  if (isRemote) return /^[^:]/.test(env['DISPLAY'] ?? '');
  return isSet(env, 'DISPLAY') || isSet(env, 'WAYLAND_DISPLAY');
}
