/**
 * What a file says about its session, gathered line by line: times, folders, branches, titles.
 *
 * Facts of a growing file must not depend on where a refresh ended, so all of them are kept in the reader's state
 * (a small JSON, bounded lists) and merge without an order: first and last times, sets in the order of first sight.
 * Times are those inside: the newest timestamp of any line, because titles and modes carry none and the file's own
 * time (a copy, a checkout, a synchroniser) means nothing. Of titles the last one of each kind counts.
 */
import { isGraphemeBorder } from './grapheme.ts';
import { SLOT } from './raw-entry.ts';
import type { EntryKey, RawEntry } from './raw-entry.ts';
import { isString, stringAt } from './raw-values.ts';
import { slugOf } from './slug.ts';

/** Most folders, branches and pull requests remembered of one file. */
const MAX_NAMES = 32;
/** Longer ones are no paths and no branches. */
export const MAX_PATH_LENGTH = 4096;
const MAX_BRANCH_LENGTH = 255;
const MAX_ADDRESS_LENGTH = 500;
/** UTF-16 units of a title that are kept. */
export const MAX_TITLE_LENGTH = 400;
const MAX_OPENING_LENGTH = 300;

/** JSON as it stands; times in milliseconds, null when unknown; strings '' when unknown. */
export interface SessionFacts {
  firstMs: number | null;
  lastMs: number | null;
  /** Working folders in the order of first sight. */
  cwds: string[];
  /** The first of them that the project folder is named after. */
  homeCwd: string;
  /** Where the session was moved (`relocated`), or what its worktree belongs to. */
  movedCwd: string;
  worktreeOf: string;
  /** Git branches but HEAD, the present one last. */
  branches: string[];
  /** Addresses of pull requests that were made or worked on, the last one seen last. */
  pullRequests: string[];
  customTitle: string;
  /** Newest time in the file when the custom title was seen last. */
  customTitleMs: number | null;
  aiTitle: string;
  /** First prompt of the person, one line, at most 300 characters. */
  opening: string;
  /** First plan or message of another agent that it was given to work on, as long: it names a session in which no person speaks. */
  task: string;
}

/** What a `summary` line says: the title of the conversation that has the entry with that uuid, in this file or another. */
export interface LeafTitle {
  /** The uuid; '' when the line names none. */
  readonly leaf: string;
  readonly title: string;
}

/** The facts of a file of which nothing has been read. */
export function emptyFacts(): SessionFacts {
  return {
    firstMs: null, lastMs: null, cwds: [], homeCwd: '', movedCwd: '', worktreeOf: '', branches: [], pullRequests: [],
    customTitle: '', customTitleMs: null, aiTitle: '', opening: '', task: '',
  };
}

/** The facts of a file being read, and what helps to take them. */
export interface FactsTaker {
  readonly facts: SessionFacts;
  /** Name of the project folder. */
  readonly folder: string;
  /** Bytes the keys had last: most lines repeat them, and a string for each would cost more than the rest of the line. */
  cwdBytes: Buffer;
  branchBytes: Buffer;
}

/** A taker that goes on from those facts. */
export function takeFacts(folder: string, facts: SessionFacts): FactsTaker {
  return { facts, folder, cwdBytes: Buffer.alloc(0), branchBytes: Buffer.alloc(0) };
}

/** Notes what any line may carry. timeMs: the line's time or NaN. */
export function noteLine(taker: FactsTaker, raw: RawEntry, timeMs: number): void {
  const { facts } = taker;
  if (!Number.isNaN(timeMs)) {
    if (facts.firstMs === null || timeMs < facts.firstMs) facts.firstMs = timeMs;
    if (facts.lastMs === null || timeMs > facts.lastMs) facts.lastMs = timeMs;
  }
  if (hasChanged(raw, 'cwd', taker.cwdBytes)) {
    taker.cwdBytes = bytesAt(raw, 'cwd');
    noteCwd(taker, stringAt(raw, 'cwd'));
  }
  if (hasChanged(raw, 'gitBranch', taker.branchBytes)) {
    taker.branchBytes = bytesAt(raw, 'gitBranch');
    noteBranch(facts, stringAt(raw, 'gitBranch'));
  }
}

/** A title that the person chose. */
export function noteCustomTitle(facts: SessionFacts, title: string): void {
  if (title.trim() === '') return;
  facts.customTitle = cutLine(title, MAX_TITLE_LENGTH);
  facts.customTitleMs = facts.lastMs;
}

/** A title that the client generated. */
export function noteAiTitle(facts: SessionFacts, title: string): void {
  if (title.trim() !== '') facts.aiTitle = cutLine(title, MAX_TITLE_LENGTH);
}

/** A prompt of the person; the first one counts. */
export function noteOpening(facts: SessionFacts, prompt: string): void {
  if (facts.opening === '') facts.opening = cutLine(prompt, MAX_OPENING_LENGTH);
}

/** A plan, or a message of another agent; the first one counts. */
export function noteTask(facts: SessionFacts, text: string): void {
  if (facts.task === '') facts.task = cutLine(text, MAX_OPENING_LENGTH);
}

function noteCwd(taker: FactsTaker, cwd: string): void {
  const { facts } = taker;
  if (cwd === '' || cwd.length > MAX_PATH_LENGTH || facts.cwds.includes(cwd)) return;
  if (facts.cwds.length < MAX_NAMES) facts.cwds.push(cwd);
  if (facts.homeCwd === '' && slugOf(cwd) === taker.folder) facts.homeCwd = cwd;
}

function noteBranch(facts: SessionFacts, branch: string): void {
  if (branch !== '' && branch !== 'HEAD' && branch.length <= MAX_BRANCH_LENGTH) noteLast(facts.branches, branch);
}

/** A `pr-link` line: the session belongs to that pull request. */
export function notePullRequest(facts: SessionFacts, address: string): void {
  if (/^https?:\/\/\S+$/.test(address) && address.length <= MAX_ADDRESS_LENGTH) noteLast(facts.pullRequests, address);
}

/** Names in the order in which each was seen last; the oldest goes when there are too many. */
function noteLast(names: string[], name: string): void {
  const place = names.indexOf(name);
  if (place >= 0) names.splice(place, 1);
  names.push(name);
  if (names.length > MAX_NAMES) names.shift();
}

function hasChanged(raw: RawEntry, key: EntryKey, last: Buffer): boolean {
  if (!isString(raw, key)) return false;
  const start = raw.slots[2 * SLOT[key]];
  const end = raw.slots[2 * SLOT[key] + 1];
  return end - start !== last.length || raw.buffer.compare(last, 0, last.length, start, end) !== 0;
}

function bytesAt(raw: RawEntry, key: EntryKey): Buffer {
  return Buffer.from(raw.buffer.subarray(raw.slots[2 * SLOT[key]], raw.slots[2 * SLOT[key] + 1]));
}

/** Folder in which the session resumes: the one its project folder is named after, else where it was moved to, else the first. */
export function resumeFolder(facts: SessionFacts): string {
  return facts.homeCwd || facts.movedCwd || facts.worktreeOf || (facts.cwds[0] ?? '');
}

/** One line of at most that many UTF-16 units, never cut inside what a person sees as one character. */
export function cutLine(text: string, maxLength: number): string {
  const line = text.slice(0, 4 * maxLength).replace(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  const bytes = Buffer.from(line);
  let end = Buffer.byteLength(line.slice(0, maxLength));
  // A pair cut in two became three bytes of U+FFFD, one byte less than it has.
  while (end > 0 && !isGraphemeBorder(bytes, 0, end, bytes.length)) end--;
  return bytes.toString('utf8', 0, end);
}
