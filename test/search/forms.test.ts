import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeText } from '../../src/analysis/analyzer.ts';
import { formsOf, isPlural } from '../../src/search/forms.ts';
import { parseQuery } from '../../src/search/query.ts';

const folded = (word: string): string => analyzeText(word)[0].term;

/** Whether the other is found as a form of the word; query: what tells the language. */
function isForm(word: string, other: string, query: string): boolean {
  const { start, isSameStem, others } = formsOf(folded(word), parseQuery(`${query} ${word}`).languages);
  const term = folded(other);
  return others.includes(term) || (start !== '' && term.startsWith(start) && isSameStem(term));
}

test('formsOf() finds forms in the language of the query', () => {
  const cases: [string, string, string][] = [
    ['', 'deployed', 'deployment'], ['', 'bug', 'bugs'], ['', 'prs', 'pr'], ['', 'logging', 'logged'], ['', 'writing', 'wrote'],
    ['wo haben wir die', 'Fehlermeldungen', 'Fehlermeldung'], ['wo haben wir die', 'Anmeldung', 'anmelden'],
    ['nous avons les', 'erreurs', 'erreur'], ['nous avons les', 'installé', 'installation'],
    ['en qué sesión', 'migraciones', 'migración'], ['em qual conversa', 'configurações', 'configuração'],
    ['abbiamo parlato della', 'migrazione', 'migrazioni'], ['in welke sessie hebben we', 'bestanden', 'bestand'],
    ['w której rozmowie', 'bazami', 'baza'], ['geçen hafta', 'veritabanından', 'veritabanı'],
    ['', 'миграцию', 'миграция'], ['', 'удалили', 'удаление'], ['де ми', 'міграцію', 'міграція'],
  ];
  for (const [query, word, other] of cases) assert.equal(isForm(word, other, query), true, `${word} ${other}`);
});

test('formsOf() finds no other words', () => {
  const cases: [string, string, string][] = [['', 'test', 'testament'], ['', 'pip', 'pipe'], ['', 'string', 'stringent'], ['', 'die', 'diese'], ['', 'база', 'базар'], ['', 'Fehlermeldungen', 'Fehlermeldung']];
  for (const [query, word, other] of cases) assert.equal(isForm(word, other, query), false, `${word} ${other}`);
});

test('formsOf() looks up no range of fewer than three letters', () => {
  for (const word of ['us', 'use', 'ion', 'ids', 'he', 'как', 'по']) assert.equal(formsOf(word, parseQuery('').languages).start, '', word);
});

test('isPlural() tells plurals from other forms, in both directions', () => {
  for (const [a, b] of [['bug', 'bugs'], ['patches', 'patch'], ['query', 'queries']]) assert.equal(isPlural(a, b), true, a);
  for (const [a, b] of [['deploy', 'deployed'], ['mouse', 'mice'], ['ing', 'inges']]) assert.equal(isPlural(a, b), false, a);
});
