import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { readPayload } from '../../src/hook/payload.ts';

const NOTHING = { source: null, session: null, cwd: null };
const WHOLE = '{"session_id":"d3e35d23","source":"startup","cwd":"/home/ada/tide","hook_event_name":"SessionStart"}';

function fed(...parts: readonly string[]): PassThrough {
  const input = new PassThrough();
  for (const part of parts) input.write(part);
  return input;
}

test('readPayload() takes a whole object at once, from a pipe that stays open', async () => {
  const input = fed(WHOLE);
  assert.deepEqual(await readPayload(input), { source: 'startup', session: 'd3e35d23', cwd: '/home/ada/tide' });
  assert.equal(input.destroyed, true);
});

test('readPayload() takes an object that comes in pieces', async () => {
  assert.deepEqual(await readPayload(fed(WHOLE.slice(0, 30), WHOLE.slice(30), '\n')), { source: 'startup', session: 'd3e35d23', cwd: '/home/ada/tide' });
});

const USELESS: Readonly<Record<string, () => PassThrough>> = {
  'an open pipe with nothing in it': () => fed(),
  'half an object that never ends': () => fed(WHOLE.slice(0, 40)),
  garbage: () => fed('\0\xff}}}} {{').end(),
  'no object': () => fed('null').end(),
  'other types': () => fed('{"source":7,"session_id":{},"cwd":"not/absolute"}').end(),
  'more than anybody would say': () => fed(...Array.from({ length: 400 }, () => `{"a":"${'x'.repeat(1000)}"}`)),
  nothing: () => fed().end(),
};

for (const [what, make] of Object.entries(USELESS)) {
  test(`readPayload() gives null for ${what}, and does not wait for more`, async () => {
    const startedMs = performance.now();
    assert.deepEqual(await readPayload(make()), NOTHING);
    assert.ok(performance.now() - startedMs < 60_000);
  });
}
