/**
 * Measures searches: cold ones, each in a process of its own, beside `node -e 0`, each other and ripgrep; and warm ones.
 */
import { join } from 'node:path';
import { bySize, ccfind, needleOf, type History } from './history.ts';
import { times, type Measurement } from './measurement.ts';
import { EMPTY, type Command, type Meter } from './process.ts';
import type { MeasureName } from './rows.ts';

/** Ten words, all from the generated vocabulary, some of them common. */
export const QUESTION = 'why does the connection pool timeout after the worker upgrade';
const COMMON_WORD = 'error';
const PHRASE = '"connection pool"';
/** The program that runs one engine for one task, and ccfind in the form of such an engine. */
export const RUN_ENGINE = 'bench/peers/run.cjs';
export const ENGINE = '.build/bench/engine.cjs';

/** The searches that are compared with an empty Node. */
const SEARCHES: readonly { measure: MeasureName; command: (history: History) => Command }[] = [
  { measure: 'rare', command: (history) => coldSearch(history, needleOf(history, 'identifier')) },
  { measure: 'question', command: (history) => coldSearch(history, QUESTION) },
  { measure: 'common', command: (history) => coldSearch(history, COMMON_WORD) },
  { measure: 'substring', command: (history) => coldSearch(history, needleOf(history, 'substring')) },
  { measure: 'phrase', command: (history) => coldSearch(history, PHRASE) },
  { measure: 'unchanged', command: (history) => ccfind(history, 'search', '--', needleOf(history, 'identifier')) },
];

export function measureSearches({ meter, histories, add, runs, ensureIndex }: Measurement): void {
  for (const history of histories) {
    ensureIndex(history);
    const { megabytes } = history;
    const compare = (measure: MeasureName, a: Command, b: Command): void => {
      const pair = meter.pair(a, b, runs * 2);
      add({ measure, megabytes, value: pair.ratio, detail: times(pair) });
    };
    for (const { measure, command } of SEARCHES) compare(measure, command(history), EMPTY);
    const rare = coldSearch(history, needleOf(history, 'identifier'));
    compare('substringRatio', coldSearch(history, needleOf(history, 'substring')), rare);
    if (meter.attempt({ program: 'rg', arguments: ['--version'] }).status === 0) compare('grep', rare, ripgrep(history));
    const [warmRare, warmQuestion] = warmSearches(meter, ENGINE, history.index, history);
    add(
      { measure: 'warmRare', megabytes, value: warmRare },
      { measure: 'warmQuestion', megabytes, value: warmQuestion },
      { measure: 'searchPeak', megabytes, value: meter.peakOf(coldSearch(history, QUESTION)) },
    );
  }
  const [small, , large] = bySize(histories);
  if (small === undefined || large === undefined) return;
  const [a, b] = [large, small].map((history) => coldSearch(history, needleOf(history, 'identifier')));
  const pair = meter.pair(a, b, runs * 2);
  add({ measure: 'growth', megabytes: large.megabytes, value: pair.ratio, detail: times(pair) });
}

/** A search in a process of its own that looks at the index alone. */
export function coldSearch(history: History, query: string, program?: string): Command {
  return { ...ccfind(history, 'search', '--no-refresh', '--', query), program };
}

/** The files that hold the rare identifier, by reading all of them. */
export function ripgrep(history: History): Command {
  return { program: 'rg', arguments: ['-i', '-l', '-F', needleOf(history, 'identifier'), join(history.config, 'projects')] };
}

/** Processor time of a query in a loaded engine, ms: the rare identifier, the question. engine, index: for peers/run.cjs. */
export function warmSearches(meter: Meter, engine: string, index: string, history: History, command: Partial<Command> = {}): [number, number] {
  const { output } = meter.run({ ...command, arguments: [RUN_ENGINE, 'warm', engine, index, needleOf(history, 'identifier'), QUESTION] });
  return JSON.parse(output) as [number, number];
}
