/**
 * The histories that are measured: generated into a temporary folder, or linked from a folder that already has them.
 *
 * A measurement may append to `growing` and to nothing else: in a linked history only that file is a copy.
 */
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { makeCorpus } from './corpus/make-corpus.ts';
import type { Needle, NeedleKind } from './corpus/needles.ts';
import type { Command } from './process.ts';
import { sizeClass } from './rows.ts';

/** A history and its index. */
export interface History {
  readonly megabytes: number;
  /** Config folder. */
  readonly config: string;
  /** Index folder; empty until something builds it. */
  readonly index: string;
  readonly needles: readonly Needle[];
  readonly sessions: number;
  readonly bytes: number;
  /** The file that measurements append to. */
  readonly growing: string;
}

const PROGRAM = '.build/program/ccfind.cjs';

/**
 * The history of that size, below `folder`. sessions: how many share the bytes, null for the usual number.
 * kept: a folder with histories in it, each named after its size (`c100`; `c1000-87` with 87 sessions), or null.
 */
export function openHistory(folder: string, megabytes: number, sessions: number | null, kept: string | null): History {
  const name = sessions === null ? `c${megabytes}` : `c${megabytes}-${sessions}`;
  const config = join(folder, name);
  const isKept = kept !== null && existsSync(join(kept, name, 'needles.json'));
  if (isKept) link(join(kept, name), config);
  else {
    process.stderr.write(`generating ${megabytes} MB …\n`);
    makeCorpus({ outDir: config, megabytes, ...(sessions === null ? {} : { sessions }) });
  }
  const files = transcriptsOf(join(config, 'projects'));
  const growing = files[files.length >> 1];
  if (isKept) copyOver(join(kept, name, relative(config, growing)), growing);
  return {
    megabytes, config, growing, index: join(folder, `${name}-index`), sessions: files.length,
    needles: JSON.parse(readFileSync(join(config, 'needles.json'), 'utf8')) as Needle[],
    bytes: files.reduce((sum, file) => sum + statSync(file).size, 0),
  };
}

/** A command of ccfind on that history. */
export function ccfind(history: History, ...words: string[]): Command {
  return { arguments: [PROGRAM, ...words], environment: { CLAUDE_CONFIG_DIR: history.config, CCFIND_DIR: history.index } };
}

/** A build from scratch. */
export function fullBuild(history: History): Command {
  return { ...ccfind(history, 'index', '--full'), before: () => rmSync(history.index, { recursive: true, force: true }) };
}

/** The query of the first needle of that kind. */
export function needleOf({ needles }: History, kind: NeedleKind): string {
  return (needles.find((needle) => needle.kind === kind) as Needle).query;
}

/** The first of the histories of about 100 MB, of 1 GB and of 3 GB; undefined where there is none. */
export function bySize(histories: readonly History[]): (History | undefined)[] {
  return [0, 1, 2].map((size) => histories.find(({ megabytes }) => sizeClass(megabytes) === size));
}

/** Sizes of the index's own files by name; compiled code that Node keeps there is not part of it. */
export function indexFiles({ index }: History): Map<string, number> {
  const files = readdirSync(index, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map(({ name }) => [name, statSync(join(index, name)).size]));
}

function transcriptsOf(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'));
  return paths.map((path) => join(folder, path)).sort();
}

function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) link(source, target);
    else linkFile(source, target);
  }
}

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // another file system
    copyOver(from, to);
  }
}

/** Copies a file with its time, by which sessions are sorted. */
function copyOver(from: string, to: string): void {
  const { atime, mtime } = statSync(from);
  rmSync(to, { force: true });
  copyFileSync(from, to);
  utimesSync(to, atime, mtime);
}
