import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueue } from '../../src/picker/queue.ts';
import type { PickerRequest } from '../../src/picker/question.ts';
import { sampleHit } from './sample-answer.ts';

const QUESTION = { query: '', isHere: false, isOnBranch: false, field: null, isAll: false, isUnfinished: false, limit: 25 };
const search = (number: number): PickerRequest => ({ kind: 'search', number, question: QUESTION });
const read = (key: string): PickerRequest => ({ kind: 'read', key, place: sampleHit() });
const places = (key: string): PickerRequest => ({ kind: 'places', key, question: QUESTION, session: 's' });

function recorded() {
  const sent: string[] = [];
  const queue = createQueue((request) => sent.push(`${request.kind} ${request.kind === 'search' ? request.number : request.key}`));
  return { queue, sent };
}

test('createQueue() sends one request at a time', () => {
  const { queue, sent } = recorded();
  queue.ask(search(1));
  queue.ask(read('a'));
  assert.deepEqual(sent, ['search 1']);
  queue.next();
  assert.deepEqual(sent, ['search 1', 'read a']);
  queue.next();
  assert.equal(queue.current(), null);
  queue.ask(search(2));
  assert.deepEqual(sent, ['search 1', 'read a', 'search 2']);
});

test('createQueue() drops a request when a newer one of its kind is made', () => {
  const { queue, sent } = recorded();
  for (const number of [1, 2, 3, 4]) queue.ask(search(number));
  queue.ask(read('a'));
  queue.ask(read('b'));
  for (let i = 0; i < 4; i++) queue.next();
  assert.deepEqual(sent, ['search 1', 'search 4', 'read b']);
});

test('createQueue() sends a search before a preview', () => {
  const { queue, sent } = recorded();
  queue.ask(read('a'));
  queue.ask(places('p'));
  queue.ask(read('b'));
  queue.ask(search(1));
  for (let i = 0; i < 3; i++) queue.next();
  assert.deepEqual(sent, ['read a', 'search 1', 'read b', 'places p']);
});
