/**
 * Which chunk is shown where: rows and copies resolved to units and turns, before anything is scored.
 *
 * A span is a run of chunks of one row that all belong to one unit. Text that several sessions hold (forks,
 * resumed copies) belongs to the newest of them that the filter admits, under its number there; only rows with
 * copies and the running session's row at its compaction are ever cut into more than one span. A title alone is
 * no conversation: where a session's whole text is shown under others, its title goes with the text.
 */
import type { SearchRequest } from '../contract.ts';
import { takeArena, type Arena } from '../kernel/arena.ts';
import {
  ROWS_BYTES, ROWS_COUNT, ROWS_DEAD, ROWS_FIRST_CHUNK, ROWS_FLAGS, ROWS_SESSION, ROWS_TURN, ROWS_TURN_KEY, SESSIONS_ADMITTED, SESSIONS_BYTES,
  SESSIONS_COPIED, SESSIONS_IS_SHOWN, SESSIONS_TURN_BASE, SESSIONS_TURN_UNIT, SESSIONS_UNIT_LENGTH,
} from '../kernel/layout.ts';
import { createHolders, type Holder, type Holders } from '../index/holders.ts';
import type { Copy, RowTable, SegmentReader, SessionTable, Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { ADMIT, type Filter } from './filters.ts';
import { createSpans, spanBytes, type Spans } from './spans.ts';
import { compareNewer, numberUnits, turnOf, unitOf, type Units } from './units.ts';

/** Bits of the map of turn keys that have copies: a row whose key is not in it is held by one session. */
const COPIED_BITS = 1 << 16;

/** Where every chunk of the snapshot is shown. */
export interface Scope extends Units {
  readonly spans: readonly Spans[];
  /** Unit of each turn that has wanted chunks. */
  readonly turnUnit: Int32Array;
  /** Chunks of each unit, whatever the filter, and their mean over units that have any. */
  readonly unitLength: Uint32Array;
  readonly averageUnitLength: number;
  readonly holders: Holders;
  /** Where the columns lie; whoever scores goes on in it. */
  readonly arena: Arena;
}

/**
 * Resolves every chunk of the snapshot, in the arena of the process: a scope is void when the next one is built.
 *
 * bytesFor: what the caller will take of the arena; what it takes at once stays where it is. Cost: two passes over rows, one over copies.
 */
export function buildScope(snapshot: Snapshot, request: SearchRequest, filter: Filter, bytesFor: (units: Units, arena: Arena) => number = () => 0): Scope {
  const { copies, sessions, segments, deadRows } = snapshot;
  const arena = takeArena();
  arena.reserve(rowBytes(snapshot));
  const rows = segments.map((segment, at) => copyRows(arena, segment.rows, deadRows[at], copies.length > 0));
  const units = numberUnits(snapshot, copies, request, arena, rows);
  const copied = copies.length === 0 ? 0 : mapOfCopied(arena, copies);
  const holders = createHolders({ segments, copies });
  const longest = copies.reduce((most, { key }) => Math.max(most, holders.copiesOf(key.lo)?.length ?? 0), 0);
  const capacities = rows.map((address, at) => spanCapacity(arena, segments[at].rows.count, address, copied, longest));
  arena.reserve(bytesFor(units, arena) + unitBytes(units) + capacities.reduce((sum, capacity) => sum + spanBytes(capacity) + 4 * capacity, 0));
  const resolution: Resolution = {
    units,
    sessions,
    filter,
    holders,
    unitLength: arena.words(units.unitCount),
    turnUnit: arena.numbers(units.turnCount),
    isShown: arena.bytes(units.sessionCount),
    heirs: arena.numbers(units.sessionCount).fill(-1),
  };
  const { unitLength, turnUnit, isShown } = resolution;
  const known = arena.record(SESSIONS_BYTES, {
    [SESSIONS_ADMITTED]: arena.copy(filter.sessions),
    [SESSIONS_TURN_BASE]: arena.copy(units.turnBase),
    [SESSIONS_UNIT_LENGTH]: unitLength,
    [SESSIONS_IS_SHOWN]: isShown,
    [SESSIONS_TURN_UNIT]: turnUnit,
    [SESSIONS_COPIED]: copied,
  });
  const isSimple = !units.isByTurn && !units.hasAgents && !filter.hasTimes;
  const spans = segments.map((segment, at) => {
    const found = createSpans(arena, capacities[at]);
    const { rows: table, chunkCount } = segment;
    for (let row = 0; ; row++) {
      // Nearly every row is plain: of a session that is wanted whole, held by no other.
      if (isSimple) row = arena.kernel.addPlainRows(rows[at], row, found.address, known);
      if (row >= table.count) break;
      addRow(found, segment, at, row, deadRows[at], resolution);
    }
    found.first[found.count] = chunkCount;
    return found;
  });
  if (copies.length > 0) segments.forEach(({ rows: table }, at) => moveTitles(table, rows[at], spans[at], arena, resolution));
  for (const copy of copies) {
    if (sessions.live[copy.session] !== 0) unitLength[unitOf(units, copy.session, copy.turn, false)] += copy.heldTo - copy.heldFrom;
  }
  return { ...units, spans, turnUnit, unitLength, averageUnitLength: meanOfFilled(arena, unitLength), holders, arena };
}

/** What the rows take of an arena: four words, two bytes, and what is rounded up. */
function rowBytes({ segments, sessions, copies }: Snapshot): number {
  const rows = segments.reduce((sum, segment) => sum + segment.rows.count, 0);
  return 18 * rows + segments.length * (ROWS_BYTES + 64) + 4 * sessions.count + 16 + (copies.length === 0 ? 0 : COPIED_BITS / 8);
}

function unitBytes({ unitCount, turnCount, sessionCount }: Units): number {
  return 4 * unitCount + 4 * turnCount + 10 * sessionCount + SESSIONS_BYTES + 64;
}

/** Address of the rows as the kernel reads them. */
function copyRows(arena: Arena, rows: RowTable, dead: Uint8Array | null, hasCopies: boolean): number {
  return arena.record(ROWS_BYTES, {
    [ROWS_COUNT]: rows.count,
    [ROWS_SESSION]: arena.copy(rows.session),
    [ROWS_TURN]: arena.copy(rows.turn),
    [ROWS_FIRST_CHUNK]: arena.copy(rows.firstChunk),
    [ROWS_FLAGS]: arena.copy(rows.flags),
    [ROWS_DEAD]: dead === null ? 0 : arena.copy(dead),
    [ROWS_TURN_KEY]: hasCopies ? arena.copy(rows.turnKeyLo) : 0,
  });
}

function mapOfCopied(arena: Arena, copies: readonly Copy[]): number {
  const map = arena.bytes(COPIED_BITS / 8);
  for (const { key } of copies) map[(key.lo & (COPIED_BITS - 1)) >>> 3] |= 1 << (key.lo & 7);
  return map.byteOffset;
}

/** A row is cut at most at both ends of each copy of its turn (mostCopies of one), and where the running session was compacted. */
function spanCapacity(arena: Arena, rowCount: number, rows: number, copied: number, mostCopies: number): number {
  return 2 * rowCount + 1 + (copied === 0 ? 0 : 2 * mostCopies * arena.kernel.countCopied(rows, copied));
}

function meanOfFilled({ kernel }: Arena, lengths: Uint32Array): number {
  const filled = kernel.countFilled(lengths.byteOffset, lengths.length);
  return filled > 0 ? kernel.sumOf(lengths.byteOffset, lengths.length) / filled : 1;
}

/** True when the row's chunks are counted by ordinals of their turn (sub-agent rows are held whole or not at all). */
export function hasOrdinals(rows: RowTable, row: number): boolean {
  return (rows.flags[row] & (ROW_FLAG.agent | ROW_FLAG.title | ROW_FLAG.queued)) === 0;
}

interface Resolution {
  readonly units: Units;
  readonly sessions: SessionTable;
  readonly filter: Filter;
  readonly holders: Holders;
  readonly unitLength: Uint32Array;
  readonly turnUnit: Int32Array;
  /** By session: 1 when text other than its title is shown under it. */
  readonly isShown: Uint8Array;
  /** By session: the newest other one under which text that it holds is shown; -1 when there is none. */
  readonly heirs: Int32Array;
}

/** Adds the spans of a row that is not plain. */
function addRow(spans: Spans, segment: SegmentReader, index: number, row: number, deadRows: Uint8Array | null, resolution: Resolution): void {
  const { rows } = segment;
  const { filter, holders, sessions, units, unitLength } = resolution;
  const first = rows.firstChunk[row];
  if (deadRows !== null && deadRows[row] !== 0) {
    spans.add(first, row, -1, 0);
    return;
  }
  const owner = rows.session[row];
  const turn = rows.turn[row];
  const flags = rows.flags[row];
  const admitted = filter.sessions[owner];
  const held = holders.copiesOf(rows.turnKeyLo[row]);
  unitLength[unitOf(units, owner, turn, (flags & ROW_FLAG.agent) !== 0)] += rows.firstChunk[row + 1] - first;
  if (filter.hasTimes && !isInTime(rows, row, filter, sessions)) spans.add(first, row, -1, 0);
  // The running session's name is not among what was compacted away.
  else if ((flags & ROW_FLAG.title) !== 0) addTitle(spans, first, row, admitted === ADMIT.all ? owner : -1, resolution);
  else if (held === undefined && admitted !== ADMIT.compacted) addPlace(spans, first, row, flags, admitted === ADMIT.none ? null : { session: owner, turn }, resolution);
  else if (held !== undefined && addWhole(spans, rows, row, flags, held, resolution)) return;
  else for (const at of cuts(rows, row, held ?? [], filter)) addPlace(spans, at, row, flags, newestHolder(rows, index, row, at, resolution), resolution);
}

/** Adds the span of a title of that session, -1 where it is not wanted. */
function addTitle(spans: Spans, first: number, row: number, session: number, { units, turnUnit }: Resolution): void {
  if (session < 0) {
    spans.add(first, row, -1, 0);
    return;
  }
  const unit = unitOf(units, session, 0, false);
  const turn = turnOf(units, session, 0, false);
  turnUnit[turn] = unit;
  spans.add(first, row, unit, turn);
}

/** Adds a span that is shown in that place, or nowhere. */
function addPlace(spans: Spans, first: number, row: number, flags: number, place: Holder | null, { units, isShown, turnUnit }: Resolution): void {
  if (place === null) {
    spans.add(first, row, -1, 0);
    return;
  }
  const isAgent = (flags & ROW_FLAG.agent) !== 0;
  const unit = unitOf(units, place.session, place.turn, isAgent);
  const turn = turnOf(units, place.session, place.turn, isAgent);
  isShown[place.session] = 1;
  turnUnit[turn] = unit;
  spans.add(first, row, unit, turn);
}

/**
 * Adds the span of a row that each of its holders holds whole: what newestHolder() finds of its chunks, without lists of holders, which would take
 * a search of 3 GB with a few hundred such rows 4 ms. False where that is not so, or only a part of a session is admitted.
 */
function addWhole(spans: Spans, rows: RowTable, row: number, flags: number, copies: readonly Copy[], resolution: Resolution): boolean {
  const { filter, heirs, sessions } = resolution;
  const first = rows.firstChunk[row];
  const from = rows.firstOrdinal[row];
  const to = from + rows.firstChunk[row + 1] - first;
  const owner = rows.session[row];
  const hi = rows.turnKeyHi[row];
  if (from === to || (flags & ROW_FLAG.agent) !== 0 || filter.sessions[owner] === ADMIT.compacted) return false;
  let best = filter.sessions[owner] === ADMIT.all ? owner : -1;
  let turn = rows.turn[row];
  for (const { key, owner: ofOwner, session, turn: ofTurn, heldFrom, heldTo } of copies) {
    if ((heldFrom > from && heldFrom < to) || (heldTo > from && heldTo < to)) return false;
    if (key.hi !== hi || ofOwner !== owner || heldFrom > from || heldTo < to) continue;
    if (filter.sessions[session] === ADMIT.compacted) return false;
    if (filter.sessions[session] === ADMIT.none || (best >= 0 && compareNewer(sessions, session, best) >= 0)) continue;
    best = session;
    turn = ofTurn;
  }
  if (best >= 0) {
    const inherit = (session: number): void => {
      if (session !== best && (heirs[session] < 0 || compareNewer(sessions, best, heirs[session]) < 0)) heirs[session] = best;
    };
    inherit(owner);
    for (const { key, owner: ofOwner, session, heldFrom, heldTo } of copies) if (key.hi === hi && ofOwner === owner && heldFrom <= from && heldTo >= to) inherit(session);
  }
  addPlace(spans, first, row, flags, best < 0 ? null : { session: best, turn }, resolution);
  return true;
}

/** First chunks of the runs of a row within which every chunk has the same holders. */
function cuts(rows: RowTable, row: number, copies: readonly Copy[], filter: Filter): readonly number[] {
  const first = rows.firstChunk[row];
  const end = rows.firstChunk[row + 1];
  const shift = first - rows.firstOrdinal[row];
  const inside = first < end ? [first] : [];
  const add = (at: number): void => {
    if (at > first && at < end && !inside.includes(at)) inside.push(at);
  };
  for (const { heldFrom, heldTo } of copies) {
    add(heldFrom + shift);
    add(heldTo + shift);
  }
  if (filter.sessions[rows.session[row]] === ADMIT.compacted) add(filter.boundary.ordinal + shift);
  return inside.length > 2 ? inside.sort((a, b) => a - b) : inside;
}

/** The place where a chunk is shown: the newest admitted session among its holders; null when none is. */
function newestHolder(rows: RowTable, segment: number, row: number, chunk: number, { filter, holders, heirs, sessions }: Resolution): Holder | null {
  const ordinal = hasOrdinals(rows, row) ? rows.firstOrdinal[row] + (chunk - rows.firstChunk[row]) : Infinity;
  const all = holders.of(segment, row, chunk);
  let best: Holder | null = null;
  for (const holder of all) {
    if (!isAdmitted(filter, holder, ordinal, holder.session === rows.session[row])) continue;
    if (best === null || compareNewer(sessions, holder.session, best.session) < 0) best = holder;
  }
  for (const { session } of all) {
    const isNewer = best !== null && (heirs[session] < 0 || compareNewer(sessions, best.session, heirs[session]) < 0);
    if (best !== null && isNewer && session !== best.session) heirs[session] = best.session;
  }
  return best;
}

function isAdmitted(filter: Filter, { session, turn }: Holder, ordinal: number, isOwner: boolean): boolean {
  if (filter.sessions[session] !== ADMIT.compacted) return filter.sessions[session] === ADMIT.all;
  return turn < filter.boundary.turn || (isOwner && turn === filter.boundary.turn && ordinal < filter.boundary.ordinal);
}

/** Titles of sessions whose whole text is shown under others go with the text. */
function moveTitles({ session }: RowTable, rows: number, spans: Spans, { kernel }: Arena, { units, isShown, heirs, turnUnit }: Resolution): void {
  const { address, row, unit, turn, count } = spans;
  const next = (from: number): number => kernel.nextOrphan(rows, address, from, isShown.byteOffset, heirs.byteOffset);
  for (let span = next(0); span < count; span = next(span + 1)) {
    const heir = heirs[session[row[span]]];
    unit[span] = unitOf(units, heir, 0, false);
    turn[span] = turnOf(units, heir, 0, false);
    turnUnit[turn[span]] = unit[span];
  }
}

/** A turn's time; text without one (files without times) counts where its session lasts into the period. */
function isInTime(rows: RowTable, row: number, filter: Filter, sessions: SessionTable): boolean {
  const atMs = rows.timeMs[row];
  if (atMs === atMs) return atMs >= filter.sinceMs && atMs < filter.untilMs;
  const session = rows.session[row];
  return sessions.lastMs[session] >= filter.sinceMs && sessions.firstMs[session] < filter.untilMs;
}
