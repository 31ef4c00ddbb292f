/**
 * Which titles are asked, and which sessions are right.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Gathered, HeldSession } from '../../../src/inspect/evaluate/gather.ts';
import { languageOf, openingOf, proposeTitles, promptKey, tellsWhich, twinsBy } from '../../../src/inspect/evaluate/titles.ts';
import { createTruthScan } from '../../../src/inspect/evaluate/truth.ts';

const LONG = 'sweep all berths of the harbour and report what lies there';

test('promptKey() and openingOf() ignore case and spaces, openingOf() numbers too', () => {
  assert.equal(promptKey('  Sweep\n  berth 7 '), ' sweep berth 7 ');
  assert.equal(openingOf('Sweep  berth 7 of 2026-11-30'), 'sweep berth # of #-#-#');
});

test('twinsBy() joins sessions that begin alike at length, or were said the same all through', () => {
  const beginnings = [
    { opening: LONG, typed: 'one' },
    { opening: LONG, typed: 'another' },
    { opening: 'sweep', typed: 'sweep' },
    { opening: 'sweep', typed: 'sweep' },
    { opening: 'sweep', typed: 'sweep\nnow mend the crane' },
    { opening: '', typed: '' },
    { opening: '', typed: '' },
  ];
  assert.deepEqual(twinsBy(beginnings), [[0, 1], [1, 0], [2, 3], [3, 2], [4], [5], [6]]);
});

test('languageOf() tells languages by letters and function words', () => {
  const cases: readonly (readonly [text: string, language: string | null])[] = [
    ['mend the crane of the north pier', 'en'],
    ['Mend crane', 'en'],
    ['cómo puedo ver las fechas de los commits', 'es'],
    ['wie kann ich die Daten der Commits sehen', 'de'],
    ['both modified のファイルをコンフリクト解消して', 'kana'],
    ['修复 payment 的支付问题', 'han'],
    ['커밋 날짜 보기', 'hangul'],
    ['посмотри даты', 'cyrillic'],
    ['שלום', 'other'],
    ['12:30', null],
  ];
  for (const [text, language] of cases) assert.deepEqual([text, languageOf(text)], [text, language]);
});

/** Titles of sessions in the languages given, all with answers unless `isSilent`. */
function proposed(titles: readonly string[], languages: readonly (string | null)[], isSilent = false): string[] {
  const sessions = titles.map((_, i): HeldSession => ({ id: `${i}`, path: '', names: Buffer.alloc(0), length: 1, hasAnswers: !isSilent, language: languages[i] }));
  const gathered = { sessions, twins: titles.map((_, i) => [i]), titles: titles.map((text, session) => ({ session, text })) };
  return proposeTitles(gathered as unknown as Gathered, createTruthScan()).map(({ text }) => text);
}

test('proposeTitles() leaves out what does not title its session', () => {
  const asked = proposed(
    ['Mend the crane', 'API Error: 401 token has expired', "You've hit your limit, resets 11am", 'Mend it', 'Git commit dates listed', 'Reparar la grúa del puerto', 'Riparare la gru del porto', 'Harbour sweep results', '"Harbour Crane Repair"', 'mend  the CRANE'],
    ['en', 'en', 'en', 'en', 'es', 'es', 'es', 'kana', null, 'en'],
  );
  assert.deepEqual(asked, ['Mend the crane', 'Reparar la grúa del puerto', 'Riparare la gru del porto', 'Harbour Crane Repair']);
  assert.deepEqual(proposed(['Mend the crane'], ['en'], true), []);
});

test('tellsWhich() wants as many of the words as it takes to name one session', () => {
  const scan = createTruthScan();
  const titles = ['Review the code change', 'Review the crane change', 'What is this about now'].map((text, session) => ({ text, session }));
  const sessions = Array.from({ length: 16 }, () => ({ hasAnswers: true, language: 'en' }));
  const proposals = proposeTitles({ sessions, titles, twins: sessions.map((_, i) => [i]) } as unknown as Gathered, scan);
  // Half of the sessions hold each of these: three bits of four. The crane stands in one.
  for (let session = 0; session < 16; session++) scan.see(session, [session % 2 === 0 ? 'review' : 'code', session < 8 ? 'change' : 'code', ...(session === 3 ? ['crane'] : [])].join('\n'));
  assert.deepEqual(proposals.map((proposal) => tellsWhich(proposal, 16)), [false, true, false]);
});
