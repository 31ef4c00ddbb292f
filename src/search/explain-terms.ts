/**
 * What each term of a query contributes to some hits, recorded while everything is scored.
 *
 * After each group the sums have grown by the group's contribution. Which of its terms occur in a chunk is read from their postings;
 * which of them decided is computed by the kernel, with the same measure that it scores with.
 */
import type { Postings, SegmentReader, Snapshot } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import { WORD_MOST_POINTS, WORD_WEIGHTS } from '../kernel/layout.ts';
import type { HitTerm } from '../explanation.ts';
import { FIELDS } from '../schema.ts';
import { RANKING } from './constants.ts';
import { unitReader } from './literal-chunks.ts';
import type { Place } from './places.ts';
import { rangeOf } from './range-of.ts';
import type { Scope } from './scope.ts';
import type { GroupWatch, LiteralReader, Scores } from './score.ts';
import type { Group } from './terms.ts';

/** A hit that is watched: its best chunk, and its best turn in the common sequence. */
export interface Watched {
  readonly unit: number;
  readonly best: Place | null;
  readonly turn: number;
}

/** Scores that one group contributed to one hit. */
export interface Growth {
  readonly chunk: number;
  readonly turn: number;
  readonly spread: number;
  readonly count: number;
  readonly inChunk: Omit<NonNullable<HitTerm['inChunk']>, 'saturation'> | null;
  readonly fields: readonly FieldUse[];
}

interface FieldUse {
  readonly field: number;
  chunks: number;
  times: number;
}

/** What to score with, and what was recorded: by group and hit. */
export interface TermWatch {
  readonly reader: LiteralReader;
  readonly watch: GroupWatch;
  readonly growth: Growth[][];
}

/** Watches groups in a scope. literals: reads the literals in it. */
export function watchTerms(snapshot: Snapshot, scope: Scope, literals: LiteralReader, groups: readonly Group[], watched: readonly Watched[]): TermWatch {
  const growth: Growth[][] = [];
  const known = new Map<string, Postings>();
  const before = watched.map(() => ({ turn: 0, spread: 0, count: 0 }));
  return {
    growth,
    reader: (group, segment, averageLength) => {
      const postings = literals(group, segment, averageLength);
      known.set(`${group} ${segment}`, postings);
      return postings;
    },
    watch: (index, sums, word, points) => {
      const lists = listsOf(snapshot, groups[index], (segment) => known.get(`${index} ${segment}`));
      const fields = fieldsOf(snapshot, scope, groups[index], lists, watched);
      growth[index] = watched.map((hit, i) => {
        const now = sumsOf(hit, sums);
        const last = before[i];
        before[i] = now;
        const { gain, inChunk } = hit.best === null ? { gain: 0, inChunk: null } : usesIn(snapshot, hit.best, lists, { arena: scope.arena, word, points });
        return {
          chunk: gain * sums.pointScore,
          turn: (now.turn - last.turn) * sums.pointScore,
          spread: (now.spread - last.spread) * sums.pointScore,
          count: now.count - last.count,
          inChunk,
          fields: fields[i],
        };
      });
    },
  };
}

function sumsOf({ unit, turn }: Watched, sums: Scores): { turn: number; spread: number; count: number } {
  return { turn: sums.turn[turn], spread: sums.spread[unit], count: sums.count[unit] };
}

/** A member and where it occurs, by segment; null where it does not. */
interface MemberList {
  readonly term: string;
  readonly way: string;
  readonly tier: number;
  readonly postings: readonly (Postings | null)[];
}

function listsOf({ segments }: Snapshot, { literal, members }: Group, literalIn: (segment: number) => Postings | undefined): MemberList[] {
  if (literal !== null) return [{ term: literal, way: 'exact', tier: RANKING.tierExact, postings: segments.map((_, at) => literalIn(at) ?? null) }];
  return members.map(({ term, way, tier, ordinals }) => ({
    term,
    way,
    tier,
    postings: segments.map((segment, at) => (ordinals[at] < 0 ? null : copied(segment.postings(ordinals[at])))),
  }));
}

/** Copied, because the next call uses the arrays of a reader again. */
function copied({ count, chunks, frequencies }: Postings): Postings {
  return { count, chunks: chunks.slice(0, count), frequencies: frequencies.slice(0, count) };
}

/** The fields of each hit in which a group's members occur: chunks and times. */
function fieldsOf({ segments }: Snapshot, scope: Scope, { field: only }: Group, lists: readonly MemberList[], watched: readonly Watched[]): FieldUse[][] {
  const hitOf = new Map(watched.map(({ unit }, index) => [unit, index]));
  const uses = watched.map(() => FIELDS.map(({ id }): FieldUse => ({ field: id, chunks: 0, times: 0 })));
  segments.forEach(({ fields }, at) => {
    const seen = new Set<number>();
    for (const { postings } of lists) {
      const list = postings[at];
      if (list === null) continue;
      const unitOf = unitReader(scope.spans[at]);
      for (let i = 0; i < list.count; i++) {
        const chunk = list.chunks[i];
        const hit = hitOf.get(unitOf(chunk));
        if (hit === undefined || (only >= 0 && fields[chunk] !== only)) continue;
        const use = uses[hit][fields[chunk]];
        use.times += list.frequencies[i];
        if (!seen.has(chunk)) use.chunks++;
        seen.add(chunk);
      }
    }
  });
  return uses.map((ofHit) => ofHit.filter(({ chunks }) => chunks > 0));
}

/** How the kernel measures a group: address of its WORD, points of a chunk full of it. */
interface Measure {
  readonly arena: Arena;
  readonly word: number;
  readonly points: number;
}

/** What a group contributes to a chunk: points; the members in it, and the lowest tier down to which counting them pays. */
function usesIn({ segments }: Snapshot, { segment, chunk }: Place, lists: readonly MemberList[], measure: Measure): { gain: number; inChunk: Growth['inChunk'] } {
  const weight = measure.arena.word(measure.word + WORD_WEIGHTS + 4 * segments[segment].fieldOf(chunk)) / 100;
  const members: { term: string; way: string; tier: number; times: number }[] = [];
  let best = { gain: 0, tier: 0, weighted: 0 };
  let total = 0;
  for (const { term, way, tier, postings } of lists) {
    const times = timesIn(postings[segment], chunk);
    if (times < 0) continue;
    members.push({ term, way, tier, times });
    total += times;
    const gain = gainOf(measure, segments[segment], chunk, total, tier);
    if (gain > best.gain) best = { gain, tier, weighted: weight * total };
  }
  return { gain: best.gain, inChunk: best.gain === 0 ? null : { members, tier: best.tier, weighted: best.weighted } };
}

function timesIn(postings: Postings | null, chunk: number): number {
  if (postings === null || postings.count === 0) return -1;
  const at = rangeOf(postings.chunks, 0, postings.count, chunk);
  return postings.chunks[at] === chunk ? postings.frequencies[at] : -1;
}

/** Points of that many occurrences at a tier; of none (a literal that occurs, nobody knows how often) the least possible. */
function gainOf({ arena, word, points }: Measure, segment: SegmentReader, chunk: number, frequency: number, tier: number): number {
  arena.setReal(word + WORD_MOST_POINTS, points * tier);
  const gain = arena.kernel.gainOf(word, Math.max(1, frequency), segment.fieldOf(chunk), segment.lengthOf(chunk));
  return gain < 0 ? 0 : frequency > 0 ? gain : 1;
}
