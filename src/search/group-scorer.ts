/**
 * Lets the kernel score the groups of a query in a segment, window by window, and score some of its chunks again.
 *
 * Scores of chunks are not kept: of a million hardly any is needed again, and memory for all would cost more than scoring a window twice.
 */
import type { Postings, Snapshot } from '../index/reader-types.ts';
import {
  GATHERED_BYTES, GATHERED_CHUNKS, GATHERED_COUNT, GATHERED_FREQUENCIES, GATHERED_NEXT, GROUP_BYTES, GROUP_GATHERED, GROUP_MEMBERS, GROUP_MEMBER_COUNT, GROUP_SUMS,
  GROUP_WORD, KEPT_BYTES, MARK_EXACT, MARK_STRONG, MEMBER_AT, MEMBER_BYTES, MEMBER_CHUNK, MEMBER_FREQUENCY, MEMBER_GAINS, MEMBER_LEFT, MEMBER_MARK, MEMBER_MOST_POINTS,
  TILE_BYTES, WORD_MOST_POINTS,
} from '../kernel/layout.ts';
import { WINDOW_CHUNKS } from '../index/reader-types.ts';
import { FIELD } from '../schema.ts';
import type { ChunkWindow } from './chunk-window.ts';
import { RANKING } from './constants.ts';
import type { Scope } from './scope.ts';
import { wrongLength, type TermLists } from './term-lists.ts';
import type { Group } from './terms.ts';
import { totalBytes } from './total-bytes.ts';
import type { Member } from './vocabulary.ts';

/** A chunk that may be among the best of all. */
export interface BestChunk {
  readonly segment: number;
  readonly chunk: number;
  readonly points: number;
}

/** A group, and how it is measured. word, sums: addresses. */
export interface Measured {
  readonly group: Group;
  readonly word: number;
  readonly sums: number;
  /** Points of a chunk that is full of the word as typed. */
  readonly points: number;
  /** Postings of a literal, by segment. */
  readonly literals: readonly Postings[] | null;
}

export interface GroupScorer {
  /** Scores a segment. isFew: only what is shown somewhere. */
  score(segment: number, isFew: boolean): void;
  /** Chunks that may be among the RANKING.closenessChunks best of what was scored; none when no two words can be close. */
  best(): readonly BestChunk[];
  /** As in Scores. What groups left in sums is void afterwards. */
  pointsOf(segment: number, chunks: Uint32Array, isWanted: Uint8Array): Int32Array;
}

/** From this many postings on, the gains of a list are kept. */
const KEPT_FROM = 4096;

/** Bytes that createScorer() takes from an arena. */
export function scorerBytes({ segments }: Snapshot, groups: readonly Group[]): number {
  const memberCount = groups.reduce((sum, { members }) => sum + members.length, 0);
  const literalCount = groups.filter(({ literal }) => literal !== null).length;
  const tierCount = groups.reduce((sum, { members }) => sum + new Set(members.map(({ tier }) => tier)).size, 0);
  const chunkCount = segments.reduce((sum, segment) => sum + segment.chunkCount, 0);
  return totalBytes({
    tile: TILE_BYTES,
    /** keptGains(). */
    gains: tierCount * (KEPT_BYTES + 8),
    /** open(), in each segment. */
    members: segments.length * memberCount * MEMBER_BYTES,
    groups: segments.length * groups.length * (GROUP_BYTES + GATHERED_BYTES),
    /** openLiteral(): two words for each chunk. */
    literals: literalCount * (8 * chunkCount + 32 * segments.length),
    heap: 4 * RANKING.closenessChunks,
    found: 8 * WINDOW_CHUNKS,
    alignment: 64 * (segments.length + 1),
  });
}

/** The groups as they are in a segment; states: by window, what `state` was at its start. */
interface Opened {
  /** Address of the GROUPs, in order. */
  readonly groups: number;
  /** MEMBER of each member, then GATHERED of literals. */
  readonly state: Uint32Array;
  readonly members: readonly (readonly Member[])[];
  readonly states: { readonly first: number; readonly end: number; readonly state: Uint32Array }[];
}

/** Scores in that window. Needs scorerBytes() of the arena. */
export function createScorer({ segments }: Snapshot, { arena, spans }: Scope, measured: readonly Measured[], lists: TermLists, window: ChunkWindow): GroupScorer {
  const { kernel } = arena;
  const tile = arena.zeros(TILE_BYTES / 4).byteOffset;
  const gains = measured.map(({ group }) => keptGains(group));
  const heapSize = measured.filter(({ group }) => group.isPlaced && group.members.length > 0).length > 1 ? RANKING.closenessChunks : 0;
  const heap = arena.zeros(heapSize);
  const found = heapSize === 0 ? new Uint32Array(0) : arena.words(2 * WINDOW_CHUNKS);
  /** Chunks and points that a window offered. */
  const best: { readonly segment: number; readonly found: Uint32Array }[] = [];
  const opened: Opened[] = [];

  /** Addresses of KEPT_BYTES by tier, for members that are frequent enough. */
  function keptGains({ members }: Group): Map<number, number> {
    const kept = new Map<number, number>();
    for (const { tier, ordinals } of members) {
      const isFrequent = segments.some((segment, at) => ordinals[at] >= 0 && segment.documentFrequency(ordinals[at]) >= KEPT_FROM);
      if (isFrequent && !kept.has(tier)) kept.set(tier, arena.zeros(KEPT_BYTES / 4).byteOffset);
    }
    return kept;
  }

  function open(at: number): Opened {
    const here = measured.map((one) => membersOf(one, at));
    const memberCount = here.reduce((sum, { length }) => sum + length, 0);
    const state = arena.zeros((memberCount * MEMBER_BYTES + measured.length * GATHERED_BYTES) / 4);
    const groups = arena.zeros((GROUP_BYTES * measured.length) / 4).byteOffset;
    let member = state.byteOffset;
    let gathered = member + memberCount * MEMBER_BYTES;
    measured.forEach(({ literals, points, sums, word }, index) => {
      const group = groups + index * GROUP_BYTES;
      arena.setWord(group + GROUP_WORD, word);
      arena.setWord(group + GROUP_SUMS, sums);
      arena.setWord(group + GROUP_MEMBERS, member);
      arena.setWord(group + GROUP_MEMBER_COUNT, here[index].length);
      for (const one of here[index]) {
        openMember(member, at, one, points, gains[index].get(one.tier) ?? 0);
        member += MEMBER_BYTES;
      }
      if (literals === null || literals[at].count === 0) return;
      arena.setReal(word + WORD_MOST_POINTS, points * RANKING.tierExact);
      arena.setWord(group + GROUP_GATHERED, gathered);
      openLiteral(gathered, literals[at]);
      gathered += GATHERED_BYTES;
    });
    kernel.beginMembers(state.byteOffset, memberCount);
    return (opened[at] = { groups, state, members: here, states: [] });
  }

  function openMember(address: number, at: number, member: Member, points: number, kept: number): void {
    const { start, count } = lists.of(at, member.ordinals[at]);
    arena.setWord(address + MEMBER_AT, start);
    arena.setWord(address + MEMBER_LEFT, count);
    arena.setWord(address + MEMBER_CHUNK, -1);
    arena.setWord(address + MEMBER_FREQUENCY, 0);
    arena.setWord(address + MEMBER_MARK, markOf(member));
    arena.setWord(address + MEMBER_GAINS, kept);
    arena.setReal(address + MEMBER_MOST_POINTS, points * member.tier);
  }

  function openLiteral(address: number, { chunks, count, frequencies }: Postings): void {
    arena.setWord(address + GATHERED_CHUNKS, arena.copy(chunks.subarray(0, count)));
    arena.setWord(address + GATHERED_FREQUENCIES, arena.copy(frequencies.subarray(0, count)));
    arena.setWord(address + GATHERED_COUNT, count);
    arena.setWord(address + GATHERED_NEXT, 0);
  }

  /** Leaves the scores of the chunks [first, end) in the window. */
  function scoreWindow(at: number, { groups }: Opened, first: number, end: number, isFew: boolean): void {
    window.load(segments[at], first, end, isFew ? spans[at] : null);
    kernel.scoreWindow(groups, measured.length, first, end, window.address, spans[at].address, tile);
  }

  return {
    score: (at, isFew) => {
      const segment = segments[at];
      segment.keepChunks();
      const one = open(at);
      const { groups, state, states } = one;
      for (let next = kernel.nextChunk(groups, measured.length); next < segment.chunkCount; next = kernel.nextChunk(groups, measured.length)) {
        const { first, end } = segment.windowAround(next);
        states.push({ first, end, state: state.slice() });
        scoreWindow(at, one, first, end, isFew);
        const count = kernel.endWindow(first, end, window.address, spans[at].address, FIELD.title, heap.byteOffset, heapSize, found.byteOffset);
        if (count > 0) best.push({ segment: at, found: found.slice(0, 2 * count) });
      }
      checkEnds(at, one);
    },
    best: () => best.flatMap(({ segment, found: offered }) => {
      const places: BestChunk[] = [];
      for (let i = 0; i < offered.length; i += 2) if (offered[i + 1] >= heap[0]) places.push({ segment, chunk: offered[i], points: offered[i + 1] });
      return places;
    }),
    pointsOf: (at, chunks, isWanted) => {
      const points = new Int32Array(chunks.length);
      const one = opened[at];
      const { address } = spans[at];
      kernel.hideUnits(address, isWanted.byteOffset);
      let i = 0;
      for (const { first, end, state } of one.states) {
        while (i < chunks.length && chunks[i] < first) i++;
        let next = i;
        while (next < chunks.length && chunks[next] < end) next++;
        if (next === i) continue;
        // Up to the last of them.
        const stop = chunks[next - 1] + 1;
        one.state.set(state);
        scoreWindow(at, one, first, stop, true);
        for (; i < next; i++) points[i] = window.score[chunks[i] - first];
        kernel.endWindow(first, stop, window.address, address, FIELD.title, heap.byteOffset, 0, found.byteOffset);
      }
      kernel.showUnits(address);
      return points;
    },
  };

  /** Checks that each list ends where its last posting does. */
  function checkEnds(at: number, { state, members }: Opened): void {
    let address = state.byteOffset;
    for (const { ordinals } of members.flat()) {
      if (arena.word(address + MEMBER_LEFT) !== 0 || arena.word(address + MEMBER_AT) !== lists.of(at, ordinals[at]).end) throw wrongLength(segments[at]);
      address += MEMBER_BYTES;
    }
  }
}

/** The members that a segment has. */
function membersOf({ group, literals }: Measured, at: number): readonly Member[] {
  return literals === null ? group.members.filter(({ ordinals }) => ordinals[at] >= 0) : [];
}

function markOf({ way, tier }: Member): number {
  // A close spelling counts as what was meant.
  return (way === 'exact' || (way === 'spelling' && tier >= RANKING.tierStrong) ? MARK_EXACT : 0) | (tier >= RANKING.tierStrong ? MARK_STRONG : 0);
}
