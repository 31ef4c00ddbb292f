/**
 * The chunks worth looking at again: the best of all for closeness, the best of each unit that is shown.
 *
 * Scoring has left the best score of every span, so only spans that can hold such a chunk are looked into.
 * Equal scores are put in an order that depends on the text alone, never on segments: newer session, later
 * turn, earlier in the turn.
 */
import type { Snapshot } from '../index/reader-types.ts';
import { FIELD } from '../schema.ts';
import type { Scope } from './scope.ts';
import type { Scores } from './score.ts';
import type { Spans } from './spans.ts';
import { compareNewer, sessionOf } from './units.ts';

/** One chunk and where it is shown. */
export interface Place {
  readonly segment: number;
  readonly chunk: number;
  readonly span: number;
  readonly unit: number;
  readonly points: number;
}

/** Points of the best chunk by unit, of titles and of everything else. */
export interface UnitBests {
  readonly text: Int32Array;
  readonly title: Int32Array;
}

/** Cost: one pass of the kernel over the spans where something matched, as for all here. The columns lie in the arena. */
export function unitBests({ spans, unitCount, arena }: Scope, { chunk, tables }: Scores): UnitBests {
  const bests: UnitBests = { text: arena.numbers(unitCount).fill(0), title: arena.numbers(unitCount).fill(0) };
  spans.forEach(({ address }, at) => {
    if (chunk[at] !== null) arena.kernel.bestsByUnit(address, tables[at].address(), FIELD.title, bests.text.byteOffset, bests.title.byteOffset);
  });
  return bests;
}

/** The best chunks of all, best first, at most limit. */
export function topPlaces(snapshot: Snapshot, scope: Scope, scores: Scores, limit: number): Place[] {
  const { arena } = scope;
  // As many spans have a chunk of at least this score as chunks are wanted: no chunk below it is among them.
  const heap = arena.numbers(limit).fill(0);
  for (const { address } of scope.spans) arena.kernel.enterHeap(address, heap.byteOffset, limit);
  const [least] = heap;
  const places = collect(scope, scores, (spans, into) => arena.kernel.spansFrom(spans.address, least, into), () => least);
  return places.sort((a, b) => comparePlaces(snapshot, scope, a, b)).slice(0, limit);
}

/** The best chunk of each of those units that is no title, and its title where that matched. */
export function placesOf(snapshot: Snapshot, scope: Scope, scores: Scores, { text, title }: UnitBests, units: readonly number[]): { text: Map<number, Place>; title: Map<number, Place> } {
  const { arena } = scope;
  const start = arena.mark();
  const isWanted = arena.bytes(scope.unitCount).fill(0);
  for (const unit of units) isWanted[unit] = 1;
  const find = (spans: Spans, into: number, at: number): number =>
    arena.kernel.spansOfUnits(spans.address, scores.tables[at].address(), FIELD.title, text.byteOffset, title.byteOffset, isWanted.byteOffset, into);
  const found = { text: new Map<number, Place>(), title: new Map<number, Place>() };
  for (const place of collect(scope, scores, find, (spans, span) => spans.best[span])) {
    const list = scores.tables[place.segment].fieldOf(place.chunk) === FIELD.title ? found.title : found.text;
    const known = list.get(place.unit);
    if (known === undefined || comparePlaces(snapshot, scope, place, known) < 0) list.set(place.unit, place);
  }
  arena.release(start);
  return found;
}

/** Of the spans that are found (written to an address; returns their number) the chunks with at least so many points. */
function collect(scope: Scope, scores: Scores, find: (spans: Spans, into: number, segment: number) => number, leastOf: (spans: Spans, span: number) => number): Place[] {
  const { arena } = scope;
  const places: Place[] = [];
  scope.spans.forEach((spans, segment) => {
    const score = scores.chunk[segment];
    if (score === null) return;
    const start = arena.mark();
    const found = arena.words(spans.touchedCount);
    const count = find(spans, found.byteOffset, segment);
    for (let i = 0; i < count; i++) {
      const span = found[i];
      const least = Math.max(1, leastOf(spans, span));
      for (let chunk = spans.first[span]; chunk < spans.first[span + 1]; chunk++) {
        if (score[chunk] >= least) places.push({ segment, chunk, span, unit: spans.unit[span], points: score[chunk] });
      }
    }
    arena.release(start);
  });
  return places;
}

/** Negative when a comes first: more points, then what depends on the text alone. */
export function comparePlaces(snapshot: Snapshot, scope: Scope, a: Place, b: Place): number {
  if (a.points !== b.points) return b.points - a.points;
  const newer = compareNewer(snapshot.sessions, sessionOf(scope, a.unit), sessionOf(scope, b.unit));
  if (newer !== 0) return newer;
  const later = scope.spans[b.segment].turn[b.span] - scope.spans[a.segment].turn[a.span];
  return later || ordinalOf(snapshot, scope, a) - ordinalOf(snapshot, scope, b) || textOf(snapshot, a).compare(textOf(snapshot, b));
}

/** Several sub-agents of a turn have chunks of the same ordinal. Those of the same text are one as good as the other. */
function textOf({ segments }: Snapshot, { segment, chunk }: Place): Buffer {
  return segments[segment].text(chunk);
}

function ordinalOf(snapshot: Snapshot, scope: Scope, { segment, chunk, span }: Place): number {
  const { rows } = snapshot.segments[segment];
  const row = scope.spans[segment].row[span];
  return rows.firstOrdinal[row] + (chunk - rows.firstChunk[row]);
}
