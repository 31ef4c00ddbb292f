import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyFacts } from '../../src/transcript/facts.ts';
import { readCustomTitle, readIndexTitles, titleOf } from '../../src/transcript/titles.ts';

test('titleOf() puts the chosen title before the generated one, and that before a summary (demand 70)', () => {
  const facts = emptyFacts();
  assert.equal(titleOf(facts, null, ''), '');
  assert.equal(titleOf(facts, null, 'old summary'), 'old summary');
  facts.aiTitle = 'generated';
  assert.equal(titleOf(facts, null, 'old summary'), 'generated');
  facts.customTitle = 'chosen';
  assert.equal(titleOf(facts, null, 'old summary'), 'chosen');
});

test('titleOf() takes the side file if the transcript names none, or if it is newer', () => {
  const facts = emptyFacts();
  facts.aiTitle = 'generated';
  assert.equal(titleOf(facts, { title: 'carried', atMs: null }, ''), 'carried');
  facts.customTitle = 'chosen';
  facts.customTitleMs = 2000;
  assert.equal(titleOf(facts, { title: 'older', atMs: 1000 }, ''), 'chosen');
  assert.equal(titleOf(facts, { title: 'newer', atMs: 3000 }, ''), 'newer');
  assert.equal(titleOf(facts, { title: 'undated', atMs: null }, ''), 'chosen');
});

test('readCustomTitle() and readIndexTitles() survive anything in their files', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-titles-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'x.json');
  const broken = ['', '{', 'null', '7', '[]', '{"customTitle":7}', '{"customTitle":" "}', '{"entries":{}}', '{"entries":[null,7,{"sessionId":{}}]}'];
  for (const text of broken) {
    writeFileSync(path, text);
    assert.equal(readCustomTitle(path), null, text);
    assert.equal(readIndexTitles(path).size, 0, text);
  }
  assert.equal(readCustomTitle(join(folder, 'none')), null);
  writeFileSync(path, '{"customTitle":"Checkout\\n work","by":"user","at":"2026-11-29T20:01:53.341Z"}');
  assert.deepEqual(readCustomTitle(path), { title: 'Checkout work', atMs: Date.UTC(2026, 10, 29, 20, 1, 53, 341) });
});

test('readIndexTitles() takes titles by session and nothing else (demand 89)', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-titles-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'sessions-index.json');
  writeFileSync(path, JSON.stringify({
    version: 1,
    entries: [
      { sessionId: 'a', firstPrompt: 'hello', summary: 'About greetings' },
      { sessionId: 'b', firstPrompt: 'hello' },
      { sessionId: '__proto__', summary: 'Odd' },
      { sessionId: 'c', summary: 'Generated', customTitle: 'Chosen' },
    ],
  }));
  assert.deepEqual([...readIndexTitles(path)], [['a', 'About greetings'], ['__proto__', 'Odd'], ['c', 'Chosen']]);
});
