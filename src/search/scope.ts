/**
 * Which chunk is shown where: rows and copies resolved to units and turns, before anything is scored.
 *
 * A span is a run of chunks of one row that all belong to one unit. Text that several sessions hold (forks,
 * resumed copies) belongs to the newest of them that the filter admits, under its number there; only rows with
 * copies and the running session's row at its compaction are ever cut into more than one span. A title alone is
 * no conversation: where a session's whole text is shown under others, its title goes with the text.
 */
import type { SearchRequest } from '../contract.ts';
import { createHolders, type Holder, type Holders } from '../index/holders.ts';
import type { Copy, RowTable, SegmentReader, SessionTable, Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { ADMIT, type Filter } from './filters.ts';
import { compareNewer, numberUnits, turnOf, unitOf, type Units } from './units.ts';

/** Spans of one segment, ascending by chunk; columns may be longer than count. */
export interface Spans {
  count: number;
  /** First chunk; one more than count. */
  first: Uint32Array;
  row: Uint32Array;
  /** -1: dead, or not wanted. */
  unit: Int32Array;
  turn: Int32Array;
  /** Points of the best chunk of the span; 0 before scoring, and where nothing matched. */
  best: Int32Array;
  /** Spans where something matched, in no particular order, each once. */
  touched: Uint32Array;
  touchedCount: number;
}

/** Where every chunk of the snapshot is shown. */
export interface Scope extends Units {
  readonly spans: readonly Spans[];
  /** Unit of each turn that has wanted chunks. */
  readonly turnUnit: Int32Array;
  /** Chunks of each unit, whatever the filter, and their mean over units that have any. */
  readonly unitLength: Uint32Array;
  readonly averageUnitLength: number;
  readonly holders: Holders;
}

/** Resolves every chunk of the snapshot. Cost: two passes over rows, one over copies. */
export function buildScope(snapshot: Snapshot, request: SearchRequest, filter: Filter): Scope {
  const { copies, sessions, segments, deadRows } = snapshot;
  const units = numberUnits(snapshot, copies, request);
  const resolution: Resolution = {
    units,
    sessions,
    filter,
    copies: copiesByKey(copies),
    holders: createHolders({ segments, copies }),
    unitLength: new Uint32Array(units.unitCount),
    turnUnit: new Int32Array(units.turnCount),
    isShown: new Uint8Array(units.sessionCount),
    heirs: new Int32Array(units.sessionCount).fill(-1),
    titles: [],
  };
  const spans = segments.map((segment, index) => spansOf(segment, index, deadRows[index], resolution));
  moveTitles(resolution);
  const { unitLength, turnUnit, holders } = resolution;
  for (const copy of copies) {
    if (sessions.live[copy.session] !== 0) unitLength[unitOf(units, copy.session, copy.turn, false)] += copy.heldTo - copy.heldFrom;
  }
  return { ...units, spans, turnUnit, unitLength, averageUnitLength: meanOfFilled(unitLength), holders };
}

function meanOfFilled(lengths: Uint32Array): number {
  let filled = 0;
  let sum = 0;
  for (let unit = 0; unit < lengths.length; unit++) {
    if (lengths[unit] > 0) filled++;
    sum += lengths[unit];
  }
  return filled > 0 ? sum / filled : 1;
}

/** Copies by the turn they copy, so that rows without copies are passed over quickly. */
type CopiesByKey = ReadonlyMap<number, readonly Copy[]>;

function copiesByKey(copies: readonly Copy[]): CopiesByKey {
  const byKey = new Map<number, Copy[]>();
  for (const copy of copies) {
    const same = byKey.get(copy.key.lo);
    if (same === undefined) byKey.set(copy.key.lo, [copy]);
    else same.push(copy);
  }
  return byKey;
}

/** True when the row's chunks are counted by ordinals of their turn (sub-agent rows are held whole or not at all). */
export function hasOrdinals(rows: RowTable, row: number): boolean {
  return (rows.flags[row] & (ROW_FLAG.agent | ROW_FLAG.title | ROW_FLAG.queued)) === 0;
}

interface Resolution {
  readonly units: Units;
  readonly sessions: SessionTable;
  readonly filter: Filter;
  readonly copies: CopiesByKey;
  readonly holders: Holders;
  readonly unitLength: Uint32Array;
  readonly turnUnit: Int32Array;
  /** By session: 1 when text other than its title is shown under it. */
  readonly isShown: Uint8Array;
  /** By session: the newest other one under which text that it holds is shown; -1 when there is none. */
  readonly heirs: Int32Array;
  readonly titles: { readonly spans: Spans; readonly span: number; readonly session: number }[];
}

function spansOf(segment: SegmentReader, index: number, deadRows: Uint8Array | null, resolution: Resolution): Spans {
  const { rows } = segment;
  const { filter, copies, sessions, units, unitLength, titles, isShown, turnUnit } = resolution;
  const spans = emptySpans(rows.count);
  const isSimple = !units.isByTurn && !units.hasAgents && !filter.hasTimes;
  for (let row = 0; row < rows.count; row++) {
    const first = rows.firstChunk[row];
    if (deadRows !== null && deadRows[row] !== 0) {
      addSpan(spans, first, row, -1, 0);
      continue;
    }
    const owner = rows.session[row];
    const turn = rows.turn[row];
    const flags = rows.flags[row];
    const admitted = filter.sessions[owner];
    const held = copies.size === 0 ? undefined : copies.get(rows.turnKeyLo[row]);
    if (isSimple && admitted === ADMIT.all && held === undefined && (flags & ROW_FLAG.title) === 0) {
      // Nearly every row, so without a call.
      const number = units.turnBase[owner] + turn;
      unitLength[owner] += rows.firstChunk[row + 1] - first;
      isShown[owner] = 1;
      turnUnit[number] = owner;
      addSpan(spans, first, row, owner, number);
      continue;
    }
    unitLength[unitOf(units, owner, turn, (flags & ROW_FLAG.agent) !== 0)] += rows.firstChunk[row + 1] - first;
    if (filter.hasTimes && !isInTime(rows, row, filter, sessions)) addSpan(spans, first, row, -1, 0);
    else if ((flags & ROW_FLAG.title) !== 0) {
      // The running session's name is not among what was compacted away.
      if (admitted === ADMIT.all) titles.push({ spans, span: spans.count, session: owner });
      addSpan(spans, first, row, admitted === ADMIT.all ? unitOf(units, owner, 0, false) : -1, turnOf(units, owner, 0, false));
    } else if (held === undefined && admitted !== ADMIT.compacted) addPlace(spans, first, row, flags, admitted === ADMIT.none ? null : { session: owner, turn }, resolution);
    else for (const at of cuts(rows, row, held ?? [], filter)) addPlace(spans, at, row, flags, newestHolder(rows, index, row, at, resolution), resolution);
  }
  spans.first[spans.count] = segment.chunkCount;
  return spans;
}

/** Adds a span that is shown in that place, or nowhere. */
function addPlace(spans: Spans, first: number, row: number, flags: number, place: Holder | null, { units, isShown, turnUnit }: Resolution): void {
  if (place === null) {
    addSpan(spans, first, row, -1, 0);
    return;
  }
  const isAgent = (flags & ROW_FLAG.agent) !== 0;
  const unit = unitOf(units, place.session, place.turn, isAgent);
  const turn = turnOf(units, place.session, place.turn, isAgent);
  isShown[place.session] = 1;
  turnUnit[turn] = unit;
  addSpan(spans, first, row, unit, turn);
}

/** First chunks of the runs of a row within which every chunk has the same holders. */
function cuts(rows: RowTable, row: number, copies: readonly Copy[], filter: Filter): number[] {
  const first = rows.firstChunk[row];
  const shift = first - rows.firstOrdinal[row];
  const points = [first];
  for (const copy of copies) points.push(copy.heldFrom + shift, copy.heldTo + shift);
  if (filter.sessions[rows.session[row]] === ADMIT.compacted) points.push(filter.boundary.ordinal + shift);
  const inside = points.filter((at) => at >= first && at < rows.firstChunk[row + 1]);
  return [...new Set(inside)].sort((a, b) => a - b);
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

function moveTitles({ units, titles, isShown, heirs, turnUnit }: Resolution): void {
  for (const { spans, span, session } of titles) {
    const shown = isShown[session] !== 0 || heirs[session] < 0 ? session : heirs[session];
    spans.unit[span] = unitOf(units, shown, 0, false);
    spans.turn[span] = turnOf(units, shown, 0, false);
    turnUnit[spans.turn[span]] = spans.unit[span];
  }
}

/** A turn's time; text without one (files without times) counts where its session lasts into the period. */
function isInTime(rows: RowTable, row: number, filter: Filter, sessions: SessionTable): boolean {
  const atMs = rows.timeMs[row];
  if (atMs === atMs) return atMs >= filter.sinceMs && atMs < filter.untilMs;
  const session = rows.session[row];
  return sessions.lastMs[session] >= filter.sinceMs && sessions.firstMs[session] < filter.untilMs;
}

function emptySpans(capacity: number): Spans {
  return {
    count: 0,
    first: new Uint32Array(capacity + 1),
    row: new Uint32Array(capacity + 1),
    unit: new Int32Array(capacity + 1),
    turn: new Int32Array(capacity + 1),
    best: new Int32Array(capacity + 1),
    touched: new Uint32Array(capacity + 1),
    touchedCount: 0,
  };
}

function addSpan(spans: Spans, first: number, row: number, unit: number, turn: number): void {
  if (spans.count + 1 >= spans.first.length) growSpans(spans);
  spans.first[spans.count] = first;
  spans.row[spans.count] = row;
  spans.unit[spans.count] = unit;
  spans.turn[spans.count++] = turn;
}

function growSpans(spans: Spans): void {
  const grown = emptySpans(2 * spans.first.length);
  for (const column of ['first', 'row', 'unit', 'turn'] as const) {
    grown[column].set(spans[column]);
  }
  Object.assign(spans, { ...grown, count: spans.count });
}
