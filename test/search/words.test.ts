import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeText } from '../../src/analysis/analyzer.ts';
import { parseQuery } from '../../src/search/query.ts';
import { guessLanguages, roleOf } from '../../src/search/words.ts';

const contentOf = (text: string): string[] => parseQuery(text).words.filter(({ role }) => role === 'content').map(({ term }) => term);

test('roleOf() knows stop and framing words in their folded form', () => {
  const languages = guessLanguages([], '');
  const folded = (text: string): string[] => analyzeText(text).map((token) => token.term);
  for (const word of folded('The why WOULD и что её')) assert.equal(roleOf(word, languages), 'stop', word);
  for (const word of folded('Yesterday session talked разговор')) assert.equal(roleOf(word, languages), 'framing', word);
  for (const word of ['redis', 'мой', 'sessions_table']) assert.equal(roleOf(word, languages), 'content', word);
});

test('guessLanguages() leaves the words that say something, in every language', () => {
  const cases: [string, string[]][] = [
    ['can you find the session where we talked about the flaky redis test', ['flaky', 'redis', 'test']],
    ['wo haben wir gestern über die Migration der Datenbank gesprochen', ['migration', 'datenbank']],
    ['où est la conversation dans laquelle nous avons parlé de la fuite mémoire', ['fuite', 'memoire']],
    ['en qué sesión hablamos de la migración del esquema', ['migracion', 'esquema']],
    ['em qual conversa falamos sobre a migração do banco de dados', ['migracao', 'banco', 'dados']],
    ['in quale sessione abbiamo parlato della migrazione del database', ['migrazione', 'database']],
    ['in welke sessie hebben we het over de trage query gehad', ['trage', 'query']],
    ['w której rozmowie rozmawialiśmy o migracji bazy', ['migracji', 'bazy']],
    ['geçen hafta veritabanı göçü için ne konuştuk', ['veritabani', 'gocu']],
    ['где мы вчера говорили про миграцию базы', ['миграцию', 'базы']],
    ['де ми вчора говорили про міграцію бази', ['міграцію', 'бази']],
  ];
  for (const [query, content] of cases) assert.deepEqual(contentOf(query), content, query);
});

test('guessLanguages() takes a word that is also code or English for a stop word only among others', () => {
  assert.deepEqual(contentOf('why does the worker die'), ['worker', 'die']);
  assert.deepEqual(contentOf('des cipher'), ['des', 'cipher']);
  assert.deepEqual(contentOf('MIT license header'), ['mit', 'license', 'header']);
  assert.deepEqual(contentOf('wo sind die Worker'), ['worker']);
});
