/**
 * The kernel of the segment writer in both its forms: WebAssembly, and the same files as JavaScript.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FREE } from '../../src/analysis/places.ts';
import { analyzeBytes, readTerms } from '../../src/analysis/analyzer.ts';
import { roomForFolded, roomForTerms } from '../../src/analysis/tokenizer.ts';
import { IndexDamage } from '../../src/index/damage.ts';
import type { MergeInput } from '../../src/index/merge.ts';
import { mergeTerms } from '../../src/index/merge-terms.ts';
import { startScript } from '../../src/index/script-terms.ts';
import { SegmentTerms } from '../../src/index/segment-terms.ts';
import { startWasm } from '../../src/index/term-kernel.ts';
import type { TermMachine } from '../../src/index/term-kernel.ts';
import { randomFrom, seedOf } from '../random.ts';
import { openBytes, randomRows, writeRows } from './random-segment.ts';

const PIECES = [
  'error', 'the', 'src/app.ts:12', 'parseQueryText', 'HTTPServer2', 'user@host:~/x', 'größe', 'ИЙ', 'и\u0306', '数据库迁移', 'データベース', 'か\u3099', '한국어', 'ภาษาไทย', '४५', 'ﷺ',
  'c++', "user's", '👍', 'Zm9vYmFyMQ9x', 'a.b.c.d', '\ufffd', 'İ', '½',
];

function wasm(): TermMachine {
  const machine = startWasm();
  assert.ok(machine !== null);
  return machine;
}

function randomChunks(next: () => number, count: number): Buffer[] {
  return Array.from({ length: count }, () => {
    let text = '';
    while (next() < 0.95) text += `${PIECES[Math.floor(next() ** 2 * PIECES.length)]}${next() < 0.2 ? Math.floor(next() * 1000) : ''}${next() < 0.8 ? ' ' : '.'}`;
    return Buffer.from(text);
  });
}

/** What the kernel itself reports of a chunk. */
function report({ kernel, buffer }: TermMachine, chunk: Buffer): unknown {
  kernel.beginHeap(FREE);
  const text = kernel.allocate(chunk.length);
  const terms = kernel.allocate(roomForTerms(chunk.length));
  const folded = kernel.allocate(roomForFolded(chunk.length));
  kernel.beginInterner(1 << 10);
  Buffer.from(buffer()).set(chunk, text);
  const positions = kernel.internChunk(text, text + chunk.length, terms, folded);
  return { positions, terms: readTerms(buffer(), terms, terms + kernel.tokenCount() * 16) };
}

/** The term sections that a machine makes of chunks. */
function sections(machine: TermMachine, chunks: readonly Buffer[]): unknown {
  const terms = new SegmentTerms(machine);
  const all: unknown[] = [];
  // Twice: the second segment begins with what the first one grew to.
  for (let round = 0; round < 2; round++) {
    terms.begin(Math.max(...chunks.map(({ length }) => length)));
    const first = new Uint32Array(chunks.length + 1);
    chunks.forEach((chunk, i) => (first[i + 1] = first[i] + terms.add(chunk, 0, chunk.length)));
    const writer = terms.finish(first);
    const { dictionary, meta, postings, positions, termIndex } = writer.sections();
    all.push([writer.termCount, ...[dictionary, meta, postings, positions].map((parts) => Buffer.concat(parts).toString('hex')), [...termIndex]]);
  }
  assert.deepEqual(all[1], all[0]);
  return all[0];
}

test('WebAssembly and JavaScript report the terms that analyzeBytes() gives', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  const machines = [wasm(), startScript()];
  for (let round = 0; round < 60; round++) {
    const chunk = round % 3 > 0 ? randomChunks(next, 1)[0] : Buffer.from(Array.from({ length: 200 }, () => Math.floor(next() * 256)));
    const terms = analyzeBytes(chunk, 0, chunk.length);
    const expected = { positions: (terms.at(-1)?.position ?? -1) + 1, terms };
    for (const machine of machines) assert.deepEqual(report(machine, chunk), expected, `seed ${seed}, round ${round}`);
  }
});

test('WebAssembly and JavaScript make the same lists of many terms', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  for (const count of [0, 1, 3000]) {
    const chunks = [...randomChunks(next, count), Buffer.from(Array.from({ length: count }, (_, i) => `x${i}y`).join(' ')), Buffer.alloc(0)];
    assert.deepEqual(sections(startScript(), chunks), sections(wasm(), chunks), `seed ${seed}, ${count} chunks`);
  }
});

test('WebAssembly and JavaScript join lists of several segments alike, and notice a list that leads nowhere', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  const inputs = [40, 300, 0, 7].map((count, i): MergeInput => {
    const segment = openBytes(writeRows(randomRows(next, count)));
    const isWhole = i < 3;
    const chunkMap = Int32Array.from({ length: segment.chunkCount }, (_, chunk) => (isWhole || chunk % 3 === 0 ? 1000 * i + chunk : -1));
    return { segment, chunkMap, rowMap: new Int32Array(0), isWhole };
  });
  const bytesOf = (machine: TermMachine, of: readonly MergeInput[]): string[] => {
    const { sections } = mergeTerms(of, 500, machine);
    return [sections.positions, sections.postings, sections.dictionary, sections.meta].map((parts) => Buffer.concat([...(parts as Iterable<Uint8Array>)]).toString('hex'));
  };
  assert.deepEqual(bytesOf(startScript(), inputs), bytesOf(wasm(), inputs), `seed ${seed}`);
  const cut = inputs.map((input, i) => (i === 1 ? { ...input, chunkMap: input.chunkMap.subarray(0, input.chunkMap.length >>> 1) } : input));
  for (const machine of [startScript(), wasm()]) assert.throws(() => bytesOf(machine, cut), IndexDamage, `seed ${seed}`);
});

test('WebAssembly and JavaScript put terms into byte order', () => {
  const seed = seedOf();
  const next = randomFrom(seed);
  const terms = new Set<string>();
  for (let i = 0; i < 3000; i++) {
    const stem = ['', 'pre', 'prefix', 'prefix-long-', '数据', 'é'][Math.floor(next() * 6)];
    terms.add(stem + Math.floor(next() ** 3 * 10000).toString(3 + Math.floor(next() * 30)));
  }
  const list = [...terms].map((term) => Buffer.from(term));
  const arena = Buffer.concat(list.flatMap((term) => [Buffer.from([term.length]), term]));
  let end = 0;
  const starts = Uint32Array.from(list, (term) => (end += term.length + 1) - term.length - 1);
  const expected = [...list].sort((a, b) => Buffer.compare(a, b));
  for (const { kernel, buffer } of [wasm(), startScript()]) {
    kernel.beginHeap(FREE);
    const [arenaAt, startsAt, orderAt] = [arena.length, starts.byteLength, starts.byteLength].map((bytes) => kernel.allocate(bytes));
    Buffer.from(buffer()).set(arena, arenaAt);
    new Uint32Array(buffer(), startsAt, list.length).set(starts);
    kernel.sortTerms(arenaAt, startsAt, list.length, orderAt);
    assert.deepEqual(Array.from(new Uint32Array(buffer(), orderAt, list.length), (term) => list[term]), expected, `seed ${seed}`);
  }
});
