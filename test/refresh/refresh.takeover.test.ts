/**
 * Two writers, of which the first was asleep when its lock was taken over: at every operation of its run, before it and behind it (so
 * also between the look at the lock and the commit), another takes the lock, reads what has come since, and publishes.
 */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';
import { IndexDamage } from '../../src/index/damage.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';
import { History } from '../fixture-history.ts';
import { differences, dumpIndex } from '../index-dump.ts';
import type { IndexDump } from '../index-dump.ts';
import { Disk, Process } from './fault-disk.ts';
import type { Fault } from './fault-disk.ts';
import { refresh } from './refreshing.ts';

const AT = '-home-ada-tide/s1.jsonl';
const OTHER = '-home-ada-tide/s2.jsonl';

/** When the other writer comes, seen from the operation of the first. */
const MOMENTS: Readonly<Record<string, (takeOver: () => void) => Fault>> = {
  before: (takeOver) => ({ act }) => {
    takeOver();
    return act();
  },
  behind: (takeOver) => ({ act }) => {
    const done = act();
    takeOver();
    return done;
  },
};

/** What is found when all is over; whoever stumbles over damage has the index made anew, as the engine does. */
function dumpOf(disk: Disk, history: History): { dump: IndexDump; isAnew: boolean } {
  const next = new Process(disk);
  const { warnings } = refresh(next.directory, history.root);
  try {
    return { dump: dumpIndex(next.directory), isAnew: warnings.length > 0 };
  } catch (error) {
    if (!(error instanceof IndexDamage)) throw error;
    refresh(next.directory, history.root, { isFull: true });
    return { dump: dumpIndex(next.directory), isAnew: true };
  }
}

/** isBlind: the first writer goes on believing that it holds the lock, as where the file system lies about it. */
const RUNS = [
  { name: 'a refresh', isFull: false, isBlind: false, mostAnew: 2 },
  { name: 'a build from nothing', isFull: true, isBlind: false, mostAnew: 2 },
  { name: 'a refresh that does not notice', isFull: false, isBlind: true, mostAnew: Infinity },
];

for (const { name, isFull, isBlind, mostAnew } of RUNS) {
  test(`${name}, whose lock is taken over at any moment, leaves no damage that goes unnoticed`, () => {
    const history = new History();
    try {
      history.write(AT, [history.prompt('raise the gate'), history.answer('the gate is up')]);
      history.write(OTHER, [history.prompt('count the lanterns')]);
      const start = new Disk();
      refresh(start.files, history.root);
      history.append(AT, [history.prompt('and the sluice')]);
      const seen = fs.readFileSync(history.path(AT));
      history.append(AT, [history.prompt('and the weir')]);
      const grown = fs.readFileSync(history.path(AT));
      const fresh = createMemoryDirectory();
      refresh(fresh, history.root);
      const expected = dumpIndex(fresh);
      let anewCount = 0;
      let place = 0;
      for (let isBeyond = false; !isBeyond; place++) {
        for (const [moment, faultAt] of Object.entries(MOMENTS)) {
          fs.writeFileSync(history.path(AT), seen);
          const disk = start.copy();
          const takeOver = (): void => {
            fs.writeFileSync(history.path(AT), grown);
            disk.holder = null;
            refresh(new Process(disk).directory, history.root);
            if (isBlind) disk.holder = first;
          };
          const first: Process = new Process(disk, (at) => (at === place ? faultAt(takeOver) : null));
          refresh(first.directory, history.root, { isFull });
          first.end();
          isBeyond = first.steps.length <= place;
          fs.writeFileSync(history.path(AT), grown);
          const { dump, isAnew } = dumpOf(disk, history);
          const step = first.steps[place];
          assert.deepEqual(differences(dump, expected), [], `${moment} operation ${place}: ${step?.operation} ${step?.name}`);
          if (isAnew) anewCount++;
        }
      }
      assert.ok(place > 15, `${place} operations`);
      assert.ok(anewCount <= mostAnew, `made anew ${anewCount} times`);
    } finally {
      history.remove();
    }
  });
}
