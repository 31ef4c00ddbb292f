/**
 * The kernel in both its forms. What it computes is held to the oracle (test/oracle.test.ts).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteBuffer, positionBits } from '../../src/index/codec.ts';
import type { Kernel } from '../../src/kernel/arena.ts';
import { takeArena } from '../../src/kernel/arena.ts';
import kernelBytes from '../../src/kernel/kernel.wasm';
import {
  CHUNKS_BYTES, CHUNKS_FIELDS, CHUNKS_LENGTHS, CHUNKS_SCORE, GATHERED_BYTES, GATHERED_CHUNKS, GATHERED_COUNT, GATHERED_FREQUENCIES, GROUP_BYTES, GROUP_GATHERED,
  GROUP_MEMBERS, GROUP_MEMBER_COUNT, GROUP_SUMS, GROUP_WORD, KEPT_BYTES, MARK_EXACT, MARK_STRONG, MEMBER_AT, MEMBER_BYTES, MEMBER_CHUNK, MEMBER_GAINS, MEMBER_LEFT,
  MEMBER_MARK, MEMBER_MOST_POINTS, RANK_AVERAGE_LENGTH, RANK_BONUSES, RANK_BYTES, RANK_CLOSENESS, RANK_EXACT, RANK_HOLDING, RANK_IS_KNOWN, RANK_IS_NAMED, RANK_IS_OUT,
  RANK_IS_SHORT, RANK_LENGTH_BASE, RANK_LENGTH_FLOOR, RANK_LENGTH_SLOPE, RANK_MASKS, RANK_PARTS, RANK_POINT_SCORE, RANK_SCORES, RANK_SHARES, RANK_SPREAD, RANK_STRIDE,
  RANK_TEXT, RANK_TITLE, RANK_TOUCHED, RANK_TOUCHED_COUNT, RANK_TURN, RANK_UNITS, RANK_UNIT_LENGTH, RANK_VALUES, RANK_VALUE_COUNT, RANK_WORD_COUNT, SOUGHT_AT,
  SOUGHT_BYTES, SOUGHT_CHUNK, SOUGHT_CHUNKS, SOUGHT_COUNT, SOUGHT_FOUND, SOUGHT_LEFT, SPANS_BEST, SPANS_BYTES, SPANS_COUNT, SPANS_FIRST, SPANS_PLACE, SPANS_TOUCHED,
  SPANS_TURN, SPANS_UNIT, SUMS_BEST, SUMS_BYTES, SUMS_MARKS, SUMS_STRONG, SUMS_TURN_MAP, TALLY_BYTES, TALLY_COUNT_HALF, TALLY_EXACT, TALLY_GROUP_BEST, TALLY_GROUP_UNITS,
  TALLY_HELD, TALLY_HOLDING, TALLY_SPREAD, TALLY_STRIDE, TALLY_TOUCHED_TURNS, TALLY_TOUCHED_UNITS, TALLY_TURN_SCORE, TALLY_TURN_UNIT, TALLY_UNIT_LENGTH, TILE_BYTES,
  WORD_BASE, WORD_BYTES, WORD_MOST_POINTS, WORD_SLOPE, WORD_WEIGHTS,
} from '../../src/kernel/layout.ts';
import { scriptKernel } from '../../src/kernel/script-kernel.ts';
import { PositionWriter, appendPosting } from '../index/list-writer.ts';

const CHUNKS = 600;
const SPANS = 60;
const TURNS = 40;
const UNITS = 9;
const HEAP = 5;

/** A seeded stream of whole numbers below a bound. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

/** Scores four random lists window by window, as two members of one word, one of another, and a literal; returns the memory afterwards. */
function run(seed: number, isScript: boolean): Uint8Array {
  const next = numbers(seed);
  const arena = takeArena();
  arena.reserve(1 << 18);
  const list = (): { start: number; count: number } => {
    const out = new ByteBuffer();
    let before = -1;
    let count = 0;
    for (let chunk = next(9); chunk < CHUNKS; chunk += 1 + next(next(4) === 0 ? 300 : 6)) {
      appendPosting(out, before, chunk, next(5) === 0 ? 2 + next(300) : 1);
      before = chunk;
      count++;
    }
    return { start: arena.copy(out.view()), count };
  };
  const first = arena.words(SPANS + 1);
  for (let span = 0; span < SPANS; span++) first[span] = span * 10;
  first[SPANS] = CHUNKS;
  const spans = arena.record(SPANS_BYTES, {
    [SPANS_COUNT]: SPANS, [SPANS_FIRST]: first, [SPANS_UNIT]: arena.numbers(SPANS).map(() => next(10) - 1), [SPANS_TURN]: arena.numbers(SPANS),
    [SPANS_BEST]: arena.numbers(SPANS), [SPANS_PLACE]: arena.words(SPANS), [SPANS_TOUCHED]: arena.words(SPANS),
  });
  const turns = new Int32Array(SPANS).map(() => next(TURNS));
  const units = new Int32Array(SPANS).map(() => next(UNITS + 1) - 1);
  arena.setWord(spans + SPANS_TURN, arena.copy(turns));
  arena.setWord(spans + SPANS_UNIT, arena.copy(units));
  const chunks = arena.record(CHUNKS_BYTES, {
    [CHUNKS_FIELDS]: arena.copy(new Uint8Array(CHUNKS).map(() => next(7))), [CHUNKS_LENGTHS]: arena.copy(new Uint16Array(CHUNKS).map(() => next(1000))),
    [CHUNKS_SCORE]: arena.numbers(CHUNKS),
  });
  const sums = [0, 1, 2].map(() => arena.record(SUMS_BYTES, {
    [SUMS_BEST]: arena.numbers(TURNS + 1), [SUMS_TURN_MAP]: arena.words((TURNS + 31) >>> 5), [SUMS_STRONG]: arena.words(UNITS), [SUMS_MARKS]: arena.bytes(UNITS),
  }));
  const word = arena.record(WORD_BYTES, {});
  for (let field = 0; field < 7; field++) arena.setWord(word + WORD_WEIGHTS + 4 * field, field === 3 ? 0 : 40 + 50 * field);
  arena.setReal(word + WORD_MOST_POINTS, 2 ** 26);
  arena.setReal(word + WORD_BASE, 30);
  arena.setReal(word + WORD_SLOPE, 0.7);
  const tally = arena.record(TALLY_BYTES, {
    [TALLY_TURN_UNIT]: arena.copy(new Int32Array(TURNS).map((_, turn) => turn % UNITS)), [TALLY_TURN_SCORE]: arena.numbers(TURNS),
    [TALLY_TOUCHED_TURNS]: arena.words(TURNS), [TALLY_GROUP_BEST]: arena.numbers(UNITS),
    [TALLY_GROUP_UNITS]: arena.words(UNITS), [TALLY_SPREAD]: arena.numbers(UNITS), [TALLY_HOLDING]: arena.reals(UNITS), [TALLY_HELD]: arena.words(UNITS),
    [TALLY_EXACT]: arena.words(UNITS), [TALLY_TOUCHED_UNITS]: arena.words(UNITS), [TALLY_STRIDE]: 1,
    [TALLY_UNIT_LENGTH]: arena.copy(new Uint32Array(UNITS).map(() => 1 + next(200))),
  });
  arena.setReal(tally + TALLY_COUNT_HALF, 0.03);
  const lists = [list(), list(), list(), list()];
  const map = arena.words((CHUNKS + 31) >>> 5);
  const gathered = arena.record(GATHERED_BYTES, { [GATHERED_CHUNKS]: arena.words(CHUNKS), [GATHERED_FREQUENCIES]: arena.copy(new Uint32Array(CHUNKS).map(() => next(4))) });
  const members = lists.slice(0, 3).map(({ start, count }, i) => {
    const member = arena.record(MEMBER_BYTES, { [MEMBER_AT]: start, [MEMBER_LEFT]: count, [MEMBER_CHUNK]: -1, [MEMBER_MARK]: i === 1 ? 0 : MARK_EXACT | MARK_STRONG });
    arena.setReal(member + MEMBER_MOST_POINTS, 2 ** (26 - i));
    return member;
  });
  const [tile, gains] = [arena.bytes(TILE_BYTES).byteOffset, arena.bytes(KEPT_BYTES).byteOffset];
  arena.setWord(members[1] + MEMBER_GAINS, gains);
  const groups = [
    { [GROUP_MEMBERS]: members[0], [GROUP_MEMBER_COUNT]: 2 }, { [GROUP_MEMBERS]: members[2], [GROUP_MEMBER_COUNT]: 1 }, { [GROUP_MEMBERS]: members[2], [GROUP_GATHERED]: gathered },
  ].map((group, i) => arena.record(GROUP_BYTES, { ...group, [GROUP_WORD]: word, [GROUP_SUMS]: sums[i] }));
  const heap = arena.words(HEAP).byteOffset;
  const offered = arena.words(2 * CHUNKS).byteOffset;
  const wanted = new Uint32Array(40).map((_, i) => 15 * i + next(15));
  const sought = arena.record(SOUGHT_BYTES, {
    [SOUGHT_AT]: lists[0].start, [SOUGHT_LEFT]: lists[0].count, [SOUGHT_CHUNK]: -1, [SOUGHT_CHUNKS]: arena.copy(wanted), [SOUGHT_COUNT]: wanted.length,
    [SOUGHT_FOUND]: arena.words(2 * wanted.length),
  });
  const reals = (count: number): Float64Array => arena.reals(count).map(() => next(1000) / 7);
  const rank = arena.record(RANK_BYTES, {
    [RANK_TEXT]: arena.copy(new Int32Array(UNITS).map(() => next(5000))), [RANK_TITLE]: arena.copy(new Int32Array(UNITS).map(() => next(5000))),
    [RANK_TURN]: arena.copy(new Int32Array(UNITS).map(() => next(5000))), [RANK_SPREAD]: arena.word(tally + TALLY_SPREAD),
    [RANK_UNIT_LENGTH]: arena.word(tally + TALLY_UNIT_LENGTH), [RANK_HOLDING]: arena.word(tally + TALLY_HOLDING), [RANK_CLOSENESS]: arena.copy(reals(UNITS)),
    [RANK_EXACT]: arena.word(tally + TALLY_EXACT), [RANK_STRIDE]: 1, [RANK_TOUCHED]: arena.copy(new Uint32Array(UNITS).map((_, unit) => unit)),
    [RANK_TOUCHED_COUNT]: UNITS, [RANK_IS_OUT]: arena.copy(new Uint8Array(UNITS).map(() => (next(4) === 0 ? 1 : 0))), [RANK_SHARES]: arena.copy(reals(RANK_PARTS)),
    [RANK_MASKS]: arena.copy(Uint32Array.of(1, 3)), [RANK_BONUSES]: arena.copy(reals(2)), [RANK_IS_NAMED]: arena.copy(Uint8Array.of(0, 1)), [RANK_WORD_COUNT]: 2,
    [RANK_IS_SHORT]: 1, [RANK_UNITS]: arena.words(UNITS), [RANK_SCORES]: arena.reals(UNITS), [RANK_VALUES]: arena.reals(UNITS * RANK_VALUE_COUNT),
    [RANK_IS_KNOWN]: arena.bytes(UNITS),
  });
  for (const offset of [RANK_LENGTH_BASE, RANK_LENGTH_SLOPE, RANK_LENGTH_FLOOR, RANK_AVERAGE_LENGTH, RANK_POINT_SCORE]) arena.setReal(rank + offset, 1 + next(90) / 11);
  const memoryEnd = arena.mark();

  const buffer = map.buffer as ArrayBuffer;
  const kernel: Kernel = isScript ? scriptKernel : arena.kernel;
  if (isScript) scriptKernel.useMemory(buffer);
  kernel.markChunks(lists[3].start, lists[3].count, map.byteOffset);
  arena.setWord(gathered + GATHERED_COUNT, kernel.takeMarked(map.byteOffset, map.length, arena.word(gathered + GATHERED_CHUNKS)));
  kernel.beginMembers(members[0], members.length);
  for (let chunk = kernel.nextChunk(groups[0], 3); chunk < CHUNKS; chunk = kernel.nextChunk(groups[0], 3)) {
    const from = chunk - (chunk % 77);
    const end = Math.min(CHUNKS, from + 77);
    kernel.scoreWindow(groups[0], 3, from, end, chunks, spans, tile);
    kernel.endWindow(from, end, chunks, spans, 0, heap, HEAP, offered);
    kernel.findPositions(sought, end, arena.word(chunks + CHUNKS_LENGTHS));
  }
  sums.forEach((left, i) => kernel.takeGroup(left, TURNS, tally, i, 3.5 - i, 1.5));
  kernel.rankUnits(rank);
  return new Uint8Array(buffer.slice(0, memoryEnd));
}

test('the kernel gives the same in WebAssembly and in JavaScript', () => {
  assert.equal(kernelBytes[0], 0, 'a module begins with a zero byte');
  for (let seed = 1; seed <= 50; seed++) assert.deepEqual(run(seed, true), run(seed, false), `seed ${seed}`);
});

/** Where a word stands two tokens behind another one, in chunks of random lengths; returns the memory afterwards. */
function quote(seed: number, isScript: boolean): Uint8Array {
  const next = numbers(seed);
  const arena = takeArena();
  arena.reserve(1 << 18);
  const lengths = new Uint16Array(CHUNKS).map(() => next(40));
  const lengthsAt = arena.copy(lengths);
  const first = arena.words(CHUNKS + 1).byteOffset;
  const term = (): { list: number; count: number; positions: number } => {
    const out = new ByteBuffer();
    const stored = new ByteBuffer();
    const writer = new PositionWriter(stored);
    let before = -1;
    let count = 0;
    for (let chunk = 0; chunk < CHUNKS; chunk++) {
      const positions = Array.from({ length: lengths[chunk] }, (_, position) => position).filter(() => next(4) === 0);
      if (positions.length === 0) continue;
      appendPosting(out, before, chunk, positions.length);
      for (const position of positions) writer.add(position, positionBits(lengths[chunk]));
      before = chunk;
      count++;
    }
    writer.endTerm();
    return { list: arena.copy(out.view()), count, positions: arena.copy(stored.view()) };
  };
  const [one, other] = [term(), term()];
  const wordCount = (40 * CHUNKS) >>> 5;
  const [map, both] = [arena.words(wordCount).byteOffset, arena.words(wordCount).byteOffset];
  const tokens = arena.words(2000).byteOffset;
  const around = arena.words(6000).byteOffset;
  const end = arena.mark();
  const buffer = arena.bytes(0).buffer as ArrayBuffer;
  const kernel: Kernel = isScript ? scriptKernel : arena.kernel;
  if (isScript) scriptKernel.useMemory(buffer);
  kernel.numberTokens(lengthsAt, CHUNKS, first);
  kernel.markPlaces(one.list, one.count, one.positions, lengthsAt, first, 0, 5, 5, 0, map);
  const found = kernel.markPlaces(other.list, other.count, other.positions, lengthsAt, first, 2, 0, 65_536, map, both);
  assert.equal(kernel.takeMarked(both, wordCount, tokens), found);
  kernel.clearWords(map, wordCount);
  kernel.chunksAround(tokens, found, first, CHUNKS, 3, 4, around);
  return new Uint8Array(buffer.slice(0, end));
}

test('the kernel finds the same close spellings in WebAssembly and in JavaScript', () => {
  for (let seed = 1; seed <= 20; seed++) assert.deepEqual(quote(seed, true), quote(seed, false), `seed ${seed}`);
});
