/**
 * Measures a build from scratch beside reading and JSON.parsing the same files; its memory, its size, and what it costs to merge everything.
 */
import { join } from 'node:path';
import { bySize, fullBuild, indexFiles, type History } from './history.ts';
import { times, type Measurement } from './measurement.ts';
import type { Command, Meter } from './process.ts';
import { sizeClass, type Row } from './rows.ts';

const YARDSTICK = 'bench/parse-all.cjs';
const BUILD_UNMERGED = '.build/bench/build-unmerged.cjs';
const MERGE_ALL = '.build/bench/merge-all.cjs';
/** Builds of gigabytes take minutes together. */
const MAX_LONG_RUNS = 3;

/** Reads every transcript and parses each line: the yardstick of builds. */
export function parseAll({ config }: History, program?: string): Command {
  return { arguments: [YARDSTICK, config], program };
}

/** How often something is measured that takes as long as a build. */
export function buildRuns({ megabytes }: History, runs: number): number {
  return sizeClass(megabytes) === 0 ? runs : Math.min(runs, MAX_LONG_RUNS);
}

export function measureBuilds({ meter, histories, add, runs, folder }: Measurement): void {
  const peaks = new Map<History, number>();
  for (const history of histories) {
    const { megabytes } = history;
    const build = fullBuild(history);
    const pair = meter.pair(build, parseAll(history), buildRuns(history, runs));
    const peak = meter.peakOf(build);
    const indexBytes = [...indexFiles(history).values()].reduce((sum, size) => sum + size, 0);
    add(
      { measure: 'build', megabytes, value: pair.ratio, detail: times(pair) },
      { measure: 'buildPeak', megabytes, value: peak },
      { measure: 'indexBytes', megabytes, value: indexBytes / history.bytes },
    );
    if (sizeClass(megabytes) === 1) add(measureMerge(meter, history, join(folder, 'merged'), buildRuns(history, runs)));
    peaks.set(history, peak);
  }
  const [, medium, large] = bySize(histories);
  if (medium === undefined || large === undefined) return;
  add({ measure: 'buildGrowth', megabytes: large.megabytes, value: (peaks.get(large) ?? NaN) / (peaks.get(medium) ?? NaN) });
}

/** The segments alone, into one file that reaches the disk as the program's do. */
function measureMerge(meter: Meter, history: History, target: string, runs: number): Row {
  const unmerged = { ...history, index: `${history.index}-unmerged` };
  meter.run({ arguments: [BUILD_UNMERGED, history.config, unmerged.index] });
  const segments = [...indexFiles(unmerged).keys()].filter((name) => name.startsWith('seg-')).length;
  const pair = meter.pair({ arguments: [MERGE_ALL, unmerged.index, target] }, fullBuild(history), runs);
  return { measure: 'merge', megabytes: history.megabytes, value: pair.ratio, detail: `(${segments} segments, ${times(pair).slice(1)}` };
}
