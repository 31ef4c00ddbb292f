/**
 * Entries of one session into the index: which turn each belongs to, and whether its text is new or a copy.
 *
 * An entry whose text is stored already is not stored again. If a live row of this very session has it, it is
 * history that a compaction or a second file repeats: skipped. If another session's row has it, this session holds
 * that range of that turn as a copy.
 *
 * A prompt whose identity is unknown is held back until the first answer: the copies that 1.0.44 made have
 * prompts with new uuids, but answers with known message ids, and a turn whose first answer is the first answer of a known
 * turn is that turn. A prompt still without an answer at the end of the file is stored; if the answer that comes with a
 * later refresh is known, its row is killed and the turn becomes a copy after all. So it does not matter
 * where a refresh ended, nor in which order sessions are read.
 */
import { NO_KEY } from '../hash.ts';
import type { Key } from '../hash.ts';
import type { IndexWriter, Place } from '../index/index-writer.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { FIELD } from '../schema.ts';
import type { Entry } from '../transcript/entry.ts';
import { HeldTurns, rangeOf } from './held-turns.ts';
import type { StoredRange } from './held-turns.ts';
import { keepEntry } from './kept-entry.ts';
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

/** A row that may be killed by itself. */
interface SpecialRow {
  readonly segment: number;
  readonly row: number;
  readonly flags: number;
  readonly key: Key;
}

export class SessionWriter {
  readonly session: number;
  readonly turns: SessionTurns;
  readonly held: HeldTurns;
  private readonly index: IndexWriter;
  private readonly rows: RowWriter;
  private readonly readSideFile: SideFileReader;
  /** Of the main file being read. */
  private state = firstTurn();
  /** A prompt whose fate is open, and what came behind it; empty when there is none. */
  private heldBack: Entry[] = [];
  /** Queued prompts not stored yet, with the turn they wait in. */
  private queued: { entry: Entry; kind: RowKind }[] = [];
  /** The session's title rows and rows of queued prompts; null while nobody has looked for them. */
  private specialRows: SpecialRow[] | null = null;

  /** isNew: nothing of the session is stored yet, so that nothing need be looked for. */
  constructor(index: IndexWriter, session: number, isNew: boolean, readSideFile: SideFileReader) {
    this.index = index;
    this.session = session;
    this.rows = new RowWriter(index);
    this.readSideFile = readSideFile;
    this.held = new HeldTurns(index.catalog, session, isNew);
    this.turns = new SessionTurns(index, session, this.held, isNew);
    if (isNew) this.specialRows = [];
  }

  /** A main transcript begins, or goes on, in that state. */
  beginMain(state: TurnState): void {
    this.rows.endRow();
    this.state = state;
  }

  /** An entry of the main transcript. */
  take(entry: Entry): void {
    for (const key of entry.supersedes) this.supersede(key);
    if (entry.opensTurn) this.takePrompt(entry);
    else if (this.heldBack.length > 0) this.takeBehindPrompt(entry);
    else this.takeBody(entry);
  }

  /** The main transcript ends here, for now. */
  endMain(): TurnState {
    this.settleAsOwn();
    for (const { entry, kind } of this.queued) {
      this.rows.endRow();
      this.rows.write(entry, kind, 0);
      this.noteSpecialRow(kind);
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
    if (entry.pieceCount > 0 && this.index.find(entry.identity, () => true) === null) this.rows.write(entry, this.kindOf(turn, ROW_FLAG.agent), 0);
    this.writeSideFiles(entry, turn);
  }

  /** Replaces the session's title row; '' for none. */
  writeTitle(title: string, timeMs: number): void {
    this.killSpecialRows(({ flags }) => flags === ROW_FLAG.title);
    this.rows.endRow();
    if (title === '') return;
    const kind = { session: this.session, turn: 0, flags: ROW_FLAG.title, timeMs, turnKey: NO_KEY };
    this.rows.writeText(NO_KEY, FIELD.title, Buffer.from(title, 'utf8'), kind, 0);
    this.noteSpecialRow(kind);
    this.rows.endRow();
  }

  private takePrompt(entry: Entry): void {
    this.settleAsOwn();
    const place = this.findText(entry);
    if (place === null) {
      this.heldBack.push(keepEntry(entry));
      return;
    }
    const range = rangeOf(place.rows, place.row, place.chunk, 0);
    const turn = place.rows.session[place.row] === this.session ? place.rows.turn[place.row] : this.held.turnOf(range);
    if (turn >= 0) this.reenter(turn, range.key, place);
    else {
      this.openTurn(entry, { key: range.key, isOwn: false });
      this.takeBody(entry);
    }
  }

  /** A prompt that the session has already: in its own file a repetition, in a second file of it the way to the right turn. */
  private reenter(turn: number, key: Key, place: Place): void {
    if (turn <= this.state.turn) return;
    this.state = { turn, key, ordinal: -1, timeMs: place.rows.timeMs[place.row], hasAnswer: true, isOwn: false };
  }

  private openTurn(prompt: Entry, { key, isOwn }: { key: Key; isOwn: boolean }): void {
    const turn = this.turns.open({ key, timeMs: prompt.timeMs });
    this.state = { turn, key, ordinal: 0, timeMs: prompt.timeMs, hasAnswer: false, isOwn };
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
    const place = this.findFirstAnswer(answer);
    if (place === null) return false;
    const [prompt, ...rest] = this.heldBack;
    this.heldBack = [];
    const range = rangeOf(place.rows, place.row, place.chunk, 0);
    this.openTurn(prompt, { key: range.key, isOwn: false });
    this.holdBefore(place);
    for (const entry of rest) this.takeBody(entry);
    return true;
  }

  /** Everything of the turn that stands before that answer in the session that stores it. */
  private holdBefore(answer: Place): void {
    const range = rangeOf(answer.rows, answer.row, answer.chunk, 0);
    this.held.hold(this.state.turn, { ...range, from: 0, to: range.from });
    this.state.ordinal = range.from;
  }

  /** Where another session stores that entry, if it is the first answer of its turn there. */
  private findFirstAnswer(answer: Entry): Place | null {
    if (answer.message === NO_KEY) return null;
    const { hi, lo } = answer.message;
    return this.index.find(answer.identity, ({ rows, row }) => {
      return rows.session[row] !== this.session && rows.answerKeyHi[row] === hi && rows.answerKeyLo[row] === lo && !isAgentRow(rows.flags[row]);
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
    if (entry.isAgent) {
      this.takeAgent(entry, this.state);
      return;
    }
    for (const link of entry.links) this.turns.link(link, this.state.turn);
    if (entry.pieceCount > 0) {
      if (this.state.isOwn && !this.state.hasAnswer && entry.message !== NO_KEY) this.reconsider(entry);
      const place = this.findText(entry);
      if (place === null) this.store(entry);
      else if (place.rows.session[place.row] !== this.session) this.holdCopy(entry, place);
    }
    this.writeSideFiles(entry, null);
  }

  private store(entry: Entry): void {
    if (entry.isQueued) {
      this.queued.push({ entry: keepEntry(entry), kind: { ...this.kindOf(this.state, ROW_FLAG.queued), turnKey: entry.textKey } });
      return;
    }
    const { state } = this;
    state.ordinal += this.rows.write(entry, this.kindOf(state, entry.opensTurn ? ROW_FLAG.opening : 0), this.ordinal());
    if (entry.message === NO_KEY || state.hasAnswer) return;
    state.hasAnswer = true;
    this.index.setAnswerKey(entry.message);
  }

  private holdCopy(entry: Entry, { rows, row, chunk }: Place): void {
    const range = rangeOf(rows, row, chunk, countChunks(entry));
    if (entry.isQueued) this.held.hold(this.state.turn, range);
    else this.holdRange(range);
    if (entry.message !== NO_KEY) this.state.hasAnswer = true;
  }

  private holdRange(range: StoredRange): void {
    if (this.held.turnOf(range) >= 0) return;
    this.held.hold(this.state.turn, range);
    if (this.state.ordinal >= 0) this.state.ordinal += range.to - range.from;
  }

  /** The first answer to a prompt that an earlier refresh stored: perhaps the turn is a copy after all. */
  private reconsider(answer: Entry): void {
    const place = this.findFirstAnswer(answer);
    if (place === null) return;
    const { turn } = this.state;
    this.index.forEachRow((rows, row, segment) => {
      const isOfTurn = rows.session[row] === this.session && rows.turn[row] === turn;
      if (isOfTurn && (rows.flags[row] & (ROW_FLAG.title | ROW_FLAG.queued)) === 0) this.index.kill(segment, row);
    });
    this.rows.endRow();
    const { key } = rangeOf(place.rows, place.row, place.chunk, 0);
    this.state = { ...this.state, key, isOwn: false };
    this.turns.rename(turn, key);
    this.holdBefore(place);
  }

  private writeSideFiles(entry: Entry, agent: Turn | null): void {
    entry.sideFiles.forEach((path, i) => {
      const identity = sideIdentity(entry.identity, i);
      const place = this.index.find(identity, () => true);
      if (place !== null && (agent !== null || place.rows.session[place.row] === this.session)) return;
      const text = this.readSideFile(path);
      if (text === null) return;
      if (agent !== null) this.rows.writeText(identity, FIELD.output, text, this.kindOf(agent, ROW_FLAG.agent), 0);
      else if (place !== null) this.holdRange(rangeOf(place.rows, place.row, place.chunk, countTextChunks(text)));
      else this.state.ordinal += this.rows.writeText(identity, FIELD.output, text, this.kindOf(this.state, 0), this.ordinal());
    });
  }

  /** A prompt that waited in the queue has arrived: what stood for it goes. */
  private supersede(key: Key): void {
    this.queued = this.queued.filter(({ kind }) => !isSameKey(kind.turnKey, key));
    this.heldBack = this.heldBack.filter((entry) => !entry.isQueued || !isSameKey(entry.textKey, key));
    this.killSpecialRows((row) => row.flags === ROW_FLAG.queued && isSameKey(row.key, key));
  }

  private killSpecialRows(isWanted: (row: SpecialRow) => boolean): void {
    this.specialRows ??= this.findSpecialRows();
    this.specialRows = this.specialRows.filter((special) => {
      if (!isWanted(special)) return true;
      this.index.kill(special.segment, special.row);
      return false;
    });
  }

  private findSpecialRows(): SpecialRow[] {
    const found: SpecialRow[] = [];
    this.index.forEachRow((rows, row, segment) => {
      if (rows.session[row] !== this.session) return;
      const flags = rows.flags[row] & (ROW_FLAG.title | ROW_FLAG.queued);
      if (flags !== 0) found.push({ segment, row, flags, key: { hi: rows.turnKeyHi[row], lo: rows.turnKeyLo[row] } });
    });
    return found;
  }

  private noteSpecialRow({ flags, turnKey }: RowKind): void {
    this.specialRows?.push({ ...this.index.lastRow, flags, key: turnKey });
  }

  /** Place of the next chunk in the present turn. */
  private ordinal(): number {
    if (this.state.ordinal < 0) this.state.ordinal = this.turns.chunksOf(this.state.turn);
    return this.state.ordinal;
  }

  /** Where the text of a main transcript's entry is stored: not in a sub-agent's row, which would hide who spoke. */
  private findText(entry: Entry): Place | null {
    return this.index.find(entry.identity, ({ rows, row }) => !isAgentRow(rows.flags[row]));
  }

  private kindOf({ turn, key, timeMs }: Turn, flags: number): RowKind {
    return { session: this.session, turn, flags, timeMs, turnKey: key };
  }
}

function isAgentRow(flags: number): boolean {
  return (flags & ROW_FLAG.agent) !== 0;
}

function isSameKey(a: Key, b: Key): boolean {
  return a.hi === b.hi && a.lo === b.lo;
}
