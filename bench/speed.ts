/**
 * Measures speed, size and memory on generated histories, as ratios to yardsticks that run in turn with what is measured:
 * a build against reading and JSON.parsing the same files, a search and a refresh against `node -e 0`; and other engines beside it.
 *
 * The targets are for histories of 100 MB, 1 GB and 3 GB and for Node 22.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ccfind, openHistory } from './history.ts';
import { measureBuilds } from './measure-build.ts';
import { measureHooks } from './measure-hook.ts';
import { measureMcp } from './measure-mcp.ts';
import { measurePeers } from './measure-peers.ts';
import { measurePicker } from './measure-picker.ts';
import { measureRefreshes } from './measure-refresh.ts';
import { measureSearches } from './measure-search.ts';
import type { Measurement } from './measurement.ts';
import { createMeter } from './process.ts';
import { renderRow, TABLE_HEAD, type Row } from './rows.ts';

/** What can be measured, in the order in which it is: refreshes make histories grow, so they come late. */
export const PARTS = ['build', 'search', 'picker', 'mcp', 'peers', 'refresh', 'hook'] as const;
/** Name of a part. */
export type Part = (typeof PARTS)[number];

const MEASURE_OF: Readonly<Record<Exclude<Part, 'peers'>, (measurement: Measurement, node: string) => void>> = {
  build: measureBuilds, search: measureSearches, picker: measurePicker, mcp: measureMcp, refresh: measureRefreshes, hook: measureHooks,
};

/** How to measure. */
export interface SpeedOptions {
  /** Megabytes of transcripts. */
  readonly sizes: readonly number[];
  readonly runs: number;
  readonly node: string;
  readonly parts: readonly Part[];
  /** Folder with histories that need not be generated, or null. */
  readonly kept: string | null;
  /** Name of the machine under bench/runs, or null to store nothing. */
  readonly store: string | null;
  /** What was typed, to be stored with the figures. */
  readonly command: string;
}

/** Measures, prints the table, and stores it if asked to. Cost: minutes for 100 MB, hours for 3 GB. */
export function measureSpeed(options: SpeedOptions): void {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-speed-'));
  const meter = createMeter(options.node);
  try {
    const rows: Row[] = [];
    const { runs, kept, parts } = options;
    const histories = options.sizes.map((megabytes) => openHistory(folder, megabytes, null, kept));
    const measurement: Measurement = {
      meter, histories, runs, folder, kept,
      add: (...more) => {
        rows.push(...more);
        process.stderr.write(more.map((row) => `${renderRow(row)}\n`).join(''));
      },
      ensureIndex: (history) => {
        mkdirSync(history.index, { recursive: true });
        if (readdirSync(history.index).length === 0) meter.run(ccfind(history, 'index'));
      },
    };
    let peers: string[] = [];
    for (const part of PARTS.filter((name) => parts.includes(name))) {
      process.stderr.write(`measuring: ${part} …\n`);
      if (part === 'peers') peers = measurePeers(measurement, options.node);
      else MEASURE_OF[part](measurement, options.node);
    }
    report(rows, peers, options, meter.run({ arguments: ['--version'] }).output.trim());
  } finally {
    meter.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(rows: readonly Row[], peers: readonly string[], { command, parts, store }: SpeedOptions, version: string): void {
  const day = new Date().toISOString().slice(0, 10);
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const lines = [
    `# Speed, ${day}`,
    '',
    `Command: \`${command}\``,
    `Node ${version}, ${process.platform} ${process.arch}, ${cpus().length} cores, ${processor}. Processor time, medians; ratios are medians of pairs in turn.`,
    '',
    ...(rows.length === 0 ? [] : [...TABLE_HEAD, ...rows.map(renderRow), '']),
    ...peers,
  ];
  process.stdout.write(lines.join('\n'));
  if (store === null) return;
  const folder = join('bench', 'runs', `${day}-${store}`);
  mkdirSync(folder, { recursive: true });
  const chosen = PARTS.every((part) => parts.includes(part)) ? [] : parts;
  writeFileSync(join(folder, `${['speed', ...chosen, `node${version.slice(1).split('.')[0]}`].join('-')}.md`), lines.join('\n'));
}
