/**
 * The groups of a query over a window of a segment's chunks: all of them, then the next window.
 *
 * What is written while a window is scored is overwritten for the next one, so that it stays in the processor's cache, and a search over
 * millions of chunks takes little memory: touching new memory costs more than the work done in it.
 */
import {
  CHUNKS_FIELDS, CHUNKS_SCORE, GATHERED_CHUNKS, GATHERED_COUNT, GATHERED_NEXT, GROUP_BYTES, GROUP_GATHERED, GROUP_MEMBERS, GROUP_MEMBER_COUNT, GROUP_SUMS, GROUP_WORD, MEMBER_AT,
  MEMBER_BYTES, MEMBER_CHUNK, MEMBER_FREQUENCY, SPANS_BEST, SPANS_COUNT, SPANS_FIRST, SPANS_PLACE, SPANS_TOUCHED, SPANS_TOUCHED_COUNT, SPANS_UNIT,
} from './layout.ts';
import { NO_CHUNK, postingEnd, postingFrequency, postingGap, rangeOf, readPosting } from './lists.ts';
import { replaceTop } from './best.ts';
import { byteAt, clearBytes, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';
import { scoreMembers } from './members.ts';
import { scoreGathered, scoreList } from './score.ts';

/** Reads the first posting of each of `count` members: at the start of lists that are not empty, with chunk -1. */
export function beginMembers(members: i32, count: i32): void {
  for (let member = members; count > 0; count--, member += MEMBER_BYTES) {
    readPosting(wordAt(member + MEMBER_AT));
    setWord(member + MEMBER_AT, postingEnd);
    setWord(member + MEMBER_CHUNK, wordAt(member + MEMBER_CHUNK) + postingGap);
    setWord(member + MEMBER_FREQUENCY, postingFrequency);
  }
}

/** The first chunk that any of `count` groups has yet to score; beyond all chunks when there is none. groups: of GROUP. */
export function nextChunk(groups: i32, count: i32): i32 {
  let least = NO_CHUNK;
  for (let group = groups; count > 0; count--, group += GROUP_BYTES) {
    const members = wordAt(group + GROUP_MEMBERS);
    const membersEnd = members + wordAt(group + GROUP_MEMBER_COUNT) * MEMBER_BYTES;
    for (let member = members; member < membersEnd; member += MEMBER_BYTES) if (wordAt(member + MEMBER_CHUNK) < least) least = wordAt(member + MEMBER_CHUNK);
    const gathered = wordAt(group + GROUP_GATHERED);
    if (gathered === 0) continue;
    const next = wordAt(gathered + GATHERED_NEXT);
    if (next === wordAt(gathered + GATHERED_COUNT)) continue;
    const chunk = wordAt(wordAt(gathered + GATHERED_CHUNKS) + (next << 2));
    if (chunk < least) least = chunk;
  }
  return least;
}

/** Scores what `count` groups have of the chunks [from, to). groups: of GROUP; chunks: CHUNKS; spans: SPANS; tile: TILE_BYTES of zeros. */
export function scoreWindow(groups: i32, count: i32, from: i32, to: i32, chunks: i32, spans: i32, tile: i32): void {
  for (let group = groups; count > 0; count--, group += GROUP_BYTES) {
    const members = wordAt(group + GROUP_MEMBERS);
    const memberCount = wordAt(group + GROUP_MEMBER_COUNT);
    const gathered = wordAt(group + GROUP_GATHERED);
    const word = wordAt(group + GROUP_WORD);
    const sums = wordAt(group + GROUP_SUMS);
    if (memberCount === 1) scoreList(members, to, chunks, spans, sums, word);
    if (memberCount > 1) scoreMembers(members, memberCount, from, to, tile, chunks, spans, sums, word);
    if (gathered !== 0) scoreGathered(gathered, to, chunks, spans, sums, word);
  }
}

/**
 * Takes the scores of the chunks [from, to), which are zeros afterwards: the best of each span that is shown somewhere, and its place.
 * Returns how many chunks may be among the best of all (a heap as of replaceTop(); `size` 0: nobody asks), which are written as chunk and points.
 */
export function endWindow(from: i32, to: i32, chunks: i32, spans: i32, titleField: i32, heap: i32, size: i32, into: i32): i32 {
  const score = wordAt(chunks + CHUNKS_SCORE);
  const fields = wordAt(chunks + CHUNKS_FIELDS);
  const spanCount = wordAt(spans + SPANS_COUNT);
  const first = wordAt(spans + SPANS_FIRST);
  const unit = wordAt(spans + SPANS_UNIT);
  let count: i32 = 0;
  let end: i32 = 0;
  for (let span = rangeOf(first, 0, spanCount, from); span < spanCount && end < to; span++) {
    const begin = wordAt(first + (span << 2));
    end = wordAt(first + ((span + 1) << 2));
    if (wordAt(unit + (span << 2)) < 0) continue;
    const start = begin > from ? begin : from;
    const stop = end < to ? end : to;
    let top: i32 = 0;
    let place: i32 = 0;
    for (let chunk = start; chunk < stop; chunk++) {
      const points = wordAt(score + (chunk << 2));
      if (points <= top) continue;
      top = points;
      place = chunk;
    }
    if (size > 0 && top > 0 && top >= wordAt(heap)) {
      for (let chunk = start; chunk < stop; chunk++) {
        const points = wordAt(score + (chunk << 2));
        if (points === 0 || points < wordAt(heap)) continue;
        setWord(into + (count << 3), chunk);
        setWord(into + (count << 3) + 4, points);
        count++;
        if (points > wordAt(heap)) replaceTop(heap, size, points);
      }
    }
    if (top > 0) clearBytes(score + (start << 2), (stop - start) << 2);
    const best = wordAt(spans + SPANS_BEST) + (span << 2);
    if (top <= wordAt(best)) continue;
    if (wordAt(best) === 0) {
      const touched = wordAt(spans + SPANS_TOUCHED_COUNT);
      setWord(wordAt(spans + SPANS_TOUCHED) + (touched << 2), span);
      setWord(spans + SPANS_TOUCHED_COUNT, touched + 1);
    }
    setWord(best, top);
    const isTitle: i32 = byteAt(fields + place) === titleField ? 1 : 0;
    setWord(wordAt(spans + SPANS_PLACE) + (span << 2), (place << 1) | isTitle);
  }
  return count;
}
