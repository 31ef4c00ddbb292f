/**
 * One line of a transcript as ccfind understands it, and the reader that makes it: RawEntry in, Entry out.
 *
 * All that is known of Claude Code's files stands in this folder. The format is internal and changes every month, so the
 * tables here list what is read; every other type, subtype, attachment, block or field is passed over. What a line is, is
 * told by its shape, never by the client's version. Who speaks in a user entry, the first rule that fits:
 *   1. tool results: output, except refusals, answers to questions and side files (tool-words.ts); text in the same
 *      entry is the person's, typed while Claude was busy (2.1.29 to 2.1.42)
 *   2. isCompactSummary, or a text that begins as summaries do (1.0 to 2.1.332): summary
 *   3. isMeta: nobody (skill texts, caveats, reminders)
 *   4. text that the client wrote (speaker.ts): slash commands, `!` commands and their output, notifications, plans
 *   5. a sub-agent's file, or a sidechain: the model, which writes the prompts there (field tool)
 *   6. promptSource or origin name a program: output
 *   7. everything else: the person; it is a prompt and opens a turn
 * Also seen: a 2.1.120 client wrote assistant lines before the prompt they answer, and the text of an interrupted
 * answer under the model `<synthetic>`; in 2.0.42 the file of a sub-agent that did work begins with its first answer.
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
  /** The same for every copy of this entry: in forks, in resumed sessions, and where the client appended old lines again. */
  identity: Key;
  /** Key of this line's own uuid, which copies need not share; NO_KEY when it has none. */
  uuid: Key;
  /** Key of an assistant line's message.id; NO_KEY for other lines. */
  message: Key;
  /** Milliseconds since 1970, NaN when the line has no usable timestamp. */
  timeMs: number;
  /** True for a prompt of the person with which a turn begins. */
  opensTurn: boolean;
  /** True for text of a sub-agent (its own file, or a sidechain line). */
  isAgent: boolean;
  /** True for a prompt that waits in the queue. It no longer counts once the same text arrives as a prompt of its own (supersedes). */
  isQueued: boolean;
  /** Key of a queued prompt's text; NO_KEY when isQueued is false. */
  textKey: Key;
  /** textKey of the queued prompts that arrive with this entry; usually empty. */
  supersedes: Key[];
  /** Keys that lead from a sub-agent to this turn: of its call's id where it is started, of its own id where it is named. */
  links: Key[];
  pieces: Piece[];
  pieceCount: number;
  text: TextBuffer;
  /** Side files whose text belongs to this entry: absolute paths in the session's own folder. */
  sideFiles: string[];
}

/** Where a file lies and what it is. */
export interface ReaderContext {
  readonly kind: 'main' | 'agent';
  /** Name of the project folder. */
  readonly folder: string;
  /** The session's side folder, absolute: where its side files are looked for. */
  readonly sessionDir: string;
  /** Called when a line points to a side file that is not there. */
  readonly onAbsent?: (name: string) => void;
}

/** Reads the lines of one file in order. */
export interface EntryReader {
  /**
   * The entry of a line, or null when it says nothing. An entry without pieces has something else: links, supersedes or side files.
   * The next call overwrites it. Never throws.
   */
  read(raw: RawEntry): Entry | null;
  /** What the lines say about the session: all so far, those read in earlier refreshes included. */
  readonly facts: SessionFacts;
  /** Key of the uuid of the last line, even when read() gave null for it; NO_KEY when it has none. */
  readonly lineUuid: Key;
  /** Titles of sessions, this one or others, in the lines read since the last call. */
  takeSummaries(): LeafTitle[];
  /** JSON with which the next refresh goes on in the same file. Some hundred bytes; ten thousand at most, or a little more. */
  state(): string;
}

/** What must survive between two refreshes of a growing file. */
export interface ReaderState {
  facts: SessionFacts;
  /** Queued prompts, see queue.ts. */
  waiting: number[];
  /** Ids of our own tool calls whose results have not come yet. */
  ownCalls: string[];
  /** A slash command of ours came last: what Claude says after it repeats what we found, until it calls another tool. */
  isOwnTurn: boolean;
  /** In a turn that a command of ours began, or whose answers are marked as ours, another tool was called: from there on it is work, and is indexed. */
  hasOwnWork: boolean;
  /** A tool that is not ours was called in this turn. */
  hasWork: boolean;
  /** A `!` command of ours came: its output, which is not indexed, is still to come. */
  isOwnShell: boolean;
  /** The last prompt of a sub-agent's file is a warm-up: what answers it is not indexed. */
  isWarmup: boolean;
}

/** A reader at work, as the functions for each type of line get it. */
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

/** The facts in a saved state; null when it is '': nothing was read yet. */
export function factsOfState(state: string): SessionFacts | null {
  return state === '' ? null : loadState(state).facts;
}

/** Kept in the mark of every file, so it is kept small: without values that are as at the beginning, and of a sub-agent's facts only the times. */
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
