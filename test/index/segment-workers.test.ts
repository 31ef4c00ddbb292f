/**
 * Worker threads make the same segments as this thread does; and whatever becomes of them, every segment is made.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { CostMeter } from '../../src/index/cost-meter.ts';
import { mergeSegments } from '../../src/index/merge.ts';
import type { SegmentBuilder } from '../../src/index/segment-builder.ts';
import { buildInWorkers } from '../../src/index/segment-workers.ts';
import { randomFrom, seedOf } from '../random.ts';
import { draftOf, openBytes, randomRows, segmentBytes } from './random-segment.ts';
import type { TestRow } from './random-segment.ts';
import { brokenWorkers, workerProgram } from './worker-program.ts';

/** A machine of one processor has none. */
const TWO_PROCESSORS = { skip: availableParallelism() < 2 };

const folder = mkdtempSync(join(tmpdir(), 'ccfind-workers-'));
let program = '';

before(async () => {
  program = await workerProgram(folder);
});

after(() => {
  rmSync(folder, { recursive: true, force: true });
});

function workers(file: string, meter = new CostMeter(), patience?: number): SegmentBuilder {
  const builder = buildInWorkers(meter, file, patience);
  assert.ok(builder !== null);
  return builder;
}

/** Has the builder make a segment of each list of rows; returns the files in that order. */
function buildAll(builder: SegmentBuilder, lists: readonly (readonly TestRow[])[]): (Buffer | undefined)[] {
  const files: (Buffer | undefined)[] = lists.map(() => undefined);
  try {
    lists.forEach((rows, i) => builder.submit(draftOf(rows).finish(), (parts) => (files[i] = Buffer.concat(parts))));
    builder.drain();
  } finally {
    builder.close();
  }
  return files;
}

function assertAllBuilt(builder: SegmentBuilder, note: string): void {
  const seed = seedOf();
  const next = randomFrom(seed);
  const lists = Array.from({ length: 7 }, (_, i) => randomRows(next, i * 3));
  assert.deepEqual(buildAll(builder, lists), lists.map((rows) => segmentBytes(draftOf(rows))), `${note}, seed ${seed}`);
}

test('workers leave long lists plain, which makes no difference after a merge', TWO_PROCESSORS, () => {
  const seed = seedOf();
  const rows = randomRows(randomFrom(seed), 250, 8);
  const [plain] = buildAll(workers(program), [rows]);
  assert.ok(plain !== undefined);
  const deflated = segmentBytes(draftOf(rows));
  assert.ok(plain.length > deflated.length, `seed ${seed}: ${plain.length} and ${deflated.length} bytes`);
  const merged = [plain, deflated].map((file) => Buffer.concat([...mergeSegments([openBytes(file)], [null]).parts]));
  assert.deepEqual(merged[0], merged[1], `seed ${seed}`);
});

test('workers make the same segments as this thread', TWO_PROCESSORS, () => {
  const meter = new CostMeter();
  assertAllBuilt(workers(program, meter), 'workers');
  assert.ok(meter.phases().some(({ phase }) => phase === 'workers'), 'nobody waited for a worker');
});

test('after rest() segments are made in this thread', TWO_PROCESSORS, () => {
  const meter = new CostMeter();
  const builder = workers(program, meter);
  builder.rest();
  assertAllBuilt(builder, 'at rest');
  assert.deepEqual(meter.phases().map(({ phase }) => phase).filter((phase) => phase === 'workers'), []);
});

test('an error in onBuilt is thrown to whoever waits', TWO_PROCESSORS, () => {
  const builder = workers(program);
  try {
    assert.throws(() => {
      builder.submit(draftOf(randomRows(randomFrom(1), 3)).finish(), () => {
        throw new Error('the disk is full');
      });
      builder.drain();
    }, /the disk is full/);
  } finally {
    builder.close();
  }
});

for (const [fault, path] of Object.entries(brokenWorkers(folder))) {
  test(`a worker that ${fault} costs no segment`, TWO_PROCESSORS, () => {
    assertAllBuilt(workers(path, new CostMeter(), 1), fault);
  });
}

test('without the workers\' program there are no workers', () => {
  assert.equal(buildInWorkers(new CostMeter(), join(folder, 'missing.cjs')), null);
  assert.equal(buildInWorkers(new CostMeter(), null), null);
});
