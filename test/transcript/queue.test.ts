import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrive, enqueue, textKeyOf } from '../../src/transcript/queue.ts';
import type { Waiting } from '../../src/transcript/queue.ts';

test('enqueue() takes a text once, and arrive() returns its key once', () => {
  const waiting: Waiting = [];
  const key = textKeyOf('explain the retry');
  assert.equal(enqueue(waiting, key), true);
  assert.equal(enqueue(waiting, key), false);
  assert.deepEqual(arrive(waiting, 'something else'), []);
  assert.deepEqual(arrive(waiting, '  explain the\nretry '), [key]);
  assert.deepEqual(arrive(waiting, 'explain the retry'), []);
  assert.deepEqual(waiting, []);
});

test('arrive() finds prompts that waited alone and arrive together', () => {
  const waiting: Waiting = [];
  const first = textKeyOf('first one');
  const second = textKeyOf('second one');
  enqueue(waiting, first);
  enqueue(waiting, second);
  assert.deepEqual(arrive(waiting, 'first one\nsecond one'), [first, second]);
});

test('enqueue() remembers 256 texts and forgets the oldest', () => {
  const waiting: Waiting = [];
  for (let i = 0; i < 300; i++) enqueue(waiting, textKeyOf(`mail ${i}`));
  assert.equal(waiting.length, 512);
  assert.deepEqual(arrive(waiting, 'mail 43'), []);
  assert.deepEqual(arrive(waiting, 'mail 44'), [textKeyOf('mail 44')]);
});
