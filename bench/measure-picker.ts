/**
 * Measures the picker: processor time to its first frame beside `node -e 0`, and how long a person waits at each key.
 *
 * It needs a terminal, which `script` of util-linux provides; without it this part is left out, with a message. Keys are
 * timed by the clock, since people wait for frames; on a machine that does other work too, the processor time of a key says more.
 */
import { ccfind, needleOf, type History } from './history.ts';
import { times, type Measurement } from './measurement.ts';
import { coldSearch, QUESTION } from './measure-search.ts';
import { EMPTY, pairOf, type Command } from './process.ts';
import type { MeasureName } from './rows.ts';

const PICK = '.build/bench/pick.cjs';

const FRAMES: readonly { measure: MeasureName; words: (history: History) => string[] }[] = [
  { measure: 'frameNewest', words: () => [] },
  { measure: 'frameRare', words: (history) => [needleOf(history, 'identifier')] },
  { measure: 'frameQuestion', words: () => [QUESTION] },
];

export function measurePicker({ meter, histories, add, runs, ensureIndex }: Measurement, node: string): void {
  if (!meter.attempt({ program: 'script', arguments: ['--version'] }).output.includes('util-linux')) {
    process.stderr.write('no `script` of util-linux here: the picker is not measured\n');
    return;
  }
  for (const history of histories) {
    ensureIndex(history);
    const { megabytes } = history;
    // Leaves compiled code behind, as any search does.
    meter.run(coldSearch(history, needleOf(history, 'identifier')));
    const run = (...words: string[]): unknown => JSON.parse(meter.run(driver(history, words)).output);
    for (const { measure, words } of FRAMES) {
      const frames: number[] = [];
      const empties: number[] = [];
      // The first one is to warm up.
      for (let i = 0; i <= runs * 2; i++) {
        const ms = run('frame', node, program(history), ...words(history)) as number;
        const emptyMs = meter.run(EMPTY).ms;
        if (i > 0) frames.push(ms);
        if (i > 0) empties.push(emptyMs);
      }
      const pair = pairOf(frames, empties);
      add({ measure, megabytes, value: pair.ratio, detail: times(pair) });
    }
    const typed = Array.from({ length: Math.ceil(runs / 2) }, () => run('type', node, program(history), QUESTION) as { keys: [number, number][]; cpuMs: number });
    const keys = typed.flatMap((one) => one.keys);
    const shown = ascending(keys.map(([text]) => text));
    const answered = ascending(keys.map(([, hits]) => hits));
    const middle = answered.length >> 1;
    const nearlyAll = Math.floor(answered.length * 0.95);
    add(
      { measure: 'keyText', megabytes, value: shown[nearlyAll], detail: `(median ${shown[middle].toFixed(1)} ms)` },
      { measure: 'keyProcessor', megabytes, value: ascending(typed.map(({ cpuMs }) => cpuMs))[typed.length >> 1] },
      { measure: 'keyAnswered', megabytes, value: answered[nearlyAll] },
      { measure: 'keyHits', megabytes, value: answered[middle], detail: `(one in ten ${answered[Math.floor(answered.length * 0.9)].toFixed(0)} ms and more)` },
    );
  }
}

function ascending(values: number[]): number[] {
  return values.sort((a, b) => a - b);
}

function program(history: History): string {
  return ccfind(history).arguments[0];
}

function driver(history: History, words: readonly string[]): Command {
  return { ...ccfind(history), arguments: [PICK, ...words] };
}
