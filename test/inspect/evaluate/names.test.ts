import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherNames, isIdentifier, isPlainWord, namesIn, partsOfWord, wordsOfName } from '../../../src/inspect/evaluate/names.ts';

test('namesIn() cuts at spaces, brackets, slashes and colons', () => {
  assert.deepEqual(namesIn('see src/tide-gate.ts:12 (openGate), “Größe” — 潮汐!'), ['see', 'src', 'tide-gate.ts', '12', 'openGate', 'Größe', '潮汐']);
});

test('namesIn() leaves out base64 and endless runs', () => {
  assert.deepEqual(namesIn(`pier ${'Zm9vYmFy1a2b3c4'.repeat(6)} ${'x'.repeat(300)} dock`), ['pier', 'dock']);
});

test('gatherNames() keeps each name once', () => {
  const { see, names } = gatherNames();
  see('dock pier dock');
  see('dock/pier/crane');
  assert.deepEqual([...names], ['dock', 'pier', 'crane']);
});

test('wordsOfName() cuts names into words, and partsOfWord() words into parts', () => {
  assert.deepEqual(wordsOfName('open_tideGate2.test.ts'), ['open', 'tideGate2', 'test', 'ts']);
  assert.deepEqual(['tideGate2', 'XMLParser', 'plain'].map(partsOfWord), [['tide', 'Gate', '2'], ['XML', 'Parser'], []]);
});

test('isPlainWord() and isIdentifier() reject hashes, times and versions', () => {
  assert.deepEqual(['tide', 'Größe', 'utf8', 'it', '3f2a', 'a1b2c3d4e5', '潮汐闸门'].map(isPlainWord), [true, true, true, false, false, false, false]);
  assert.deepEqual(['tideGate', 'tide_gate.ts', 'tide', 'v1.2', '2026-03-14', 'toolu_01A9B8C7'].map(isIdentifier), [true, true, false, false, false, false]);
});
