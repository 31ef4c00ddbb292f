import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runPicker } from '../../src/picker/picker.ts';
import type { PickerReply, PickerRequest } from '../../src/picker/question.ts';
import type { Device } from '../../src/terminal/device.ts';
import { NOW_MS, numberedAnswer, sampleAnswer, sampleHit } from './sample-answer.ts';

/** Longer than somebody who types must rest until the text beside the list is asked for. */
const REST_MS = 400;

test('runPicker() asks for no preview while the person types or hits are on their way', async () => {
  const input = Object.assign(new EventEmitter(), { setRawMode: () => {}, resume: () => {}, pause: () => {} });
  const device: Device = { input: input as unknown as Device['input'], write: () => {}, measure: () => ({ cols: 120, rows: 30 }), close: () => {} };
  const asked: string[] = [];
  let hear: (reply: PickerReply) => void = () => {};
  const outcome = runPicker(device, {
    setting: { nowMs: NOW_MS, hasColor: false, project: 'shop', branch: null, mostHits: 2000 },
    question: { query: 'payment', isHere: false, isOnBranch: false, field: null, isAll: false, isUnfinished: false, limit: 25 },
    answer: { ...numberedAnswer(3), query: 'payment' },
    source: {
      listen: (listener) => (hear = listener),
      ask: (request: PickerRequest) => void asked.push(request.kind === 'search' ? `search ${request.question.query}` : `${request.kind} ${request.key.split('\n')[0]}`),
      refresh: () => {},
      close: () => {},
    },
    command: () => '',
    open: () => Promise.resolve(''),
    hasMouse: false,
  });
  const answer = (number: number, query: string): void => hear({ kind: 'answer', number, answer: sampleAnswer([sampleHit({ hit: `${query}:3:0` })], { query }) });
  const type = (text: string): void => void input.emit('data', Buffer.from(text));

  type('r');
  answer(1, 'payment r');
  await wait(20);
  type('e');
  await wait(REST_MS);
  assert.deepEqual(asked, ['read payment', 'search payment r', 'search payment re']);
  answer(2, 'payment re');
  await wait(20);
  assert.equal(asked.length, 3);
  await wait(REST_MS);
  assert.deepEqual(asked.slice(3), ['read payment re']);
  type('\x03');
  assert.deepEqual(await outcome, { kind: 'left', exitCode: 130 });
});
