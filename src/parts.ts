/**
 * Loads the parts of the program, and keeps what V8 has compiled of them for the next run.
 *
 * A search is a fresh process, and compiling is a good part of its time. Node can keep compiled code itself (22.1 and later), but
 * only what is compiled while a file is loaded; what a search compiles as it goes it would compile each time: 8 of 54 ms over
 * 100 MB. So parts are compiled here, and after a short run what it has compiled is kept: in the index folder,
 * owner-only as all there, and only once there is one. It is read only by the same build, Node and flags, and checked like
 * all that we read. Where it cannot be used nothing is said: it is a saving, not a need.
 */
import { chmodSync, closeSync, constants, fstatSync, mkdirSync, openSync, readSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { compileAsAtStart, growAsAtStart } from './compiler.ts';
import { nativeCrc32 } from './native.ts';

/** Bytes behind the code: its CRC-32. In front of it they would be in V8's way, which copies code that does not begin at a multiple of 8. */
const CHECK_BYTES = 4;
/** Of a part or its kept code, as far as they are known to go. Only what is read takes memory. */
const READ_BYTES = 1 << 20;
/** A pipe of that name would keep us waiting. Windows has neither such pipes nor the flag. */
const READ_FLAGS = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);
/** A longer run does not notice what it would save. */
const SHORT_RUN_MS = 10_000;
/** What was kept so long ago is removed: a build that is still used keeps it anew. */
const FORGET_MS = 30 * 24 * 3600_000;

/** A command line of so many words asks a question, if it is a search. */
const QUESTION_WORDS = 5;

/** The part that is loaded first. */
const MAIN = 'main.cjs';
/** The part that reads what is new. */
const REFRESH = 'refresh-run.cjs';
/** The part of `pick`. */
const PICKER = 'cli-pick.cjs';

/** The loader of a program. folder: where its parts lie; digest: of all of them; indexFolder: throws where there is no home. */
export function openParts(folder: string, digest: string, indexFolder: () => string): { loadMain(): unknown } {
  const kept = keptFolder(indexFolder);
  const suffix = `${digest}-${process.version}-${process.arch}-${process.execArgv.join('').replace(/[^A-Za-z0-9]+/g, '')}`;
  const loaded = new Map<string, { exports: unknown }>();
  const builtins = new Map<string, unknown>();
  const fresh = new Map<string, Script>();
  const own = ownOf(process.argv.slice(2));

  function load(part: string): unknown {
    const known = loaded.get(part);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(part, module);
    const path = join(folder, part);
    // ASCII, and a function already: scripts/build.mjs.
    const source = readFile(path).toString('latin1');
    const cachedData = kept === null ? undefined : readKept(join(kept, keptName(part)));
    if (part !== MAIN) growAsAtStart();
    const script = new Script(source, { filename: path, cachedData });
    if (kept !== null && (cachedData === undefined || script.cachedDataRejected === true)) fresh.set(part, script);
    const run = script.runInThisContext() as (exports: unknown, require: unknown, module: unknown, file: string, folder: string) => void;
    run(module.exports, (name: string) => (name.startsWith('./') ? load(name.slice(2)) : builtin(name)), module, path, folder);
    return module.exports;
  }

  /** Each source file of a part asks for its own, and Node takes 40 µs to find it again. */
  function builtin(name: string): unknown {
    const known = builtins.get(name) ?? (require(name) as unknown);
    builtins.set(name, known);
    return known;
  }

  function keptName(part: string): string {
    return `${part === MAIN && own !== null ? `${own}.` : ''}${part}-${suffix}`;
  }

  /**
   * Whether this run's code of a part is to be kept. Of a command's own part it is. MAIN is loaded by all commands, each of which compiles
   * other functions of it, so it depends:
   * - A search keeps it for all, since it has compiled most of it. A search is known by loading the part of no command.
   * - `index` keeps one for itself when something was new: to compile that took 25 of the 115 ms of a refresh over 100 MB.
   * - `pick` of the newest sessions keeps one for itself, with three fifths of the bytes: over 1 GB its first frame takes 3 to 7 % less.
   * - A question (several words) keeps one for itself: it runs more than one word does, and takes 6 % longer with the code of such a search.
   */
  function isWorthKeeping(part: string): boolean {
    if (part !== MAIN) return true;
    if (own === 'index') return loaded.has(REFRESH) && !process.argv.includes('--full');
    if (own === 'pick') return loaded.has(PICKER);
    return /^(?!-)./.test(process.argv[2] ?? '') && ![...loaded.keys()].some((other) => other.startsWith('cli-'));
  }

  if (kept !== null) {
    process.on('exit', () => {
      if (fresh.size === 0 || performance.now() > SHORT_RUN_MS) return;
      compileAsAtStart();
      for (const [part, script] of fresh) if (isWorthKeeping(part)) write(kept, keptName(part), script);
    });
  }
  return { loadMain: () => load(MAIN) };
}

/** Who keeps code of MAIN for itself (isWorthKeeping()); null for everybody else, who loads what a search for a word has kept. */
function ownOf(words: readonly string[]): 'index' | 'pick' | 'question' | null {
  const [command, ...rest] = words;
  // Timers such as cron run it, perhaps where nobody searches for months.
  if (command === 'index') return 'index';
  // With words it is a search.
  if (command === 'pick' && rest.every((argument) => argument.startsWith('-'))) return 'pick';
  return words.join(' ').split(' ').filter((word) => !word.startsWith('-')).length >= QUESTION_WORDS ? 'question' : null;
}

/** Folder of kept code; null where there is no index folder yet, or none can be made. */
function keptFolder(indexFolder: () => string): string | null {
  // Kept code is checked by CRC-32, and our own takes longer than the code saves.
  if (nativeCrc32 === undefined) return null;
  try {
    const folder = indexFolder();
    if (!statSync(folder).isDirectory()) return null;
    const kept = join(folder, 'compiled');
    mkdirSync(kept, { mode: 0o700, recursive: true });
    return kept;
  } catch {
    return null;
  }
}

/** Read to again and again: V8 has copied what it needs before the next file is read, and new memory costs more than reading. */
let room: Buffer | null = null;

/** Void when the next file is read. Throws what the file system throws, and an error for what is no file. */
function readFile(path: string): Buffer {
  const fd = openSync(path, READ_FLAGS);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error(`${path}: no regular file`);
    if (room === null || room.length < stats.size) room = Buffer.allocUnsafeSlow(Math.max(stats.size, READ_BYTES));
    let length = 0;
    for (let count = -1; count !== 0 && length < stats.size; length += count) count = readSync(fd, room, length, stats.size - length, length);
    return room.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}

/** Void when the next file is read. */
function readKept(path: string): Buffer | undefined {
  try {
    const bytes = readFile(path);
    const end = bytes.length - CHECK_BYTES;
    const code = bytes.subarray(0, end);
    return nativeCrc32?.(code) === bytes.readUInt32LE(end) ? code : undefined;
  } catch {
    return undefined;
  }
}

function write(folder: string, name: string, script: Script): void {
  const aside = join(folder, `tmp-${process.pid}-${name}`);
  try {
    const code = script.createCachedData();
    const check = Buffer.alloc(CHECK_BYTES);
    check.writeUInt32LE(nativeCrc32?.(code) ?? 0, 0);
    writeFileSync(aside, Buffer.concat([code, check]), { mode: 0o600 });
    chmodSync(aside, 0o600);
    renameSync(aside, join(folder, name));
    const oldMs = Date.now() - FORGET_MS;
    for (const other of readdirSync(folder)) {
      const path = join(folder, other);
      if (statSync(path).mtimeMs < oldMs) rmSync(path, { recursive: true, force: true });
    }
  } catch {
    discard(aside);
  }
}

/** The index folder may have become a file since: then there is nothing to remove, and force does not keep rmSync from throwing. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A leftover: see FORGET_MS.
  }
}
