/**
 * Further places of a hit, for found words that are not yet visible in its snippet, its title or its prompt.
 *
 * Words of content only. The postings say which chunks of a hit hold a missing word, in one more pass for all hits; then the text of
 * a few chunks is read. Cost: nothing when every word is visible; else the lists of the missing words, and at most
 * `PASSAGES.reads` texts for each hit.
 */
import type { Hit, Passage } from '../contract.ts';
import type { Postings, Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import { FIELDS } from '../schema.ts';
import { PASSAGES } from './constants.ts';
import { findMatchesOf } from './highlight.ts';
import { turnIn } from './hits.ts';
import { shorten } from './one-line.ts';
import { comparePlaces, type Place } from './places.ts';
import { rangeOf } from './range-of.ts';
import type { Scope } from './scope.ts';
import type { Scores } from './score.ts';
import type { Snippet } from './snippet.ts';
import { seek } from './term-lists.ts';
import type { Terms } from './terms.ts';
import { sessionOf } from './units.ts';

/** The query, where it was asked, and how chunks are read. */
export interface Searched {
  readonly snapshot: Snapshot;
  readonly scope: Scope;
  readonly scores: Scores;
  readonly terms: Terms;
  /** How much each group says. */
  readonly weights: readonly number[];
  /** Postings of a literal group in a segment, as they were scored. */
  literalIn(group: number, segment: number): Postings;
  /** Snippet of a place; only: the groups to look for, or null for all. */
  readonly snippet: (place: Place, weights: readonly number[], only: ReadonlySet<number> | null) => Snippet;
}

/** A hit, the unit that it shows, and the groups that are marked in its snippet. */
export interface ShownHit {
  readonly hit: Hit;
  readonly unit: number;
  readonly marked: ReadonlySet<number>;
}

/** Chunks of a segment, ascending, that matched in units that want passages; without titles. */
interface Matched {
  readonly chunks: Uint32Array;
  /** Points of chunks that hold something missing; 0 for others. */
  readonly points: Int32Array;
  readonly spans: Uint32Array;
  /** Ranges [from, to) of the chunks of each unit. */
  readonly byUnit: ReadonlyMap<number, readonly { readonly from: number; readonly to: number }[]>;
  /** By missing group: 1 for each chunk that holds it. */
  readonly holders: Map<number, Uint8Array>;
}

/** Adds passages to the hits that want some. */
export function addPassages(shown: readonly ShownHit[], searched: Searched): void {
  const wanting = shown.map((one) => ({ ...one, missing: missingOf(one, searched) })).filter(({ missing }) => missing.size > 0);
  if (wanting.length === 0) return;
  const missing = new Set(wanting.flatMap((one) => [...one.missing]));
  const bySegment = matchedOf(new Set(wanting.map(({ unit }) => unit)), missing, searched);
  for (const one of wanting) one.hit.passages.push(...passagesOf(one.unit, one.missing, bySegment, searched));
}

/** Groups of the words that a hit holds but does not show. */
function missingOf({ hit, unit, marked }: ShownHit, { terms, scores }: Searched): Set<number> {
  const role = terms.words.some(({ word }) => word.role === 'content') ? 'content' : 'framing';
  const mains = terms.words.filter(({ word }) => word.role === role).map(({ word, groups }) => {
    if (word.kind === 'grams') return groups.slice(0, word.longPartCount);
    return word.kind === 'identifier' && !scores.holds(unit, groups[0]) ? groups.slice(1) : groups.slice(0, 1);
  });
  const missing = new Set(mains.filter((groups) => !groups.some((group) => marked.has(group))).flat().filter((group) => scores.holds(unit, group)));
  if (missing.size === 0) return missing;
  const seen = new Set<number>();
  // A snippet of the prompt is shown instead of the prompt.
  const beside = [hit.title || hit.opening, hit.field === 'prompt' && !hit.agent ? '' : hit.prompt];
  for (const text of beside) for (const { group } of findMatchesOf(shorten(text, PASSAGES.seenColumns), terms, missing)) seen.add(group);
  for (const groups of mains) if (groups.some((group) => seen.has(group))) for (const group of groups) missing.delete(group);
  return missing;
}

/** By segment: what matched in those units, and where each missing group occurs. */
function matchedOf(units: ReadonlySet<number>, missing: ReadonlySet<number>, searched: Searched): Matched[] {
  const { arena, unitCount } = searched.scope;
  const start = arena.mark();
  const isWanted = arena.bytes(unitCount).fill(0);
  for (const unit of units) isWanted[unit] = 1;
  const bySegment = searched.snapshot.segments.map((_, segment) => matchedChunks(segment, isWanted, searched));
  for (const group of missing) {
    const { literal, members } = searched.terms.groups[group];
    // A unit that has the word in a better way need not be searched for the other ways.
    const lacking = new Set(units);
    for (const member of literal === null ? members : [null]) {
      if (lacking.size === 0) break;
      const having = new Set<number>();
      bySegment.forEach(({ chunks, spans, holders }, segment) => {
        if (chunks.length === 0 || (member !== null && member.ordinals[segment] < 0)) return;
        const holds = holders.get(group) ?? new Uint8Array(chunks.length);
        holders.set(group, holds);
        const { unit: unitOf } = searched.scope.spans[segment];
        const note = (i: number): void => {
          const unit = unitOf[spans[i]];
          if (!lacking.has(unit)) return;
          having.add(unit);
          holds[i] = 1;
        };
        if (member === null) literalsIn(chunks, searched.literalIn(group, segment), note);
        else holdersIn(chunks, segment, member.ordinals[segment], searched.terms.groups[group].field, searched, note);
      });
      for (const unit of having) lacking.delete(unit);
    }
  }
  bySegment.forEach((matched, segment) => scoreHolders(matched, segment, isWanted, searched));
  arena.release(start);
  return bySegment;
}

/** Fills in the points of chunks that hold something missing. */
function scoreHolders({ chunks, points, holders }: Matched, segment: number, isWanted: Uint8Array, { scores }: Searched): void {
  const lists = [...holders.values()];
  const held = new Uint32Array(chunks.length);
  let count = 0;
  for (let i = 0; i < chunks.length; i++) {
    let list = 0;
    while (list < lists.length && lists[list][i] === 0) list++;
    if (list < lists.length) held[count++] = i;
  }
  if (count === 0) return;
  const found = scores.pointsOf(segment, held.subarray(0, count).map((i) => chunks[i]), isWanted);
  for (let k = 0; k < count; k++) points[held[k]] = found[k];
}

/** isWanted: by unit, in the arena. */
function matchedChunks(segment: number, isWanted: Uint8Array, { snapshot, scope: { arena, spans: scoped } }: Searched): Matched {
  const { address, first, unit, row, touchedCount } = scoped[segment];
  const { flags } = snapshot.segments[segment].rows;
  const wanted = wantedSpans(arena, address, touchedCount, isWanted).filter((span) => (flags[row[span]] & ROW_FLAG.title) === 0);
  const count = wanted.reduce((sum, span) => sum + first[span + 1] - first[span], 0);
  const chunks = new Uint32Array(count);
  const spans = new Uint32Array(count);
  const byUnit = new Map<number, { readonly from: number; readonly to: number }[]>();
  let to = 0;
  for (const span of wanted) {
    const from = to;
    for (let chunk = first[span], end = first[span + 1]; chunk < end; chunk++) {
      chunks[to] = chunk;
      spans[to++] = span;
    }
    const ofUnit = byUnit.get(unit[span]) ?? [];
    byUnit.set(unit[span], ofUnit);
    ofUnit.push({ from, to });
  }
  return { chunks, points: new Int32Array(count), spans, byUnit, holders: new Map() };
}

function wantedSpans(arena: Arena, spans: number, touchedCount: number, isWanted: Uint8Array): Uint32Array {
  const start = arena.mark();
  const into = arena.words(touchedCount);
  const found = into.slice(0, arena.kernel.touchedOf(spans, isWanted.byteOffset, into.byteOffset));
  arena.release(start);
  return found;
}

function literalsIn(chunks: Uint32Array, postings: Postings, onChunk: (i: number) => void): void {
  if (postings.count === 0) return;
  chunks.forEach((chunk, i) => {
    if (postings.chunks[rangeOf(postings.chunks, 0, postings.count, chunk)] === chunk) onChunk(i);
  });
}

/** Calls back with those of the chunks, by index, that hold a term; field: the only one that counts, or -1. */
function holdersIn(chunks: Uint32Array, at: number, ordinal: number, field: number, { snapshot, scope: { arena }, scores }: Searched, onChunk: (i: number) => void): void {
  const segment = snapshot.segments[at];
  const list = scores.lists.of(at, ordinal);
  for (let from = 0; from < chunks.length; from += PASSAGES.batch) {
    const batch = chunks.subarray(from, from + PASSAGES.batch);
    const start = arena.mark();
    const places = arena.words(2 * batch.length).fill(0);
    arena.kernel.findPositions(seek(arena, list, arena.copy(batch), batch.length, places.byteOffset), segment.chunkCount, 0);
    for (let i = 0; i < batch.length; i++) if (places[2 * i + 1] > 0 && (field < 0 || segment.fieldOf(batch[i]) === field)) onChunk(from + i);
    arena.release(start);
  }
}

/** The chunks that show most of what a unit misses, each judged by what the previous ones did not show. */
function passagesOf(unit: number, missing: Set<number>, bySegment: readonly Matched[], searched: Searched): Passage[] {
  const { snapshot, scope, weights } = searched;
  const passages: Passage[] = [];
  const tried: Place[] = [];
  while (missing.size > 0 && passages.length < PASSAGES.most && tried.length < PASSAGES.reads) {
    const best = bestOf(unit, missing, tried, bySegment, searched);
    if (best === null) break;
    tried.push(best);
    const { text, highlights, groups } = searched.snippet(best, weights, missing);
    // Not everything that the analyzer found can be marked, in a long run for instance.
    if (groups.size === 0) continue;
    for (const group of groups) missing.delete(group);
    const spans = scope.spans[best.segment];
    const { rows } = snapshot.segments[best.segment];
    const isAgent = (rows.flags[spans.row[best.span]] & ROW_FLAG.agent) !== 0;
    const turn = turnIn(scope, sessionOf(scope, best.unit), spans.turn[best.span], isAgent && scope.hasAgents);
    passages.push({ field: FIELDS[snapshot.segments[best.segment].fieldOf(best.chunk)].name, turn, agent: isAgent, snippet: text, highlights });
  }
  return passages;
}

/** The chunk of a unit that holds most of what is missing, the best of equals. A place is made only for possible winners. */
function bestOf(unit: number, missing: ReadonlySet<number>, tried: readonly Place[], bySegment: readonly Matched[], { snapshot, scope, weights }: Searched): Place | null {
  let best: Place | null = null;
  let most = 0;
  bySegment.forEach(({ chunks, points, spans, byUnit, holders }, segment) => {
    const wanted = [...missing].flatMap((group) => {
      const holds = holders.get(group);
      return holds === undefined ? [] : [{ holds, weight: weights[group] }];
    });
    if (wanted.length === 0) return;
    for (const { from, to } of byUnit.get(unit) ?? []) {
      for (let i = from; i < to; i++) {
        // Holds nothing that is missing, or in a field that does not count.
        if (points[i] === 0) continue;
        let worth = 0;
        for (let k = 0; k < wanted.length; k++) if (wanted[k].holds[i] !== 0) worth += wanted[k].weight;
        const chunk = chunks[i];
        if (worth === 0 || worth < most || (best !== null && worth === most && points[i] < best.points)) continue;
        if (tried.some((place) => place.segment === segment && place.chunk === chunk)) continue;
        const place = { segment, chunk, span: spans[i], unit, points: points[i] };
        if (best === null || worth > most || comparePlaces(snapshot, scope, place, best) < 0) best = place;
        most = worth;
      }
    }
  });
  return best;
}
