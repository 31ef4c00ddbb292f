/**
 * Speed, size and memory on generated histories, as ratios to yardsticks that run in turn with what they measure:
 * a build against reading and JSON.parsing the same files, a search and a refresh against `node -e 0`.
 *
 *   npm run bench -- speed [--mb 100,1000,3000] [--runs 5] [--node PATH] [--store NAME]
 *
 * The first size gives the 100 MB rows, the second those of 1 GB, the third those of 3 GB; targets are meant for
 * these sizes and for Node 22.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { growSession, makeCorpus, type Corpus } from './corpus/make-corpus.ts';
import type { Needle, NeedleKind } from './corpus/needles.ts';
import { createMeter, type Command, type Meter, type Pair } from './process.ts';

const PROGRAM = 'plugin/lib/ccfind.cjs';
const YARDSTICK = 'bench/parse-all.cjs';
const EMPTY: Command = { arguments: ['-e', '0'] };
/** Eight words of which the generated vocabulary knows all; common ones among them. */
const QUESTION = 'why does the connection pool timeout after the worker upgrade';
const COMMON_WORD = 'error';
const PHRASE = '"connection pool"';

export interface SpeedOptions {
  readonly sizes: readonly number[];
  readonly runs: number;
  readonly node: string;
  /** Name of the machine under bench/runs, or null to store nothing. */
  readonly store: string | null;
}

interface Row {
  readonly id: string;
  readonly what: string;
  readonly figure: string;
  readonly target: string;
}

interface History {
  readonly megabytes: number;
  readonly config: string;
  readonly index: string;
  readonly corpus: Corpus;
}

export function measureSpeed(options: SpeedOptions): void {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-speed-'));
  const meter = createMeter(options.node);
  try {
    const rows: Row[] = [];
    const histories = options.sizes.map((megabytes) => makeHistory(folder, megabytes));
    const builds = histories.map((history) => measureBuild(meter, history, rows, options.runs));
    if (builds.length > 2) rows.push({ id: 'B4', what: 'peak memory of a build, 3 GB / 1 GB', figure: ratio(builds[2] / builds[1]), target: '1.3' });
    const searches = histories.map((history) => measureSearches(meter, history, rows, options.runs));
    if (searches.length > 2) rows.push({ id: 'Q3', what: 'cold rare search, 3 GB / 100 MB', figure: ratio(searches[2] / searches[0]), target: '1.4' });
    for (const history of histories) measureRefresh(meter, history, rows, options.runs);
    measureRefreshOfBigFiles(meter, folder, histories[0], rows, options.runs);
    report(rows, options);
  } finally {
    meter.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeHistory(folder: string, megabytes: number, sessions?: number): History {
  const name = `${megabytes}-${sessions ?? 'all'}`;
  const config = join(folder, name);
  process.stderr.write(`generating ${megabytes} MB …\n`);
  return { megabytes, config, index: join(folder, `${name}-index`), corpus: makeCorpus({ outDir: config, megabytes, sessions }) };
}

function ccfind(history: History, ...words: string[]): Command {
  return { arguments: [PROGRAM, ...words], environment: { CLAUDE_CONFIG_DIR: history.config, CCFIND_DIR: history.index } };
}

/** Returns the peak memory of a build, megabytes. */
function measureBuild(meter: Meter, history: History, rows: Row[], runs: number): number {
  const build: Command = { ...ccfind(history, 'index', '--full'), before: () => rmSync(history.index, { recursive: true, force: true }) };
  const parse: Command = { arguments: [YARDSTICK, history.config] };
  const isSmall = history.megabytes < 500;
  const pair = meter.pair(build, parse, isSmall ? runs : Math.min(runs, 3));
  const peak = meter.peakOf(build);
  const indexBytes = filesOf(history.index).reduce((sum, path) => sum + statSync(path).size, 0);
  const at = `${history.megabytes} MB`;
  rows.push(
    { id: isSmall ? 'B1' : 'B2', what: `full build / read and parse, ${at} ${times(pair)}`, figure: ratio(pair.ratio), target: isSmall ? '3.7' : '3.2' },
    { id: 'B', what: `peak memory of a build, ${at}`, figure: `${peak.toFixed(0)} MB`, target: history.megabytes > 2000 ? '600 MB' : '' },
    { id: 'S1', what: `index bytes / transcript bytes, ${at}`, figure: (indexBytes / history.corpus.bytes).toFixed(3), target: '0.15' },
  );
  return peak;
}

/** Files of the index itself; compiled code that Node keeps there is not part of it. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(folder, entry.name));
}

/** Returns the processor time of a cold search for a rare word, ms. */
function measureSearches(meter: Meter, history: History, rows: Row[], runs: number): number {
  const needle = (kind: NeedleKind): string => (history.corpus.needles.find((candidate: Needle) => candidate.kind === kind) as Needle).query;
  const at = `${history.megabytes} MB`;
  const isSmall = history.megabytes < 500;
  const measure = (id: string, what: string, target: string, words: string[]): number => {
    const pair = meter.pair(ccfind(history, 'search', ...words), EMPTY, runs * 2);
    rows.push({ id, what: `${what}, ${at} ${times(pair)}`, figure: ratio(pair.ratio), target });
    return pair.aMs;
  };
  const cold = (query: string): string[] => ['--no-refresh', '--', query];
  const id = isSmall ? 'Q1' : 'Q2';
  const rareMs = measure(id, 'cold search, rare identifier / node -e 0', isSmall ? '2.0' : '2.3', cold(needle('identifier')));
  measure(id, 'cold search, question of 8 words / node -e 0', isSmall ? '2.5' : '5', cold(QUESTION));
  measure('Q', 'cold search, common word / node -e 0', '', cold(COMMON_WORD));
  measure('Q4', 'cold search, middle of a word / node -e 0', '', cold(needle('substring')));
  measure('Q5', 'cold search, two common words literally / node -e 0', isSmall ? '' : '8', cold(PHRASE));
  measure('R0', 'search that refreshes, nothing changed / node -e 0', isSmall ? '2.5' : '3.5', ['--', needle('identifier')]);
  const peak = meter.peakOf(ccfind(history, 'search', ...cold(QUESTION)));
  rows.push({ id: 'F1', what: `peak memory of a cold search, ${at}`, figure: `${peak.toFixed(0)} MB`, target: '100 MB' });
  return rareMs;
}

function measureRefresh(meter: Meter, history: History, rows: Row[], runs: number): void {
  const target = history.megabytes < 500 ? '2.5' : '3';
  const pair = meter.pair(growAndRefresh(history), EMPTY, runs * 2);
  rows.push({ id: 'R1', what: `refresh after 8 KB more, ${history.megabytes} MB ${times(pair)}`, figure: ratio(pair.ratio), target });
}

/** The same number of files with ten times the bytes: a refresh must not notice. */
function measureRefreshOfBigFiles(meter: Meter, folder: string, small: History, rows: Row[], runs: number): void {
  const big = makeHistory(folder, small.megabytes * 10, small.corpus.files.length);
  meter.run(ccfind(big, 'index'));
  const { ratio: cost } = meter.pair(growAndRefresh(big), growAndRefresh(small), runs * 2);
  rows.push({ id: 'R2', what: `refresh after 8 KB more, ${big.megabytes} MB / ${small.megabytes} MB in ${small.corpus.files.length} files`, figure: ratio(cost), target: '1.15' });
}

let growth = 0;

function growAndRefresh(history: History): Command {
  const file = history.corpus.files[history.corpus.files.length >> 1];
  return { ...ccfind(history, 'index'), before: () => void growSession(file, 8, ++growth) };
}

function ratio(value: number): string {
  return value.toFixed(2);
}

function times({ aMs, bMs }: Pair): string {
  return `(${aMs.toFixed(0)} / ${bMs.toFixed(0)} ms)`;
}

function report(rows: readonly Row[], options: SpeedOptions): void {
  const version = spawnSync(options.node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const lines = [
    `# Speed, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `Command: \`npm run bench -- speed --mb ${options.sizes.join(',')} --runs ${options.runs}\``,
    `Node ${version}, ${process.platform} ${process.arch}, ${cpus().length} cores, ${processor}. Processor time, medians; ratios are medians of pairs in turn.`,
    '',
    '| id | measure | figure | target |',
    '| --- | --- | ---: | ---: |',
    ...rows.map((row) => `| ${row.id} | ${row.what} | ${row.figure} | ${row.target} |`),
    '',
  ];
  process.stdout.write(lines.join('\n'));
  if (options.store === null) return;
  const folder = join('bench', 'runs', `${new Date().toISOString().slice(0, 10)}-${options.store}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `speed-node${version.split('.')[0].slice(1)}.md`), lines.join('\n'));
}
