/**
 * Quotations across the borders of chunks: what stands in a message is found there, wherever the index cut it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldName } from '../../src/schema.ts';
import { search } from '../../src/search/searcher.ts';
import { chunkEnd } from '../../src/transcript/chunk.ts';
import { contextAt, requestFor, snapshotOf, type PlainIndex } from './memory-index.ts';
import { seededRandom, type Random } from './random-history.ts';

interface Message {
  readonly field: FieldName;
  readonly text: string;
}

/** The chunks of a message, as they are stored. */
function cut(text: string): string[] {
  const bytes = Buffer.from(text);
  const chunks: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = chunkEnd(bytes, from, bytes.length);
    chunks.push(bytes.toString('utf8', from, to));
    from = to;
  }
  return chunks;
}

/** Every session one turn in one row, its messages one behind the other. */
function indexOf(sessions: readonly (readonly Message[])[]): PlainIndex {
  return {
    sessions: sessions.map((_, at) => ({ id: `s${at}`, lastMs: at })),
    segments: [sessions.map((messages, session) => ({ session, turn: 1, chunks: messages.flatMap(({ field, text }) => cut(text).map((chunk) => ({ field, text: chunk }))) }))],
  };
}

function find(sessions: readonly (readonly Message[])[], query: string) {
  return search(snapshotOf(indexOf(sessions)), requestFor(query, { limit: 1000 }), contextAt(null));
}

function idsOf(answer: ReturnType<typeof find>): string[] {
  return answer.hits.map(({ session }) => session).sort();
}

/** So many words, each another one. */
function words(count: number, stem = 'word'): string {
  return Array.from({ length: count }, (_, at) => `${stem}${at}x`).join(' ');
}

const answer = (text: string): Message => ({ field: 'answer', text });

test('a quotation is found across the border of two chunks', () => {
  const text = words(300);
  const [first, second] = cut(text);
  assert.ok(first.endsWith(' ') && second.length > 500);
  const quoted = `${first.slice(-20)}${second.slice(0, 20)}`.trim();
  const found = find([[answer(words(300, 'other'))], [answer(text)]], `"${quoted}"`);
  assert.deepEqual(idsOf(found), ['s1']);
  assert.equal(found.hits[0].hit, 's1:1:0');
  assert.ok(found.hits[0].highlights.some(([start, end]) => found.hits[0].snippet.slice(start, end) === quoted), found.hits[0].snippet);
});

test('a quotation is found across three chunks and more', () => {
  const text = words(600);
  const chunks = cut(text);
  assert.ok(chunks.length > 4);
  const over = (from: number, to: number): string => `${chunks[from].slice(-30)}${chunks.slice(from + 1, to).join('')}${chunks[to].slice(0, 30)}`.trim();
  for (const [from, to] of [[0, 2], [1, 3], [0, 3]]) {
    const found = find([[answer(words(600, 'other'))], [answer(text)]], `"${over(from, to)}"`);
    assert.deepEqual(idsOf(found), ['s1'], `chunks ${from} to ${to}`);
    assert.equal(found.hits[0].hit, `s1:1:${from}`);
  }
});

test('a quotation is found where a border parts the characters of a script without spaces', () => {
  const han = Array.from({ length: 900 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 37) % 5000))).join('');
  const [first, second] = cut(han);
  assert.equal(Buffer.byteLength(first), 999);
  for (const [before, after] of [[1, 1], [1, 3], [3, 1], [5, 5], [40, 40]]) {
    const quoted = first.slice(-before) + second.slice(0, after);
    assert.deepEqual(idsOf(find([[answer(han.split('').reverse().join(''))], [answer(han)]], `"${quoted}"`)), ['s1'], quoted);
  }
  const sentences = Array.from({ length: 60 }, (_, at) => `${han.slice(at * 12, at * 12 + 12)} ok。`).join('');
  const parts = cut(sentences);
  assert.deepEqual(idsOf(find([[answer(sentences)]], `"${parts[0].slice(-4)}${parts[1].slice(0, 4)}"`)), ['s0']);
});

test('a quotation is found where a border parts a word from its punctuation', () => {
  for (const [before, after] of [["author'", 's fix'], ['(', 'error) x'], ['call(', ')'], ['a=', '=b'], ['x,', 'y'], ['3f2a,', '9c1d'], ['=', '=>'], ['=', '>']]) {
    // Where no white space is near, the index cuts behind a mark: these are laid down as it would.
    const index = indexOf([[answer('')]]);
    index.segments[0][0].chunks = [{ field: 'answer', text: `${'b'.repeat(700)}=${before}` }, { field: 'answer', text: `${after} ${'a'.repeat(390)}` }];
    const found = search(snapshotOf(index), requestFor(`"${before}${after}"`), contextAt(null));
    assert.deepEqual(idsOf(found), ['s0'], `${before}|${after}`);
  }
});

test('a quotation is found where spaces behind a border are none to cut at', () => {
  // Spaces that do not break, and one that is a single character with what follows.
  for (const space of ['\u00a0', '\u202f', ' \u{1f3fd}', ' \u0301']) {
    const text = `${'word '.repeat(196)}end${space}of${'long'.repeat(10)} ${words(100)}`;
    assert.equal(cut(text)[0], 'word '.repeat(196));
    assert.deepEqual(idsOf(find([[answer(text)]], `"word end${space}of"`)), ['s0'], JSON.stringify(space));
  }
});

test('a quotation is not found across fields or messages', () => {
  const text = words(300);
  const [first, second] = cut(text);
  const query = `"${first.slice(-20)}${second.slice(0, 20)}"`;
  assert.deepEqual(idsOf(find([[answer(text)]], query)), ['s0']);
  assert.deepEqual(idsOf(find([[{ field: 'prompt', text: first }, answer(second)]], query)), []);
  assert.deepEqual(idsOf(find([[answer(`${first.trimEnd()}`), answer(second)]], query)), []);
  assert.deepEqual(idsOf(find([[answer(first)], [answer(second)]], query)), []);
});

test('-"text" excludes a text across the border of two chunks', () => {
  const text = words(300);
  const [first, second] = cut(text);
  const quoted = `${first.slice(-20)}${second.slice(0, 20)}`.trim();
  const found = find([[answer(`${words(300, 'other')} word1x`)], [answer(text)]], `word1x -"${quoted}"`);
  assert.deepEqual(idsOf(found), ['s0']);
});

test('every quotation of a random history is found in every session that has it, and in no other', () => {
  const seed = 41;
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)];
  const sessions = Array.from({ length: 24 }, () => Array.from({ length: 1 + random(3) }, () => ({ field: pick<FieldName>(['prompt', 'answer', 'output']), text: randomMessage(random) })));
  const flat = (text: string): string => text.split(/\s+/).join(' ');
  const snapshot = snapshotOf(indexOf(sessions));
  for (let run = 0; run < 400; run++) {
    const { text } = pick(pick(sessions));
    const from = random(text.length);
    const quoted = flat(text.slice(from, from + 1 + random(pick([4, 30, 200, 2500])))).trim().replaceAll('"', '');
    if (quoted === '' || quoted !== Buffer.from(quoted).toString()) continue;
    const expected = sessions.flatMap((messages, at) => (messages.some((message) => flat(message.text).includes(quoted)) ? [`s${at}`] : []));
    const found = search(snapshot, requestFor(`"${quoted}"`, { limit: 1000 }), contextAt(null));
    assert.deepEqual(idsOf(found), expected.sort(), `seed ${seed}, run ${run}: ${JSON.stringify(quoted)}`);
  }
});

const MIXED = ['the', 'cache', 'retry', 'Token', 'refreshToken', 'src/app/cache.ts', 'v1.2.3', "author's", 'foo(bar)', '3f2a9c1', 'a,b;c', '数据库', '，', 'don’t', 'naïve', '==>', '100'];

/** Prose, lines of code, or text without spaces, of up to six chunks. */
function randomMessage(random: Random): string {
  const size = 20 + random(random(2) === 0 ? 200 : 1200);
  const style = random(4);
  if (style === 0) return Array.from({ length: size }, () => MIXED[random(MIXED.length)] + (random(9) === 0 ? '.' : '')).join(' ');
  if (style === 1) return Array.from({ length: size >> 2 }, () => `${' '.repeat(random(6))}${MIXED[random(MIXED.length)]} = ${MIXED[random(MIXED.length)]};`).join(random(3) === 0 ? '\n\n' : '\n');
  if (style === 2) return Array.from({ length: size }, () => String.fromCodePoint(0x4e00 + random(60)) + (random(40) === 0 ? '。' : random(60) === 0 ? ' ' : '')).join('').trim();
  return Array.from({ length: size }, () => MIXED[random(MIXED.length)]).join(',');
}
