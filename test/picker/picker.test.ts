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

/** A picker over a fake terminal of 120 by 30, answered by the test. */
function run(nowMs: () => number = () => NOW_MS) {
  const input = Object.assign(new EventEmitter(), { setRawMode: () => {}, resume: () => {}, pause: () => {} });
  const asked: string[] = [];
  let drawn = '';
  const device: Device = { input: input as unknown as Device['input'], write: (text) => void (drawn += text), measure: () => ({ cols: 120, rows: 30 }), close: () => {} };
  let hear: (reply: PickerReply) => void = () => {};
  const outcome = runPicker(device, {
    setting: { hasColor: false, project: 'shop', branch: null, filters: [], mostHits: 2000 },
    nowMs,
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
  return {
    asked,
    outcome,
    type: (text: string): void => void input.emit('data', Buffer.from(text)),
    async hear(...replies: PickerReply[]): Promise<void> {
      for (const reply of replies) hear(reply);
      // One turn of the loop to hear them, one to draw.
      for (let turns = 0; turns < 2; turns++) await new Promise((next) => void setImmediate(next));
    },
    /** What was drawn since the last look, as text. */
    drawn(): string {
      const text = drawn.replace(/\x1b\[[\d;?]*[a-zA-Z]/g, ' ');
      drawn = '';
      return text;
    },
  };
}

function answerTo(number: number, query: string): PickerReply {
  return { kind: 'answer', number, answer: sampleAnswer([sampleHit({ hit: `${query}:3:0` })], { query }) };
}

test('runPicker() asks for no preview while the person types or hits are on their way', async () => {
  const { asked, outcome, type, hear } = run();
  type('r');
  await hear(answerTo(1, 'payment r'));
  type('e');
  await wait(REST_MS);
  assert.deepEqual(asked, ['read payment', 'search payment r', 'search payment re']);
  await hear(answerTo(2, 'payment re'));
  assert.equal(asked.length, 3);
  await wait(REST_MS);
  assert.deepEqual(asked.slice(3), ['read payment re']);
  type('\x03');
  assert.deepEqual(await outcome, { kind: 'left', exitCode: 130 });
});

test('runPicker() reads the text and the places again when there is more to read, and shows the old ones until then', async () => {
  const { asked, outcome, type, hear, drawn } = run();
  const place = numberedAnswer(1).hits[0];
  const key = `payment\n${place.hit}\n${place.session}`;
  const preview = (text: string): PickerReply =>
    ({ kind: 'preview', key, preview: { turn: 3, turns: 12, when: null, parts: [{ field: 'answer', agent: false, text, marks: [] }], target: null, before: 0, behind: 0 } });
  const places = (count: number): PickerReply => ({ kind: 'places', key: `payment\n\n${place.hit}`, places: Array.from({ length: count }, (_, at) => ({ ...place, turn: 3 + at, hit: `${at}:3:0` })) });
  await hear(preview('as it was'));
  await hear(places(1));
  assert.deepEqual(asked, ['read payment', 'places payment']);
  assert.match(drawn(), /as it was[^]*place 1 of 1/);
  await hear({ kind: 'grown' }, { kind: 'answer', number: 1, answer: { ...numberedAnswer(3), query: 'payment' } });
  assert.deepEqual(asked.slice(2), ['search payment', 'read payment']);
  assert.doesNotMatch(drawn(), /…/);
  await hear(preview('and as it went on'));
  await hear(places(2));
  assert.deepEqual(asked.slice(4), ['places payment']);
  assert.match(drawn(), /and as it went on[^]*place 1 of 2/);
  type('\x03');
  await outcome;
});

test('runPicker() tells ages from the time of the frame, however long ago it was opened', async () => {
  let nowMs = NOW_MS;
  const { outcome, type, hear, drawn } = run(() => nowMs);
  assert.match(drawn(), /hit 1 .* 3d · 12 turns/);
  nowMs += 7 * 24 * 3600_000;
  await hear({ kind: 'progress', text: '' });
  assert.match(drawn(), /10d · 12 turns/);
  type('\x03');
  await outcome;
});
