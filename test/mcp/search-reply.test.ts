/**
 * The size of a search's reply, whatever the hits are made of.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchReply } from '../../src/mcp/search-reply.ts';
import { sampleAnswer, sampleHit } from '../picker/sample-answer.ts';

const OPTIONS = { offset: 0, isAll: false, isSelfLeftOut: true, notes: ['The index folder cannot be written: what was said lately is missing from this reply.'], number: '0123456789ab', cursorAt: (offset: number) => `${offset}.01234567` };

/** Letters of one to four bytes, in all places of a hit. */
const STUFF: readonly string[] = ['x', 'ж', '語', '😀', '\n', '<user>', '\u001b[31m', '"', '\\'];

test('searchReply() stays within the size, has a hit at least, and names the next page if there is one', () => {
  for (const stuff of STUFF) {
    const text = stuff.repeat(700);
    const hit = sampleHit({ title: text, prompt: text, snippet: text, highlights: [[0, 10]], project: text, branch: text, dir: `/${text}`, hit: `${'k'.repeat(60)}:1:1`, passages: [{ field: 'answer', turn: 1, agent: true, snippet: text, highlights: [] }] });
    const expanded = Array.from({ length: 9 }, () => ({ typed: text, used: text, kind: 'form' as const }));
    for (const weak of [false, true]) {
      const answer = sampleAnswer(Array.from({ length: 20 }, () => ({ ...hit, weak })), { expanded, excluded: { words: [text], count: 3 } });
      for (const bytes of [2000, 3000, 8000, 64_000]) {
        for (const isJson of [false, true]) {
          const { text: reply, next, structure } = searchReply(answer, { ...OPTIONS, bytes, isJson });
          const what = `${JSON.stringify(stuff)}, ${bytes} bytes, ${isJson ? 'JSON' : 'text'}: ${Buffer.byteLength(reply)}`;
          assert.ok(Buffer.byteLength(reply) <= bytes, what);
          const count = isJson ? (structure?.hits as unknown[]).length : reply.split('\n').filter((line) => /^\| \d+\. /.test(line)).length;
          assert.ok(count >= 1, what);
          assert.equal(next, count < 20 ? `${count}.01234567` : null, what);
        }
      }
    }
  }
});

test('searchReply() says when a page is beyond the last', () => {
  const answer = sampleAnswer([], { total: 7, relevant: 4, weak: 3 });
  assert.match(searchReply(answer, { ...OPTIONS, offset: 40, bytes: 8000, isJson: false }).text, /^7 sessions matched, 4 relevant, 3 weak \(all: true shows the weak ones\); nothing beyond the first 40\.\n/);
});
