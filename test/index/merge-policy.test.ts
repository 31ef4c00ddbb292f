import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SegmentEntry } from '../../src/index/manifest.ts';
import { chooseMerge } from '../../src/index/merge-policy.ts';
import { randomFrom, seedOf } from '../random.ts';

function segment(liveChunks: number, chunks = liveChunks): SegmentEntry {
  return { name: '', bytes: 0, rows: 1, chunks, liveChunks, dead: '' };
}

const choose = (sizes: readonly number[], hasTime: boolean): number[] | null => chooseMerge(sizes.map((size) => segment(size)), hasTime);

test('chooseMerge() merges a tier once it has nine segments, even while a search waits', () => {
  assert.equal(choose([1, 511, 1, 1, 1, 1, 1, 300], false), null);
  assert.deepEqual(choose([1, 511, 1, 1, 4000, 1, 1, 1, 300, 2], false), [0, 1, 2, 3, 5, 6, 7, 8, 9]);
  assert.equal(choose([5000, 5000, 5000, 5000, 40_000, 40_000, 40_000, 40_000, 512, 512, 512, 512], false), null);
});

test('chooseMerge() keeps a merge short while a search waits', () => {
  assert.deepEqual(choose(Array<number>(9).fill(60_000), false), [0, 1]);
  assert.deepEqual(choose(Array<number>(9).fill(40_000), false), [0, 1, 2]);
  assert.equal(choose(Array<number>(20).fill(70_000), false), null);
  assert.equal(choose(Array<number>(100).fill(3), false)?.length, 24);
});

test('chooseMerge() merges everything into one segment when there is time', () => {
  assert.deepEqual(choose([7000, 40_000, 41_000, 1200, 40_000, 108_000, 112_000], true), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(choose([256, 256], true), [0, 1]);
  assert.equal(choose(Array<number>(100).fill(3), true)?.length, 24);
});

test('chooseMerge() leaves segments of full size, and those whose copying would gain little', () => {
  assert.equal(choose([300_000, 500_000, 524_288], true), null);
  assert.equal(choose([200_000, 1000, 10, 5000], true), null);
  assert.deepEqual(choose([200_000, 1000, 10, 990, 5000], true), [1, 2, 3]);
  assert.deepEqual(choose(Array<number>(23).fill(40_000), true)?.length, 13);
});

test('chooseMerge() leaves a few segments that are tiny even together, though there is time', () => {
  assert.equal(choose([1, 1, 20, 9, 200_000], true), null);
  assert.equal(choose([255, 256], true), null);
  assert.equal(choose(Array<number>(8).fill(60), true), null);
  assert.deepEqual(choose(Array<number>(9).fill(1), true), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('chooseMerge() rewrites a segment that is mostly dead', () => {
  for (const hasTime of [false, true]) {
    assert.deepEqual(chooseMerge([segment(10, 10), segment(200_000, 500_000)], hasTime), [1]);
    assert.equal(chooseMerge([segment(100_000, 100_000), segment(400_000, 500_000)], hasTime), null);
  }
});

/** Merges until all is well; counts what is copied. */
class Index {
  sizes: number[] = [];
  added = 0;
  copied = 0;
  longest = 0;

  refresh(chunks: number, hasTime: boolean): void {
    this.sizes.push(chunks);
    this.added += chunks;
    for (let chosen = choose(this.sizes, hasTime); chosen !== null; chosen = choose(this.sizes, hasTime)) {
      const merged = chosen.reduce((sum, place) => sum + this.sizes[place], 0);
      this.copied += merged;
      if (!hasTime) this.longest = Math.max(this.longest, merged);
      this.sizes = [...this.sizes.filter((_, place) => !chosen?.includes(place)), merged];
    }
  }
}

/** Chunks of one refresh. */
const KINDS: Record<string, (next: () => number) => number> = {
  'a turn or two each': (next) => 1 + Math.floor(next() * 20),
  'a few turns, at times a day, rarely a month': (next) => {
    const kind = next();
    if (kind < 0.9) return 1 + Math.floor(next() * 50);
    return kind < 0.998 ? 1 + Math.floor(next() * 2000) : 1 + Math.floor(next() * 100_000);
  },
  'after a first build': (next) => (next() < 0.0002 ? 400_000 : 1 + Math.floor(next() * 50)),
  'a day each': () => 1000,
};

test('5,000 refreshes of various sizes copy each chunk a few times and leave few segments', () => {
  const seed = seedOf();
  // There is time at every so manieth refresh; copies of a chunk; segments.
  for (const [timeEvery, mostCopies, mostSegments] of [[Infinity, 8, 40], [100, 8, 25], [1, 14, 25]]) {
    for (const [kind, sizeOf] of Object.entries(KINDS)) {
      const next = randomFrom(seed);
      const index = new Index();
      let most = 0;
      for (let i = 1; i <= 5000; i++) {
        index.refresh(sizeOf(next), i % timeEvery === 0);
        most = Math.max(most, index.sizes.length);
      }
      const note = `seed ${seed}, ${kind}, time every ${timeEvery}: ${index.copied / index.added} copies, ${most} segments, ${index.longest} chunks at once`;
      assert.ok(index.copied <= mostCopies * index.added, note);
      // Where there is never time, segments of more than 64 Ki chunks stay.
      assert.ok(most <= mostSegments + index.added / 65_536, note);
      assert.ok(index.longest <= 131_072, note);
    }
  }
});

test('a first build of 925,000 or 1,500,000 chunks ends in few segments, each chunk copied once', () => {
  for (const [count, segments] of [[23, 2], [38, 3]]) {
    const index = new Index();
    index.sizes = Array<number>(count - 1).fill(40_000);
    index.refresh(40_000, true);
    assert.equal(index.sizes.length, segments);
    assert.ok(index.copied <= count * 40_000);
  }
});
