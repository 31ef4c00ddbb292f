/**
 * The chunks worth looking at again: the best of each unit, and the best of all.
 *
 * Equal scores are put in an order that depends on the text alone, never on segments: newer session, later
 * turn, earlier in the turn.
 */
import type { Snapshot } from '../index/reader-types.ts';
import { FIELD } from '../schema.ts';
import { compareNewer, type Scope } from './scope.ts';
import type { Scores } from './score.ts';

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

/** Finds them in one pass over the chunks of touched spans. limit: length of `top`. */
export function bestPlaces(snapshot: Snapshot, scope: Scope, scores: Scores, limit: number): BestPlaces {
  const text: (Place | undefined)[] = new Array<Place | undefined>(scope.unitCount);
  const title: (Place | undefined)[] = new Array<Place | undefined>(scope.unitCount);
  const top: Place[] = [];
  const isBefore = (a: Place, b: Place): boolean => comparePlaces(snapshot, scope, a, b) < 0;
  snapshot.segments.forEach((segment, at) => {
    const score = scores.chunk[at];
    if (score === null) return;
    const { first, unit, isTouched, count } = scope.spans[at];
    for (let span = 0; span < count; span++) {
      if (isTouched[span] === 0) continue;
      for (let chunk = first[span]; chunk < first[span + 1]; chunk++) {
        const value = score[chunk];
        if (value === 0) continue;
        const list = segment.fields[chunk] === FIELD.title ? title : text;
        const known = list[unit[span]];
        const entersTop = limit > 0 && (top.length < limit || value >= top[top.length - 1].score);
        if (known !== undefined && value < known.score && !entersTop) continue;
        const place: Place = { segment: at, chunk, span, unit: unit[span], score: value };
        if (known === undefined || isBefore(place, known)) list[unit[span]] = place;
        if (entersTop) insert(top, place, limit, isBefore);
      }
    }
  });
  return { text, title, top };
}

function insert(top: Place[], place: Place, limit: number, isBefore: (a: Place, b: Place) => boolean): void {
  let low = 0;
  let high = top.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(place, top[middle])) high = middle;
    else low = middle + 1;
  }
  if (low >= limit) return;
  top.splice(low, 0, place);
  if (top.length > limit) top.pop();
}

function comparePlaces(snapshot: Snapshot, scope: Scope, a: Place, b: Place): number {
  if (a.score !== b.score) return b.score - a.score;
  const newer = compareNewer(snapshot.sessions, scope.sessionOf(a.unit), scope.sessionOf(b.unit));
  if (newer !== 0) return newer;
  const later = scope.spans[b.segment].turn[b.span] - scope.spans[a.segment].turn[a.span];
  return later || ordinalOf(snapshot, scope, a) - ordinalOf(snapshot, scope, b) || a.segment - b.segment || a.chunk - b.chunk;
}

function ordinalOf(snapshot: Snapshot, scope: Scope, { segment, chunk, span }: Place): number {
  const { rows } = snapshot.segments[segment];
  const row = scope.spans[segment].row[span];
  return rows.firstOrdinal[row] + (chunk - rows.firstChunk[row]);
}
