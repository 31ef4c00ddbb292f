import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createThesaurus } from '../../src/search/thesaurus.ts';

test('synonymsOf() gives the other words of every line that has the word or a form of it', () => {
  const own = 'flux capacitor, fc\nfc, time machine\n';
  const { synonymsOf } = createThesaurus(own);
  assert.deepEqual(synonymsOf('fc'), ['flux capacitor', 'time machine']);
  assert.deepEqual(synonymsOf('flux capacitor'), ['fc']);
  assert.deepEqual(synonymsOf('flux'), []);
  for (const [word, other] of [['kubernetes', 'k8s'], ['k8s', 'kubernetes'], ['db', 'database'], ['databases', 'db'], ['deploying', 'release'], ['pull request', 'pr'], ['auth', 'login']]) {
    assert.ok(synonymsOf(word).includes(other), `${word}: ${synonymsOf(word).join(' ')}`);
  }
  for (const word of ['', 'developers', 'quinqvorx', 'data']) assert.equal(synonymsOf(word).includes('entry'), false, word);
});

test('each line of the thesaurus has two entries or more, folded, and stands once', () => {
  const lines = readFileSync('src/search/synonyms.txt', 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const wrong = lines.filter((line) => line.split(', ').length < 2 || new Set(line.split(', ')).size !== line.split(', ').length || !/^[a-z0-9+#]+([ ,]+[a-z0-9+#]+)*$/.test(line));
  assert.deepEqual(wrong, []);
  assert.equal(new Set(lines.map((line) => line.split(', ').sort().join())).size, lines.length);
});
