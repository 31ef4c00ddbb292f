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
import { countLineKinds } from '../line-kinds.ts';
import type { LineKinds } from '../line-kinds.ts';
import { blocksOf, objectOf, saidOn } from '../said.ts';
import type { RawLine } from '../said.ts';
import { createFamilies } from './families.ts';
import type { Families } from './families.ts';
import { gatherNames } from './names.ts';
import { SAMPLE_KINDS, ownCopy, samplesOf, windowOf } from './samples.ts';
import type { Sample, SampleKind, Window } from './samples.ts';
import { groupBySession, readObjects } from './session-files.ts';
import { createTicker } from './ticker.ts';
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

/** Texts kept of each kind for a question of that kind: most words are too common. */
const SAMPLES_A_QUESTION = 4;
const SAMPLES_A_SESSION = 6;
const MAX_PROMPT_UNITS = 2000;
/** Of all prompts of a session together, to tell their language. */
const LANGUAGE_UNITS = 4000;

/** All sessions while they are read. */
interface Gathering {
  readonly chance: Chance;
  readonly sessions: HeldSession[];
  readonly families: Families;
  /** The session that first had it, by the uuid of a line and the id of a message. */
  readonly holders: Map<string, number>;
  readonly windows: ReadonlyMap<SampleKind, Reservoir<Window>>;
  readonly windowsBySession: (readonly Window[])[];
  readonly prompts: Reservoir<Phrase>;
  readonly promptHolders: Map<string, Set<number>>;
  readonly titles: Map<number, string>;
  /** Titles of the session that has a line of that uuid, in whichever file they stand. */
  readonly summaries: { readonly leaf: string; readonly title: string }[];
  readonly beginnings: Beginning[];
  readonly kinds: ReturnType<typeof countLineKinds>;
  textCount: number;
}

/** A session while its files are read. */
interface Reading {
  /** Its number. */
  readonly session: number;
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
  const groups = groupBySession(files);
  const gathering = startGathering(groups.size, questions, chance);
  const tick = createTicker('reading', onProgress);
  const bytesTotal = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let fileCount = 0;
  let bytes = 0;
  for (const [id, group] of groups) {
    const reading = startReading(gathering.sessions.length, chance);
    for (const file of group) {
      readObjects(file, (line) => takeLine(gathering, reading, line, !file.isMain));
      bytes += file.sizeBytes;
      fileCount++;
      tick({ filesDone: fileCount, filesTotal: files.length, bytesDone: bytes, bytesTotal });
    }
    takeSession(gathering, reading, id, (group.find(({ isMain }) => isMain) ?? group[0]).path);
  }
  const { sessions, families, windows, windowsBySession, prompts, promptHolders, beginnings, kinds, textCount } = gathering;
  return {
    sessions,
    families: families.numbers(),
    samples: new Map([...windows].map(([kind, { kept }]) => [kind, samplesOf(kept, chance)])),
    bySession: windowsBySession.map((kept) => samplesOf(kept, chance)),
    prompts: prompts.kept,
    promptHolders,
    twins: twinsBy(beginnings),
    titles: titlesOf(gathering),
    kinds,
    fileCount,
    bytes,
    textCount,
  };
}

function startGathering(sessionCount: number, questions: number, chance: Chance): Gathering {
  const kept = questions * SAMPLES_A_QUESTION;
  return {
    chance, sessions: [], families: createFamilies(sessionCount), holders: new Map(),
    windows: new Map(SAMPLE_KINDS.map((kind) => [kind, createReservoir<Window>(kept, chance)])), windowsBySession: [],
    prompts: createReservoir<Phrase>(kept, chance), promptHolders: new Map(), titles: new Map(), summaries: [], beginnings: [], kinds: countLineKinds(), textCount: 0,
  };
}

function startReading(session: number, chance: Chance): Reading {
  return { session, holds: gatherNames(), windows: createReservoir(SAMPLES_A_SESSION, chance), turn: 0, length: 0, hasAnswers: false, title: '', opening: '', typed: [] };
}

function takeLine(gathering: Gathering, reading: Reading, line: RawLine, isAgentFile: boolean): void {
  gathering.kinds.note(line);
  takeTitle(gathering, reading, line);
  takeKeys(gathering, reading, line);
  const isAgent = isAgentFile || line.isSidechain === true;
  if (reading.opening === '' && line.type === 'user' && !isAgent && line.isMeta !== true) reading.opening = openingOf(textOf(line));
  for (const { kind, text } of saidOn(line)) {
    gathering.textCount++;
    reading.length += text.length;
    reading.holds.see(text);
    if (kind === 'prompt' && !isAgent) {
      reading.turn++;
      takePrompt(gathering, reading, text);
    }
    if (kind === 'answer' && !isAgent) reading.hasAnswers = true;
    const make = (): Window => windowOf(reading, text, gathering.chance);
    gathering.windows.get(isAgent ? 'agent' : kind)?.offer(make);
    if (!isAgent) reading.windows.offer(make);
  }
}

/** Notes a title that the line gives to its own session, or to any. */
function takeTitle({ summaries }: Gathering, reading: Reading, { type, aiTitle, summary, leafUuid }: RawLine): void {
  if (type === 'ai-title' && typeof aiTitle === 'string') reading.title = aiTitle;
  if (type === 'summary' && typeof summary === 'string' && typeof leafUuid === 'string') summaries.push({ leaf: leafUuid, title: summary });
}

/** Whoever has a line or a message of another session is of its family. */
function takeKeys({ holders, families }: Gathering, { session }: Reading, line: RawLine): void {
  for (const key of [line.uuid, objectOf(line.message)?.id]) {
    if (typeof key !== 'string') continue;
    const holder = holders.get(key);
    if (holder === undefined) holders.set(key, session);
    else families.join(holder, session);
  }
}

function takePrompt({ prompts, promptHolders }: Gathering, { session, typed }: Reading, text: string): void {
  const key = ownCopy(promptKey(text));
  typed.push(key);
  if (text.length > MAX_PROMPT_UNITS) return;
  const known = promptHolders.get(key);
  if (known === undefined) promptHolders.set(key, new Set([session]));
  else known.add(session);
  prompts.offer(() => ({ session, text: ownCopy(text) }));
}

/** All files of the session have been read. */
function takeSession(gathering: Gathering, { session, holds, windows, length, hasAnswers, title, opening, typed }: Reading, id: string, path: string): void {
  const allTyped = typed.join('\n');
  if (title !== '') gathering.titles.set(session, title);
  gathering.windowsBySession.push(windows.kept);
  gathering.beginnings.push({ opening, typed: allTyped });
  gathering.sessions.push({ id, path, names: Buffer.from([...holds.names].join('\n')), length, hasAnswers, language: languageOf(allTyped.slice(0, LANGUAGE_UNITS)) });
}

/** A title in the session's own file goes before one that stands in another. */
function titlesOf({ titles, summaries, holders }: Gathering): Phrase[] {
  for (const { leaf, title } of summaries) {
    const session = holders.get(leaf);
    if (session !== undefined && !titles.has(session)) titles.set(session, title);
  }
  return [...titles].map(([session, text]) => ({ session, text }));
}

/** What the line says, whoever wrote it; '' where it has no text. */
function textOf({ message }: RawLine): string {
  const content = objectOf(message)?.content;
  const text = typeof content === 'string' ? content : blocksOf(content).find(({ type }) => type === 'text')?.text;
  return typeof text === 'string' ? text : '';
}
