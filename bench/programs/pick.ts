/**
 * The picker at a terminal of its own, made by `script` of util-linux.
 *
 *   node pick.cjs frame NODE PROGRAM [WORDS…]   processor time to the first frame and out again, ms
 *   node pick.cjs type NODE PROGRAM WORDS       types the words, each character when the hits of the one before are shown:
 *                                               {keys: [[ms to the text on the screen, ms to its hits], …],
 *                                               cpuMs: processor time a key, of all threads}
 *
 * Prints JSON. The environment says where the history is.
 */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FRAME_ENDS = '\x1b[?2026l';
/** Then something is wrong. */
const LIMIT_MS = 60_000;
/** What goes on behind the first frame is over when nothing is drawn for so long. */
const QUIET_MS = 1000;

const [what, ...rest] = process.argv.slice(2);
void (what === 'frame' ? firstFrame(rest) : typing(rest)).then((result) => process.stdout.write(`${JSON.stringify(result)}\n`));

/** A picker, and the frames that it draws. times: a file that gets what `time` says when it has ended. */
function open(command: readonly string[], times: string, pidFile = '/dev/null'): { child: ChildProcessWithoutNullStreams; nextFrame: () => Promise<string>; quiet: () => Promise<void>; ended: Promise<void> } {
  const words = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const line = `bash -c 'stty cols 160 rows 50; TIMEFORMAT="%U %S"; pid="$1"; shift; { time sh -c "echo \\$\\$ > \\"\\$0\\"; exec \\"\\$@\\"" "$pid" "$@" 2>&3; } 3>&2 2>"$0"' ${times} ${pidFile} ${words}`;
  const child = spawn('script', ['-qfec', line, '/dev/null'], { env: { ...process.env, TERM: 'xterm-256color', SHELL: '/bin/sh' } });
  let drawn = '';
  let wake = (): void => {};
  child.stdout.on('data', (bytes: Buffer) => {
    drawn += bytes.toString('latin1');
    wake();
  });
  const more = (waitMs: number): Promise<boolean> =>
    new Promise((done) => {
      const timer = setTimeout(() => done(false), waitMs);
      wake = () => {
        clearTimeout(timer);
        done(true);
      };
    });
  const nextFrame = async (): Promise<string> => {
    for (;;) {
      const end = drawn.indexOf(FRAME_ENDS);
      if (end >= 0) {
        const frame = drawn.slice(0, end);
        drawn = drawn.slice(end + FRAME_ENDS.length);
        return frame;
      }
      if (!(await more(LIMIT_MS))) throw new Error(`no frame; drawn so far: ${JSON.stringify(drawn)}`);
    }
  };
  const quiet = async (): Promise<void> => {
    while (await more(QUIET_MS));
    drawn = '';
  };
  return { child, nextFrame, quiet, ended: new Promise((done) => child.once('close', () => done())) };
}

async function firstFrame([node, program, ...words]: string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-frame-'));
  const times = join(folder, 'times');
  const { child, nextFrame, ended } = open([node, program, 'pick', '--', ...words], times);
  await nextFrame();
  // Not Esc, behind which more might follow: while it is waited for, the threads behind the first frame would begin.
  child.stdin.write('\x03');
  await ended;
  const [user, system] = readFileSync(times, 'utf8').trim().split('\n').pop()?.split(' ').map(Number) ?? [];
  rmSync(folder, { recursive: true });
  return (user + system) * 1000;
}

async function typing([node, program, words]: string[]): Promise<{ keys: [number, number][]; cpuMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-type-'));
  const pidFile = join(folder, 'pid');
  const { child, nextFrame, quiet, ended } = open([node, program, 'pick'], '/dev/null', pidFile);
  await nextFrame();
  await quiet();
  const taken: [number, number][] = [];
  const pid = readFileSync(pidFile, 'utf8').trim();
  const beganMs = processorMs(pid);
  let typed = '';
  for (const character of words) {
    typed += character;
    const startMs = performance.now();
    // A blank is a key too: it asks for the last word in full.
    child.stdin.write(character);
    let shownMs = 0;
    for (let isAnswered = false; !isAnswered; ) {
      const header = headerOf(await nextFrame());
      if (header === null || !header.startsWith(`/ ${typed} `)) continue;
      shownMs ||= performance.now() - startMs;
      isAnswered = !header.includes('\xe2\x80\xa6 ');
      if (isAnswered) taken.push([shownMs, performance.now() - startMs]);
    }
  }
  const cpuMs = (processorMs(pid) - beganMs) / taken.length;
  child.stdin.write('\x03');
  await ended;
  rmSync(folder, { recursive: true });
  return { keys: taken, cpuMs };
}

/** Of a process so far, all its threads, in steps of 10 ms. Source: proc_pid_stat(5). */
function processorMs(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}

/** The first row as text, where the frame draws it; a blank where it goes on in another column. Bytes as characters. */
function headerOf(frame: string): string | null {
  const start = frame.indexOf('\x1b[1;1H');
  if (start < 0) return null;
  const end = /\x1b\[\d+;\d+H/.exec(frame.slice(start + 6))?.index ?? frame.length;
  return frame.slice(start + 6, start + 6 + end).replace(/\x1b\[\d+G/g, ' ').replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '');
}
