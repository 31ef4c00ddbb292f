/**
 * A slow, obvious search beside the real one: the same scores, the same order, the same gate.
 *
 * Written from the formulas of ranking, with maps and loops over plain objects: every chunk is looked at for every
 * word. It shares with the engine the analyzer, the reading of queries and the table of constants, nothing else.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeText } from '../src/analysis/analyzer.ts';
import type { SearchRequest } from '../src/contract.ts';
import { ROW_FLAG } from '../src/index/reader-types.ts';
import { FIELDS, FIELD } from '../src/schema.ts';
import { RANKING } from '../src/search/constants.ts';
import { parseQuery, type Query, type TypedWord } from '../src/search/query.ts';
import { search } from '../src/search/searcher.ts';
import { rolesInRun } from '../src/search/gram-fillers.ts';
import { formsOf, isPlural } from '../src/search/forms.ts';
import { createThesaurus } from '../src/search/thesaurus.ts';
import { roleOf } from '../src/search/words.ts';
import { scriptVariants } from '../src/search/script.ts';
import { contextAt, requestFor, snapshotOf, type PlainIndex } from './search/memory-index.ts';
import { editsBetween } from './search/edits-between.ts';
import { dealt, randomHistory, randomQuery, seededRandom } from './search/random-history.ts';

interface Chunk {
  session: number;
  turn: string;
  field: number;
  text: string;
  length: number;
  positions: Map<string, number[]>;
  holders: number[];
  isTitle: boolean;
}

interface Word {
  term: string;
  literal: string | null;
  field: number;
  weight: number;
  /** Tier by term. */
  members: Map<string, number>;
  /** Takes part in closeness. */
  isPlaced: boolean;
}

function liveChunks(index: PlainIndex): Chunk[] {
  const chunks: Chunk[] = [];
  for (const row of index.segments.flat()) {
    if (row.isDead) continue;
    row.chunks.forEach(({ field, text }, at) => {
      const ordinal = (row.firstOrdinal ?? 0) + at;
      const isAgent = row.flags === ROW_FLAG.agent;
      const holders = new Map([[row.session, row.turn]]);
      for (const copy of index.copies ?? []) {
        const isTurn = row.flags !== ROW_FLAG.title && copy.key.hi === row.key?.hi && copy.key.lo === row.key?.lo;
        if (isTurn && (isAgent || (ordinal >= copy.heldFrom && ordinal < copy.heldTo)) && !holders.has(copy.session)) holders.set(copy.session, copy.turn);
      }
      const newest = [...holders].sort((a, b) => compareNewer(index, a[0], b[0]))[0];
      const positions = new Map<string, number[]>();
      let length = 0;
      for (const { term, position } of analyzeText(text)) {
        positions.set(term, [...(positions.get(term) ?? []), position]);
        length = position + 1;
      }
      chunks.push({ session: newest[0], turn: newest.join(':'), field: FIELD[field], text, length, positions, holders: [...holders.keys()], isTitle: row.flags === ROW_FLAG.title });
    });
  }
  // The title of a session whose text is all shown elsewhere is shown there too.
  for (const title of chunks.filter((chunk) => chunk.isTitle)) {
    const text = chunks.filter((chunk) => !chunk.isTitle && chunk.holders.includes(title.session));
    if (text.length === 0 || text.some((chunk) => chunk.session === title.session)) continue;
    const heir = text.map((chunk) => chunk.session).sort((a, b) => compareNewer(index, a, b))[0];
    title.session = heir;
    title.turn = `${heir}:0`;
  }
  return chunks;
}

function compareNewer(index: PlainIndex, a: number, b: number): number {
  const [x, y] = [index.sessions[a], index.sessions[b]];
  return (y.lastMs ?? 0) - (x.lastMs ?? 0) || (x.id < y.id ? -1 : x.id > y.id ? 1 : 0);
}

/** How often the chunk holds the text, white space standing for white space. */
function literalCount({ text }: Chunk, literal: string): number {
  return text.split(/\s+/).join(' ').split(literal.split(/\s+/).join(' ')).length - 1;
}

/** guesses: by typed term its close spellings, where nothing else stands for it. */
function wordsOf({ words: typed, languages }: Query, chunks: readonly Chunk[]): { words: Word[]; ofTyped: Word[][]; guesses: Map<string, string[]> } {
  const guesses = new Map<string, string[]>();
  const frequency = new Map<string, number>();
  for (const chunk of chunks) for (const term of chunk.positions.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const most = (fits: (term: string) => boolean, limit: number): string[] =>
    [...frequency.keys()].filter(fits).sort((a, b) => (frequency.get(b) ?? 0) - (frequency.get(a) ?? 0) || (a < b ? -1 : 1)).slice(0, limit);
  const exact = (term: string): [string, number][] => (frequency.has(term) ? [[term, 1]] : []);
  const other = (term: string, isContent: boolean, isStop: boolean, isPart: boolean): [string, number][] => {
    if (isStop) return [];
    const isPlain = /^\p{L}+$/u.test(term) && !/\p{Script=Han}/u.test(term);
    const { start, isSameStem, others } = formsOf(term, languages);
    const isStopWord = (one: string): boolean => roleOf(one, languages) === 'stop';
    const isForm = (one: string): boolean => !isStopWord(one) && start !== '' && one !== start && one.startsWith(start) && /^\p{L}+$/u.test(one) && isSameStem(one);
    const found = isPlain ? [...most((one) => one !== term && isForm(one), 20), ...others.filter((one) => frequency.has(one) && !isStopWord(one))] : [];
    const forms = found.map((one): [string, number] => [one, isPlural(term, one) ? 0.9 : 0.8]);
    const isOther = (one: string): boolean => one !== term && !found.includes(one) && !(isPlain && isForm(one));
    const starts = isContent && isPlain && term.length >= 4 ? most((one) => isOther(one) && one.startsWith(term) && /^\p{L}+$/u.test(one), frequency.has(term) ? 20 : 400) : [];
    const chunkCount = frequency.get(term) ?? 0;
    const isTypedAlone = typed.filter(({ role }) => role === 'content').length === 1;
    const isPiece = isPlain && isContent && !isPart && (isTypedAlone ? chunkCount <= 200 : term.length <= 5 && chunkCount <= 20 && forms.length === 0);
    if ((chunkCount > 0 && !isPiece) || term.length < 3) return [...forms, ...starts.map((one): [string, number] => [one, 0.4])];
    const holding = most((one) => one !== term && one.includes(term) && (chunkCount === 0 || /^\p{L}+$/u.test(one)), RANKING.middleLimit).filter((one) => !found.includes(one));
    const isAlone = chunkCount + forms.length + starts.length === 0;
    const alike = isAlone && isPlain ? spelt(term, holding.length === 0).filter(([one]) => !holding.includes(one)) : [];
    // What holds it is likelier meant.
    const close = holding.length === 0 ? guess(term, alike) : alike.map(([one, tier]): [string, number] => [one, tier / 2]);
    return [...forms, ...holding.map((one): [string, number] => [one, isAlone ? 0.5 : one.startsWith(term) ? 0.4 : 0.1]), ...close];
  };
  /** Words one edit away, or where there are none and nothing else two from eight letters on, with the same signs between their letters. */
  const spelt = (term: string, isAlone: boolean): [string, number][] => {
    const signsOf = (text: string): string => text.replace(/\p{L}/gu, '');
    if (term.length < 4 || /[0-9]|^[a-f]+$/.test(term)) return [];
    const at = (edits: number): [string, number][] =>
      most((one) => signsOf(one) === signsOf(term) && editsBetween(term, one) === edits, 20).map((one) => [one, RANKING.tierSpelling * (edits === 1 ? 1 : 0.7)]);
    return term.length < 8 || !isAlone || at(1).length > 0 ? at(1) : at(2);
  };
  const guess = (term: string, found: [string, number][]): [string, number][] => {
    guesses.set(term, found.map(([one]) => one));
    return found;
  };
  const isStop = (one: string): boolean => roleOf(one, languages) === 'stop';
  const withSynonyms = ({ term, role }: TypedWord, members: [string, number][]): [string, number][] => {
    const synonyms = role === 'content' ? createThesaurus('').synonymsOf(term) : [];
    const others = synonyms.flatMap((one) => (one.includes(' ') ? [] : one.endsWith('s') ? [one, one.slice(0, -1)] : [one, `${one}s`]));
    const added = [...new Set(others)].filter((one) => frequency.has(one) && !members.some(([member]) => member === one));
    return [...members, ...added.map((one): [string, number] => [one, 0.3])];
  };
  const known = new Map<string, Word>();
  const add = (word: Word): Word => {
    const key = `${word.field}|${word.literal ?? ''}|${word.term}`;
    const before = known.get(key);
    if (before === undefined) {
      known.set(key, word);
      return word;
    }
    before.weight = Math.max(before.weight, word.weight);
    if (word.members.size > before.members.size) before.members = word.members;
    before.isPlaced ||= word.isPlaced;
    return before;
  };
  const make = (typedWord: TypedWord, term: string, weight: number, members: [string, number][], more: Partial<Word> = {}): Word =>
    add({ term, literal: null, field: typedWord.field, weight, members: new Map(members), isPlaced: true, ...more });
  const ofTyped = typed.map((word): Word[] => {
    if (word.kind === 'literal') return [make(word, '', 1, [], { literal: word.typed, isPlaced: false })];
    if (word.kind === 'plain') {
      const weight = word.role === 'stop' ? 0.15 : word.role === 'framing' ? 0.5 : 1;
      return [make(word, word.term, weight, withSynonyms(word, [...exact(word.term), ...other(word.term, word.role === 'content', word.role === 'stop', false)]), { isPlaced: word.role !== 'stop' })];
    }
    if (word.kind === 'grams') return word.parts.map((part, at) => make(word, part, { stop: 0.15, framing: 0.5, content: 1 }[rolesInRun(word)[at]], [...exact(part), ...scriptVariants(part).flatMap(exact).map(([one]): [string, number] => [one, 0.9])], { isPlaced: at < word.longPartCount && rolesInRun(word)[at] !== 'stop' }));
    const isIn = (one: string): boolean => (frequency.has(word.term) ? one.startsWith(word.term) : one.includes(word.term));
    const longer = word.term.length >= 5 ? most((one) => one !== word.term && isIn(one) && !analyzeText(one).some((token) => token.term === word.term), 50) : [];
    const known: [string, number][] = [...exact(word.term), ...longer.map((one): [string, number] => [one, 0.85])];
    const isKnown = known.length > 0;
    const members = isKnown ? known : guess(word.term, spelt(word.term, true));
    const whole = make(word, word.term, word.isKebab ? 1.3 : 2.5, members);
    const parts = word.parts.map((part) => {
      const weight = Math.min(isKnown ? 0.6 : 1, isStop(part) ? 0.15 : 1);
      return make(word, part, weight, [...exact(part), ...(isKnown ? [] : other(part, true, isStop(part), true))], { isPlaced: !isKnown && !isStop(part) });
    });
    return [whole, ...parts];
  });
  return { words: [...known.values()], ofTyped, guesses };
}

interface OracleHit {
  session: number;
  score: number;
  isRelevant: boolean;
}

/** Null where the answer hangs on the order of equal chunks. */
function oracle(index: PlainIndex, text: string): OracleHit[] | null {
  const query = parseQuery(text);
  const chunks = liveChunks(index);
  const averageLength = chunks.reduce((sum, chunk) => sum + chunk.length, 0) / chunks.length;
  const { words, ofTyped, guesses } = wordsOf(query, chunks);

  const sessionLength = new Map<number, number>();
  const addLength = (session: number, count: number) => sessionLength.set(session, (sessionLength.get(session) ?? 0) + count);
  for (const row of index.segments.flat()) if (!row.isDead) addLength(row.session, row.chunks.length);
  for (const copy of index.copies ?? []) addLength(copy.session, copy.heldTo - copy.heldFrom);
  const averageSession = [...sessionLength.values()].reduce((sum, length) => sum + length, 0) / sessionLength.size;

  const inField = (word: Word, chunk: Chunk): boolean => word.field < 0 || chunk.field === word.field;
  const isStrong = (word: Word, chunk: Chunk): boolean => {
    if (!inField(word, chunk)) return false;
    if (word.literal !== null) return literalCount(chunk, word.literal) > 0;
    return [...word.members].some(([term, tier]) => tier >= 0.5 && chunk.positions.has(term));
  };
  const value = (word: Word, chunk: Chunk): number => {
    if (!inField(word, chunk)) return 0;
    const k = 1.2 * (0.25 + (0.75 * chunk.length) / averageLength);
    const weight = FIELDS[chunk.field].weight;
    const at = (tier: number, count: number): number => (count === 0 ? 0 : (tier * weight * count) / (weight * count + k));
    if (word.literal !== null) return at(1, literalCount(chunk, word.literal));
    const countFrom = (tier: number): number => {
      let count = 0;
      for (const [term, memberTier] of word.members) if (memberTier >= tier) count += chunk.positions.get(term)?.length ?? 0;
      return count;
    };
    return Math.max(0, ...[...new Set(word.members.values())].map((tier) => at(tier, countFrom(tier))));
  };
  const holding = new Map(words.map((word) => [word, chunks.filter((chunk) => isStrong(word, chunk)).length]));
  const holdingOf = (word: Word): number => holding.get(word) ?? 0;
  const inverse = (n: number): number => Math.log(1 + (chunks.length - n + 0.5) / (n + 0.5));
  const idfOf = (word: Word): number => inverse(holdingOf(word));
  /** Without other forms. */
  const exactIdf = (word: Word): number =>
    word.literal === null && word.members.has(word.term) ? inverse(chunks.filter((chunk) => inField(word, chunk) && chunk.positions.has(word.term)).length) : idfOf(word);
  const gain = (word: Word, chunk: Chunk): number => word.weight * idfOf(word) * 2.2 * value(word, chunk);
  const chunkScore = new Map(chunks.map((chunk) => [chunk, words.reduce((sum, word) => sum + gain(word, chunk), 0)]));
  const scoreOf = (chunk: Chunk): number => chunkScore.get(chunk) ?? 0;
  const best = chunks.filter((chunk) => scoreOf(chunk) > 0).sort((a, b) => scoreOf(b) - scoreOf(a));
  // Closeness looks at the best 150 chunks. Which of equal ones is the last of them is not the oracle's business.
  const last = best.length > 150 ? scoreOf(best[149]) : 0;
  if (best.length > 150 && words.length > 1 && scoreOf(best[150]) > last - 1e-9) return null;

  const closeness = (chunk: Chunk): number => {
    let sum = 0;
    words.forEach((a, i) => words.slice(i + 1).forEach((b) => {
      if (!a.isPlaced || !b.isPlaced) return;
      let distance = Infinity;
      for (const x of positionsOf(a, chunk)) for (const y of positionsOf(b, chunk)) if (x !== y) distance = Math.min(distance, Math.abs(x - y));
      if (distance <= 8) sum += Math.min(idfOf(a), idfOf(b)) / (1 + 0.35 * (distance - 1));
    }));
    return sum;
  };
  const positionsOf = (word: Word, chunk: Chunk): number[] =>
    inField(word, chunk) ? [...word.members].filter(([, tier]) => tier >= 0.5).flatMap(([term]) => chunk.positions.get(term) ?? []) : [];

  const content = query.words.some((word) => word.role === 'content') ? query.words.filter((word) => word.role === 'content') : query.words;
  const hasName = content.length <= 2 && content.some((word) => word.kind === 'identifier' && !word.isKebab);
  const factor = hasName ? 1.3 : ([0, 0.8, 0.6, 0.3][content.length] ?? 0);
  const reachable = words.reduce((sum, word) => sum + word.weight * idfOf(word) * 2.2, 0);
  const excluded = new Set(chunks.filter((chunk) => query.excluded.some((word) => chunk.positions.has(word.term))).flatMap((chunk) => chunk.holders));

  const hits: OracleHit[] = [];
  for (const session of new Set(best.map((chunk) => chunk.session))) {
    const own = chunks.filter((chunk) => chunk.session === session);
    const held = (word: Word): boolean => own.some((chunk) => value(word, chunk) > 0);
    const typedAs = (word: TypedWord): Word[] => ofTyped[query.words.indexOf(word)];
    const holdsTyped = (word: TypedWord): boolean => {
      const list = typedAs(word);
      if (word.kind === 'identifier') return held(list[0]) || list.slice(1).every(held);
      if (word.kind === 'grams') return 2 * list.slice(0, word.longPartCount).filter(held).length >= word.longPartCount;
      return held(list[0]);
    };
    if (excluded.has(session) || query.words.some((word) => word.isRequired && !holdsTyped(word))) continue;
    const bestOf = (word: Word, list: Chunk[]): number => Math.max(0, ...list.map((chunk) => gain(word, chunk)));
    // A turn with the one behind it.
    const following = (turn: string): string => turn.replace(/\d+$/, (number) => String(Number(number) + 1));
    const turns = [...new Set(own.map((chunk) => chunk.turn))].map((turn) => own.filter((chunk) => chunk.turn === turn || chunk.turn === following(turn)));
    const relative = (sessionLength.get(session) ?? 0) / averageSession;
    const c = Math.max(...own.map(scoreOf));
    const t = Math.max(...turns.map((turn) => words.reduce((sum, word) => sum + bestOf(word, turn), 0)));
    const s = words.reduce((sum, word) => sum + bestOf(word, own), 0) / (0.7 + 0.3 * Math.max(0.2, relative));
    const m = words.reduce((sum, word) => {
      const count = own.filter((chunk) => isStrong(word, chunk)).length;
      return count === 0 ? sum : sum + (word.weight * idfOf(word) * 2.2 * count) / (count + Math.min(3 * relative, 0.1 * holdingOf(word)));
    }, 0);
    const isExact = (word: TypedWord): boolean => {
      const list = word.kind === 'grams' ? typedAs(word).slice(0, word.longPartCount) : [typedAs(word)[0]];
      return list.every((one) => own.some((chunk) => inField(one, chunk) && (one.literal === null ? chunk.positions.has(one.term) : literalCount(chunk, one.literal) > 0)));
    };
    const isGuess = (word: TypedWord): boolean => (guesses.get(word.term) ?? []).some((one) => own.some((chunk) => inField(typedAs(word)[0], chunk) && chunk.positions.has(one)));
    const bonus = content.filter((word) => isExact(word) || isGuess(word)).reduce((sum, word) => {
      const [whole, ...more] = typedAs(word);
      if (word.kind === 'identifier') return sum + 0.4 * exactIdf(whole);
      return sum + factor * [whole, ...more].reduce((total, one) => total + exactIdf(one), 0);
    }, 0);
    const close = words.length > 1 ? Math.max(...own.map((chunk) => (scoreOf(chunk) > 0 && scoreOf(chunk) >= last ? closeness(chunk) : 0))) : 0;
    const isNamed = (word: TypedWord): boolean =>
      word.kind === 'literal' ? word.typed.length >= 5 : word.kind === 'identifier' && !word.isKebab && word.term.length >= 5;
    const isKnownItem = (content.length <= 2 && content.every(isExact)) || content.some((word) => isNamed(word) && isExact(word));
    hits.push({ session, score: 0.5 * c + 0.2 * t + 0.15 * s + 0.2 * m + 0.5 * close + bonus, isRelevant: isKnownItem });
  }
  const top = Math.max(0, ...hits.map((hit) => hit.score));
  for (const hit of hits) hit.isRelevant ||= hit.score >= 0.7 * top && top >= 0.35 * reachable;
  return hits.sort((a, b) => b.score - a.score || compareNewer(index, a.session, b.session));
}

function compare(index: PlainIndex, query: string, expected: readonly OracleHit[], where: string, more: Partial<SearchRequest> = {}): void {
  const answer = search(snapshotOf(index), requestFor(query, { limit: 1000, ...more }), contextAt(null));
  const told = `${where}, query ${JSON.stringify(query)}`;
  assert.equal(answer.total, expected.length, told);
  answer.hits.forEach((hit, at) => {
    const wanted = expected.find((one) => index.sessions[one.session].id === hit.session);
    assert.ok(wanted !== undefined, `${told}: ${hit.session} is not in the oracle's answer`);
    // A gain is rounded to less than a billionth of what is reachable.
    assert.ok(Math.abs(hit.score - wanted.score) <= 1e-7 * Math.max(10, wanted.score), `${told}: ${hit.session} scores ${hit.score}, the oracle says ${wanted.score}`);
    // Two that are equal but for rounding may stand in either order.
    assert.ok(Math.abs(expected[at].score - wanted.score) <= 1e-9, `${told}: ${hit.session} is in place ${at + 1}`);
    assert.equal(!hit.weak, wanted.isRelevant, `${told}: relevance of ${hit.session}`);
  });
}

test('search() ranks as a slow plain search does, in one segment and in twenty, with dead rows and copies', () => {
  let compared = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed);
    const index = randomHistory(random, seed % 2 === 0);
    const many = dealt(index, 20, random);
    for (let run = 0; run < 6; run++) {
      const query = randomQuery(random);
      const expected = oracle(index, query);
      if (expected === null) continue;
      compared++;
      compare(index, query, expected, `seed ${seed}, one segment`);
      // A period that takes in everything: where there is one, rows are looked at one by one.
      compare(many, query, expected, `seed ${seed}, twenty segments`, { sinceMs: 0 });
    }
  }
  assert.ok(compared >= 300, `only ${compared} of 360 queries could be compared`);
});
