/**
 * The live chunks of a snapshot: how many, how long, and how much a word says that a given number of them hold. Pure.
 */
import type { Snapshot } from '../index/reader-types.ts';

/** Live chunks of a snapshot and their mean length in tokens. Cost: one pass over chunk lengths when their sum is not kept. */
export function liveLengths(snapshot: Snapshot): { chunkCount: number; averageLength: number } {
  let chunkCount = 0;
  let tokenCount = 0;
  snapshot.segments.forEach((segment, index) => {
    const dead = snapshot.deadRows[index];
    chunkCount += segment.chunkCount;
    tokenCount += segment.tokenCount ?? sumOf(segment.lengths, 0, segment.chunkCount);
    if (dead === null) return;
    const { firstChunk, count } = segment.rows;
    for (let row = 0; row < count; row++) {
      if (dead[row] === 0) continue;
      chunkCount -= firstChunk[row + 1] - firstChunk[row];
      tokenCount -= sumOf(segment.lengths, firstChunk[row], firstChunk[row + 1]);
    }
  });
  return { chunkCount, averageLength: chunkCount > 0 ? tokenCount / chunkCount : 0 };
}

function sumOf(lengths: Uint16Array, from: number, to: number): number {
  let sum = 0;
  for (let chunk = from; chunk < to; chunk++) sum += lengths[chunk];
  return sum;
}

/** idf of a word that `holding` of `chunkCount` live chunks hold. Always > 0. */
export function inverseFrequency(chunkCount: number, holding: number): number {
  return Math.log(1 + (chunkCount - holding + 0.5) / (holding + 0.5));
}
