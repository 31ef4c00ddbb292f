/**
 * The turns of a session: their numbers, and which of them started a sub-agent.
 *
 * A sub-agent belongs to the turn of the tool call that started it. The call, or the agent's id in its result, is a link;
 * links of text read in this run are kept here, older ones are asked of the segments. An agent without
 * a link goes to the last turn that began before it.
 */
import { NO_KEY } from '../hash.ts';
import type { Key } from '../hash.ts';
import type { IndexWriter } from '../index/index-writer.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import type { HeldTurns } from './held-turns.ts';

/** A turn, as its rows name it. */
export interface Turn {
  readonly turn: number;
  readonly key: Key;
  readonly timeMs: number;
}

/** Text before any prompt. */
const TURN_ZERO: Turn = { turn: 0, key: NO_KEY, timeMs: NaN };

/** The turns of one session while it is read. */
export class SessionTurns {
  private readonly index: IndexWriter;
  private readonly session: number;
  private readonly held: HeldTurns;
  /** Opened in this run, or all of the session once somebody asked. */
  private readonly known = new Map<number, Turn>();
  private isComplete: boolean;
  /** In the order in which they came: the turn, and how many there were before. */
  private readonly links = new Map<string, { readonly turn: number; readonly place: number }>();

  /** isNew: nothing of the session is stored yet. */
  constructor(index: IndexWriter, session: number, held: HeldTurns, isNew: boolean) {
    this.index = index;
    this.session = session;
    this.held = held;
    this.isComplete = isNew;
  }

  /** A new turn; returns its number. */
  open(turn: Omit<Turn, 'turn'>): number {
    const record = this.index.catalog.edit(this.session);
    record.turnCount++;
    this.known.set(record.turnCount, { turn: record.turnCount, ...turn });
    return record.turnCount;
  }

  link(link: Key, turn: number): void {
    const name = nameOf(link);
    if (!this.links.has(name)) this.links.set(name, { turn, place: this.links.size });
  }

  /** Where among the links of this run the first of these that is known stands; Infinity when none is. */
  placeOf(links: readonly Key[]): number {
    return links.map((link) => this.links.get(nameOf(link))?.place).find((place) => place !== undefined) ?? Infinity;
  }

  /** The turn of a sub-agent with those links whose first entry has that time. */
  resolve(links: readonly Key[], firstMs: number): Turn & { isLinked: boolean } {
    for (const link of links) {
      const number = this.links.get(nameOf(link))?.turn ?? this.storedLink(link);
      if (number >= 0) return { ...this.turn(number), isLinked: true };
    }
    let found = TURN_ZERO;
    for (const turn of this.all()) {
      const isBefore = !(turn.timeMs > firstMs);
      if (isBefore && turn.turn > found.turn) found = turn;
    }
    return { ...found, isLinked: false };
  }

  /** One more than the largest place of a chunk stored in that turn. Cost: one pass over all rows. */
  chunksOf(turn: number): number {
    let end = 0;
    this.index.stored.forEachRow((rows, row, _segment, chunkCount) => {
      if (rows.session[row] === this.session && rows.turn[row] === turn && (rows.flags[row] & ~ROW_FLAG.opening) === 0) {
        end = Math.max(end, rows.firstOrdinal[row] + chunkCount);
      }
    });
    for (const copy of this.held.all()) if (copy.turn === turn) end = Math.max(end, copy.heldTo);
    return end;
  }

  /** Number of the turn that the link leads to in text of earlier runs, this session's own or held; -1 for none. */
  private storedLink(link: Key): number {
    const found = this.index.stored.findLink(link);
    if (found === null) return -1;
    const { rows, row } = found;
    if (rows.session[row] === this.session) return rows.turn[row];
    const copy = this.held.all().find(({ owner, key }) => owner === rows.session[row] && key.hi === rows.turnKeyHi[row] && key.lo === rows.turnKeyLo[row]);
    return copy?.turn ?? -1;
  }

  /** That turn; turn 0 when there is no such turn. */
  turn(number: number): Turn {
    return this.all().find(({ turn }) => turn === number) ?? TURN_ZERO;
  }

  private all(): Iterable<Turn> & { find(test: (turn: Turn) => boolean): Turn | undefined } {
    if (!this.isComplete) this.complete();
    return [...this.known.values()];
  }

  /** Finds the turns of earlier runs in the rows, the session's own and those it holds copies of. */
  private complete(): void {
    this.isComplete = true;
    const heldAs = new Map<string, number>();
    for (const copy of this.held.all()) heldAs.set(`${copy.owner} ${copy.key.hi} ${copy.key.lo}`, copy.turn);
    this.index.stored.forEachRow((rows, row) => {
      if ((rows.flags[row] & ~ROW_FLAG.opening) !== 0) return;
      const key = { hi: rows.turnKeyHi[row], lo: rows.turnKeyLo[row] };
      const isOwn = rows.session[row] === this.session;
      const turn = isOwn ? rows.turn[row] : heldAs.get(`${rows.session[row]} ${key.hi} ${key.lo}`);
      if (turn !== undefined && turn > 0 && !this.known.has(turn)) this.known.set(turn, { turn, key, timeMs: rows.timeMs[row] });
    });
  }
}

function nameOf({ hi, lo }: Key): string {
  return `${hi} ${lo}`;
}
