import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLookups } from '../../src/search/lookups.ts';
import { BEHIND, Vocabulary } from '../../src/search/vocabulary.ts';
import { history, snapshotOf, type PlainIndex } from './memory-index.ts';

const all = (): boolean => true;
const termsOf = (members: readonly { term: string }[]): string[] => members.map((member) => member.term);

function vocabularyOf(index: PlainIndex): Vocabulary {
  const snapshot = snapshotOf(index);
  return new Vocabulary(snapshot, createLookups()(snapshot));
}

/** Two segments: the second session in the second. */
function twoSegments(): PlainIndex {
  const index = history([['retry retries'], ['retrying retry_count']], [['retries retryable'], ['retries']]);
  const [rows] = index.segments;
  index.segments = [rows.slice(0, 2), rows.slice(2)];
  return index;
}

test('exact() finds a term in any segment', () => {
  const vocabulary = vocabularyOf(twoSegments());
  const [member] = vocabulary.exact('retryable');
  assert.deepEqual([member.tier, member.way, member.ordinals[0]], [1, 'exact', -1]);
  assert.ok(member.ordinals[1] >= 0);
  assert.deepEqual(vocabulary.exact('retr'), []);
});

test('among() gives the most frequent terms that begin so of each class, counted over all segments', () => {
  const vocabulary = vocabularyOf(twoSegments());
  const byEnd = (limits: number[]): string[][] => vocabulary.among('retr', limits.map((limit) => ['form', limit]), BEHIND.anything, (term) => (term.includes('_') ? -1 : term.endsWith('s') ? 0 : 1)).map(termsOf);
  assert.deepEqual(byEnd([10, 10]), [['retries'], ['retry', 'retryable', 'retrying']]);
  assert.deepEqual(byEnd([10, 1]), [['retries'], ['retry']]);
  assert.deepEqual(vocabulary.among('retry', [['start', 10]], BEHIND.letters, () => 0).map(termsOf), [['retryable', 'retrying']]);
});

test('among() leaves out terms that go on with a sign or digit, and says where that may be no letter', () => {
  const words = 'abc abcd abc1 abcd2 abc_d abcde ab abd жук жуки жук1';
  const vocabulary = vocabularyOf(history([[words]]));
  const plain = (start: string, behind: number): Record<string, boolean> => {
    const seen: Record<string, boolean> = {};
    vocabulary.among(start, [['start', 10]], behind, (term, isPlain) => {
      seen[term] = isPlain;
      return 0;
    });
    return seen;
  };
  assert.deepEqual(plain('abc', BEHIND.letters), { abcd: true, abcde: true });
  assert.deepEqual(plain('abc', BEHIND.digitsToo), { abc: true, abc1: true, abcd: true, abcd2: true, abcde: true });
  assert.deepEqual(plain('abc', BEHIND.anything), { abc: true, abc1: true, abc_d: true, abcd: true, abcd2: true, abcde: true });
  assert.deepEqual(plain('жук', BEHIND.letters), { жуки: false });
});

test('containing() gives terms that contain the text, and calls those that begin with it starts', () => {
  const vocabulary = vocabularyOf(history([['bigger digging fig', 'igloo']]));
  const members = vocabulary.containing('ig', 'middle', 0.5, 10, all);
  assert.deepEqual(members.map(({ term, way }) => [term, way]), [['bigger', 'middle'], ['digging', 'middle'], ['fig', 'middle'], ['igloo', 'start']]);
});

test('takeLeftOut() counts once, by way, what was found beyond the limits', () => {
  const vocabulary = vocabularyOf(twoSegments());
  const before = vocabulary.takeLeftOut();
  vocabulary.among('retr', [['form', 10], ['start', 1]], BEHIND.anything, (term) => (term.endsWith('s') ? 0 : 1));
  vocabulary.containing('etr', 'middle', 0.5, 2, () => true);
  assert.deepEqual([[...vocabulary.takeLeftOut()], [...vocabulary.takeLeftOut()]], [[['start', 3], ['middle', 3]], []]);
  assert.equal(before.size, 0);
});

test('a term that only dead rows hold does not exist', () => {
  const index = twoSegments();
  index.segments[1][0].isDead = true;
  const vocabulary = vocabularyOf(index);
  assert.deepEqual(vocabulary.exact('retryable'), []);
  assert.deepEqual(vocabulary.among('retr', [['start', 10]], BEHIND.anything, () => 0).map(termsOf), [['retries', 'retry', 'retry_count', 'retrying']]);
});
