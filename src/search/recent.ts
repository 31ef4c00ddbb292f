/**
 * The newest sessions (or turns) that the filters admit: what an empty query shows. Pure.
 *
 * In the form of a search answer: nothing is weak, no words, and each hit stands at the newest turn that fits.
 */
import type { SearchAnswer, SearchRequest } from '../contract.ts';
import type { SegmentReader, Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { SNIPPET } from './constants.ts';
import { createFilter } from './filters.ts';
import { buildHit, type SearchContext } from './hits.ts';
import { flatten, shorten } from './one-line.ts';
import type { Place } from './places.ts';
import { buildScope, type Scope } from './scope.ts';
import { indexCounts } from './searcher.ts';
import { compareNewer, sessionOf } from './units.ts';

/** Lists them. The query is not looked at. */
export function recent(snapshot: Snapshot, request: SearchRequest, context: SearchContext): SearchAnswer {
  const filter = createFilter(snapshot, request);
  const scope = buildScope(snapshot, request, filter);
  const { sessions } = snapshot;
  const places = newestPlaces(snapshot, scope, filter.fieldMask).sort((a, b) => {
    const isLater = request.group === 'turn' ? timeOf(snapshot, scope, b) - timeOf(snapshot, scope, a) : 0;
    return isLater || compareNewer(sessions, sessionOf(scope, a.unit), sessionOf(scope, b.unit)) || b.unit - a.unit;
  });
  return {
    schema: 1,
    query: request.query,
    terms: [],
    expanded: [],
    group: request.group,
    total: places.length,
    relevant: places.length,
    weak: 0,
    hits: places.slice(request.offset, request.offset + request.limit).map((place) => {
      const text = flatten(snapshot.segments[place.segment].text(place.chunk).toString('utf8'));
      const found = { score: 0, weak: false, coverage: 1, words: '', snippet: shorten(text, SNIPPET.columns), highlights: [], passages: [] };
      return buildHit(snapshot, scope, request, context, place, found);
    }),
    index: indexCounts(snapshot),
  };
}

/**
 * By unit the beginning of its newest turn: of what was said there, if anything, before sub-agents and titles; of places that are worth the same
 * the first. Looked for from the end, where the newest turns are: what is older is passed over.
 */
function newestPlaces(snapshot: Snapshot, scope: Scope, fieldMask: Uint8Array | null): Place[] {
  const best: (Place | undefined)[] = new Array<Place | undefined>(scope.unitCount);
  const rank = new Float64Array(scope.unitCount).fill(-Infinity);
  // By unit, of the best place so far. Numbers with a fraction would be made anew for each span that is looked at.
  const newest = new Int32Array(scope.unitCount).fill(-1);
  for (let at = snapshot.segments.length - 1; at >= 0; at--) {
    const segment = snapshot.segments[at];
    const { rows } = segment;
    const { unit: units, turn: turns, row: rowOf, first, count } = scope.spans[at];
    for (let span = count - 1; span >= 0; span--) {
      const unit = units[span];
      if (unit < 0 || turns[span] < newest[unit]) continue;
      const row = rowOf[span];
      const chunk = firstWanted(segment, fieldMask, first[span], first[span + 1]);
      if (chunk < 0) continue;
      const isBeside = (rows.flags[row] & (ROW_FLAG.agent | ROW_FLAG.queued | ROW_FLAG.title)) !== 0;
      // Later turn, then text of the conversation, then earlier in it.
      const worth = turns[span] * 2 + (isBeside ? 0 : 1) - Math.min(0.9, (rows.firstOrdinal[row] + chunk - rows.firstChunk[row]) / 1e6);
      if (worth < rank[unit]) continue;
      best[unit] = { segment: at, chunk, span, unit, points: 0 };
      rank[unit] = worth;
      newest[unit] = turns[span];
    }
  }
  return best.filter((place) => place !== undefined);
}

/** The fields of all chunks are read only where some are not wanted: over 1 GB that takes 3 ms. */
function firstWanted(segment: SegmentReader, mask: Uint8Array | null, from: number, to: number): number {
  if (mask === null) return from < to ? from : -1;
  const { fields } = segment;
  for (let chunk = from; chunk < to; chunk++) if (mask[fields[chunk]] !== 0) return chunk;
  return -1;
}

function timeOf(snapshot: Snapshot, scope: Scope, { segment, span }: Place): number {
  return snapshot.segments[segment].rows.timeMs[scope.spans[segment].row[span]] || 0;
}
