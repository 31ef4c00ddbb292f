/**
 * The writer's lock of an index folder: one writer, even if processes die.
 *
 * `lock` is a small file that names its process: pid and the moment it started (pids are reused), host
 * and boot (pids are reused after a restart too), and a nonce. It appears whole, by a hard link to a file written aside.
 * A lock whose process is gone is broken by whoever needs it: first a hard link `lock-dead-NONCE`, which only one
 * process can make for one nonce, then the removal; so nobody removes the lock of the next holder.
 *
 * A lock of another machine cannot be checked: it is respected until it has not been touched for STALE_MS (10 minutes).
 * Readers take no lock.
 *
 * A holder that slept longer than that may wake between its last look at the lock and the rename of its manifest. What it
 * destroys then is noticed: whoever took over first removed every file that no manifest named, so the late manifest names
 * files that are gone, and a snapshot opens all of them at once (rebuild). If they could not be removed it is a complete
 * index with marks of its own: the next refresh reads again what the other had read. Its late removals may hit segments
 * of the other's manifest, with the same result. refresh.takeover.test.ts tries every operation.
 */
import { closeSync, fchmodSync, linkSync, lstatSync, openSync, readFileSync, readlinkSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { LockHolder } from '../contract.ts';
import { openRegular } from '../regular-file.ts';
import type { Lock } from './directory.ts';
import { discardFile, removeFile } from './remove-file.ts';
import { writeWhole } from './write-whole.ts';

/** Its name in the index folder. */
export const LOCK_NAME = 'lock';

/** A holder touches its lock every few seconds; if its machine sleeps for longer than this it loses the lock (and notices). */
const STALE_MS = 10 * 60_000;
const TOUCH_MS = 5_000;
/** After this, what a process killed between two system calls left behind is taken over. */
const BREAK_MS = 5_000;
const RETRY_MS = 25;

interface Holder {
  readonly pid: number;
  /** Clock ticks since boot, from the kernel; '' if unknown. */
  readonly started: string;
  /** Host and, in containers, the namespace of the pid. */
  readonly host: string;
  readonly boot: string;
  readonly nonce: string;
  /** When it took the lock, by its clock. */
  readonly sinceMs?: number;
}

/** What is known about a lock. */
export interface LockState {
  /** null: the file makes no sense. */
  readonly holder: LockHolder | null;
  /** False when the next writer will break it: its process is gone, or it is stale. */
  readonly isRespected: boolean;
  /** Its holder touches it every few seconds. */
  readonly untouchedMs: number;
}

/**
 * The lock, or null when it is still held after waitMs. Throws what the file system throws (read-only folder).
 *
 * onHeld: called each time it is found held, some 40 times a second, and before null is returned.
 */
export function takeLock(folder: string, waitMs: number, onHeld: (holder: LockHolder | null) => void = () => {}): Lock | null {
  const me = describeMe();
  const deadline = Date.now() + waitMs;
  for (;;) {
    if (createLock(folder, me)) return heldLock(folder, me);
    if (breakDeadLock(folder)) continue;
    onHeld(holderOf(readHolder(join(folder, LOCK_NAME))?.holder ?? null));
    if (Date.now() >= deadline) return null;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(RETRY_MS, Math.max(1, deadline - Date.now())));
  }
}

/** The lock file as it is; null when there is none. Changes nothing. */
export function lookAtLock(folder: string): LockState | null {
  const found = readHolder(join(folder, LOCK_NAME));
  return found === null ? null : { holder: holderOf(found.holder), isRespected: isRespected(found), untouchedMs: ageOf(found) };
}

function describeMe(): Holder {
  const nonce = `${process.pid.toString(36)}-${Date.now().toString(36)}-${Math.floor(Math.random() * 0x7fffffff).toString(36)}`;
  return { pid: process.pid, started: startOf(process.pid), host: hostName(), boot: bootId(), nonce, sinceMs: Date.now() };
}

function createLock(folder: string, me: Holder): boolean {
  const aside = join(folder, `lock-${me.nonce}`);
  const target = join(folder, LOCK_NAME);
  writeHolder(aside, me);
  try {
    linkSync(aside, target);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // The present holder removed it as a leftover: that one holds the lock.
    if (code === 'ENOENT') return false;
    // No hard links here (some network and USB file systems): the exclusive flag has to be enough.
    return createExclusively(target, me);
  } finally {
    discardFile(aside);
  }
}

function createExclusively(target: string, me: Holder): boolean {
  try {
    writeHolder(target, me);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function writeHolder(path: string, me: Holder): void {
  const fd = openSync(path, 'wx', 0o600);
  try {
    try {
      fchmodSync(fd, 0o600);
      writeWhole(fd, Buffer.from(JSON.stringify(me), 'utf8'));
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    discardFile(path);
    throw error;
  }
}

interface FoundHolder {
  readonly holder: Holder | null;
  readonly mtimeMs: number;
}

/** A time in the future comes from another clock and says as little as one long past. */
function ageOf({ mtimeMs }: FoundHolder): number {
  return Math.abs(Date.now() - mtimeMs);
}

/** False for a lock that may be broken. */
function isRespected(found: FoundHolder): boolean {
  return found.holder === null ? ageOf(found) < BREAK_MS : ageOf(found) < STALE_MS && mayLive(found.holder);
}

/** Removes a lock whose holder is gone. True when it is worth trying again at once. */
function breakDeadLock(folder: string): boolean {
  const path = join(folder, LOCK_NAME);
  const found = readHolder(path);
  if (found === null) return true;
  if (isRespected(found)) return false;
  const grave = join(folder, `lock-dead-${found.holder?.nonce ?? 'unreadable'}`);
  try {
    linkSync(path, grave);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return true;
    if (code === 'EEXIST') {
      // Somebody else is breaking it; should that process die too, its grave becomes stale.
      const made = statSync(grave, { throwIfNoEntry: false });
      if (made !== undefined && Date.now() - made.ctimeMs < BREAK_MS) return false;
    }
  }
  if (readHolder(path)?.holder?.nonce === found.holder?.nonce) removeFile(path);
  return true;
}

/** holder null: the file makes no sense (being written where hard links are missing, damaged, another user's, a folder, a pipe). */
function readHolder(path: string): FoundHolder | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  try {
    const parsed: unknown = parseJson(readPlain(path));
    return { holder: isHolder(parsed) ? parsed : null, mtimeMs: found.mtimeMs };
  } catch (error) {
    // A link that leads nowhere exists all the same.
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT' && !found.isSymbolicLink();
    return isGone ? null : { holder: null, mtimeMs: found.mtimeMs };
  }
}

function readPlain(path: string): string {
  const { fd } = openRegular(path);
  try {
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, started, host, boot, nonce } = value as Record<string, unknown>;
  const texts = [started, host, boot].every((text) => typeof text === 'string');
  return texts && Number.isInteger(pid) && typeof nonce === 'string' && /^[0-9a-z-]{1,64}$/.test(nonce);
}

/** The holder in words for a person; null for one that makes no sense. */
function holderOf(holder: Holder | null): LockHolder | null {
  if (holder === null) return null;
  const { pid, host, sinceMs } = holder;
  return { pid, host: host === hostName() ? null : host.split(' ')[0], sinceMs: typeof sinceMs === 'number' ? sinceMs : null };
}

function mayLive(holder: Holder): boolean {
  if (holder.host !== hostName()) return true;
  if (holder.boot !== '' && bootId() !== '' && holder.boot !== bootId()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startOf(holder.pid);
  return holder.started === '' || started === '' || started === holder.started;
}

/** When the process started, as the kernel writes it; '' where there is no /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second value is the program's name in parentheses, which may contain anything; the start is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Two containers with the same home and host name must not take each other's pids for their own. */
function hostName(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/hostname', 'latin1').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    const { nameOfMachine } = require('../system.ts') as typeof import('../system.ts');
    return nameOfMachine();
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}

function heldLock(folder: string, me: Holder): Lock {
  const path = join(folder, LOCK_NAME);
  let touchedMs = Date.now();
  const isHeld = (): boolean => {
    try {
      return readHolder(path)?.holder?.nonce === me.nonce;
    } catch {
      return false;
    }
  };
  return {
    isHeld,
    touch: () => {
      const now = Date.now();
      if (now - touchedMs < TOUCH_MS) return;
      touchedMs = now;
      try {
        if (isHeld()) utimesSync(path, now / 1000, now / 1000);
      } catch {
        // A lock that cannot be touched is noticed before the next publication.
      }
    },
    release: () => {
      if (isHeld()) discardFile(path);
    },
  };
}
