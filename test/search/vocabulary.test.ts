import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vocabulary } from '../../src/search/vocabulary.ts';
import { history, snapshotOf, type PlainIndex } from './memory-index.ts';

const all = (): boolean => true;
const termsOf = (members: readonly { term: string }[]): string[] => members.map((member) => member.term);

/** Two segments: the second session in the second. */
function twoSegments(): PlainIndex {
  const index = history([['retry retries'], ['retrying retry_count']], [['retries retryable'], ['retries']]);
  const [rows] = index.segments;
  index.segments = [rows.slice(0, 2), rows.slice(2)];
  return index;
}

test('exact() finds a term in any segment', () => {
  const vocabulary = new Vocabulary(snapshotOf(twoSegments()));
  const [member] = vocabulary.exact('retryable');
  assert.deepEqual([member.tier, member.way, member.ordinals[0]], [1, 'exact', -1]);
  assert.ok(member.ordinals[1] >= 0);
  assert.deepEqual(vocabulary.exact('retr'), []);
});

test('among() gives the most frequent terms that begin so of each class, counted over all segments', () => {
  const vocabulary = new Vocabulary(snapshotOf(twoSegments()));
  const byEnd = (limits: number[]): string[][] => vocabulary.among('retr', limits, false, (bytes, from, to) => (bytes.subarray(from, to).includes('_') ? -1 : bytes[to - 1] === 0x73 ? 0 : 1)).map(termsOf);
  assert.deepEqual(byEnd([10, 10]), [['retries'], ['retry', 'retryable', 'retrying']]);
  assert.deepEqual(byEnd([10, 1]), [['retries'], ['retry']]);
  assert.deepEqual(vocabulary.among('retry', [10], true, () => 0).map(termsOf), [['retryable', 'retrying']]);
});

test('containing() gives terms that hold the text, and calls those that begin with it starts', () => {
  const vocabulary = new Vocabulary(snapshotOf(history([['bigger digging fig', 'igloo']])));
  const members = vocabulary.containing('ig', 'middle', 0.5, 10, all);
  assert.deepEqual(members.map(({ term, way }) => [term, way]), [['bigger', 'middle'], ['digging', 'middle'], ['fig', 'middle'], ['igloo', 'start']]);
});

test('a term that only dead rows hold is none', () => {
  const index = twoSegments();
  index.segments[1][0].isDead = true;
  const vocabulary = new Vocabulary(snapshotOf(index));
  assert.deepEqual(vocabulary.exact('retryable'), []);
  assert.deepEqual(vocabulary.among('retr', [10], false, () => 0).map(termsOf), [['retries', 'retry', 'retry_count', 'retrying']]);
});
