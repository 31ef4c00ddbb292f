/**
 * One reading of all transcripts: what each session holds, samples of what was said to make questions of, and who copied whom.
 *
 * Kept are the distinct names of each session (a fifteenth of what is read) and a few samples; texts are not. Sessions that share
 * a line's uuid or a message's id are copies of one another, forks or resumed ones, and count as one family.
 */
import type { Progress } from '../../contract.ts';
import { createReservoir } from '../chance.ts';
import type { Chance, Reservoir } from '../chance.ts';
import type { DiskFile } from '../disk-sample.ts';
import { visitLines } from '../file-lines.ts';
import { countLineKinds } from '../line-kinds.ts';
import type { LineKinds } from '../line-kinds.ts';
import { blocksOf, objectOf, parseLine, saidOn } from '../said.ts';
import type { RawLine, SaidKind } from '../said.ts';
import { UNSPACED, gatherNames, isIdentifier, isPlainWord, namesIn, wordsOfName } from './names.ts';
import { languageOf, openingOf, promptKey, twinsBy } from './titles.ts';
import type { Beginning } from './titles.ts';

/** A session on disk. */
export interface HeldSession {
  readonly id: string;
  /** Of its main file, or of what there is. */
  readonly path: string;
  /** Distinct names, line feeds between them, as UTF-8. */
  readonly names: Buffer;
  /** UTF-16 units of all its texts. */
  readonly length: number;
  readonly hasAnswers: boolean;
  /** That the person speaks, see languageOf(); null when nothing was typed. */
  readonly language: string | null;
}

/** Where a sample is from. */
export type SampleKind = SaidKind | 'agent';

/** Part of one text. */
export interface Sample {
  readonly session: number;
  readonly turn: number;
  /** As they stand there, in random order. */
  readonly words: readonly string[];
  readonly identifiers: readonly string[];
}

/** A prompt of the person, or a title that a model wrote. */
export interface Phrase {
  readonly session: number;
  readonly text: string;
}

/** All that one reading gives. */
export interface Gathered {
  readonly sessions: readonly HeldSession[];
  /** Number of its family by session. */
  readonly families: Int32Array;
  readonly samples: ReadonlyMap<SampleKind, readonly Sample[]>;
  /** A few samples of each session. */
  readonly bySession: readonly (readonly Sample[])[];
  readonly prompts: readonly Phrase[];
  /** Sessions by prompt, see promptKey(). */
  readonly promptHolders: ReadonlyMap<string, ReadonlySet<number>>;
  readonly titles: readonly Phrase[];
  /** Runs of one task, by session: nobody could say which was meant. It is among them. */
  readonly twins: readonly (readonly number[])[];
  readonly kinds: LineKinds;
  readonly fileCount: number;
  readonly bytes: number;
  readonly textCount: number;
}

const SAMPLE_KINDS: readonly SampleKind[] = ['prompt', 'answer', 'thinking', 'tool', 'output', 'summary', 'agent'];
/** Texts kept of each kind for a question of that kind: most words are too common. */
const SAMPLES_A_QUESTION = 4;
const SAMPLES_A_SESSION = 6;
/** Of a long text only a window is looked at, anywhere in it. */
const WINDOW = 4000;
const WORDS_A_SAMPLE = 24;
const IDENTIFIERS_A_SAMPLE = 6;
const MAX_PROMPT_UNITS = 2000;
/** Of all prompts of a session together, to tell their language. */
const LANGUAGE_UNITS = 4000;
const PROGRESS_MS = 100;

/** Where a sample is made of, if it is kept to the end: nine of ten are not. */
interface Window {
  readonly session: number;
  readonly turn: number;
  readonly text: string;
  /** The first and the last name may be cut. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** A session while its files are read. */
interface Reading {
  readonly number: number;
  readonly holds: ReturnType<typeof gatherNames>;
  readonly windows: Reservoir<Window>;
  turn: number;
  length: number;
  hasAnswers: boolean;
  title: string;
  opening: string;
  readonly typed: string[];
}

/** Reads the files. questions: how many of a kind are wanted. */
export function gather(files: readonly DiskFile[], questions: number, chance: Chance, onProgress: (progress: Progress) => void): Gathered {
  const bySession = groupBySession(files);
  const windows = new Map(SAMPLE_KINDS.map((kind) => [kind, createReservoir<Window>(questions * SAMPLES_A_QUESTION, chance)]));
  const prompts = createReservoir<Phrase>(questions * SAMPLES_A_QUESTION, chance);
  const promptHolders = new Map<string, Set<number>>();
  const summaries: { leaf: string; title: string }[] = [];
  const kinds = countLineKinds();
  const holders = new Map<string, number>();
  const families = createFamilies(bySession.size);
  const sessions: HeldSession[] = [];
  const windowsOf: (readonly Window[])[] = [];
  const titles = new Map<number, string>();
  const beginnings: Beginning[] = [];
  const bytesTotal = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const startMs = Date.now();
  let toldMs = startMs;
  let bytesDone = 0;
  let filesDone = 0;
  let textCount = 0;

  function readLine(reading: Reading, line: RawLine, isAgentFile: boolean): void {
    kinds.note(line);
    if (line.type === 'ai-title' && typeof line.aiTitle === 'string') reading.title = line.aiTitle;
    if (line.type === 'summary' && typeof line.summary === 'string' && typeof line.leafUuid === 'string') summaries.push({ leaf: line.leafUuid, title: line.summary });
    for (const key of [line.uuid, objectOf(line.message)?.id]) {
      if (typeof key !== 'string') continue;
      const holder = holders.get(key);
      if (holder === undefined) holders.set(key, reading.number);
      else families.join(holder, reading.number);
    }
    const isAgent = isAgentFile || line.isSidechain === true;
    if (reading.opening === '' && line.type === 'user' && !isAgent && line.isMeta !== true) reading.opening = openingOf(textOf(line));
    for (const { kind, text } of saidOn(line)) {
      textCount++;
      reading.length += text.length;
      if (kind === 'prompt' && !isAgent) {
        reading.turn++;
        notePrompt(reading, text);
      }
      if (kind === 'answer' && !isAgent) reading.hasAnswers = true;
      reading.holds.see(text);
      const make = (): Window => windowOf(reading, text, chance);
      windows.get(isAgent ? 'agent' : kind)?.offer(make);
      if (!isAgent) reading.windows.offer(make);
    }
  }

  function notePrompt({ number, typed }: Reading, text: string): void {
    const key = ownCopy(promptKey(text));
    typed.push(key);
    if (text.length > MAX_PROMPT_UNITS) return;
    const known = promptHolders.get(key);
    if (known === undefined) promptHolders.set(key, new Set([number]));
    else known.add(number);
    prompts.offer(() => ({ session: number, text: ownCopy(text) }));
  }

  for (const [id, group] of bySession) {
    const reading: Reading = { number: sessions.length, holds: gatherNames(), windows: createReservoir(SAMPLES_A_SESSION, chance), turn: 0, length: 0, hasAnswers: false, title: '', opening: '', typed: [] };
    for (const file of group) {
      readFile(file, (line) => readLine(reading, line, !file.isMain));
      bytesDone += file.sizeBytes;
      filesDone++;
      const nowMs = Date.now();
      if (nowMs - toldMs < PROGRESS_MS) continue;
      toldMs = nowMs;
      onProgress({ doing: 'reading', filesDone, filesTotal: files.length, bytesDone, bytesTotal, elapsedMs: nowMs - startMs });
    }
    const { number, holds, length, hasAnswers, opening, typed } = reading;
    if (reading.title !== '') titles.set(number, reading.title);
    windowsOf.push(reading.windows.kept);
    const allTyped = typed.join('\n');
    beginnings.push({ opening, typed: allTyped });
    sessions.push({ id, path: (group.find(({ isMain }) => isMain) ?? group[0]).path, names: Buffer.from([...holds.names].join('\n')), length, hasAnswers, language: languageOf(allTyped.slice(0, LANGUAGE_UNITS)) });
  }
  for (const { leaf, title } of summaries) {
    const session = holders.get(leaf);
    if (session !== undefined && !titles.has(session)) titles.set(session, title);
  }
  return {
    sessions,
    families: families.numbers(),
    samples: new Map([...windows].map(([kind, { kept }]) => [kind, samplesOf(kept, chance)])),
    bySession: windowsOf.map((kept) => samplesOf(kept, chance)),
    prompts: prompts.kept,
    promptHolders,
    twins: twinsBy(beginnings),
    titles: [...titles].map(([session, text]) => ({ session, text })),
    kinds,
    fileCount: filesDone,
    bytes: bytesDone,
    textCount,
  };
}

/** What the line says, whoever wrote it; '' where it has no text. */
function textOf({ message }: RawLine): string {
  const content = objectOf(message)?.content;
  const text = typeof content === 'string' ? content : blocksOf(content).find(({ type }) => type === 'text')?.text;
  return typeof text === 'string' ? text : '';
}

/** Main files first; a flat file of a sub-agent names its session inside. */
function groupBySession(files: readonly DiskFile[]): Map<string, DiskFile[]> {
  const groups = new Map<string, DiskFile[]>();
  for (const file of [...files].sort((a, b) => Number(b.isMain) - Number(a.isMain) || (a.path < b.path ? -1 : 1))) {
    const session = file.session === '' ? sessionInside(file) : file.session;
    if (session === '' || file.sizeBytes === 0) continue;
    const group = groups.get(session);
    if (group === undefined) groups.set(session, [file]);
    else group.push(file);
  }
  return groups;
}

function sessionInside(file: DiskFile): string {
  let session = '';
  readFile(file, ({ sessionId }) => {
    if (session === '' && typeof sessionId === 'string') session = sessionId;
  });
  return session;
}

/** Every object of a file; from where ccfind is spoken of on, what it printed itself may be quoted, and that is not indexed. */
function readFile({ path, sizeBytes, isMain }: DiskFile, use: (line: RawLine) => void): void {
  let isWarmup = false;
  let isEcho = false;
  let isFirst = true;
  /** The first line of a sub-agent when it is an answer: alone it is a warm-up too. */
  let held: RawLine | null = null;
  try {
    visitLines(path, sizeBytes, (text) => {
      isEcho ||= text.includes('ccfind');
      const line = isEcho ? null : parseLine(text);
      if (line === null) return;
      // What a sub-agent answers to a warm-up is not indexed.
      if (!isMain && line.type === 'user') isWarmup = objectOf(line.message)?.content === 'Warmup';
      if (held !== null) use(held);
      held = !isMain && isFirst && line.type === 'assistant' ? line : null;
      isFirst = false;
      if (!isWarmup && held === null) use(line);
    });
  } catch {
    // Gone, or not to be read: the doctor's check of files that cannot be read names it.
  }
}

function windowOf({ number, turn }: Reading, text: string, chance: Chance): Window {
  const from = text.length <= WINDOW ? 0 : chance.below(text.length - WINDOW);
  return { session: number, turn, text: ownCopy(text.slice(from, from + WINDOW)), isCutBefore: from > 0, isCutAfter: from + WINDOW < text.length };
}

/** Those that have words. */
function samplesOf(windows: readonly Window[], chance: Chance): Sample[] {
  return windows.flatMap(({ session, turn, text, isCutBefore, isCutAfter }) => {
    const names = namesIn(text).slice(isCutBefore ? 1 : 0, isCutAfter ? -1 : undefined);
    const words = new Set(names.flatMap(wordsOfName).filter((word) => isPlainWord(word) || UNSPACED.test(word)));
    const identifiers = new Set(names.map((name) => name.replace(/^[.\-]+|[.\-]+$/g, '')).filter(isIdentifier));
    const some = (list: ReadonlySet<string>, count: number): string[] => chance.shuffle([...list]).slice(0, count).map(ownCopy);
    return words.size === 0 ? [] : [{ session, turn, words: some(words, WORDS_A_SAMPLE), identifiers: some(identifiers, IDENTIFIERS_A_SAMPLE) }];
  });
}

/** A string that does not keep the whole text alive that it was cut from. */
function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}

/** Sets of sessions that grow together. */
function createFamilies(count: number): { join: (a: number, b: number) => void; numbers: () => Int32Array } {
  const parents = Int32Array.from({ length: count }, (_, session) => session);
  const first = (session: number): number => {
    while (parents[session] !== session) session = parents[session] = parents[parents[session]];
    return session;
  };
  return {
    join: (a, b) => {
      parents[first(a)] = first(b);
    },
    numbers: () => parents.map((_, session) => first(session)),
  };
}
