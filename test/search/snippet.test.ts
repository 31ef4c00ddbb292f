import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../../src/search/query.ts';
import { cutSnippet } from '../../src/search/snippet.ts';
import { lookUpTerms } from '../../src/search/terms.ts';
import { measure } from '../../src/search/one-line.ts';
import { history, snapshotOf } from './memory-index.ts';
import { seededRandom } from './random-history.ts';

/** The snippet of a text for a query, with the matches in brackets. */
function cut(text: string, query: string, weightOf: (term: string) => number = () => 1): string {
  const terms = lookUpTerms(snapshotOf(history([[text]])), parseQuery(query));
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

test('cutSnippet() marks what was typed, in every way of finding', () => {
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
    ['deploy redeploy', 'deploy', '[deploy] redeploy'],
    ['commit 3f2a9c1d7', '3f2a9c1d7', 'commit [3f2a9c1d7]'],
    ['👩‍👩‍👧 retry', 'retry', '👩‍👩‍👧 [retry]'],
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

test('cutSnippet() cuts between words and gives the room before the end to what stands before', () => {
  const words = Array.from({ length: 120 }, (_, at) => `w${at}`).join(' ');
  const shown = cut(`${words} target`, 'target');
  assert.match(shown, /^…w\d+ /);
  assert.match(shown, /\[target\]$/);
  assert.ok(shown.length > 160, shown);
});

test('cutSnippet() always shows a matched word, never parts a character, and stays in its columns', () => {
  const seed = 5;
  const random = seededRandom(seed);
  const pieces = ['数据', 'ก็', '한글', 'é', 'é', '👩‍💻', '🇩🇪', '🏽', 'word ', 'longword', ' ', '.', 'Ж', 'नमस्ते ', '\n'];
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (let run = 0; run < 200; run++) {
    const noise = (): string => Array.from({ length: random(200) }, () => pieces[random(pieces.length)]).join('');
    const text = `${noise()} needle ${noise()}`;
    const terms = lookUpTerms(snapshotOf(history([[text]])), parseQuery('needle'));
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
