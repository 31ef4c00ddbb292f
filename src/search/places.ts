/**
 * The chunks worth a second look: the best of all for closeness, the best of each unit that is shown.
 *
 * Scoring has left the best chunk of every span, and those that may be among the best of all.
 * Equal scores are ordered by what depends on the text alone, never on segments: newer session first, later
 * turn first, earlier in the turn first.
 */
import type { Snapshot } from '../index/reader-types.ts';
import { rangeOf } from './range-of.ts';
import type { Scope } from './scope.ts';
import type { Scores } from './score.ts';
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

/** Cost: one pass of the kernel over the spans that matched, as for everything here. The columns are in the arena. */
export function unitBests({ spans, unitCount, arena }: Scope): UnitBests {
  const bests: UnitBests = { text: arena.numbers(unitCount).fill(0), title: arena.numbers(unitCount).fill(0) };
  for (const { address } of spans) arena.kernel.bestsByUnit(address, bests.text.byteOffset, bests.title.byteOffset);
  return bests;
}

/** The best chunks of all, best first, at most limit. */
export function topPlaces(snapshot: Snapshot, scope: Scope, { best }: Scores, limit: number): Place[] {
  const places = best.map(({ segment, chunk, points }): Place => {
    const { first, unit, count } = scope.spans[segment];
    const span = rangeOf(first, 0, count, chunk);
    return { segment, chunk, span, unit: unit[span], points };
  });
  return places.sort((a, b) => comparePlaces(snapshot, scope, a, b)).slice(0, limit);
}

/** The best chunk of each of those units that is no title, and its title if that matched. */
export function placesOf(snapshot: Snapshot, scope: Scope, { text, title }: UnitBests, units: readonly number[]): { text: Map<number, Place>; title: Map<number, Place> } {
  const { arena } = scope;
  const start = arena.mark();
  const isWanted = arena.bytes(scope.unitCount).fill(0);
  for (const unit of units) isWanted[unit] = 1;
  const found = { text: new Map<number, Place>(), title: new Map<number, Place>() };
  scope.spans.forEach((spans, segment) => {
    const inner = arena.mark();
    const into = arena.words(spans.touchedCount);
    const count = arena.kernel.spansOfUnits(spans.address, text.byteOffset, title.byteOffset, isWanted.byteOffset, into.byteOffset);
    for (const span of into.subarray(0, count)) {
      const place: Place = { segment, chunk: spans.place[span] >>> 1, span, unit: spans.unit[span], points: spans.best[span] };
      const list = (spans.place[span] & 1) === 0 ? found.text : found.title;
      const known = list.get(place.unit);
      if (known === undefined || comparePlaces(snapshot, scope, place, known) < 0) list.set(place.unit, place);
    }
    arena.release(inner);
  });
  arena.release(start);
  return found;
}

/** Negative when a comes first: more points, then by what depends on the text alone. */
export function comparePlaces(snapshot: Snapshot, scope: Scope, a: Place, b: Place): number {
  if (a.points !== b.points) return b.points - a.points;
  const newer = compareNewer(snapshot.sessions, sessionOf(scope, a.unit), sessionOf(scope, b.unit));
  if (newer !== 0) return newer;
  const later = scope.spans[b.segment].turn[b.span] - scope.spans[a.segment].turn[a.span];
  return later || ordinalOf(snapshot, scope, a) - ordinalOf(snapshot, scope, b) || textOf(snapshot, a).compare(textOf(snapshot, b));
}

/** Several sub-agents of a turn have chunks of the same ordinal. Of chunks with the same text either will do. */
function textOf({ segments }: Snapshot, { segment, chunk }: Place): Buffer {
  return segments[segment].text(chunk);
}

function ordinalOf(snapshot: Snapshot, scope: Scope, { segment, chunk, span }: Place): number {
  const { rows } = snapshot.segments[segment];
  const row = scope.spans[segment].row[span];
  return rows.firstOrdinal[row] + (chunk - rows.firstChunk[row]);
}
