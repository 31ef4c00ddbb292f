/**
 * The histories that quality is measured on, made once in a folder of the person's choice: WORK/COLLECTION/PILE is a config folder,
 * WORK/COLLECTION/PILE-index its index, WORK/COLLECTION/sets.json the queries.
 *
 * A folder whose making was cut off lacks `sets.json` and is made again. Indexes are always built anew by the program that is measured,
 * except where they are kept (for trying another ranking on the same index).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCorpus } from '../corpus/make-corpus.ts';
import type { Needle } from '../corpus/needles.ts';
import type { CollectionPlan } from './collections.ts';
import { layDown, sessionIdOf } from './lay-down.ts';
import type { Mirror } from './mirror.ts';
import type { Query } from './set.ts';

const PROGRAM = '.build/program/ccfind.cjs';

/** A query, and the folders and ids that it is about. */
export interface Asked {
  readonly id: string;
  readonly text: string;
  /** Config folder. */
  readonly history: string;
  /** Session ids. */
  readonly right: readonly string[];
}

/** Queries by set. */
export type Sets = Readonly<Record<string, readonly Asked[]>>;

export interface Work {
  readonly folder: string;
  readonly mirror: Mirror;
  /** Indexes that are there are used as they are. */
  readonly keepsIndexes: boolean;
}

/** Lays a collection down, if it is not there yet. */
export function openCollection({ folder, mirror }: Work, plan: CollectionPlan): Sets {
  const home = join(folder, plan.key);
  const queries = readOr(join(home, 'sets.json'), () => {
    rmSync(home, { recursive: true, force: true });
    const { piles, sets } = plan.read(mirror);
    for (const pile of piles) layDown(pile, join(home, pile.name));
    return sets;
  });
  return Object.fromEntries(Object.entries(queries).map(([key, list]) => [key, list.map((query) => askedOf(query, home))]));
}

function askedOf({ id, text, pile, right }: Query, home: string): Asked {
  return { id, text, history: join(home, pile), right: right.map((name) => sessionIdOf(pile, name)) };
}

/** A generated history, asked for its needles. */
export function openGenerated({ folder }: Work, megabytes: number, seed: number): readonly Asked[] {
  const history = join(folder, `generated-${megabytes}-${seed}`);
  const needles = readOr(join(history, 'sets.json'), () => {
    rmSync(history, { recursive: true, force: true });
    return makeCorpus({ outDir: history, megabytes, seed }).needles as Needle[];
  });
  return needles.map(({ id, query, session, forkedTo }) => ({ id, text: query, history, right: [session, ...forkedTo] }));
}

function readOr<T>(file: string, make: () => T): T {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  const made = make();
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, JSON.stringify(made));
  return made;
}

/** Folder of the history's index, built. */
export function indexOf({ keepsIndexes }: Work, history: string): string {
  const index = `${history}-index`;
  if (keepsIndexes && existsSync(index)) return index;
  rmSync(index, { recursive: true, force: true });
  execFileSync(process.execPath, [PROGRAM, 'index'], { env: { PATH: process.env.PATH, HOME: history, CLAUDE_CONFIG_DIR: history, CCFIND_DIR: index }, stdio: 'ignore' });
  return index;
}
