/**
 * The machine and the index folder: the version of Node, permissions, free space, the writer's lock, leftovers.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { isOurLeftover } from '../index/disk-directory.ts';
import { lookAtLock } from '../index/lock.ts';
import { MANIFEST_NAME, namesIn } from '../index/manifest.ts';
import type { Finding } from '../reports.ts';
import { counted } from '../sizes.ts';
import { codeOf, reasonOf } from '../transcript/trouble.ts';
import { CHANGE_FOLDER, REBUILD } from './check.ts';
import type { CheckContext } from './check.ts';

const LEAST_NODE = 18;
/** Our files besides those that are named after their kind. */
const OUR_FILES: readonly string[] = [MANIFEST_NAME, 'last-list.json', 'hooks.log', 'recall.json'];
/** Room for an ordinary refresh. */
const LEAST_FREE_BYTES = 8 << 20;
/** An index made from nothing has 12 to 15 % of the bytes of its transcripts (21, 105 and 701 MB). */
const INDEX_SHARE = 1 / 6;

/** The Node that runs this. */
export function checkNode(): Finding {
  const isEnough = Number(process.versions.node.split('.')[0]) >= LEAST_NODE;
  const found = `Node ${process.versions.node}, ${isEnough ? 'new enough' : 'too old'}: ${LEAST_NODE} or newer is needed`;
  return isEnough ? { status: 'ok', found } : { status: 'wrong', found, mend: 'install a newer Node: https://nodejs.org' };
}

/** Who may read the index, and whether it can be written. */
export function checkFolder(context: CheckContext): Finding {
  const { path } = context.directory;
  const refusal = refusalOf(path);
  if (refusal !== null) {
    const { found, mend } = refusal;
    context.obstacle = { status: 'wrong', found: `not looked at: ${found}`, mend };
    return { status: 'wrong', found, mend };
  }
  const folder = fs.statSync(path, { throwIfNoEntry: false });
  if (folder === undefined) return { status: 'ok', found: `${path} is not there yet` };
  // A folder that several people share (sticky, like /tmp) is no fault; the files in it are checked all the same.
  const isOpen = (folder.mode & 0o77) !== 0 && (folder.mode & 0o1000) === 0;
  const open = process.platform === 'win32' ? [] : [...(isOpen ? [path] : []), ...fs.readdirSync(path).map((name) => join(path, name)).filter(isFileOfOthers)];
  if (open.length > 0) {
    const mend = `chmod -R go-rwx '${path.replaceAll("'", "'\\''")}'`;
    return { status: 'wrong', found: `${open.length} of the folder and its files can be read by others; they hold your transcripts`, mend, details: open };
  }
  try {
    fs.accessSync(path, fs.constants.W_OK);
  } catch {
    return { status: 'warning', found: `${path} cannot be written: answers come from what is there`, mend: CHANGE_FOLDER };
  }
  const freeBytes = freeIn(path);
  const indexBytes = fs.readdirSync(path).reduce((sum, name) => sum + (fs.lstatSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0), 0);
  const neededBytes = bytesOfRebuild(indexBytes, context.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const room = freeBytes === null ? '' : `, ${megabytes(freeBytes)} MB free`;
  if (freeBytes !== null && freeBytes < neededBytes) {
    return { status: 'warning', found: `${path}${room}: a rebuild needs ${megabytes(neededBytes)} MB`, mend: 'free the disk, or set CCFIND_DIR to another one' };
  }
  return { status: 'ok', found: `${path}, readable by you alone${room}` };
}

/** What must be free: the old index goes on answering until a new one is whole (105 MB of transcripts, index of 15 MB: 15 MB more at most). */
export function bytesOfRebuild(indexBytes: number, transcriptBytes: number): number {
  return Math.max(LEAST_FREE_BYTES, indexBytes, transcriptBytes * INDEX_SHARE);
}

/** Why nothing in the folder can be looked at; null when it can, or when there is no folder yet. */
function refusalOf(path: string): { found: string; mend: string } | null {
  const mend = 'remove it, or set CCFIND_DIR to another place';
  try {
    if (!fs.statSync(path).isDirectory()) return { found: `${path} is no folder`, mend };
    fs.accessSync(path, fs.constants.R_OK | fs.constants.X_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return isLink(path) ? { found: `${path} is a link that leads nowhere`, mend } : null;
    if (code === 'ELOOP') return { found: `${path} is a link that leads back to itself`, mend };
    if (code === 'ENOTDIR') return { found: `${path} lies below a file`, mend: 'set CCFIND_DIR to another place' };
    return { found: `${path} cannot be read: ${reasonOf(error)}`, mend: CHANGE_FOLDER };
  }
}

function isLink(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isFileOfOthers(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  const isOurs = OUR_FILES.includes(name) || isOurLeftover(name);
  return isOurs && found !== undefined && found.isFile() && (found.mode & 0o77) !== 0;
}

/** null where Node cannot tell (before 18.15). */
function freeIn(path: string): number | null {
  try {
    const { bavail, bsize } = fs.statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}

/** Who writes the index at the moment. */
export function checkLock({ directory: { path }, obstacle }: CheckContext): Finding {
  if (obstacle !== null) return obstacle;
  const lock = lookAtLock(path);
  if (lock === null) return { status: 'ok', found: 'nobody is writing the index' };
  const { holder, isRespected, untouchedMs } = lock;
  const who = holder === null ? 'a process that it does not name' : `process ${holder.pid}${holder.host === null ? '' : ` on ${holder.host}`}`;
  if (!isRespected) return { status: 'ok', found: `the lock of ${who} was left behind; the next command removes it` };
  const untouched = `touched ${Math.round(untouchedMs / 1000)} s ago`;
  if (holder?.host != null) {
    const mend = `when nothing runs there: remove ${join(path, 'lock')}; after 10 minutes untouched it does not count any more`;
    return { status: 'warning', found: `${who} holds the lock, ${untouched}; whether it lives cannot be seen from here`, mend };
  }
  return { status: 'ok', found: `${who} is writing the index, ${untouched}` };
}

/** What dead writers left behind; checked after the index has been brought up to date, which should have removed it. */
export function checkLeftovers({ directory, obstacle, snapshot }: CheckContext): Finding | null {
  if (obstacle !== null) return null;
  const named = snapshot(({ manifest }) => new Set(namesIn(manifest)));
  const left = directory.list().filter((name) => isOurLeftover(name) && !named.has(name));
  if (left.length === 0) return { status: 'ok', found: 'nothing was left behind by a writer that died' };
  if (lookAtLock(directory.path)?.isRespected) return { status: 'ok', found: `${counted(left.length, 'file')} being written` };
  return { status: 'warning', found: `${counted(left.length, 'file')} left behind by a writer that died`, mend: REBUILD, details: left };
}
