/**
 * Words taken from the transcripts on disk without the code that indexes them: its own listing, its own split at line feeds, said.ts.
 * A check would not see a fault that it shares with the index, so nothing is shared.
 *
 * A sample is a few consecutive words of what a person or Claude said.
 */
import { closeSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import type { KindTrouble } from '../reports.ts';
import { isOlder } from '../version-order.ts';
import { countLineKinds } from './line-kinds.ts';
import { parseLine, saidOn } from './said.ts';
import type { RawLine } from './said.ts';

/** A transcript on disk. */
export interface DiskFile {
  readonly path: string;
  /** Id of its session; '' where only its lines tell. */
  readonly session: string;
  readonly isMain: boolean;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
}

/** Words on disk, and where. */
export interface Sample {
  readonly path: string;
  /** Of its line. */
  readonly offset: number;
  readonly session: string;
  readonly words: string;
}

/** The samples, and what was seen while taking them. */
export interface Sampling {
  readonly samples: readonly Sample[];
  readonly lineCount: number;
  /** Kinds that this version does not know, or that no longer hold their words. */
  readonly kinds: readonly KindTrouble[];
  /** The newest client version seen on a line; '' when no line tells. */
  readonly client: string;
}

/** Read at one place of a file. Most lines are shorter, and 100 windows take a quarter of a second. */
const WINDOW_BYTES = 256 * 1024;
/** Windows tried for each sample wanted: some hold nothing that was said. */
const WINDOWS_A_SAMPLE = 3;
/** Four consecutive words of letters and digits alone, one of them of five or more; or a run of a script without spaces. */
const FOUR_WORDS = /(?<!\S)(?=(?:[\p{L}\p{N}]+ ){0,3}[\p{L}\p{N}]{5})(?:[\p{L}\p{N}]{2,30} ){3}[\p{L}\p{N}]{2,30}(?!\S)/gu;
const ONE_RUN = /(?<![^\s。，、！？；：])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4,12}(?![^\s。，、！？；：])/gu;
/** Of longer texts only so much is looked at. */
const MAX_TEXT = 20_000;

/** Every transcript below a root, except links and the copies of synchronisers. Folders that cannot be read are left out too. */
export function listOnDisk(root: string): DiskFile[] {
  const files: DiskFile[] = [];
  const take = (folder: string, name: string, session: string, isMain: boolean): void => {
    const path = join(folder, name);
    try {
      const { size, mtimeMs } = statSync(path);
      files.push({ path, session, isMain, sizeBytes: size, mtimeMs });
    } catch {
      // Gone, or in a folder that may only be listed: the check for unreadable files names it.
    }
  };
  const takeAgents = (folder: string, session: string): void => {
    for (const entry of readFolder(folder)) {
      if (entry.isDirectory()) takeAgents(join(folder, entry.name), session);
      else if (isTranscript(entry) && entry.name.startsWith('agent-')) take(folder, entry.name, session, false);
    }
  };
  const projects = join(root, 'projects');
  for (const project of readFolder(projects)) {
    const folder = join(projects, project.name);
    if (!project.isDirectory()) continue;
    for (const entry of readFolder(folder)) {
      if (entry.isDirectory()) takeAgents(join(folder, entry.name, 'subagents'), entry.name);
      else if (isTranscript(entry)) take(folder, entry.name, entry.name.startsWith('agent-') ? '' : entry.name.slice(0, -'.jsonl'.length), !entry.name.startsWith('agent-'));
    }
  }
  return files;
}

function isTranscript(entry: Dirent): boolean {
  return entry.isFile() && entry.name.endsWith('.jsonl') && !entry.name.includes('.sync-conflict-');
}

/** At most `count` samples, one from each window, none twice; every second one from the files written last. random: uniform in [0, 1). */
export function sampleDisk(files: readonly DiskFile[], count: number, random: () => number): Sampling {
  const samples: Sample[] = [];
  const kinds = countLineKinds();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const filled = files.filter(({ sizeBytes }) => sizeBytes > 0);
  const newest = [...filled].sort((a, b) => b.mtimeMs - a.mtimeMs).slice(0, Math.ceil(filled.length / 10));
  let lineCount = 0;
  let client = '';
  for (let i = 0; i < count * WINDOWS_A_SAMPLE && samples.length < count && filled.length > 0; i++) {
    const file = pick(i % 2 === 0 ? filled : newest);
    const said: Sample[] = [];
    for (const { offset, line } of linesAt(file, Math.floor(random() * Math.max(1, file.sizeBytes - WINDOW_BYTES / 2)))) {
      lineCount++;
      kinds.note(line);
      if (typeof line.version === 'string' && /^\d+(?:\.\d+){2}$/.test(line.version) && isOlder(client, line.version)) client = line.version;
      const session = file.session === '' && typeof line.sessionId === 'string' ? line.sessionId : file.session;
      for (const text of session === '' ? [] : textsOf(line)) {
        const cut = text.slice(0, MAX_TEXT);
        const found = cut.match(FOUR_WORDS) ?? cut.match(ONE_RUN) ?? [];
        if (found.length > 0) said.push({ path: file.path, offset, session, words: pick(found) });
      }
    }
    if (said.length === 0) continue;
    const sample = pick(said);
    if (!samples.some(({ path, words }) => path === sample.path && words === sample.words)) samples.push(sample);
  }
  return { samples, lineCount, kinds: kinds.trouble(), client };
}

/** The lines of a window that are whole and hold a JSON object. */
function linesAt(file: DiskFile, from: number): { offset: number; line: RawLine }[] {
  const bytes = Buffer.alloc(Math.min(WINDOW_BYTES, file.sizeBytes - from));
  let filled = 0;
  try {
    const fd = openSync(file.path, 'r');
    try {
      filled = readSync(fd, bytes, 0, bytes.length, from);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The check for unreadable files names it.
  }
  const lines: { offset: number; line: RawLine }[] = [];
  let start = from === 0 ? 0 : bytes.indexOf(10) + 1;
  for (let end = bytes.indexOf(10, start); start > 0 || from === 0; start = end + 1, end = bytes.indexOf(10, start)) {
    if (end < 0 || end >= filled) break;
    const line = parseLine(bytes.toString('utf8', start, end));
    if (line !== null) lines.push({ offset: from + start, line });
  }
  return lines;
}

/** What a person or Claude said on the line. */
function textsOf(line: RawLine): string[] {
  const hasResult = line.type === 'user' && saidOn(line).some(({ kind }) => kind === 'output');
  return hasResult ? [] : saidOn(line).flatMap(({ kind, text }) => (kind === 'prompt' || kind === 'answer' ? [text] : []));
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
