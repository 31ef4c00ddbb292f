import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CostMeter } from '../../src/index/cost-meter.ts';

/** A meter on a clock of the test's own; `pass` lets time go by. */
function withClock(run: (meter: CostMeter, pass: (ms: number) => void) => void): void {
  let now = 1000;
  run(new CostMeter(() => now), (ms) => {
    now += ms;
  });
}

test('a cost meter counts time for the running phase, and for no other', () => {
  withClock((meter, pass) => {
    pass(1);
    meter.during('reading', () => {
      pass(20);
      meter.during('writing', () => pass(300));
      pass(4000);
    });
    assert.throws(() => meter.during('listing', () => {
      pass(50_000);
      throw new Error('gone');
    }));
    pass(600_000);
    assert.deepEqual(meter.phases(), [
      { phase: 'listing', ms: 50_000 }, { phase: 'reading', ms: 4020 }, { phase: 'writing', ms: 300 }, { phase: 'other', ms: 600_001 },
    ]);
  });
});

test('spentMs() is the time of one phase until now', () => {
  withClock((meter, pass) => {
    meter.during('reading', () => {
      pass(20);
      meter.during('encoding', () => pass(300));
      pass(4000);
      assert.equal(meter.spentMs('reading'), 4020);
    });
  });
});

test('a cost meter counts the time of other threads apart from its own', () => {
  withClock((meter, pass) => {
    meter.during('reading', () => pass(20));
    meter.countBeside([{ phase: 'encoding', ms: 30 }]);
    meter.countBeside([{ phase: 'encoding', ms: 12 }, { phase: 'analysing', ms: 5 }]);
    assert.deepEqual([meter.phases(), meter.phasesBeside()], [[{ phase: 'reading', ms: 20 }], [{ phase: 'analysing', ms: 5 }, { phase: 'encoding', ms: 42 }]]);
    meter.clear();
    pass(3);
    assert.deepEqual(meter.phases(), [{ phase: 'other', ms: 3 }]);
  });
});

test('a cost meter sums what was read by kind, and keeps the five slowest files', () => {
  const meter = new CostMeter();
  [30, 10, 70, 20, 60, 50, 40].forEach((ms, i) => meter.countRead(i === 1 ? 'sub-agents' : 'sessions', `file ${ms}`, 100, ms));
  assert.deepEqual(meter.readByKind(), [{ kind: 'sessions', files: 6, bytes: 600 }, { kind: 'sub-agents', files: 1, bytes: 100 }]);
  assert.deepEqual(meter.slowest.map(({ path }) => path), ['file 70', 'file 60', 'file 50', 'file 40', 'file 30']);
});
