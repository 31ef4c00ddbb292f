/**
 * A terminal for tests: a tmux server of its own, whose panes are typed into and read.
 *
 * Nothing here waits for a fixed time: `until` looks again and again until a deadline. The server has no configuration
 * and a socket in the folder given, so that it never meets the tmux of the person who runs the tests.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

/** The real client takes 10 s to come up on a busy machine, and more on one that is overloaded. */
const DEADLINE_MS = 120_000;
/** Between two looks: a look is a start of tmux, so what takes long is looked at less often. */
const LOOK_MS = { first: 10, growth: 1.3, most: 80 };

export interface Pane {
  /** Types keys by tmux's names (`Down`, `C-c`, `Escape`, `Enter`). */
  keys(...names: string[]): void;
  /** Types text as it is. */
  type(text: string): void;
  /** The rows shown, blank ones at the end left out. */
  screen(): string;
  /** The same with the rows that have left the screen at its upper border. */
  scrollback(): string;
  /** Flags of the terminal as tmux knows them. */
  modes(): { alternate: boolean; cursor: boolean; wrap: boolean };
  /** What of the mouse is reported: `any 1 sgr 1`. */
  mouse(): string;
  /** What programs have copied by the terminal's own means; '' for nothing. */
  clipboard(): string;
  resize(cols: number, rows: number): void;
  /** Waits until the screen has that; returns it. */
  untilShown(pattern: RegExp): Promise<string>;
  /** Closes the terminal. */
  close(): void;
}

export interface TmuxServer {
  /** Path of its socket, for programs that are told of the tmux around them. */
  socket: string;
  /** A pane of that size that runs that program. */
  open(cols: number, rows: number, cwd: string, env: Readonly<Record<string, string>>, program: readonly string[]): Pane;
  close(): void;
}

/** True when tmux can be run. */
export function hasTmux(): boolean {
  return spawnSync('tmux', ['-V']).status === 0;
}

/** Looks until there is something other than null; fails with what is said when the deadline passes. */
export async function until<T>(look: () => T | null, failure: () => string): Promise<T> {
  const deadlineMs = Date.now() + DEADLINE_MS;
  for (let pauseMs = LOOK_MS.first; ; pauseMs = Math.min(LOOK_MS.most, pauseMs * LOOK_MS.growth)) {
    const found = look();
    if (found !== null) return found;
    if (Date.now() > deadlineMs) throw new Error(failure());
    await new Promise((next) => setTimeout(next, pauseMs));
  }
}

/** Removes a folder into which what was started may still write for a moment. */
export function untilRemoved(folder: string): Promise<true> {
  return until(() => {
    try {
      rmSync(folder, { recursive: true, force: true });
      return true;
    } catch {
      return null;
    }
  }, () => `cannot be removed: ${folder}`);
}

let servers = 0;

/** Starts the server with its first pane; folder: for the socket, a new one each time, as a server that was told to end still answers for a moment. */
export function startTmux(folder: string): TmuxServer {
  const socket = `${folder}/tmux-${++servers}.sock`;
  const base = ['-S', socket, '-f', '/dev/null', '-u'];
  const tmux = (...words: string[]): string =>
    execFileSync('tmux', [...base, ...words], { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8', TERM: 'xterm-256color' } });
  let count = 0;
  return {
    socket,
    open(cols, rows, cwd, env, program) {
      const name = `pane${++count}`;
      const settings = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
      tmux('start-server', ';', 'set-option', '-s', 'set-clipboard', 'on', ';', 'new-session', '-d', '-s', name, '-x', String(cols), '-y', String(rows), '-c', cwd, 'env', '-i', ...settings, ...program);
      return paneOf(tmux, name);
    },
    close() {
      spawnSync('tmux', [...base, 'kill-server']);
    },
  };
}

function paneOf(tmux: (...words: string[]) => string, name: string): Pane {
  const screen = (): string => tmux('capture-pane', '-p', '-t', name).replace(/\n+$/, '');
  return {
    keys: (...names) => void tmux('send-keys', '-t', name, ...names),
    type: (text) => void tmux('send-keys', '-t', name, '-l', text),
    screen,
    scrollback: () => tmux('capture-pane', '-p', '-S', '-', '-t', name).replace(/\n+$/, ''),
    modes() {
      const flags = tmux('display-message', '-p', '-t', name, '#{alternate_on} #{cursor_flag} #{wrap_flag}').trim().split(' ');
      return { alternate: flags[0] === '1', cursor: flags[1] === '1', wrap: flags[2] === '1' };
    },
    mouse: () => tmux('display-message', '-p', '-t', name, 'any #{mouse_any_flag} sgr #{mouse_sgr_flag}').trim(),
    clipboard() {
      const buffers = tmux('list-buffers', '-F', '#{buffer_name}').trim();
      return buffers === '' ? '' : tmux('show-buffer');
    },
    resize: (cols, rows) => void tmux('resize-window', '-t', name, '-x', String(cols), '-y', String(rows)),
    untilShown(pattern) {
      return until(
        () => {
          const shown = screen();
          return pattern.test(shown) ? shown : null;
        },
        () => `not shown: ${String(pattern)}; the screen is\n${screen()}`,
      );
    },
    close: () => void tmux('kill-session', '-t', name),
  };
}
