/**
 * One line of a transcript as ccfind understands it, and the reader that makes it: RawEntry in, Entry out.
 *
 * What is known of Claude Code's files stands in this folder; the format is internal and changes monthly, so what is
 * read is listed, and everything else (types, subtypes, attachments, blocks, fields) is passed over. Never decided by
 * version, always by shape. Who speaks in a user entry, in this order:
 *   1. tool results are output, but for refusals, answers to questions and side files (tool-words.ts); text beside
 *      them is the person's, typed while Claude was busy (2.1.29 to 2.1.42)
 *   2. isCompactSummary, or the summary's first words (1.0 to 2.1.332): summary
 *   3. isMeta: noise (skill bodies, caveats, reminders)      4. agent file or sidechain: the model's (field tool)
 *   5. text that the client wrote (speaker.ts): slash commands, `!` commands and their output, notifications, plans
 *   6. everything else: the person's prompt, which opens a turn
 * Further findings: a 2.1.120 client wrote assistant lines before the prompt they answer, and kept the text of an
 * interrupted answer under the model `<synthetic>`; in 2.0.42 a real agent's file begins with its first answer.
 */
import { NO_KEY } from '../hash.ts';
import type { Key } from '../hash.ts';
import { readAnswer } from './read-answer.ts';
import { readAttachment, readLabel, readQueueOperation, readSystem } from './read-other.ts';
import { readUser } from './read-user.ts';
import { emptyFacts, noteLine, takeFacts } from './facts.ts';
import type { FactsTaker, LeafTitle, SessionFacts } from './facts.ts';
import { uuidOf } from './identity.ts';
import { SLOT } from './raw-entry.ts';
import type { RawEntry } from './raw-entry.ts';
import { isTrue, timeAt } from './raw-values.ts';
import { TextBuffer } from './text-buffer.ts';

/** A run of clean text of one field inside an entry's text buffer. */
export interface Piece {
  /** Field id, see schema.ts. */
  field: number;
  /** Byte range in Entry.text. */
  start: number;
  end: number;
}

/** One line of a transcript as ccfind understands it. One reusable object: copy what you keep. */
export interface Entry {
  /** The same for every copy of this entry in forks, resumed copies and re-appended history. */
  identity: Key;
  /** Key of the uuid (of the line as it stands here); NO_KEY when it has none. */
  uuid: Key;
  /** Key of message.id of an assistant line; NO_KEY otherwise. */
  message: Key;
  /** Milliseconds since 1970, NaN when the line has no usable timestamp. */
  timeMs: number;
  /** True when this is a prompt of the person that opens a turn. */
  opensTurn: boolean;
  /** True for text of a sub-agent (its own file, or a sidechain line). */
  isAgent: boolean;
  /** True for a prompt waiting in the queue: later superseded when the same text arrives as a real prompt. */
  isQueued: boolean;
  /** Key of a queued prompt's text; NO_KEY when isQueued is false. */
  textKey: Key;
  /** Keys of a queued prompt's text that this entry makes obsolete (it arrived for real); usually empty. */
  supersedes: Key[];
  /** Keys of sub-agent calls made here (tool call id) or named here (agent id): they lead to this turn. */
  links: Key[];
  pieces: Piece[];
  pieceCount: number;
  text: TextBuffer;
  /** Side files whose text belongs to this entry (absolute paths, verified to lie beside the transcript). */
  sideFiles: string[];
}

/** Where a file lies and what it is. */
export interface ReaderContext {
  readonly kind: 'main' | 'agent';
  /** Name of the project folder. */
  readonly folder: string;
  /** The session's side folder, absolute: where its side files are looked for. */
  readonly sessionDir: string;
  /** A line points to a side file of that name, which is not there. */
  readonly onAbsent?: (name: string) => void;
}

/** Reads the lines of one file in order. */
export interface EntryReader {
  /**
   * The entry of a line, or null when it says nothing. An entry without pieces still has links or supersedes.
   * The object is overwritten by the next call. Never throws.
   */
  read(raw: RawEntry): Entry | null;
  /** What the lines read so far say about the session, those before a restore included. */
  readonly facts: SessionFacts;
  /** Key of the uuid of the line read last, also when it said nothing; NO_KEY when it has none. */
  readonly lineUuid: Key;
  /** Titles of (other) sessions found since the last call. */
  takeSummaries(): LeafTitle[];
  /** JSON to go on from in the next refresh of the same file; a few hundred bytes, at most some ten thousand. */
  state(): string;
}

/** What must survive between two refreshes of a growing file. */
export interface ReaderState {
  facts: SessionFacts;
  /** Queued prompts, see queue.ts. */
  waiting: number[];
  /** Ids of our own tool calls whose results have not come yet. */
  ownCalls: string[];
  /** Since a slash command of ours: what Claude says is our echo, until it does something else. */
  isOwnTurn: boolean;
  /** In a turn of ours, or one marked as ours, a tool that is not ours was called: from there on it is work, not echo. */
  hasOwnWork: boolean;
  /** In this turn a tool that is not ours was called. */
  hasWork: boolean;
  /** A `!` command of ours waits for its output. */
  isOwnShell: boolean;
  /** A warm-up prompt waits for its answer. */
  isWarmup: boolean;
}

/** A reader at work: what the functions for the single types of lines share. */
export interface Reading {
  readonly context: ReaderContext;
  readonly state: ReaderState;
  readonly taker: FactsTaker;
  readonly entry: Entry;
  readonly summaries: LeafTitle[];
}

/** A reader for one file; state: what an earlier one returned for its first part. */
export function createEntryReader(context: ReaderContext, state = ''): EntryReader {
  const reading = startReading(context, state);
  const { entry } = reading;
  let lineUuid = NO_KEY;
  return {
    facts: reading.state.facts,
    get lineUuid() {
      return lineUuid;
    },
    read(raw) {
      resetEntry(entry);
      lineUuid = entry.uuid = uuidOf(raw);
      entry.timeMs = timeAt(raw);
      entry.isAgent = context.kind === 'agent' || isTrue(raw, 'isSidechain');
      noteLine(reading.taker, raw, entry.timeMs);
      readLine(reading, raw);
      return entry.pieceCount > 0 || entry.supersedes.length > 0 || entry.links.length > 0 || entry.sideFiles.length > 0 ? entry : null;
    },
    takeSummaries: () => reading.summaries.splice(0),
    state: () => saveState(reading),
  };
}

/** The facts in a reader's state, for whoever needs them without reading; null for a state of no reader. */
export function factsOfState(state: string): SessionFacts | null {
  return state === '' ? null : loadState(state).facts;
}

/** What is not as at the beginning; of a sub-agent's facts nobody asks for more than its times. A mark keeps this for every file. */
function saveState({ context, state }: Reading): string {
  const { firstMs, lastMs } = state.facts;
  const kept = context.kind === 'agent' ? { ...state, facts: { firstMs, lastMs } } : state;
  return JSON.stringify(kept, (_, value: unknown) => (value === '' || value === null || value === false || (Array.isArray(value) && value.length === 0) ? undefined : value));
}

function loadState(state: string): ReaderState {
  const saved = (state === '' ? {} : JSON.parse(state)) as Partial<ReaderState>;
  const first = { waiting: [], ownCalls: [], isOwnTurn: false, hasOwnWork: false, hasWork: false, isOwnShell: false, isWarmup: false };
  return { ...first, ...saved, facts: { ...emptyFacts(), ...saved.facts } };
}

function startReading(context: ReaderContext, state: string): Reading {
  const restored = loadState(state);
  const entry: Entry = {
    identity: NO_KEY, uuid: NO_KEY, message: NO_KEY, timeMs: NaN, opensTurn: false, isAgent: false, isQueued: false, textKey: NO_KEY,
    supersedes: [], links: [], pieces: [], pieceCount: 0, text: new TextBuffer(), sideFiles: [],
  };
  return { context, state: restored, taker: takeFacts(context.folder, restored.facts), entry, summaries: [] };
}

function resetEntry(entry: Entry): void {
  entry.identity = entry.uuid = entry.message = entry.textKey = NO_KEY;
  entry.opensTurn = entry.isQueued = false;
  entry.supersedes.length = entry.links.length = entry.sideFiles.length = 0;
  entry.pieceCount = 0;
  entry.text.length = 0;
}

function readLine(reading: Reading, raw: RawEntry): void {
  const type = raw.buffer.toString('latin1', raw.slots[2 * SLOT.type], raw.slots[2 * SLOT.type + 1]);
  if (type === 'assistant') readAnswer(reading, raw);
  else if (type === 'user') readUser(reading, raw);
  else if (type === 'attachment') readAttachment(reading, raw);
  else if (type === 'queue-operation') readQueueOperation(reading, raw);
  else if (type === 'system') readSystem(reading, raw);
  else readLabel(reading, raw, type);
}
