import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchAnswer, SearchRequest } from '../../src/contract.ts';
import { CcfindError } from '../../src/errors.ts';
import { parsePattern } from '../../src/pattern.ts';
import type { FieldName } from '../../src/schema.ts';
import type { TimeLimit } from '../../src/search/hits.ts';
import { search } from '../../src/search/searcher.ts';
import { chunkEnd } from '../../src/transcript/chunk.ts';
import { createTimeLimit } from '../../src/watchdog.ts';
import { contextAt, history, requestFor, snapshotOf, type PlainIndex, type PlainRow } from './memory-index.ts';
import { dealt, seededRandom, type Random } from './random-history.ts';

const ask = (index: PlainIndex, pattern: string, more: Partial<SearchRequest> = {}, timeLimit?: TimeLimit): SearchAnswer =>
  search(snapshotOf(index), requestFor(pattern, { regex: true, limit: 1000, ...more }), { ...contextAt('/config/projects/-p'), timeLimit });
const found = (index: PlainIndex, pattern: string, more: Partial<SearchRequest> = {}): string[] => ask(index, pattern, more).hits.map((hit) => hit.session);

/** A text as the index keeps it. */
function cut(field: FieldName, text: string): PlainRow['chunks'] {
  const bytes = Buffer.from(text);
  const chunks: PlainRow['chunks'] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = chunkEnd(bytes, at, bytes.length);
    chunks.push({ field, text: bytes.toString('utf8', at, end) });
    at = end;
  }
  return chunks;
}

test('a pattern finds what it describes, marks the first match, and says what it read', () => {
  const index = history([['connect', 'ECONNREFUSED 127.0.0.1:5432 and ECONNRESET']], [['connect', 'econnrefused']], [['nothing']]);
  const answer = ask(index, 'ECONN\\w+ .*:54\\d\\d');
  assert.deepEqual(answer.hits.map((hit) => [hit.session, hit.weak, hit.field, hit.words]), [['session-0', false, 'answer', '']]);
  assert.equal(answer.hits[0].snippet.slice(...answer.hits[0].highlights[0]), 'ECONNREFUSED 127.0.0.1:5432');
  assert.deepEqual([answer.total, answer.relevant, answer.weak, answer.terms], [1, 1, 0, ['ECONN\\w+ .*:54\\d\\d']]);
  assert.deepEqual(answer.regex, { pattern: 'ECONN\\w+ .*:54\\d\\d', flags: 'gmu', bytes: 54, ms: 0, chunks: 5, ruledOut: 3, unread: 0, givenUp: 0, cut: 0 });
});

test('case counts unless the pattern says otherwise, even inside words that the index cuts by case', () => {
  const index = history([['see refreshToken here']], [['see REFRESHTOKEN here']], [['see refreshtokens here']], [['\u017fee refre\u017fhToken']]);
  assert.deepEqual(found(index, 'refreshToken'), ['session-0']);
  assert.deepEqual(found(index, '(?i)refreshToken').sort(), ['session-0', 'session-1', 'session-2', 'session-3']);
  assert.deepEqual(found(index, '(?i)see refreshtoken').sort(), ['session-0', 'session-1', 'session-2', 'session-3']);
});

test('a part of a long name is found also where another session holds the same as a word', () => {
  const index = history([['see TokenIsExpired here']], [['see testShouldReturnTheCorrectResponseWhenTheUserIsNotAuthenticatedAndTheTokenIsExpired']], [['nothing']]);
  assert.deepEqual(found(index, 'TokenIsExp\\w+').sort(), ['session-0', 'session-1']);
});

test('a piece of base64 is found although the index knows only its head, in any case too', () => {
  const run = 'abCD12+/efGH34ijKL56/mnOP78qrST90+uvWX12yzAB34cdEF56/ghIJ78klMN90opQR12stUV34==';
  const index = history([[`begin ${run} end`]], [['nothing']]);
  assert.deepEqual([found(index, 'opQR12stUV34'), found(index, '(?i)opqr12stuv34')], [['session-0'], ['session-0']]);
});

test('^ and $ match at the ends of lines, a dot no line feed unless asked to, and an accent is one character', () => {
  const index = history([['one\ntwo three\nfour']], [['cafe\u0301 au lait']]);
  assert.deepEqual(found(index, '^two three$'), ['session-0']);
  assert.deepEqual(found(index, 'one.two'), []);
  assert.deepEqual(found(index, '(?s)one.two'), ['session-0']);
  assert.deepEqual(found(index, 'caf. au'), ['session-1']);
  assert.equal(ask(index, 'one\\s+two').hits[0].snippet, 'one two three four');
});

test('an empty match does not count', () => {
  const index = history([['xyz']], [['\u{1f389}']]);
  for (const pattern of ['a*', '^', '\\b', '(?=x)', '$']) assert.deepEqual(found(index, pattern), [], pattern);
  assert.deepEqual(found(index, 'x*'), ['session-0']);
});

test('more matches, a heavier field and newer sessions come first', () => {
  const one = history([['say', 'k1']], [['say', 'k1 k2 k3']], [['say k1', 'no']], [['say', 'k9']]);
  assert.deepEqual(found(one, 'k\\d'), ['session-2', 'session-1', 'session-3', 'session-0']);
});

test('a match across two chunks of one text is found once, where it begins', () => {
  const filler = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
  const chunks = cut('answer', filler);
  assert.ok(chunks.length >= 3);
  const border = chunks[0].text.trimEnd().split(' ').at(-1) ?? '';
  const next = chunks[1].text.split(' ')[0];
  const index: PlainIndex = { sessions: [{ id: 's', lastMs: 1 }], segments: [[{ session: 0, turn: 1, chunks }]] };
  for (const pattern of [`${border} ${next}`, `${border}\\s+${next}\\b`, `(?<=${border} )${next}`, `${border}[^]+${next}`]) {
    const [hit] = ask(index, pattern, { group: 'turn' }).hits;
    assert.ok(hit !== undefined, pattern);
    assert.equal(hit.snippet.slice(...hit.highlights[0]).endsWith(next), true, `${pattern} ${hit.snippet}`);
  }
});

test('filters apply to what a pattern finds, and pages follow each other', () => {
  const index = history([['key1', 'key2']], [['key3']], [['other', 'key4']]);
  assert.deepEqual(found(index, 'key\\d', { fields: ['answer'] }), ['session-2', 'session-0']);
  assert.deepEqual(found(index, 'key\\d', { project: 'project-1' }), ['session-1']);
  assert.deepEqual(found(index, 'key\\d', { exclude: ['session-1'], group: 'turn' }), ['session-0', 'session-2']);
  const whole = found(index, 'key\\d');
  assert.equal(whole.length, 3);
  for (let offset = 0; offset < 3; offset++) assert.deepEqual(found(index, 'key\\d', { offset, limit: 1 }), whole.slice(offset, offset + 1));
});

test('a pattern that takes too long on one text gives that text up, says so, and goes on elsewhere', { timeout: 300_000 }, () => {
  const index = history([[`${'a'.repeat(60)}!`, 'aab']], [['aaab']], [['aab']]);
  const answer = ask(index, '(?:a+)+b', {}, createTimeLimit());
  assert.deepEqual(answer.hits.map((hit) => hit.session).sort(), ['session-0', 'session-1', 'session-2']);
  assert.deepEqual([answer.regex?.givenUp, answer.regex?.unread], [1, 0]);
});

test('a search whose time is up counts the text that it did not read', () => {
  let nowMs = 0;
  const slow: TimeLimit = { nowMs: () => (nowMs += 40_000), run: (_, work) => (work(), true) };
  const index = dealt(history([['key1']], [['key2']], [['key3']], [['key4']]), 4, seededRandom(1));
  const { regex, total } = ask(index, '[k]ey\\d', {}, slow);
  assert.ok(regex !== undefined && regex.unread > 0 && total > 0 && total + regex.unread === 4, JSON.stringify(regex));
});

test('a search whose time is up leaves the rest of its batch too', () => {
  let nowMs = 0;
  const stuck: TimeLimit = { nowMs: () => nowMs, run: () => ((nowMs += 1000), false) };
  const { regex, total } = ask(history(...Array.from({ length: 100 }, (_, at) => [[`key${at}`]])), '[k]ey\\d', {}, stuck);
  assert.deepEqual([total, regex?.givenUp, regex?.unread, regex?.ms], [0, 61, 39, 61_000]);
});

test('a match counts only where the chunk in which it begins is shown', () => {
  const key = { hi: 1, lo: 1 };
  const row: PlainRow = { session: 0, turn: 1, key, chunks: ['alpha1', 'beta1'].map((text) => ({ field: 'answer' as const, text })) };
  const copies = [{ session: 1, turn: 1, key, owner: 0, ownerTurn: 1, heldFrom: 0, heldTo: 1 }];
  const index: PlainIndex = { sessions: [{ id: 'whole', lastMs: 1 }, { id: 'part', lastMs: 2 }], segments: [[row]], copies };
  assert.deepEqual(found(index, '[a-z]+1', { sessions: ['part'] }), ['part']);
  assert.deepEqual(found(index, 'bet[a]1', { sessions: ['part'] }), []);
  assert.deepEqual(found(index, 'bet[a]1'), ['whole']);
});

test('matches beyond the chunks that count do not make a pattern more common', () => {
  const key = { hi: 1, lo: 1 };
  const scoreBeside = (rest: string): number => {
    const row: PlainRow = { session: 0, turn: 1, key, chunks: [...cut('answer', `${'alpha1 '.repeat(150)}${rest.repeat(400)}`)] };
    const copies = [{ session: 1, turn: 1, key, owner: 0, ownerTurn: 1, heldFrom: 0, heldTo: 1 }];
    const index: PlainIndex = { sessions: [{ id: 'whole', lastMs: 1 }, { id: 'part', lastMs: 2 }], segments: [[row]], copies };
    const { hits, total } = ask(index, '(?:alpha|bet[a])1', { sessions: ['part'] });
    assert.deepEqual([row.chunks.length > 2, total], [true, 1]);
    return hits[0].score;
  };
  assert.equal(scoreBeside('beta1 '), scoreBeside('beta2 '));
});

test('an invalid regular expression is a usage error', () => {
  assert.throws(() => ask(history([['x']]), 'a(b'), (error) => error instanceof CcfindError && error.exitCode === 2);
});

const WORDS = 'error timeout refresh_token getUserById the cache retry 数据库 迁移 ECONNREFUSED src/app.ts caf\u00e9 cafe\u0301 \u{1f389} line a-b 5432 queue'.split(' ');
const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)];

/** Short texts and texts of several chunks, all ending in a word, so that none seems to go on in the next. */
function randomTexts(random: Random): { index: PlainIndex; texts: { session: number; field: FieldName; text: string }[] } {
  const texts: { session: number; field: FieldName; text: string }[] = [];
  const rows: PlainRow[] = [];
  const sessionCount = 8;
  for (let session = 0; session < sessionCount; session++) {
    for (let turn = 1; turn <= 1 + random(3); turn++) {
      const chunks = Array.from({ length: 1 + random(4) }, () => {
        const field = pick<FieldName>(random, ['prompt', 'answer', 'output', 'output']);
        const length = random(4) === 0 ? 150 + random(300) : 1 + random(30);
        const text = Array.from({ length }, () => `${pick(random, WORDS)}${pick(random, [' ', ' ', ' ', '\n', ', ', '. ', '.'])}`).join('').trimEnd() + ' end of text';
        texts.push({ session, field, text });
        return cut(field, text);
      }).flat();
      rows.push({ session, turn, chunks, timeMs: turn });
    }
  }
  return { texts, index: { sessions: Array.from({ length: sessionCount }, (_, at) => ({ id: `s${at}`, lastMs: at })), segments: [rows] } };
}

function randomPattern(random: Random): string {
  const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const word = (): string => escaped(pick(random, WORDS));
  const ways: (() => string)[] = [
    word, () => `${word()} ${word()}`, () => `${word()}\\s+${word()}`, () => `^${word()}`, () => `${word()}$`, () => `\\b${word()}\\b`, () => `(?<=${word()} )${word()}`,
    () => `${word()}(?! )`, () => `${word()}.{0,${random(12)}}${word()}`, () => `(?:${word()}|${word()})[,.]`, () => `${word().slice(1)}`.replace(/^[^\w]+|\\$/g, '') || 'x+',
    () => `(?:${word()}\\s){2}`, () => '[\\u4e00-\\u9fff]{3}', () => '\\p{Script=Han}+ \\w', () => `${word()}*`, () => `(?s)${word()}.{200,260}${word()}`, () => 'z{3}',
  ];
  const pattern = pick(random, ways)();
  return random(4) === 0 && !pattern.startsWith('(?s)') ? `(?i)${pattern}` : pattern;
}

test('a pattern finds the sessions that a plain scan finds, however the texts are cut into chunks and segments', () => {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
  const random = seededRandom(seed);
  let foundCount = 0;
  for (let round = 0; round < 12; round++) {
    const { index, texts } = randomTexts(random);
    const parted = dealt(index, 1 + random(3), random);
    for (let i = 0; i < 6; i++) {
      const typed = randomPattern(random);
      let pattern: RegExp;
      try {
        const { source, flags } = parsePattern(typed);
        pattern = new RegExp(source, flags);
      } catch {
        continue;
      }
      const field = random(4) === 0 ? pick<FieldName>(random, ['prompt', 'output']) : null;
      const held = texts.filter((text) => field === null || text.field === field).filter(({ text }) => [...text.normalize('NFC').matchAll(pattern)].some(([match]) => match !== ''));
      const expected = [...new Set(held.map(({ session }) => `s${session}`))].sort();
      const answer = ask(parted, typed, { fields: field === null ? null : [field] });
      const label = `SEED=${seed} round ${round} ${JSON.stringify(typed)} ${field}`;
      assert.deepEqual(answer.hits.map((hit) => hit.session).sort(), expected, label);
      assert.deepEqual([answer.total, answer.relevant], [expected.length, expected.length], label);
      foundCount += expected.length;
      for (const hit of answer.hits) {
        const [[start, end]] = hit.highlights;
        const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();
        const marked = flat(hit.snippet.slice(start, end));
        // A match longer than a snippet is cut.
        const matches = held.flatMap(({ text }) => [...text.normalize('NFC').matchAll(pattern)].map(([match]) => flat(match)));
        assert.ok(matches.some((match) => match === marked || (match.length > 100 && match.startsWith(marked))), `${label}: ${marked}`);
      }
    }
  }
  assert.ok(foundCount > 60, String(foundCount));
});
