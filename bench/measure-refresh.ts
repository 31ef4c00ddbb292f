/**
 * Measures refreshes after a session has grown by 8 KB: their time, and what they write.
 *
 * Histories grow here, so this comes late.
 */
import { growSession } from './corpus/make-corpus.ts';
import { bySize, ccfind, indexFiles, openHistory, type History } from './history.ts';
import { times, type Measurement } from './measurement.ts';
import { EMPTY, type Command, type Meter } from './process.ts';
import type { Row } from './rows.ts';

const GROWTH_KILOBYTES = 8;
/** Several times as many refreshes as it takes until segments are merged. */
const WRITES = 30;

let grown = 0;
let grownBytes = 0;

export function measureRefreshes({ meter, histories, add, runs, folder, kept, ensureIndex }: Measurement): void {
  for (const history of histories) {
    ensureIndex(history);
    const pair = meter.pair(growAndRefresh(history), EMPTY, runs * 2);
    add({ measure: 'refresh', megabytes: history.megabytes, value: pair.ratio, detail: times(pair) }, measureWriting(meter, history));
  }
  const [small] = bySize(histories);
  if (small === undefined) return;
  const big = openHistory(folder, small.megabytes * 10, small.sessions, kept);
  ensureIndex(big);
  const pair = meter.pair(growAndRefresh(big), growAndRefresh(small), runs * 2);
  add({ measure: 'sameFiles', megabytes: small.megabytes, value: pair.ratio, detail: times(pair) });
}

/** Segments that a refresh leaves, what it merged included; catalog, marks and manifest are written anew each time. */
function measureWriting(meter: Meter, history: History): Row {
  const before = grownBytes;
  let written = 0;
  let known = indexFiles(history);
  for (let i = 0; i < WRITES; i++) {
    meter.run(growAndRefresh(history));
    const files = indexFiles(history);
    for (const [name, size] of files) if (name.startsWith('seg-') && !known.has(name)) written += size;
    known = files;
  }
  return { measure: 'written', megabytes: history.megabytes, value: written / (grownBytes - before) };
}

function growAndRefresh(history: History): Command {
  return {
    ...ccfind(history, 'index'),
    before: () => {
      grownBytes += growSession(history.growing, GROWTH_KILOBYTES, ++grown);
    },
  };
}
