/**
 * Which chunk is shown where: rows and copies resolved to units and turns, before anything is scored.
 *
 * A unit is what the answer lists: a session, a turn (group turn), or the sub-agents of one turn (where
 * they are rows of their own). A span is a run of chunks of one row that all belong to one unit. Text that
 * several sessions hold (forks, resumed copies) belongs to the newest of them that the filter admits, under
 * its number there; only rows with copies and the running session's row at its compaction are ever cut into
 * more than one span. Turn numbers of all sessions lie in one sequence: turnBase[session] + turn.
 */
import type { SearchRequest } from '../engine.ts';
import { createHolders, type Holder, type Holders } from '../index/holders.ts';
import type { Copy, RowTable, SegmentReader, SessionTable, Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { ADMIT, type Filter } from './filters.ts';

/** Spans of one segment, ascending by chunk; columns may be longer than count. */
export interface Spans {
  count: number;
  /** First chunk; one more than count. */
  first: Uint32Array;
  row: Uint32Array;
  /** -1: dead, or not wanted. */
  unit: Int32Array;
  turn: Int32Array;
  /** Set where a chunk was scored. */
  isTouched: Uint8Array;
}

export interface Scope {
  readonly spans: readonly Spans[];
  readonly unitCount: number;
  readonly turnCount: number;
  readonly turnBase: Uint32Array;
  /** Unit of each turn that has wanted chunks. */
  readonly turnUnit: Int32Array;
  /** Chunks of each unit, whatever the filter, and their mean over units that have any. */
  readonly unitLength: Float64Array;
  readonly averageUnitLength: number;
  readonly holders: Holders;
  /** Unit of a turn of a session, and the session and turn of a unit. */
  unitOf(session: number, turn: number, isAgent: boolean): number;
  sessionOf(unit: number): number;
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

/** Negative when session a is newer than b; equal times: by id, so that the order never depends on the build. */
export function compareNewer(sessions: SessionTable, a: number, b: number): number {
  if (a === b) return 0;
  const atMs = sessions.lastMs[a] || 0;
  const btMs = sessions.lastMs[b] || 0;
  return btMs - atMs || (sessions.id(a) < sessions.id(b) ? -1 : 1);
}

/** Resolves every chunk of the snapshot. Cost: one pass over rows and copies. */
export function buildScope(snapshot: Snapshot, request: SearchRequest, filter: Filter): Scope {
  const { copies } = snapshot;
  const holders = createHolders({ segments: snapshot.segments, copies });
  const { turnBase, total } = turnNumbers(snapshot, copies);
  const sessionCount = snapshot.sessions.count;
  // Sub-agents of a turn have a number of their own behind all turns.
  const turnCount = request.agents ? 2 * total : total;
  const byTurn = request.group === 'turn';
  const unitCount = byTurn ? turnCount : sessionCount + (request.agents ? total : 0);
  const turnOf = (session: number, turn: number, isAgent: boolean): number => turnBase[session] + turn + (isAgent && request.agents ? total : 0);
  const unitOf = (session: number, turn: number, isAgent: boolean): number => {
    if (byTurn) return turnOf(session, turn, isAgent);
    return isAgent && request.agents ? sessionCount + turnBase[session] + turn : session;
  };
  const sessionOf = (unit: number): number => {
    if (!byTurn && unit < sessionCount) return unit;
    const turn = byTurn ? unit % total : unit - sessionCount;
    let low = 0;
    for (let high = sessionCount; high - low > 1; ) {
      const middle = (low + high) >>> 1;
      if (turnBase[middle] <= turn) low = middle;
      else high = middle;
    }
    return low;
  };
  const unitLength = unitLengths(snapshot, copies, unitCount, unitOf);
  let filled = 0;
  let sum = 0;
  for (const length of unitLength) {
    if (length > 0) filled++;
    sum += length;
  }
  const heirs = new Int32Array(sessionCount).fill(-1);
  const resolution: Resolution = { sessions: snapshot.sessions, filter, copies: copiesByKey(copies), holders, heirs, unitOf, turnOf, sessionOf };
  const spans = snapshot.segments.map((segment, index) => spansOf(segment, index, snapshot.deadRows[index], resolution));
  if (heirs.some((heir) => heir >= 0)) moveTitles(snapshot, spans, resolution);
  const turnUnit = new Int32Array(turnCount);
  for (const ofSegment of spans) noteUnits(ofSegment, turnUnit);
  const averageUnitLength = filled > 0 ? sum / filled : 1;
  return { spans, unitCount, turnCount, turnBase, turnUnit, unitLength, averageUnitLength, holders, unitOf, sessionOf };
}

function noteUnits({ unit, turn, count }: Spans, turnUnit: Int32Array): void {
  for (let span = 0; span < count; span++) if (unit[span] >= 0) turnUnit[turn[span]] = unit[span];
}

/** Where each session's turns begin in the common sequence: as many numbers as its largest turn, and turn 0. */
function turnNumbers(snapshot: Snapshot, copies: readonly Copy[]): { turnBase: Uint32Array; total: number } {
  const sessionCount = snapshot.sessions.count;
  const turnBase = new Uint32Array(sessionCount + 1);
  // First the largest turn of session s stands at s + 1.
  for (const { rows } of snapshot.segments) {
    for (let row = 0; row < rows.count; row++) {
      const at = rows.session[row] + 1;
      if (rows.turn[row] > turnBase[at]) turnBase[at] = rows.turn[row];
    }
  }
  for (const copy of copies) turnBase[copy.session + 1] = Math.max(turnBase[copy.session + 1], copy.turn);
  for (let session = 0; session < sessionCount; session++) turnBase[session + 1] += turnBase[session] + 1;
  return { turnBase, total: turnBase[sessionCount] };
}

type Numbering = (session: number, turn: number, isAgent: boolean) => number;

function unitLengths(snapshot: Snapshot, copies: readonly Copy[], unitCount: number, unitOf: Numbering): Float64Array {
  const length = new Float64Array(unitCount);
  snapshot.segments.forEach(({ rows }, index) => {
    const dead = snapshot.deadRows[index];
    for (let row = 0; row < rows.count; row++) {
      if (dead !== null && dead[row] !== 0) continue;
      const unit = unitOf(rows.session[row], rows.turn[row], (rows.flags[row] & ROW_FLAG.agent) !== 0);
      length[unit] += rows.firstChunk[row + 1] - rows.firstChunk[row];
    }
  });
  for (const copy of copies) {
    if (snapshot.sessions.live[copy.session] !== 0) length[unitOf(copy.session, copy.turn, false)] += copy.heldTo - copy.heldFrom;
  }
  return length;
}

interface Resolution {
  readonly sessions: SessionTable;
  readonly filter: Filter;
  readonly copies: CopiesByKey;
  readonly holders: Holders;
  /** By session: the newest under which text that it holds is shown; -1 when there is none. */
  readonly heirs: Int32Array;
  readonly unitOf: Numbering;
  readonly turnOf: Numbering;
  readonly sessionOf: (unit: number) => number;
}

function spansOf(segment: SegmentReader, index: number, deadRows: Uint8Array | null, resolution: Resolution): Spans {
  const { rows } = segment;
  const { filter, copies, sessions, unitOf, turnOf } = resolution;
  const spans = emptySpans(rows.count);
  for (let row = 0; row < rows.count; row++) {
    const owner = rows.session[row];
    const first = rows.firstChunk[row];
    if ((deadRows !== null && deadRows[row] !== 0) || (filter.hasTimes && !isInTime(rows, row, filter, sessions))) {
      addSpan(spans, first, row, -1, 0);
      continue;
    }
    const held = copies.get(rows.turnKeyLo[row]);
    const admitted = filter.sessions[owner];
    const isAgent = (rows.flags[row] & ROW_FLAG.agent) !== 0;
    if (held === undefined && admitted !== ADMIT.compacted) {
      const turn = rows.turn[row];
      if (admitted === ADMIT.none) addSpan(spans, first, row, -1, 0);
      else addSpan(spans, first, row, unitOf(owner, turn, isAgent), turnOf(owner, turn, isAgent));
      continue;
    }
    // The running session's name is not among what was compacted away.
    if (admitted === ADMIT.compacted && (rows.flags[row] & ROW_FLAG.title) !== 0) {
      addSpan(spans, first, row, -1, 0);
      continue;
    }
    for (const at of cuts(rows, row, held ?? [], filter)) {
      const place = newestHolder(rows, index, row, at, resolution);
      if (place === null) addSpan(spans, at, row, -1, 0);
      else addSpan(spans, at, row, unitOf(place.session, place.turn, isAgent), turnOf(place.session, place.turn, isAgent));
    }
  }
  spans.first[spans.count] = segment.chunkCount;
  return spans;
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

/** A title alone is no conversation: of a session whose whole text is shown under others it goes with the text. */
function moveTitles(snapshot: Snapshot, spans: readonly Spans[], { heirs, unitOf, turnOf, sessionOf }: Resolution): void {
  const isShown = new Uint8Array(heirs.length);
  const titles: { spans: Spans; span: number; session: number }[] = [];
  spans.forEach((ofSegment, index) => {
    const { rows } = snapshot.segments[index];
    for (let span = 0; span < ofSegment.count; span++) {
      if (ofSegment.unit[span] < 0) continue;
      const row = ofSegment.row[span];
      if ((rows.flags[row] & ROW_FLAG.title) !== 0) titles.push({ spans: ofSegment, span, session: rows.session[row] });
      else isShown[sessionOf(ofSegment.unit[span])] = 1;
    }
  });
  for (const { spans: ofSegment, span, session } of titles) {
    if (isShown[session] !== 0 || heirs[session] < 0) continue;
    ofSegment.unit[span] = unitOf(heirs[session], 0, false);
    ofSegment.turn[span] = turnOf(heirs[session], 0, false);
  }
}

function isAdmitted(filter: Filter, { session, turn }: Holder, ordinal: number, isOwner: boolean): boolean {
  if (filter.sessions[session] !== ADMIT.compacted) return filter.sessions[session] === ADMIT.all;
  return turn < filter.boundary.turn || (isOwner && turn === filter.boundary.turn && ordinal < filter.boundary.ordinal);
}

/** A turn's time; text without one (titles, files without times) counts where its session lasts into the period. */
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
    isTouched: new Uint8Array(capacity + 1),
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
