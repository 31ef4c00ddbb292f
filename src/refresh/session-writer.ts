/**
 * Entries of one session into the index: which turn each belongs to, and whether its text is new or a copy.
 *
 * An entry whose text is stored already is not stored again. If a live row of this very session has it, it is
 * history that a compaction or a second file repeats: skipped. If another session's row has it, this session holds
 * that range of that turn as a copy.
 *
 * A prompt whose identity is unknown is held back until the first answer: the copies that 1.0.44 made have
 * prompts with new uuids, but answers with known message ids, and a turn with the prompt text and the first answer of a known
 * turn is that turn. A prompt still without an answer at the end of the file is stored; if the answer that comes with a
 * later refresh is known, the session is read anew. Neither where a refresh ended nor the order of sessions matters.
 */
import { isSameKey, keyOfBytes, NO_KEY } from '../hash.ts';
import type { Key } from '../hash.ts';
import type { IndexWriter } from '../index/index-writer.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import type { Place } from '../index/stored-rows.ts';
import { FIELD } from '../schema.ts';
import type { Entry } from '../transcript/entry.ts';
import { HeldTurns, rangeOf } from './held-turns.ts';
import type { StoredRange } from './held-turns.ts';
import { keepEntry } from './kept-entry.ts';
import { PromptAliases } from './prompt-aliases.ts';
import { QueuedRows } from './queued-rows.ts';
import { countChunks, countTextChunks, RowWriter, sideIdentity } from './row-writer.ts';
import type { RowKind } from './row-writer.ts';
import { SessionTurns } from './session-turns.ts';
import type { Turn } from './session-turns.ts';
import { firstTurn } from './turn-state.ts';
import type { TurnState } from './turn-state.ts';

/** Reads a spilled tool output; null when it cannot be read. */
export type SideFileReader = (path: string) => Buffer | null;

/** Entries held back with a prompt; a session that never answers must not fill the memory. */
const MAX_HELD_BACK = 256;

export class SessionWriter {
  readonly session: number;
  /** What was read now shows that an earlier refresh took a copy for the session's own: read the session anew. */
  isUnsettled = false;
  readonly turns: SessionTurns;
  readonly held: HeldTurns;
  private readonly index: IndexWriter;
  private readonly rows: RowWriter;
  private readonly readSideFile: SideFileReader;
  /** Of the main file being read. */
  private state = firstTurn();
  /** A prompt whose fate is open, and what came behind it; empty when there is none. */
  private heldBack: Entry[] = [];
  /** Prompts that proved to be copies of prompts with other uuids. */
  readonly aliases = new PromptAliases();
  /** The present turn's prompt was stored by an earlier refresh and has no answer yet. */
  private isPromptOpen = false;
  /** Queued prompts not stored yet, with the turn they wait in, and the place in it at which they were typed. */
  private queued: { entry: Entry; kind: RowKind; ordinal: number }[] = [];
  private readonly queuedRows: QueuedRows;

  /** isNew: nothing of the session is stored yet, so that nothing need be looked for. */
  constructor(index: IndexWriter, session: number, isNew: boolean, readSideFile: SideFileReader) {
    this.index = index;
    this.session = session;
    this.rows = new RowWriter(index);
    this.readSideFile = readSideFile;
    this.held = new HeldTurns(index.catalog, session, isNew);
    this.turns = new SessionTurns(index, session, this.held, isNew);
    this.queuedRows = new QueuedRows(index, session, isNew);
  }

  /** A main transcript begins, or goes on, in that state. isOnly: the session has no other one, which may add to the same turn. */
  beginMain(state: TurnState, isOnly: boolean): void {
    this.rows.endRow();
    this.state = isOnly ? { ...state } : { ...state, ordinal: -1 };
    this.isPromptOpen = state.isOwn && !state.hasAnswer;
  }

  /** An entry of the main transcript. */
  take(entry: Entry): void {
    for (const key of entry.supersedes) this.supersede(key);
    if (entry.opensTurn) this.takePrompt(entry);
    else if (this.heldBack.length > 0) this.takeBehindPrompt(entry);
    else this.takeBody(entry);
  }

  /** True while a prompt is held back: no good place for a pause. */
  get isUndecided(): boolean {
    return this.heldBack.length > 0;
  }

  /** The main transcript ends here, or goes on with the next step. */
  pauseMain(): TurnState {
    this.settleAsOwn();
    for (const { entry, kind, ordinal } of this.queued) {
      this.rows.endRow();
      this.rows.write(entry, kind, ordinal);
      this.queuedRows.add(kind.turnKey);
    }
    this.queued = [];
    this.rows.endRow();
    return this.state;
  }

  /** A sub-agent's file begins. */
  beginAgent(): void {
    this.rows.endRow();
  }

  /** An entry of a sub-agent whose turn is known. */
  takeAgent(entry: Entry, turn: Turn): void {
    for (const link of entry.links) this.turns.link(link, turn.turn);
    if (entry.pieceCount > 0 && this.index.stored.find(entry.identity, () => true) === null) this.rows.write(entry, this.kindOf(turn, ROW_FLAG.agent), 0);
    this.writeSideFiles(entry, turn);
  }

  private takePrompt(entry: Entry): void {
    this.settleAsOwn();
    const place = this.findText(entry);
    if (place === null) {
      const known = this.aliases.turnOf(entry.identity);
      if (known !== undefined) return this.reenter(this.turns.turn(known));
      this.heldBack.push(keepEntry(entry));
      return;
    }
    const range = rangeOf(place.rows, place.row, place.chunk, 0);
    const turn = range.owner === this.session ? range.ownerTurn : this.held.turnOf(range);
    if (turn >= 0) return this.reenter({ turn, key: range.key, timeMs: place.rows.timeMs[place.row] });
    this.openTurn(entry, { key: range.key, isOwn: false });
    this.takeBody(entry);
  }

  /** A prompt that the session has already: in its own file a repetition, in a second file of it the way to the right turn. */
  private reenter(turn: Turn): void {
    if (turn.turn > this.state.turn) this.state = { ...turn, ordinal: -1, hasAnswer: true, isOwn: false, promptKey: NO_KEY };
  }

  private openTurn(prompt: Entry, { key, isOwn }: { key: Key; isOwn: boolean }): void {
    // A line without a time was written behind the one before it.
    const timeMs = Number.isNaN(prompt.timeMs) ? this.state.timeMs : prompt.timeMs;
    const turn = this.turns.open({ key, timeMs });
    this.isPromptOpen = false;
    this.state = { turn, key, ordinal: 0, timeMs, hasAnswer: false, isOwn, promptKey: keyOfBytes(prompt.text.bytes, 0, prompt.text.length) };
  }

  private takeBehindPrompt(entry: Entry): void {
    if (entry.isAgent || entry.isQueued || entry.pieceCount === 0) {
      this.heldBack.push(keepEntry(entry));
      if (this.heldBack.length > MAX_HELD_BACK) this.settleAsOwn();
      return;
    }
    if (!this.becomesCopy(entry)) this.settleAsOwn();
    this.takeBody(entry);
  }

  /** True when the prompt held back is that of a turn whose first answer this entry is: the turn is then open as a copy. */
  private becomesCopy(answer: Entry): boolean {
    const [prompt, ...rest] = this.heldBack;
    const place = this.findFirstAnswer(answer, keyOfBytes(prompt.text.bytes, 0, prompt.text.length));
    if (place === null) return false;
    this.heldBack = [];
    const range = rangeOf(place.rows, place.row, place.chunk, 0);
    this.openTurn(prompt, { key: range.key, isOwn: false });
    this.aliases.set(prompt.identity, this.state.turn);
    this.holdPrompt(range, countChunks(prompt));
    for (const entry of rest) this.takeBody(entry);
    return true;
  }

  /** The beginning of the turn in which that answer stands. */
  private holdPrompt(answer: StoredRange, chunkCount: number): void {
    this.held.hold(this.state, { ...answer, from: 0, to: Math.min(chunkCount, answer.from) });
    // The session that stores the answer may have the prompt from a third one.
    for (const { session, turn, owner, ownerTurn, key, heldFrom, heldTo } of this.index.catalog.copies()) {
      if (session !== answer.owner || turn !== answer.ownerTurn || heldFrom > 0) continue;
      this.held.hold(this.state, { owner, ownerTurn, key, from: 0, to: Math.min(chunkCount, heldTo), timeMs: answer.timeMs });
    }
    this.state.ordinal = chunkCount;
  }

  /** Where another session stores that entry, if it is the first answer of its turn there, to a prompt of the same text. */
  private findFirstAnswer(answer: Entry, promptKey: Key): Place | null {
    if (answer.message === NO_KEY) return null;
    const { hi, lo } = answerKey(promptKey, answer.message);
    return this.index.stored.find(answer.identity, ({ rows, row, chunk }) => {
      if (rows.session[row] === this.session || rows.answerKeyHi[row] !== hi || rows.answerKeyLo[row] !== lo || isAgentRow(rows.flags[row])) return false;
      const range = rangeOf(rows, row, chunk, 0);
      // There must be a prompt before it, and this session must not have had that turn already.
      return range.from > 0 && rows.turn[row] > 0 && this.held.turnOf(range) < 0;
    });
  }

  private settleAsOwn(): void {
    if (this.heldBack.length === 0) return;
    const entries = this.heldBack;
    this.heldBack = [];
    this.openTurn(entries[0], { key: entries[0].identity, isOwn: true });
    for (const entry of entries) this.takeBody(entry);
  }

  /** An entry of the present turn: new text, text of another session, or text seen already. */
  private takeBody(entry: Entry): void {
    if (Number.isNaN(this.state.timeMs)) this.state.timeMs = entry.timeMs;
    if (entry.isAgent) return this.takeAgent(entry, this.state);
    if (this.addText(entry)) for (const link of entry.links) this.turns.link(link, this.state.turn);
    this.writeSideFiles(entry, null);
  }

  /** False when the session had the entry already, and so what it leads to. */
  private addText(entry: Entry): boolean {
    if (entry.pieceCount === 0) return true;
    if (this.isPromptOpen && entry.message !== NO_KEY) this.judgePrompt(entry);
    const place = this.findText(entry);
    if (place === null) this.store(entry);
    else return place.rows.session[place.row] !== this.session && this.holdCopy(entry, place);
    return true;
  }

  /** The first answer to a prompt that an earlier refresh stored: perhaps it is a copy's. */
  private judgePrompt(answer: Entry): void {
    this.isPromptOpen = false;
    if (this.findFirstAnswer(answer, this.state.promptKey) !== null) this.isUnsettled = true;
  }

  private store(entry: Entry): void {
    if (entry.isQueued) {
      this.queued.push({ entry: keepEntry(entry), kind: { ...this.kindOf(this.state, ROW_FLAG.queued), turnKey: entry.textKey }, ordinal: this.ordinal() });
      return;
    }
    const { state } = this;
    const ordinal = this.ordinal();
    state.ordinal = ordinal + this.rows.write(entry, this.kindOf(state, entry.opensTurn ? ROW_FLAG.opening : 0), ordinal);
    if (entry.message === NO_KEY || state.hasAnswer) return;
    state.hasAnswer = true;
    this.index.setAnswerKey(answerKey(state.promptKey, entry.message));
  }

  /** False when it was held already. */
  private holdCopy(entry: Entry, { rows, row, chunk }: Place): boolean {
    const range = rangeOf(rows, row, chunk, countChunks(entry));
    if (this.held.turnOf(range) >= 0) return false;
    this.holdRange(range);
    if (entry.message !== NO_KEY) this.state.hasAnswer = true;
    return true;
  }

  private holdRange(range: StoredRange): void {
    if (this.held.turnOf(range) >= 0) return;
    this.held.hold(this.state, range);
    if (this.state.ordinal >= 0) this.state.ordinal += range.to - range.from;
  }

  private writeSideFiles(entry: Entry, agent: Turn | null): void {
    entry.sideFiles.forEach((path, i) => {
      const identity = sideIdentity(entry.identity, i);
      const place = this.index.stored.find(identity, () => true);
      if (place !== null && (agent !== null || place.rows.session[place.row] === this.session)) return;
      const text = this.readSideFile(path);
      if (text === null) return;
      if (agent !== null) this.rows.writeText(identity, FIELD.output, text, this.kindOf(agent, ROW_FLAG.agent), 0);
      else if (place !== null) this.holdRange(rangeOf(place.rows, place.row, place.chunk, countTextChunks(text)));
      else {
        const ordinal = this.ordinal();
        this.state.ordinal = ordinal + this.rows.writeText(identity, FIELD.output, text, this.kindOf(this.state, 0), ordinal);
      }
    });
  }

  /** A prompt that waited in the queue has arrived: what stood for it goes. */
  private supersede(key: Key): void {
    this.queued = this.queued.filter(({ kind }) => !isSameKey(kind.turnKey, key));
    this.heldBack = this.heldBack.filter((entry) => !entry.isQueued || !isSameKey(entry.textKey, key));
    this.queuedRows.kill(key);
  }

  /** Place of the next chunk in the present turn. */
  private ordinal(): number {
    if (this.state.ordinal < 0) this.state.ordinal = this.turns.chunksOf(this.state.turn);
    return this.state.ordinal;
  }

  /**
   * Where the text of a main transcript's entry is stored: not in a sub-agent's row, which would hide who spoke. A queued
   * prompt may be superseded in one session and not in another, so each has its own.
   */
  private findText(entry: Entry): Place | null {
    return this.index.stored.find(entry.identity, ({ rows, row }) => !isAgentRow(rows.flags[row]) && (!entry.isQueued || rows.session[row] === this.session));
  }

  private kindOf({ turn, key, timeMs }: Turn, flags: number): RowKind {
    return { session: this.session, turn, flags, timeMs, turnKey: key };
  }
}

/** What makes two turns the same: the text of the prompt and the id of the first answer. */
function answerKey(prompt: Key, message: Key): Key {
  return { hi: (prompt.hi ^ message.hi) >>> 0, lo: (prompt.lo ^ message.lo) >>> 0 };
}

function isAgentRow(flags: number): boolean {
  return (flags & ROW_FLAG.agent) !== 0;
}
