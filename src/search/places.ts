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

/** Cost: one pass over the spans where something matched, as for all here. */
export function unitBests(snapshot: Snapshot, scope: Scope): UnitBests {
  const bests: UnitBests = { text: new Int32Array(scope.unitCount), title: new Int32Array(scope.unitCount) };
  scope.spans.forEach((spans, at) => noteBests(spans, snapshot.segments[at].fields, bests));
  return bests;
}

function noteBests({ first, unit, best, touched, touchedCount }: Spans, fields: Uint8Array, bests: UnitBests): void {
  for (let i = 0; i < touchedCount; i++) {
    const span = touched[i];
    const value = best[span];
    const list = fields[first[span]] === FIELD.title ? bests.title : bests.text;
    if (value > list[unit[span]]) list[unit[span]] = value;
  }
}

/** The best chunks of all, best first, at most limit. */
export function topPlaces(snapshot: Snapshot, scope: Scope, scores: Scores, limit: number): Place[] {
  // As many spans have a chunk of at least this score as chunks are wanted: no chunk below it is among them.
  const heap = new Int32Array(limit);
  for (const spans of scope.spans) enterHeap(heap, spans);
  const places = collect(snapshot, scope, scores, (spans, span) => (spans.best[span] >= heap[0] ? heap[0] : Infinity));
  return places.sort((a, b) => comparePlaces(snapshot, scope, a, b)).slice(0, limit);
}

/** The best chunk of each of those units that is no title, and its title where that matched. */
export function placesOf(snapshot: Snapshot, scope: Scope, scores: Scores, bests: UnitBests, units: ReadonlySet<number>): { text: Map<number, Place>; title: Map<number, Place> } {
  const isTitle = (segment: number, chunk: number): boolean => snapshot.segments[segment].fields[chunk] === FIELD.title;
  const places = collect(snapshot, scope, scores, (spans, span, segment) => {
    const unit = spans.unit[span];
    if (!units.has(unit)) return Infinity;
    const best = isTitle(segment, spans.first[span]) ? bests.title[unit] : bests.text[unit];
    return spans.best[span] === best ? best : Infinity;
  });
  const found = { text: new Map<number, Place>(), title: new Map<number, Place>() };
  for (const place of places) {
    const list = isTitle(place.segment, place.chunk) ? found.title : found.text;
    const known = list.get(place.unit);
    if (known === undefined || comparePlaces(snapshot, scope, place, known) < 0) list.set(place.unit, place);
  }
  return found;
}

/** Chunks that score at least what `least` says for their span. */
function collect(snapshot: Snapshot, scope: Scope, scores: Scores, least: (spans: Spans, span: number, segment: number) => number): Place[] {
  const places: Place[] = [];
  snapshot.segments.forEach((_, segment) => {
    const score = scores.chunk[segment];
    if (score === null) return;
    const spans = scope.spans[segment];
    for (let i = 0; i < spans.touchedCount; i++) {
      const span = spans.touched[i];
      const needed = least(spans, span, segment);
      if (needed > spans.best[span]) continue;
      for (let chunk = spans.first[span]; chunk < spans.first[span + 1]; chunk++) {
        if (score[chunk] > 0 && score[chunk] >= needed) places.push({ segment, chunk, span, unit: spans.unit[span], points: score[chunk] });
      }
    }
  });
  return places;
}

/** Keeps the largest scores of spans in a min-heap that begins full of zeros. */
function enterHeap(heap: Int32Array, { best, touched, touchedCount }: Spans): void {
  for (let i = 0; i < touchedCount; i++) {
    const value = best[touched[i]];
    if (value > heap[0]) replaceRoot(heap, value);
  }
}

function replaceRoot(heap: Int32Array, value: number): void {
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= value) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = value;
}

function comparePlaces(snapshot: Snapshot, scope: Scope, a: Place, b: Place): number {
  if (a.points !== b.points) return b.points - a.points;
  const newer = compareNewer(snapshot.sessions, sessionOf(scope, a.unit), sessionOf(scope, b.unit));
  if (newer !== 0) return newer;
  const later = scope.spans[b.segment].turn[b.span] - scope.spans[a.segment].turn[a.span];
  return later || ordinalOf(snapshot, scope, a) - ordinalOf(snapshot, scope, b) || a.segment - b.segment || a.chunk - b.chunk;
}

function ordinalOf(snapshot: Snapshot, scope: Scope, { segment, chunk, span }: Place): number {
  const { rows } = snapshot.segments[segment];
  const row = scope.spans[segment].row[span];
  return rows.firstOrdinal[row] + (chunk - rows.firstChunk[row]);
}
