/**
 * Measures other engines on the same bytes: SQLite FTS5 in two packages, MiniSearch, FlexSearch, ripgrep; with ccfind among them.
 *
 * The libraries get the chunks that ccfind would store, extracted once by its own code. Their builds therefore lack the cost of reading
 * transcripts, which is stated below the table. Each engine runs on the measured Node if it can, else on the Node that
 * runs the bench, beside yardsticks on the same Node. For an engine that is not available, dies or takes too long, a row says so.
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fullBuild, needleOf, type History } from './history.ts';
import { installPeers, versioned } from './install-peers.ts';
import { buildRuns, parseAll } from './measure-build.ts';
import { coldSearch, ENGINE, QUESTION, ripgrep, RUN_ENGINE, warmSearches } from './measure-search.ts';
import type { Measurement } from './measurement.ts';
import { EMPTY, pairOf, type Command, type Outcome, type Pair } from './process.ts';
import { sizeClass } from './rows.ts';

const EXTRACT = '.build/bench/extract.cjs';
/** The most time that a build may take, and the most memory that Node may use for JavaScript objects. */
const LIMIT_SECONDS = 900;
const LIMIT_MEGABYTES = 6000;
/** Most builds of a small history; a large one is built once, since the slowest engine takes minutes. */
const MAX_BUILDS = 3;
/** A search slower than this loads a whole index, and is run only once. */
const SLOW_SEARCH_MS = 3000;

/** Engines of peers/engines.cjs, and the largest history they are tried on: an index in memory takes minutes and gigabytes there. */
const PEERS: readonly { name: string; title: string; maxMegabytes: number }[] = [
  { name: 'node:sqlite', title: 'SQLite FTS5, node:sqlite', maxMegabytes: Infinity },
  { name: 'better-sqlite3', title: 'SQLite FTS5, better-sqlite3', maxMegabytes: Infinity },
  { name: 'minisearch', title: 'MiniSearch', maxMegabytes: 1000 },
  { name: 'flexsearch', title: 'FlexSearch', maxMegabytes: 1000 },
];

const COLUMNS = ['engine', 'Node', 'build / parse', 'its peak', 'index', 'rare / node', 'question / node', 'its peak', 'warm rare', 'warm question'];

/** Returns the lines of one table for each history. node: path of the measured Node. */
export function measurePeers(measurement: Measurement, node: string): string[] {
  const modules = installPeers();
  const head = [line(COLUMNS), line(COLUMNS.map((_, i) => (i < 2 ? '---' : '---:')))];
  return measurement.histories.flatMap((history) => {
    const { rows, extraction } = measureBeside(measurement, history, node, modules);
    return [`## Beside others, ${history.megabytes} MB`, '', ...head, ...rows, '', extraction, ''];
  });
}

/** How one engine is used: its build, a cold search, and what peers/run.cjs needs for warm ones. */
interface Use {
  readonly build: Command;
  readonly search: (query: string) => Command;
  readonly engine: string;
  /** Where the build puts the index. */
  readonly index: string;
}

/** Lines of one table, and the sentence below it. */
interface PeerTable {
  readonly rows: string[];
  readonly extraction: string;
}

function measureBeside({ meter, runs, folder }: Measurement, history: History, node: string, modules: string): PeerTable {
  const nodes = [...new Set([node, process.execPath])];
  const environment = { NODE_PATH: modules, NODE_NO_WARNINGS: '1' };
  const home = join(folder, `peers-${history.megabytes}`);
  const chunks = join(home, 'chunks');

  /** A task of peers/run.cjs. */
  const task = (program: string, ...words: string[]): Command => ({
    program, environment, limitSeconds: LIMIT_SECONDS, arguments: [`--max-old-space-size=${LIMIT_MEGABYTES}`, RUN_ENGINE, ...words],
  });

  const useOfPeer = (name: string, program: string): Use => {
    const index = join(home, name.replace(':', '-'));
    const search = (query: string): Command => task(program, 'search', name, index, query);
    return { build: task(program, 'build', name, chunks, index), search, engine: name, index };
  };

  const useOfCcfind = (program: string): Use => {
    const built = { ...history, index: join(home, 'ccfind') };
    const search = (query: string): Command => coldSearch(built, query, program);
    return { build: { ...fullBuild(built), program }, search, engine: ENGINE, index: built.index };
  };

  /** A row of figures, or of what went wrong with the first build or search that failed. */
  const measure = (title: string, program: string, use: Use): string => {
    const version = meter.run({ program, arguments: ['--version'] }).output.trim().slice(1);
    const ofBuild: number[] = [];
    const ofParse: number[] = [];
    for (let i = 0; i < (sizeClass(history.megabytes) === 0 ? Math.min(runs, MAX_BUILDS) : 1); i++) {
      const outcome = meter.attempt(meter.recorded(use.build));
      if (outcome.status !== 0) return row(title, version, death(outcome));
      ofBuild.push(outcome.ms);
      ofParse.push(meter.run(parseAll(history, program)).ms);
    }
    const figures = [seconds(pairOf(ofBuild, ofParse)), `${meter.lastPeak().toFixed(0)} MB`, `${(sizeOf(use.index) / 1048576).toFixed(1)} MB`];
    const outcome = meter.attempt(use.search(QUESTION));
    if (outcome.status !== 0) return row(title, version, ...figures, death(outcome));
    const empty = { ...EMPTY, program };
    const searches = outcome.ms > SLOW_SEARCH_MS ? 1 : runs * 2;
    const [rare, question] = [needleOf(history, 'identifier'), QUESTION].map((query) => meter.pair(use.search(query), empty, searches));
    const peak = meter.peakOf(use.search(QUESTION));
    const warm = warmSearches(meter, use.engine, use.index, history, { program, environment });
    figures.push(milliseconds(rare), milliseconds(question), `${peak.toFixed(0)} MB`, ...warm.map((ms) => `${ms.toFixed(2)} ms`));
    return row(title, version, ...figures);
  };

  const measureRipgrep = (): string => {
    const { status, output } = meter.attempt({ program: 'rg', arguments: ['--version'] });
    if (status !== 0) return row('ripgrep', '', 'not available: no rg to be started');
    const search = ripgrep(history);
    const pair = meter.pair(search, EMPTY, runs * 2);
    // GNU time, where it is installed, tells what Node's recorder tells of the others.
    const { messages } = meter.attempt({ ...search, program: '/usr/bin/time', arguments: ['-f', '%M', 'rg', ...search.arguments] });
    const peak = /^\d+$/m.exec(messages);
    const version = output.split('\n')[0].split(' ').slice(0, 2).join(' ');
    return row(version, '', 'reads the transcripts', '', '', milliseconds(pair), '', peak === null ? '' : `${(Number(peak[0]) / 1024).toFixed(0)} MB`);
  };

  mkdirSync(home, { recursive: true });
  const extraction = meter.pair({ arguments: [EXTRACT, history.config, chunks] }, parseAll(history), buildRuns(history, runs));
  const peersWithNodes = PEERS.map((peer) => {
    const tries = nodes.map((program) => ({ program, ...meter.attempt(task(program, 'check', peer.name)) }));
    return { ...peer, able: tries.find(({ status }) => status === 0)?.program, trouble: lastWords(tries[tries.length - 1].messages) };
  });
  const used = new Set([node, ...peersWithNodes.flatMap(({ able }) => able ?? [])]);
  const own = [...used].map((program) => measure('ccfind', program, useOfCcfind(program)));
  const peers = peersWithNodes.map(({ name, title, maxMegabytes, able, trouble }) => {
    if (history.megabytes > maxMegabytes) return row(title, '', `not tried above ${maxMegabytes} MB`);
    return able === undefined ? row(title, '', `not available: ${trouble}`) : measure(versioned(name, title), able, useOfPeer(name, able));
  });
  const fed = `The libraries were fed ${(statSync(chunks).size / 1048576).toFixed(1)} MB of chunk texts`;
  return {
    rows: [...own, ...peers, measureRipgrep()],
    extraction: `${fed}; to extract them took ${seconds(extraction)} / parse, which their builds lack.`,
  };
}

function line(cells: readonly string[]): string {
  return `| ${COLUMNS.map((_, i) => cells[i] ?? '').join(' | ')} |`;
}

/** A line, shown at once: a run may last hours. */
function row(...cells: readonly string[]): string {
  const text = line(cells);
  process.stderr.write(`${text}\n`);
  return text;
}

/** `dies after 87 s: RangeError: Invalid string length`. */
export function death({ ms, status, messages }: Outcome): string {
  const after = `after ${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  return status === 137 ? `stopped ${after} of processor time, ${LIMIT_SECONDS} s in all` : `dies ${after}: ${lastWords(messages)}`;
}

/** What a Node that gave up says is wrong: the first line that names an error, fit for a table. */
export function lastWords(messages: string): string {
  const lines = messages.split('\n').map((text) => text.trim());
  const found = lines.find((text) => /^(?:\w*Error\b|FATAL ERROR)/.test(text)) ?? lines.find((text) => text !== '') ?? 'no message';
  return found.replace(/^FATAL ERROR: /, '').replaceAll('|', '/').slice(0, 100);
}

function seconds({ aMs, ratio }: Pair): string {
  return `${(aMs / 1000).toFixed(2)} s, ${ratio.toFixed(2)}`;
}

function milliseconds({ aMs, ratio }: Pair): string {
  return `${aMs.toFixed(0)} ms, ${ratio.toFixed(2)}`;
}

/** Bytes of the files in a folder. */
function sizeOf(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { name }) => sum + statSync(join(folder, name)).size, 0);
}
