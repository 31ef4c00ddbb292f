/**
 * A generated history that grows by known steps, the same for the same seed: as sessions go on, fork, are deleted and are
 * written anew.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { growSession, makeCorpus } from '../../bench/corpus/make-corpus.ts';
import type { NeedleKind } from '../../bench/corpus/needles.ts';

/** A fork begins with that part of the session it comes from. */
const FORK_SHARE = 0.4;
/** So much is left of a file before it grows again. */
const CUT_SHARE = 0.6;
/** Words of the generated vocabulary: in every session; eight of them at once; in a row. */
const COMMON = ['error', 'why does the connection pool timeout after the worker upgrade', '"connection pool"'];
/** Planted in one session each. */
const RARE: readonly NeedleKind[] = ['identifier', 'phrase', 'substring', 'cjk', 'cyrillic', 'output', 'title'];

export interface GrowingHistory {
  readonly config: string;
  /** Rare and common words, a phrase, the middle of a word, Cyrillic and Han. */
  readonly queries: readonly string[];
  /** Three sessions go on, by that many kilobytes in all. */
  grow(kilobytes: number): void;
  /** Sessions go on, one forks, a sub-agent speaks, a session that others copied from is deleted, one is cut and regrown. */
  change(kilobytes: number): void;
}

export function makeGrowingHistory(config: string, megabytes: number, seed: number): GrowingHistory {
  const { files, needles } = makeCorpus({ outDir: config, megabytes, seed, hasAgents: true });
  const planted = RARE.map((kind) => needles.find((needle) => needle.kind === kind)?.query ?? kind);
  let step = 0;
  const forks = [2, 3].map((place) => fork(files[place], place));

  function grow(kilobytes: number): void {
    step++;
    for (const place of [0, 4, 5]) growSession(files[place], kilobytes / 3, seed + step * 10 + place);
  }

  function change(kilobytes: number): void {
    grow(kilobytes);
    fork(files[0], 10 + step);
    growSession(forks[0], kilobytes / 3, seed + step * 10 + 7);
    const agent = join(files[4].replace(/\.jsonl$/, ''), 'subagents', 'agent-0badcafe.jsonl');
    mkdirSync(dirname(agent), { recursive: true });
    writeFileSync(agent, '');
    growSession(agent, kilobytes / 3, seed + step * 10 + 9);
    writeFileSync(agent, readFileSync(agent, 'utf8').replaceAll('"isSidechain":false', '"isSidechain":true'));
    rmSync(files[2]);
    const lines = linesOf(files[6]);
    writeFileSync(files[6], lines.slice(0, Math.ceil(lines.length * CUT_SHARE)).join(''));
    growSession(files[6], kilobytes, seed + step * 10 + 8);
  }

  return { config, queries: [planted[0], ...COMMON, ...planted.slice(1)], grow, change };
}

/** Returns the new session's file. */
function fork(file: string, number: number): string {
  const id = `f0f0f0f0-0000-4000-a000-${String(number).padStart(12, '0')}`;
  const lines = linesOf(file);
  const copied = lines.slice(0, Math.ceil(lines.length * FORK_SHARE)).map((line) => line.replace(/"sessionId":"[^"]+"/, `"sessionId":"${id}"`));
  const path = join(dirname(file), `${id}.jsonl`);
  writeFileSync(path, copied.join(''));
  return path;
}

/** With their line feeds. */
function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split(/(?<=\n)/);
}
