/**
 * Whether a client has a session open now: two clients that write the same transcript tear it into branches, and neither warns.
 *
 * Each running client keeps `<config>/sessions/<pid>.json`, which follows `/clear` and `/resume` in that client. A client that was killed
 * leaves its file behind, and its process id may by now belong to another program. So the process must be alive, and be the one that wrote the
 * file: started at the time that the file names or, where that is not known, named like a client. In doubt it counts as running. Reads only.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole } from '../regular-file.ts';

/** A client that has the session open. */
export interface Running {
  readonly pid: number;
  /** Its directory; '' when the file does not say. */
  readonly dir: string;
  /** What `claude attach` takes, if it runs in the background, where nobody sees it; else ''. */
  readonly job: string;
}

/** The client writes some 400 bytes. */
const LIMIT_BYTES = 65_536;

interface SessionFile {
  readonly pid?: unknown;
  readonly sessionId?: unknown;
  readonly cwd?: unknown;
  readonly procStart?: unknown;
  readonly kind?: unknown;
  readonly jobId?: unknown;
}

/** The client that has this session open, or null. root: config folder. Never throws. Cost: a small file for each running client. */
export function findRunning(session: string, root: string): Running | null {
  for (const name of fileNames(join(root, 'sessions'))) {
    const file = readSessionFile(join(root, 'sessions', name));
    const pid = Number(name.slice(0, -'.json'.length));
    if (file === null || file.sessionId !== session || file.pid !== pid || !isAlive(pid)) continue;
    if (isClient(pid, file.procStart)) return { pid, dir: typeof file.cwd === 'string' ? file.cwd : '', job: jobOf(file) };
  }
  return null;
}

function jobOf({ kind, jobId }: SessionFile): string {
  return kind === 'bg' && typeof jobId === 'string' && /^[0-9a-f]{1,40}$/.test(jobId) ? jobId : '';
}

function fileNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[1-9]\d*\.json$/.test(name));
  } catch {
    return [];
  }
}

function readSessionFile(path: string): SessionFile | null {
  try {
    const file: unknown = JSON.parse(readWhole(path, LIMIT_BYTES) ?? 'null');
    return typeof file === 'object' && file !== null ? file : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True when the process is the client that wrote the file. procStart: field 22 of /proc/PID/stat, as clients on Linux write it. */
function isClient(pid: number, procStart: unknown): boolean {
  const started = startOf(pid);
  if (started !== null && typeof procStart === 'string' && procStart !== '') return started === procStart;
  const command = commandOf(pid);
  return command === null || command.toLowerCase().includes('claude');
}

function startOf(pid: number): string | null {
  try {
    // The name of the program may contain anything, but the last closing parenthesis is the one that ends it.
    return readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^[^]*\) /, '').split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** Its command line; null when that cannot be told. */
function commandOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    if (process.platform === 'win32' || process.platform === 'linux') return null;
    const { status, stdout } = spawnSync('/bin/ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 2000 });
    return status === 0 ? stdout : null;
  }
}
