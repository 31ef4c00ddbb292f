/**
 * Words that stand in the transcripts on disk, read in another way than the index reads them: own listing, own cut at line
 * feeds, JSON.parse. What both ways get wrong alike is a fault that a check would not see, so nothing is shared.
 *
 * A sample is a few words in a row of what a person or Claude said. Left out is what the index leaves out on purpose (what
 * a client wrote in the person's name, notices, half lines), by rules that rather leave out too much.
 */
import { closeSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_BLOCKS, KNOWN_LINES } from '../transcript/known-kinds.ts';

/** A transcript on disk. */
export interface DiskFile {
  readonly path: string;
  /** Id of its session; '' where that stands inside. */
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

/** What was seen on the way. */
export interface Sampling {
  readonly samples: readonly Sample[];
  readonly lineCount: number;
  /** Kinds that this version does not know, with how often they were seen. */
  readonly unknown: ReadonlyMap<string, number>;
  /** Newest client whose lines were seen; '' when none says. */
  readonly client: string;
}

/** Read at one place of a file: most lines are shorter, and 100 windows take a quarter of a second. */
const WINDOW_BYTES = 256 * 1024;
/** Windows for each sample that is wanted: some hold nothing that was said. */
const WINDOWS_A_SAMPLE = 3;
/** Four words in a row, of letters and digits alone, one of them a longer one; or a run of a script that has no spaces. */
const FOUR_WORDS = /(?<!\S)(?=(?:[\p{L}\p{N}]+ ){0,3}[\p{L}\p{N}]{5})(?:[\p{L}\p{N}]{2,30} ){3}[\p{L}\p{N}]{2,30}(?!\S)/gu;
const ONE_RUN = /(?<![^\s。，、！？；：])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4,12}(?![^\s。，、！？；：])/gu;
/** Longer texts are looked at up to here. */
const MAX_TEXT = 20_000;
/** Texts that a client wrote in the person's name; see transcript/speaker.ts, of which this is the coarse form. */
const WRITTEN_BY_CLIENT = /[<\[]|^\s*(?:\/|Caveat:|This session is being continued|Base directory|Unknown s|Args from|Stop hook|Operation stopped|Implement the following plan|Warmup|Tool loaded|Continue from)/;

/** Every transcript below a root, links and copies of synchronisers left out. Folders that cannot be read are left out too. */
export function listOnDisk(root: string): DiskFile[] {
  const files: DiskFile[] = [];
  const take = (folder: string, name: string, session: string, isMain: boolean): void => {
    const path = join(folder, name);
    try {
      const { size, mtimeMs } = statSync(path);
      files.push({ path, session, isMain, sizeBytes: size, mtimeMs });
    } catch {
      // Gone, or in a folder that may be listed and no more: the check of files that cannot be read names it.
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

/** At most so many samples, one a window, none twice; every other one from the files written last. random: uniform in [0, 1). */
export function sampleDisk(files: readonly DiskFile[], count: number, random: () => number): Sampling {
  const samples: Sample[] = [];
  const unknown = new Map<string, number>();
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
      noteKinds(line, unknown);
      if (typeof line.version === 'string' && /^\d+(?:\.\d+){2}$/.test(line.version) && isNewer(line.version, client)) client = line.version;
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
  return { samples, lineCount, unknown, client };
}

/** The whole lines of a window that are objects. */
function linesAt(file: DiskFile, from: number): { offset: number; line: Record<string, unknown> }[] {
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
    // The check of files that cannot be read names it.
  }
  const lines: { offset: number; line: Record<string, unknown> }[] = [];
  let start = from === 0 ? 0 : bytes.indexOf(10) + 1;
  for (let end = bytes.indexOf(10, start); start > 0 || from === 0; start = end + 1, end = bytes.indexOf(10, start)) {
    if (end < 0 || end >= filled) break;
    const line = parseObject(bytes.toString('utf8', start, end));
    if (line !== null) lines.push({ offset: from + start, line });
  }
  return lines;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** What a person or Claude said on the line. */
function textsOf({ type, message, isMeta, isApiErrorMessage, isCompactSummary, attributionPlugin, attributionSkill }: Record<string, unknown>): string[] {
  if ((type !== 'user' && type !== 'assistant') || typeof message !== 'object' || message === null) return [];
  if (isMeta === true || isApiErrorMessage === true || isCompactSummary === true) return [];
  if ([attributionPlugin, attributionSkill].some((name) => typeof name === 'string' && name.includes('ccfind'))) return [];
  const { content, model } = message as Record<string, unknown>;
  if (type === 'assistant' && model === '<synthetic>') return [];
  const blocks = blocksOf(content);
  if (blocks.some((block) => block.type === 'tool_result')) return [];
  const texts = [...(typeof content === 'string' ? [content] : []), ...blocks.map((block) => (block.type === 'text' ? block.text : ''))];
  return texts.filter((text): text is string => typeof text === 'string' && text !== '' && (type === 'assistant' || !WRITTEN_BY_CLIENT.test(text)));
}

function blocksOf(content: unknown): Record<string, unknown>[] {
  return Array.isArray(content) ? content.filter((block): block is Record<string, unknown> => typeof block === 'object' && block !== null) : [];
}

function noteKinds({ type, message }: Record<string, unknown>, unknown: Map<string, number>): void {
  const note = (kind: string): void => void unknown.set(kind, (unknown.get(kind) ?? 0) + 1);
  if (typeof type === 'string' && !KNOWN_LINES.has(type)) note(`line ${type}`);
  if (typeof message !== 'object' || message === null) return;
  for (const block of blocksOf((message as Record<string, unknown>).content)) {
    if (typeof block.type === 'string' && !KNOWN_BLOCKS.has(block.type)) note(`block ${block.type}`);
  }
}

/** Versions as `2.1.332`; any is newer than ''. */
function isNewer(version: string, than: string): boolean {
  if (than === '') return true;
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  const place = a.findIndex((part, i) => part !== b[i]);
  return place >= 0 && a[place] > (b[place] ?? 0);
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
