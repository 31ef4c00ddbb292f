/**
 * `npm run bench -- quality`: how often the right session comes first, on public sets and generated histories; and whether the gate says
 * the truth. Every set runs through the engine that front ends call, on an index that the built program makes.
 *
 * A set is asked as it is (collections.ts); right is what its source says. The gate is judged on agent sessions: wrongly silent where
 * the right session is there, rightly silent on questions of another field (XQuAD and LoCoMo, put to those sessions), on the half of the
 * queries that constants may be chosen by (even hash of the id) and on the other.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { installPeers } from '../install-peers.ts';
import { askAll, ccfindOf, peerOf, ripgrep, type Engine } from './ask.ts';
import type { Answer } from './answers.ts';
import { COLLECTIONS, DEPTHS } from './collections.ts';
import { openCollection, openGenerated, type Asked, type Work } from './histories.ts';
import { compareRuns, interval, mean, MEASURE_NAMES, median, valuesOf, type Outcome } from './measures.ts';
import { openMirror } from './mirror.ts';
import { hashOf, outcomesOf, readRun, storedSet, type StoredRun } from './run-file.ts';
import { sampleOf } from './sample.ts';

export interface QualityOptions {
  /** Folder of repositories (mirror.ts). */
  readonly mirror: string;
  /** Folder for histories and indexes; kept. */
  readonly work: string;
  /** Keys; null for all. */
  readonly sets: readonly string[] | null;
  /** Sizes of generated histories in megabytes, each with three seeds. */
  readonly sizes: readonly number[];
  readonly withPeers: boolean;
  readonly keepsIndexes: boolean;
  /** A stored run (its .json), or null. */
  readonly compared: string | null;
  /** Name of the machine under bench/runs, or null to store nothing; and of the run. */
  readonly store: string | null;
  readonly label: string;
  readonly command: string;
}

const SEEDS = [1, 2, 3];
/** Sets that the gate is judged on, those of agent sessions first; and sets of another field to ask those of, with how many of their queries. */
const AGENTS = ['AW', 'AC'];
const GATED = [...AGENTS, 'LO', 'LE', 'SB', 'SP'];
const FOREIGN = ['XE', 'LO'];
const FOREIGN_SAMPLE = [150, 9] as const;
const PEERS = ['node:sqlite', 'better-sqlite3', 'minisearch'];

export function measureQuality(options: QualityOptions): void {
  const work: Work = { folder: options.work, mirror: openMirror(options.mirror), keepsIndexes: options.keepsIndexes };
  const before = options.compared === null ? null : readRun(options.compared);
  const ccfind = ccfindOf(work);
  const asked = setsOf(work, options);
  const stored: Record<string, ReturnType<typeof storedSet>> = {};
  const lines = [...headOf(options), ...SET_HEAD];
  const show = (line: string): void => {
    process.stderr.write(`${line}\n`);
    lines.push(line);
  };
  const answers = new Map<string, Answer[]>();
  for (const [key, queries] of asked) {
    answers.set(key, askAll(ccfind, queries));
    const outcomes = outcomesIn(queries, answers.get(key) as Answer[]);
    stored[key] = storedSet(hashOf(queries), outcomes);
    show(setRow(key, queries, outcomes, before));
  }
  lines.push('', ...gateLines(asked, answers, ccfind));
  if (options.withPeers) lines.push('', ...peerLines(asked, answers));
  process.stdout.write(`${lines.join('\n')}\n`);
  if (options.store !== null) storeRun(options.store, options.label, lines, { sets: stored });
}

function setsOf(work: Work, { sets, sizes }: QualityOptions): Map<string, readonly Asked[]> {
  const asked = new Map<string, readonly Asked[]>();
  for (const plan of COLLECTIONS) {
    const wanted = Object.keys(plan.sets).filter((key) => sets === null || sets.includes(key));
    if (wanted.length === 0) continue;
    const missing = plan.sources.filter(({ repository }) => !work.mirror.has(repository));
    if (missing.length > 0) {
      process.stderr.write(`${wanted.join(', ')}: left out, not in the mirror: ${missing.map(({ repository }) => repository).join(', ')}\n`);
      continue;
    }
    const opened = openCollection(work, plan);
    for (const key of wanted) asked.set(key, opened[key]);
  }
  for (const megabytes of sizes) for (const seed of SEEDS) asked.set(`G${megabytes}-${seed}`, openGenerated(work, megabytes, seed));
  return asked;
}

/** Places of the right sessions among those that are looked at. */
function outcomesIn(queries: readonly Asked[], answers: readonly Answer[]): Outcome[] {
  return queries.map(({ right }, index) => {
    const places = answers[index].sessions.flatMap((session, at) => (right.includes(session) ? [at + 1] : []));
    return { places, rightCount: right.length };
  });
}

const SET_HEAD = [
  `| set | queries | ${MEASURE_NAMES.join(' | ')} | MRR, 95 % | against |`,
  `| --- | ---: | ${MEASURE_NAMES.map(() => '---:').join(' | ')} | --- | --- |`,
];

function setRow(key: string, queries: readonly Asked[], outcomes: readonly Outcome[], before: StoredRun | null): string {
  const depth = DEPTHS[key] ?? 10;
  const values = MEASURE_NAMES.map((name) => mean(valuesOf(name, outcomes, depth)).toFixed(3));
  const [low, high] = interval(valuesOf('MRR', outcomes, depth));
  return `| ${[key, queries.length, ...values, `${low.toFixed(3)} – ${high.toFixed(3)}`, difference(key, queries, outcomes, before)].join(' | ')} |`;
}

/** `MRR +.012 better, found@10 +.002`: the difference to the stored run, and whether it is beyond chance. */
function difference(key: string, queries: readonly Asked[], outcomes: readonly Outcome[], before: StoredRun | null): string {
  const old = before === null ? null : outcomesOf(before, key, hashOf(queries));
  if (old === null) return '';
  const depth = DEPTHS[key] ?? 10;
  return (['MRR', 'found@10'] as const).map((name) => {
    const [a, b] = [outcomes, old].map((list) => valuesOf(name, list, depth));
    const change = mean(a) - mean(b);
    return `${name} ${change < 0 ? '-' : '+'}${Math.abs(change).toFixed(3)}${['  worse', '', ' better'][compareRuns(a, b) + 1]}`;
  }).join(', ');
}

/** True for the half of the queries by which constants may be chosen. */
function isEven(id: string): boolean {
  return createHash('sha1').update(id).digest()[0] % 2 === 0;
}

function gateLines(asked: ReadonlyMap<string, readonly Asked[]>, answers: ReadonlyMap<string, Answer[]>, ccfind: Engine): string[] {
  const gated = GATED.filter((key) => asked.has(key));
  if (!AGENTS.every((key) => gated.includes(key))) return [];
  const history = (asked.get(gated[0]) as readonly Asked[])[0].history;
  const rows = [AGENTS, ...gated.map((key) => [key]), gated].map((keys) => ({
    key: keys.join(' '), queries: keys.flatMap((key) => asked.get(key) as readonly Asked[]), answers: keys.flatMap((key) => answers.get(key) as Answer[]),
  }));
  const foreign = FOREIGN.filter((key) => asked.has(key)).map((key) => {
    const queries = sampleOf(asked.get(key) as readonly Asked[], ...FOREIGN_SAMPLE).map((query) => ({ ...query, history, right: [] }));
    return { key, queries, answers: askAll(ccfind, queries) };
  });
  const line = (key: string, half: string, queries: readonly Asked[], given: readonly Answer[]): string => {
    const silent = given.filter(({ keptCount }) => keptCount === 0).length / given.length;
    const recalls = queries.map(({ right }, index) => given[index].sessions.filter((session, at) => right.includes(session) && given[index].kept[at]).length / right.length);
    const isForeign = queries.every(({ right }) => right.length === 0);
    return `| ${[key, half, queries.length, `${(100 * silent).toFixed(1)} %`, isForeign ? '' : mean(recalls).toFixed(3), median(given.map(({ keptCount }) => keptCount))].join(' | ')} |`;
  };
  const halves = ({ key, queries, answers: given }: (typeof rows)[number], name: string): string[] => ['even', 'odd'].map((half) => {
    const chosen = queries.map((query, index) => ({ query, answer: given[index] })).filter(({ query }) => isEven(query.id) === (half === 'even'));
    return line(`${key} ${name}`, half, chosen.map(({ query }) => query), chosen.map(({ answer }) => answer));
  });
  return [
    '| gate | half | queries | says nothing | recall of relevant | kept, median |', '| --- | --- | ---: | ---: | ---: | ---: |',
    ...rows.flatMap((row) => halves(row, 'answer there')), ...foreign.flatMap((row) => halves(row, 'asked of agent sessions')),
  ];
}

function peerLines(asked: ReadonlyMap<string, readonly Asked[]>, answers: ReadonlyMap<string, Answer[]>): string[] {
  const modules = installPeers();
  const engines = new Map<string, Engine | null>([...PEERS.map((name): [string, Engine | null] => [name, peerOf(name, modules)]), ['ripgrep', ripgrep]]);
  const names = ['ccfind', ...engines.keys()];
  const rows = [...asked].map(([key, queries]) => {
    const cells = names.map((name) => {
      const engine = engines.get(name) ?? null;
      if (engine === null && name !== 'ccfind') return 'not available';
      const outcomes = outcomesIn(queries, engine === null ? (answers.get(key) as Answer[]) : askAll(engine, queries));
      return (['P@1', 'MRR', 'found@10'] as const).map((measure) => mean(valuesOf(measure, outcomes, DEPTHS[key] ?? 10)).toFixed(3)).join(' / ');
    });
    const row = `| ${[key, ...cells].join(' | ')} |`;
    process.stderr.write(`${row}\n`);
    return row;
  });
  return [`| P@1 / MRR / found in 10 | ${names.join(' | ')} |`, `| --- | ${names.map(() => '---').join(' | ')} |`, ...rows];
}

function headOf({ command, compared }: QualityOptions): string[] {
  const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} cores.`;
  const compare = compared === null ? '' : ` Last column: against the run ${compared.replace(/^.*bench\/runs\//, '')}, paired; better and worse: the 95 % interval of the difference excludes 0.`;
  return [`# Quality, ${new Date().toISOString().slice(0, 10)}`, '', `Command: \`${command}\``, `${machine} MRR at depth 10; of LC and LP at 20.${compare}`, ''];
}

function storeRun(machine: string, label: string, lines: readonly string[], run: StoredRun): void {
  const folder = join('bench', 'runs', `${new Date().toISOString().slice(0, 10)}-${machine}`);
  const name = ['quality', label].filter((part) => part !== '').join('-');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.md`), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(run, null, 1)}\n`);
}
