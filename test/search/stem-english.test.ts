import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonStart, irregularForms, stemEnglish } from '../../src/search/stem-english.ts';

/** Each line: words of one stem. */
const STEMS = [
  'migrate migrated migrates migrating migration migrations',
  'connect connected connecting connection connections connects connective',
  'cache caches cached caching',
  'query queries querying queried',
  'key keys keyed keying',
  'pipe pipes piped piping',
  'run runs running',
  'stop stopped stopping stops',
  'control controlled controlling controls',
  'possible possibly possibility possibilities',
  'status statuses',
  'process processes processed processing',
  'visible visibility',
  'token tokens tokenize tokenization tokenizer',
  'agree agreed agrees agreeing',
  'deploy deploys deployed deploying deployment deployments',
  'slow slowly slowness',
];

test('stemEnglish() gives words of one stem the same stem, and other words another', () => {
  const stems = STEMS.map((line) => new Set(line.split(' ').map(stemEnglish)));
  for (const [at, found] of stems.entries()) assert.equal(found.size, 1, `${STEMS[at]}: ${[...found].join(' ')}`);
  assert.equal(new Set(stems.flatMap((found) => [...found])).size, STEMS.length);
});

test('commonStart() of a stem is what each of its words begins with', () => {
  for (const word of STEMS.join(' ').split(' ')) assert.ok(word.startsWith(commonStart(stemEnglish(word))), word);
});

test('irregularForms() knows words that change within', () => {
  assert.deepEqual(irregularForms('broke'), ['break', 'broken']);
  assert.deepEqual(irregularForms('indices'), ['index']);
  assert.deepEqual(irregularForms('writing'), ['write', 'wrote', 'written']);
  assert.deepEqual(irregularForms('roke'), []);
});
