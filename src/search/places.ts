/**
 * The chunks worth looking at again: the best of each unit, and the best of all.
 *
 * Two passes over the touched spans: one over numbers alone finds the best scores, one takes the few chunks
 * that have them. Equal scores are put in an order that depends on the text alone, never on segments: newer
 * session, later turn, earlier in the turn.
 */
import type { Snapshot } from '../index/reader-types.ts';
import { FIELD } from '../schema.ts';
import type { Scope, Spans } from './scope.ts';
import type { Scores } from './score.ts';
import { compareNewer, sessionOf } from './units.ts';

/** One chunk and where it is shown. */
export interface Place {
  readonly segment: number;
  readonly chunk: number;
  readonly span: number;
  readonly unit: number;
  readonly score: number;
}

export interface BestPlaces {
  /** Best chunk by unit that is no title, and the title's; undefined where there is none. */
  readonly text: readonly (Place | undefined)[];
  readonly title: readonly (Place | undefined)[];
  /** The best chunks of all, best first. */
  readonly top: readonly Place[];
}

/** What the first pass finds. */
interface BestScores {
  readonly text: Float64Array;
  readonly title: Float64Array;
  /** Min-heap of the best scores of all; its root is the least of them, 0 while it is not full. */
  readonly top: Float64Array;
}

/** Finds them. limit: length of `top`. */
export function bestPlaces(snapshot: Snapshot, scope: Scope, scores: Scores, limit: number): BestPlaces {
  const best: BestScores = { text: new Float64Array(scope.unitCount), title: new Float64Array(scope.unitCount), top: new Float64Array(limit) };
  const spanBest = snapshot.segments.map((segment, at) => {
    const score = scores.chunk[at];
    return score === null ? null : scanSpans(scope.spans[at], score, segment.fields, best);
  });
  const text: (Place | undefined)[] = new Array<Place | undefined>(scope.unitCount);
  const title: (Place | undefined)[] = new Array<Place | undefined>(scope.unitCount);
  const top: Place[] = [];
  const least = limit > 0 ? best.top[0] : Infinity;
  const isBefore = (a: Place, b: Place | undefined): boolean => b === undefined || comparePlaces(snapshot, scope, a, b) < 0;
  snapshot.segments.forEach((segment, at) => {
    const score = scores.chunk[at];
    const bestOf = spanBest[at];
    if (score === null || bestOf === null) return;
    const { first, unit: units, count } = scope.spans[at];
    for (let span = 0; span < count; span++) {
      if (bestOf[span] === 0) continue;
      const unit = units[span];
      const bestOfUnit = segment.fields[first[span]] === FIELD.title ? best.title[unit] : best.text[unit];
      if (bestOf[span] < least && bestOf[span] < bestOfUnit) continue;
      for (let chunk = first[span]; chunk < first[span + 1]; chunk++) {
        const value = score[chunk];
        if (value === 0) continue;
        const isTitle = segment.fields[chunk] === FIELD.title;
        const isBest = value === (isTitle ? best.title[unit] : best.text[unit]);
        if (!isBest && value < least) continue;
        const place: Place = { segment: at, chunk, span, unit, score: value };
        const list = isTitle ? title : text;
        if (isBest && isBefore(place, list[unit])) list[unit] = place;
        if (value >= least) top.push(place);
      }
    }
  });
  top.sort((a, b) => comparePlaces(snapshot, scope, a, b));
  return { text, title, top: top.slice(0, limit) };
}

/** Best score by span; what beats the bests so far enters them. */
function scanSpans(spans: Spans, score: Float64Array, fields: Uint8Array, best: BestScores): Float64Array {
  const { first, unit: units, isTouched, count } = spans;
  const spanBest = new Float64Array(count);
  const { top } = best;
  const limit = top.length;
  for (let span = 0; span < count; span++) {
    if (isTouched[span] === 0) continue;
    const unit = units[span];
    let bestHere = 0;
    for (let chunk = first[span]; chunk < first[span + 1]; chunk++) {
      const value = score[chunk];
      if (value === 0) continue;
      if (value > bestHere) bestHere = value;
      const bests = fields[chunk] === FIELD.title ? best.title : best.text;
      if (value > bests[unit]) bests[unit] = value;
      if (limit > 0 && value > top[0]) replaceRoot(top, value);
    }
    spanBest[span] = bestHere;
  }
  return spanBest;
}

/** Puts a value in place of the least one of a min-heap. */
function replaceRoot(heap: Float64Array, value: number): void {
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
  if (a.score !== b.score) return b.score - a.score;
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
