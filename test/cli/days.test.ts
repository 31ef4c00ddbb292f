import { test } from 'node:test';
import assert from 'node:assert/strict';
import { formatTime, parseDay, startOfDay } from '../../src/cli/days.ts';

function inZone<T>(zone: string, use: () => T): T {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    return use();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

test('parseDay() takes days that exist, in one form', () => {
  assert.deepEqual(parseDay('2026-03-14'), { year: 2026, month: 3, day: 14 });
  assert.deepEqual(parseDay('2024-02-29'), { year: 2024, month: 2, day: 29 });
  for (const text of ['2026-02-29', '2026-04-31', '2026-00-01', '2026-01-00', '2026-1-1', '26-01-01', '2026-03-14T00:00', ' 2026-03-14', '２０２６-03-14', 'today', '']) {
    assert.equal(parseDay(text), null, text);
  }
});

test('startOfDay() is local midnight, and the end of a day is the start of the next', () => {
  const day = { year: 2026, month: 3, day: 29 };
  assert.equal(inZone('UTC', () => startOfDay(day)), Date.UTC(2026, 2, 29));
  // Clocks go forward that day: 23 hours.
  assert.equal(inZone('Europe/Berlin', () => startOfDay(day)), Date.UTC(2026, 2, 28, 23));
  assert.equal(inZone('Europe/Berlin', () => startOfDay(day, 1)), Date.UTC(2026, 2, 29, 22));
  assert.equal(inZone('Asia/Kolkata', () => startOfDay(day)), Date.UTC(2026, 2, 28, 18, 30));
  assert.equal(inZone('UTC', () => startOfDay({ year: 2026, month: 12, day: 31 }, 1)), Date.UTC(2027, 0, 1));
  assert.equal(inZone('UTC', () => startOfDay({ year: 50, month: 1, day: 1 })), Date.parse('0050-01-01T00:00:00Z'));
});

test('formatTime() shows local time, and says when there is no time', () => {
  assert.equal(inZone('UTC', () => formatTime('2026-03-14T10:32:59.000Z')), '2026-03-14 10:32');
  assert.equal(inZone('Asia/Tokyo', () => formatTime('2026-12-31T15:05:00.000Z')), '2027-01-01 00:05');
  assert.equal(formatTime(null), 'no date');
  assert.equal(formatTime('yesterday'), 'no date');
});
