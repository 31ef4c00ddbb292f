/**
 * What a refresh has to do, session by session: read the new bytes, or forget what is stored and read all of it anew.
 *
 * Anew when a file was rewritten or is gone, when a session has several main files and the new lines do not simply come last, and
 * when a session held copies of text that goes: text is stored once, so whoever shared it must bring it back. A file that only moved
 * (the same session, the same content) keeps its mark. Files are looked at, nothing is written.
 */
import { closeSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import type { Catalog } from '../index/catalog.ts';
import { IndexDamage } from '../index/damage.ts';
import { FILE_KIND, isTranscript, NO_SESSION } from '../index/marks.ts';
import type { Marks } from '../index/marks.ts';
import { readAgentHead } from '../transcript/agent-head.ts';
import { codeOf, reasonOf } from '../transcript/trouble.ts';
import type { Trouble } from '../transcript/trouble.ts';
import type { Differences, ListedFile } from './compare.ts';
import { isGrown, isReadable } from './file-check.ts';
import { fileAsItIs, fileOfMark } from './marked-file.ts';
import { hasArrived } from './side-texts.ts';
import { idOfMark, unchangedFiles } from './unchanged-files.ts';

/** A file to read: what is new in it, or all of it. */
export interface FileTask {
  readonly file: ListedFile;
  readonly isAppend: boolean;
}

/** What is to be read of one session. */
export interface SessionTask {
  readonly id: string;
  /** Forget what is stored of it first. */
  readonly isAnew: boolean;
  /** In reading order: main files, then agents; empty when only names or times changed. */
  readonly tasks: readonly FileTask[];
  /** All its files that are there, in reading order. */
  readonly files: readonly ListedFile[];
  readonly bytes: number;
  readonly newestMs: number;
}

/** Everything that a refresh has to do. */
export interface Plan {
  /** Newest first. */
  readonly sessions: readonly SessionTask[];
  /** Numbers of sessions of which nothing is left. */
  readonly deleted: readonly number[];
  /** Files whose content is as the mark says, under another path or number. */
  readonly touched: readonly ListedFile[];
  /** Files that hold nothing of any session: warm-ups of old clients. */
  readonly ignored: readonly ListedFile[];
  /** New or changed sessions-index.json files. */
  readonly indexes: readonly ListedFile[];
  /** Marks to remove: their files are gone. */
  readonly gone: readonly number[];
  /** Files whose marks must say: read anew as soon as that is possible. */
  readonly stale: readonly ListedFile[];
  readonly trouble: readonly Trouble[];
}

/** The index as published. */
export interface Present {
  readonly marks: Marks;
  /** Null for an index made from nothing. */
  readonly catalog: Catalog | null;
  readonly roots: readonly string[];
}

interface Group {
  readonly id: string;
  /** Not as the marks say, or new. */
  readonly changed: Map<ListedFile, 'append' | 'new' | 'title'>;
  readonly gone: number[];
  isAnew: boolean;
}

interface Planning {
  readonly present: Present;
  readonly groups: Map<string, Group>;
  readonly filesById: Map<string, ListedFile[]>;
  readonly touched: ListedFile[];
  readonly ignored: ListedFile[];
  readonly indexes: ListedFile[];
  readonly trouble: Trouble[];
}

/** What has to be done about the differences. Cost: two kilobytes of each changed file. Throws IndexDamage. */
export function planSessions(differences: Differences, present: Present): Plan {
  const planning: Planning = { present, groups: new Map(), filesById: new Map(), touched: [], ignored: [], indexes: [], trouble: [] };
  const gone = new Set(differences.gone);
  for (const mark of gone) {
    if (present.marks.numbers.session[mark] !== NO_SESSION) groupOf(planning, idOfMark(present, mark)).gone.push(mark);
  }
  for (const file of differences.changed) {
    const known = addChanged(planning, file, gone);
    if (known !== null) addFile(planning, known);
  }
  addUnchanged(planning, differences, new Set(planning.groups.keys()));
  for (const group of planning.groups.values()) {
    if (group.gone.some((mark) => gone.has(mark) && present.marks.numbers.kind[mark] !== FILE_KIND.title)) group.isAnew = true;
    if (!isInOrder(planning, group)) group.isAnew = true;
  }
  spreadToHolders(planning, differences);
  return finish(planning, differences, gone);
}

function groupOf(planning: Planning, id: string): Group {
  let group = planning.groups.get(id);
  if (group === undefined) {
    group = { id, changed: new Map(), gone: [], isAnew: false };
    planning.groups.set(id, group);
  }
  return group;
}

function addFile(planning: Planning, file: ListedFile): void {
  const id = sessionOf(planning.present, file);
  const files = planning.filesById.get(id);
  if (files === undefined) planning.filesById.set(id, [file]);
  else files.push(file);
}

/** The other files of those sessions, which did not change; then all of them in reading order. */
function addUnchanged(planning: Planning, differences: Differences, ids: ReadonlySet<string>): void {
  for (const file of unchangedFiles(differences, planning.present, ids)) addFile(planning, file);
  for (const id of ids) sortFiles(planning.filesById.get(id));
}

/** Id of the session; '' when the file belongs to none. Opens flat agent files without a mark. */
function sessionOf(present: Present, file: ListedFile): string {
  if (file.session !== '') return file.session;
  const session = file.mark < 0 ? NO_SESSION : present.marks.numbers.session[file.mark];
  if (session !== NO_SESSION) return idOfMark(present, file.mark);
  const head = readAgentHead(file.path);
  return head.isWarmup ? '' : head.session;
}

/**
 * Finds out how a file changed. Returns it, with the mark of the place it moved from; null when it is not to be read: it
 * cannot be, or holds nothing. What cannot be read changes nothing.
 */
function addChanged(planning: Planning, listed: ListedFile, gone: Set<number>): ListedFile | null {
  const { present } = planning;
  try {
    closeSync(openSync(listed.path, 'r'));
    if (listed.kind === FILE_KIND.index) {
      planning.indexes.push(listed);
      return null;
    }
    const found = withPresentSession(planning, listed);
    const id = found === null ? '' : sessionOf(present, found);
    if (found === null || id === '') {
      planning.ignored.push(listed);
      return null;
    }
    const group = groupOf(planning, id);
    const mark = found.mark >= 0 ? found.mark : movedFrom(planning, group, found, gone);
    const file = mark === found.mark ? found : { ...found, mark };
    if (mark !== found.mark) gone.delete(mark);
    if (file.kind === FILE_KIND.title) group.changed.set(file, 'title');
    else if (mark < 0) group.changed.set(file, 'new');
    else if (present.marks.numbers.isStale[mark] === 1 || hasNewSideFile(present, file) || !isGrown(file, present.marks.mark(mark))) group.isAnew = true;
    else if (file.sizeBytes === present.marks.numbers.sizeBytes[mark]) planning.touched.push(file);
    else group.changed.set(file, 'append');
    return file;
  } catch (error) {
    if (error instanceof IndexDamage) throw error;
    // A file that went away since the listing is found gone by the next refresh.
    if (codeOf(error) !== 'ENOENT') planning.trouble.push({ path: listed.path, reason: reasonOf(error) });
    return null;
  }
}

function hasNewSideFile({ marks }: Present, { path, relativePath, folder, mark }: ListedFile): boolean {
  const absent = marks.absent.get(mark);
  return absent !== undefined && hasArrived(path.slice(0, path.length - relativePath.length) + folder, absent);
}

/** A flat agent file that was replaced may belong to another session than before, which then has lost it; null: to none. */
function withPresentSession(planning: Planning, file: ListedFile): ListedFile | null {
  const { marks } = planning.present;
  const isKnownAgent = file.kind === FILE_KIND.agent && file.session === '' && file.mark >= 0 && marks.numbers.session[file.mark] !== NO_SESSION;
  if (!isKnownAgent || isGrown(file, marks.mark(file.mark))) return file;
  groupOf(planning, idOfMark(planning.present, file.mark)).isAnew = true;
  const { session, isWarmup } = readAgentHead(file.path);
  return isWarmup || session === '' ? null : { ...file, session };
}

/** Mark of a file of the session that is gone from where it was and whose content this new one begins with; -1 for none. */
function movedFrom({ present }: Planning, group: Group, file: ListedFile, gone: ReadonlySet<number>): number {
  const { marks } = present;
  const place = group.gone.find((mark) => {
    const isLike = gone.has(mark) && marks.numbers.kind[mark] === file.kind && basename(marks.paths[mark]) === basename(file.relativePath);
    return isLike && isGrown(file, marks.mark(mark));
  });
  return place ?? -1;
}

/** Main files first, smaller ones first (of a moved folder's two copies the one that goes on is the larger), then agents. */
function sortFiles(files: ListedFile[] | undefined): void {
  files?.sort((a, b) => {
    if (a.kind !== b.kind) return a.kind - b.kind;
    if (a.kind === FILE_KIND.main && a.sizeBytes !== b.sizeBytes) return a.sizeBytes - b.sizeBytes;
    return a.relativePath < b.relativePath ? -1 : 1;
  });
}

/**
 * True when reading only what is new gives what reading everything would: turns are numbered in the order of main
 * files, so all but the last known one must be unchanged and in their old order, and new ones come behind.
 */
function isInOrder({ present, filesById }: Planning, group: Group): boolean {
  const mains = (filesById.get(group.id) ?? []).filter((file) => file.kind === FILE_KIND.main);
  if (mains.length < 2) return true;
  const known = mains.filter((file) => file.mark >= 0);
  const sizes = known.map((file) => present.marks.numbers.sizeBytes[file.mark]);
  return mains.slice(0, known.length).every((file, i) => {
    const isLast = i === known.length - 1;
    return file.mark >= 0 && (isLast || !group.changed.has(file)) && (i === 0 || sizes[i - 1] <= sizes[i]);
  });
}

/** Whoever holds copies of text that goes must be read anew too, and whoever holds copies of theirs. */
function spreadToHolders(planning: Planning, differences: Differences): void {
  const { catalog } = planning.present;
  if (catalog === null) return;
  const dead = new Set<number>();
  for (const group of planning.groups.values()) {
    const isGoing = group.isAnew || (planning.filesById.get(group.id) ?? []).length === 0;
    const session = isGoing ? catalog.sessions.find(group.id) : -1;
    if (session >= 0) dead.add(session);
  }
  if (dead.size === 0) return;
  const more = new Set<string>();
  for (let before = -1; before !== dead.size; ) {
    before = dead.size;
    for (const { owner, session } of catalog.copies()) {
      if (!dead.has(owner) || dead.has(session)) continue;
      dead.add(session);
      const id = catalog.sessions.id(session);
      if (!planning.groups.has(id)) more.add(id);
      groupOf(planning, id).isAnew = true;
    }
  }
  addUnchanged(planning, differences, more);
}

function finish(planning: Planning, differences: Differences, gone: Set<number>): Plan {
  const { present, filesById, trouble } = planning;
  const sessions: SessionTask[] = [];
  const deleted: number[] = [];
  const stale: ListedFile[] = [];
  const unseenById = new Map<string, number[]>();
  if (present.catalog !== null && [...planning.groups.values()].some((group) => group.isAnew)) {
    for (const mark of differences.unseen) {
      if (present.marks.numbers.session[mark] === NO_SESSION) continue;
      const id = idOfMark(present, mark);
      unseenById.set(id, [...(unseenById.get(id) ?? []), mark]);
    }
  }
  for (const group of planning.groups.values()) {
    const files = [...(filesById.get(group.id) ?? [])];
    const unseen = unseenById.get(group.id) ?? [];
    if (group.isAnew) {
      const more = unseen.map((mark) => fileAsItIs(present, mark));
      if (more.includes(null) || !files.every(({ path }) => isReadable(path))) {
        // Not all of it can be read now: better keep what is stored than lose the rest.
        stale.push(...[...files, ...unseen.map((mark) => fileOfMark(present, mark))].filter(({ mark }) => mark >= 0 && present.marks.numbers.isStale[mark] === 0));
        for (const mark of group.gone) gone.delete(mark);
        trouble.push({ path: files[0]?.path ?? group.id, reason: 'session not wholly readable' });
        continue;
      }
      files.push(...more.filter((file) => file !== null));
      sortFiles(files);
    }
    if (files.length === 0 && unseen.length === 0) {
      const session = present.catalog?.sessions.find(group.id) ?? -1;
      if (session >= 0) deleted.push(session);
      continue;
    }
    sessions.push(taskOf(present, group, files));
  }
  sessions.sort((a, b) => b.newestMs - a.newestMs);
  return { sessions, deleted, touched: planning.touched, ignored: planning.ignored, indexes: planning.indexes, gone: [...gone], stale, trouble };
}

function taskOf(present: Present, group: Group, files: readonly ListedFile[]): SessionTask {
  const tasks = files
    .filter((file) => group.isAnew || group.changed.has(file))
    .map((file) => ({ file, isAppend: !group.isAnew && group.changed.get(file) === 'append' }));
  let bytes = 0;
  let newestMs = 0;
  for (const { file, isAppend } of tasks) {
    if (isTranscript(file.kind)) bytes += file.sizeBytes - (isAppend ? present.marks.numbers.consumed[file.mark] : 0);
    newestMs = Math.max(newestMs, file.mtimeMs);
  }
  return { id: group.id, isAnew: group.isAnew, tasks, files, bytes, newestMs };
}
