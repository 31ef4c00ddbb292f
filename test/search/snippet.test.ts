import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expansion } from '../../src/contract.ts';
import { createLookups } from '../../src/search/lookups.ts';
import { parseQuery } from '../../src/search/query.ts';
import { findMatches } from '../../src/search/highlight.ts';
import { foldedAt, unitsAt } from '../../src/search/letters.ts';
import { cutSnippet } from '../../src/search/snippet.ts';
import { lookUpTerms, type Terms } from '../../src/search/terms.ts';
import { measure } from '../../src/search/one-line.ts';
import type { Way } from '../../src/search/vocabulary.ts';
import { history, snapshotOf } from './memory-index.ts';
import { randomQuery, seededRandom } from './random-history.ts';

function lookUp(text: string, query: string): Terms {
  const snapshot = snapshotOf(history([[text]]));
  return lookUpTerms(snapshot, parseQuery(query), '', createLookups()(snapshot));
}

/** The query, looked up in an index of that text; other terms stand for its first word too. */
function termsFor(text: string, query: string, others: readonly (readonly [term: string, way: Way, tier: number])[] = []): Terms {
  const terms = lookUp(text, query);
  const [first, ...rest] = terms.groups;
  const members = [...first.members, ...others.map(([term, way, tier]) => ({ term, way, tier, ordinals: Int32Array.of(0) }))];
  return { ...terms, groups: [{ ...first, members }, ...rest] };
}

/** The snippet of a text for a query, with the matches in brackets. */
function cut(text: string, query: string, weightOf: (term: string) => number = () => 1, others: Parameters<typeof termsFor>[2] = []): string {
  const terms = termsFor(text, query, others);
  const snippet = cutSnippet(text, terms, terms.groups.map((group) => weightOf(group.term)));
  let marked = '';
  let at = 0;
  for (const [start, end] of snippet.highlights) {
    assert.ok(start >= at && end > start && end <= snippet.text.length, JSON.stringify(snippet));
    marked += `${snippet.text.slice(at, start)}[${snippet.text.slice(start, end)}]`;
    at = end;
  }
  return marked + snippet.text.slice(at);
}

test('cutSnippet() marks what was typed, in every way in which it was found', () => {
  const cases: [string, string, string][] = [
    ['Fix the Retry loop', 'retry', 'Fix the [Retry] loop'],
    ['a\n\n  b\tretry', 'retry', 'a b [retry]'],
    ['about reconciliation of accounts', 'reconc', 'about [reconciliation] of accounts'],
    ['overreconcile it', 'reconc', 'over[reconc]ile it'],
    ['see getUserById(7)', 'user by id', 'see get[User]By[Id](7)'],
    ['see getUserById(7)', 'getUserById', 'see [getUserById](7)'],
    ['see quinqvorxworHandlerTest', 'quinqvorxworHand', 'see [quinqvorxworHand]lerTest'],
    ['run --dry-run twice', '--dry-run', 'run --[dry-run] twice'],
    ['数据库迁移计划', '迁移', '数据库[迁移]计划'],
    ['数据库迁移计划', '库迁移', '数据[库迁移]计划'],
    ['Ünïcode Straße', 'unicode strasse', '[Ünïcode] [Straße]'],
    ['Say "Foo  Bar", foo bar', '"Foo Bar"', 'Say "[Foo Bar]", foo bar'],
    ['the cat and the hat', 'the cat', 'the [cat] and the hat'],
    ['the hat', 'the', '[the] hat'],
    ['deploy redeploy', 'deploy', '[deploy] re[deploy]'],
    ['deploy redeploy kit', 'deploy kit', '[deploy] redeploy [kit]'],
    ['commit 3f2a9c1d7', '3f2a9c1d7', 'commit [3f2a9c1d7]'],
    ['👩‍👩‍👧 retry', 'retry', '👩‍👩‍👧 [retry]'],
    ['Maßstab und Straßen', 'strass', 'Maßstab und [Straßen]'],
    ['eine Landstraße', 'dstras', 'eine Lan[dstraß]e'],
    ['x\u0301y then xy', 'xy', '[x\u0301y] then [xy]'],
    ['שלום retry עולם', 'retry', 'שלום [retry] עולם'],
    ['שלום retry עולם', 'עולם', 'שלום retry [עולם]'],
  ];
  for (const [text, query, expected] of cases) assert.equal(cut(text, query), expected, `${query} in ${text}`);
});

test('cutSnippet() shows the passage with the most and the rarest words', () => {
  const filler = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor '.repeat(6);
  const text = `common ${filler} common again ${filler} common and rare together ${filler}`;
  const shown = cut(text, 'common rare', (term) => (term === 'rare' ? 9 : 1));
  assert.match(shown, /^….*\[common\] and \[rare\] together.*…$/);
  assert.ok(shown.length < 220, shown);
});

test('cutSnippet() cuts between words, and shows more before the match when the text ends after it', () => {
  const words = Array.from({ length: 120 }, (_, at) => `w${at}`).join(' ');
  const shown = cut(`${words} target`, 'target');
  assert.match(shown, /^…w\d+ /);
  assert.match(shown, /\[target\]$/);
  assert.ok(shown.length > 160, shown);
});

test('cutSnippet() always shows a matched word, never parts a character, and stays within its columns', () => {
  const seed = 5;
  const random = seededRandom(seed);
  const pieces = ['数据', 'ก็', '한글', 'é', 'é', '👩‍💻', '🇩🇪', '🏽', 'word ', 'longword', ' ', '.', 'Ж', 'नमस्ते ', '\n'];
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (let run = 0; run < 200; run++) {
    const noise = (): string => Array.from({ length: random(200) }, () => pieces[random(pieces.length)]).join('');
    const text = `${noise()} needle ${noise()}`;
    const terms = lookUp(text, 'needle');
    const snippet = cutSnippet(text, terms, [1]);
    const told = `seed ${seed}, run ${run}: ${JSON.stringify(text)}`;
    assert.equal(snippet.highlights.length, 1, told);
    assert.equal(snippet.text.slice(...snippet.highlights[0]), 'needle', told);
    assert.ok((measure(snippet.text).columns?.at(-1) ?? snippet.text.length) <= 182, told);
    assert.ok(!/[\n\t]| {2}/.test(snippet.text), told);
    const flat = text.replace(/\s+/g, ' ').trim().normalize('NFC');
    const inner = snippet.text.replace(/^…|…$/g, '');
    const start = flat.indexOf(inner);
    const borders = new Set([...segmenter.segment(flat)].map((grapheme) => grapheme.index).concat(flat.length));
    assert.ok(start >= 0 && borders.has(start) && borders.has(start + inner.length), told);
  }
});

test('cutSnippet() marks the term through which a word was found', () => {
  const cases: [string, string, string, Expansion['kind'], string][] = [
    ['three retries, retry.', 'retry', 'retries', 'form', 'three [retries], [retry].'],
    ['countRetriesLeft', 'retry', 'retries', 'form', 'count[Retries]Left'],
    ['the Kubernetes node', 'kuberentes', 'kubernetes', 'spelling', 'the [Kubernetes] node'],
    ['the datapoint', 'database', 'data', 'synonym', 'the datapoint'],
    ['a DATA shop', 'database', 'data', 'synonym', 'a [DATA] shop'],
    ['café Café cafés', 'coffee', 'cafe', 'synonym', '[café] [Café] cafés'],
  ];
  for (const [text, query, term, way, expected] of cases) {
    assert.equal(cut(text, query, () => 1, [[term, way as Way, 0.8]]), expected, `${query} as ${term} in ${text}`);
  }
});

test('cutSnippet() prefers a word as typed to one that stands for it', () => {
  const filler = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor '.repeat(5);
  assert.match(cut(`retries here ${filler} retry there ${filler}`, 'retry', () => 1, [['retries', 'form' as Way, 0.8]]), /\[retry\] there/);
});

test('cutSnippet() shows little of hashes and other text that nobody reads', () => {
  const blob = 'iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAYAAADPfd1WAAAgAElEQVR4XuzdB5gUVdY'.repeat(9);
  assert.equal(cut(`the image is data:image/png;base64,${blob}`, 'image'), 'the [image] is data:[image]/png;base64,iVBORw0KGgoAAAANSUhEUgAA…');
  assert.equal(cut(`${blob} is the image`, 'image'), '…is the [image]');
  assert.equal(cut(`${blob},"image":{}`, 'image'), '…WAAAgAElEQVR4XuzdB5gUVdY,"[image]":{}');
  const sha = '3f2a9c1d7e3f2a9c1d7e3f2a9c1d7e3f2a9c1d7e3f2a9c1d7e3f2a9c1d7e3f2a';
  assert.equal(cut(`the image is ${sha}`, 'image'), `the [image] is ${sha}`);
});

test('findMatches() marks whole characters, and only what folds to what was asked', () => {
  const lettersOf = (text: string): string => {
    let letters = '';
    for (let at = 0; at < text.length; at += unitsAt(text, at)) letters += /[_$.\-/:@#+~]/.test(text[at]) ? text[at] : foldedAt(text, at);
    return letters;
  };
  for (let seed = 1; seed <= 300; seed++) {
    const random = seededRandom(seed);
    const text = `${randomQuery(random)} ${randomQuery(random)}Ünï ${randomQuery(random)}`.normalize('NFC');
    const query = randomQuery(random);
    const terms = lookUp(text, query);
    for (const { start, end, group } of findMatches(text, terms)) {
      const told = `seed ${seed}: ${query} in ${text}, ${start} to ${end}`;
      assert.ok(start >= 0 && end > start && end <= text.length, told);
      for (const at of [start, end]) assert.ok(!/^[\udc00-\udfff]/.test(text.slice(at)), told);
      const { term, literal, members } = terms.groups[group];
      const marked = text.slice(start, end);
      if (literal !== null) assert.equal(marked.replace(/\s+/g, ' '), literal, told);
      else assert.ok(lettersOf(marked).startsWith(term) || members.some((member) => member.term === lettersOf(marked)), `${told}: ${marked}`);
    }
  }
});
