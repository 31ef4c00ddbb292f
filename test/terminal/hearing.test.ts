import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHearing } from '../../src/terminal/hearing.ts';
import type { InputEvent } from '../../src/terminal/input.ts';

/** What setTimeout is asked for while `during` runs. */
function timersOf(during: () => void): { readonly run: () => void; readonly waitMs: number }[] {
  const timers: { run: () => void; waitMs: number }[] = [];
  const real = globalThis.setTimeout;
  globalThis.setTimeout = ((run: () => void, waitMs: number) => void timers.push({ run, waitMs })) as unknown as typeof setTimeout;
  try {
    during();
  } finally {
    globalThis.setTimeout = real;
  }
  return timers;
}

test('push() waits for the rest of what has begun, longer where that cannot be a key, and not at all for nothing', () => {
  for (const [bytes, waitMs] of [['a', undefined], ['\x1b', 50], ['\x1b[<65;1', 1000], ['\x1b[200~a', 5000]] as const) {
    const hearing = createHearing(() => {});
    assert.equal(timersOf(() => hearing.push(Buffer.from(bytes)))[0]?.waitMs, waitMs, JSON.stringify(bytes));
  }
});

for (const [what, more, name] of [
  ['takes Esc for a key when nothing follows', '', 'escape'],
  ['hears what came while the process was held up before that', '[A', 'up'],
] as const) {
  test(`push() ${what}`, async () => {
    const heard: InputEvent[] = [];
    const hearing = createHearing((events) => void heard.push(...events));
    const [timer] = timersOf(() => hearing.push(Buffer.from('\x1b')));
    timer.run();
    if (more !== '') hearing.push(Buffer.from(more));
    await new Promise(setImmediate);
    assert.deepEqual(heard, [{ kind: 'key', name }]);
  });
}

test('stop() ends the waiting', async () => {
  const heard: InputEvent[] = [];
  const hearing = createHearing((events) => void heard.push(...events));
  const [timer] = timersOf(() => hearing.push(Buffer.from('\x1b')));
  timer.run();
  hearing.stop();
  await new Promise(setImmediate);
  assert.deepEqual(heard, []);
});
