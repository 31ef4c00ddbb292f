/**
 * Posting lists in the arena: those of a query's terms all at once, before anything is scored; others one at a time.
 */
import { IndexDamage } from '../index/damage.ts';
import type { SegmentReader, Snapshot } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import { SOUGHT_AT, SOUGHT_BYTES, SOUGHT_CHUNK, SOUGHT_CHUNKS, SOUGHT_COUNT, SOUGHT_FOUND, SOUGHT_LEFT } from '../kernel/layout.ts';
import type { Group } from './terms.ts';
import type { Member } from './vocabulary.ts';

/** A posting list in the arena: addresses. */
export interface CopiedList {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** The lists of the members of all groups. */
export interface TermLists {
  of(segment: number, ordinal: number): CopiedList;
}

/** The lists of no group. */
export const NO_LISTS: TermLists = {
  of: (_, ordinal) => {
    throw new RangeError(`no list of term ${ordinal}`);
  },
};

/** A posting of a long list takes one or two bytes. */
const POSTING_BYTES = 2;

/** Copies the lists of all groups, and makes room for them. */
export function loadLists(arena: Arena, { segments }: Snapshot, groups: readonly Group[]): TermLists {
  const wanted = segments.map((_, at) => new Set(groups.flatMap(({ members }) => members.map(({ ordinals }) => ordinals[at]).filter((ordinal) => ordinal >= 0))));
  let postings = 0;
  segments.forEach((segment, at) => {
    for (const ordinal of wanted[at]) postings += segment.documentFrequency(ordinal);
  });
  arena.reserve(POSTING_BYTES * postings);
  const lists = segments.map((segment, at) => new Map(Array.from(wanted[at], (ordinal) => [ordinal, copyList(arena, segment, ordinal)])));
  return {
    of: (segment, ordinal) => {
      const list = lists[segment].get(ordinal);
      if (list === undefined) throw new RangeError(`no list of term ${ordinal}`);
      return list;
    },
  };
}

/** Number of postings that the members of a group have in a segment. */
export function postingCount(segment: SegmentReader, at: number, members: readonly Member[]): number {
  return members.reduce((sum, { ordinals }) => sum + (ordinals[at] < 0 ? 0 : segment.documentFrequency(ordinals[at])), 0);
}

/** Copies a posting list. spare: bytes to keep free after it. */
export function copyList(arena: Arena, segment: SegmentReader, ordinal: number, spare = 0): CopiedList {
  const { bytes, start, end, count } = segment.list(ordinal);
  arena.reserve(end - start + spare + 16);
  const address = arena.copy(bytes.subarray(start, end));
  return { start: address, end: address + end - start, count };
}

export function wrongLength({ name }: SegmentReader): IndexDamage {
  return new IndexDamage(`${name}: a posting list has the wrong length`);
}

/** Address of SOUGHT, with which the kernel finds given chunks (ascending) in a list. wanted: their address; found: two words of zeros for each. */
export function seek(arena: Arena, { start, count }: CopiedList, wanted: number, wantedCount: number, found: number): number {
  const address = arena.bytes(SOUGHT_BYTES).fill(0).byteOffset;
  const values = [[SOUGHT_AT, start], [SOUGHT_LEFT, count], [SOUGHT_CHUNK, -1], [SOUGHT_CHUNKS, wanted], [SOUGHT_COUNT, wantedCount], [SOUGHT_FOUND, found]];
  for (const [offset, value] of values) arena.setWord(address + offset, value);
  return address;
}
