/**
 * A run of quality as it is stored: beside the table for people, the places of right sessions query by query, so that a later run can be
 * compared with it.
 *
 *   { "sets": { "AW": { "queries": "HASH", "places": "1;;2,5/3" } } }
 *
 * Of each query the places from 1, a slash and the number of right sessions where it is not one. queries: a hash of ids and texts, by
 * which two runs know that they asked the same.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Outcome } from './measures.ts';

interface StoredSet {
  readonly queries: string;
  readonly places: string;
}

export interface StoredRun {
  readonly sets: Readonly<Record<string, StoredSet | undefined>>;
}

export function hashOf(queries: readonly { readonly id: string; readonly text: string }[]): string {
  return createHash('sha1').update(queries.map(({ id, text }) => `${id} ${text}\n`).join('')).digest('hex').slice(0, 12);
}

export function storedSet(queries: string, outcomes: readonly Outcome[]): StoredSet {
  return { queries, places: outcomes.map(({ places, rightCount }) => `${places.join(',')}${rightCount === 1 ? '' : `/${rightCount}`}`).join(';') };
}

export function readRun(file: string): StoredRun {
  return JSON.parse(readFileSync(file, 'utf8')) as StoredRun;
}

/** Outcomes of a set in a stored run; null when it asked other queries. */
export function outcomesOf({ sets }: StoredRun, key: string, queries: string): Outcome[] | null {
  const stored = sets[key];
  if (stored?.queries !== queries) return null;
  return stored.places.split(';').map((text) => {
    const [places, count] = text.split('/');
    return { places: places === '' ? [] : places.split(',').map(Number), rightCount: Number(count ?? '1') };
  });
}
