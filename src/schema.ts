/**
 * The fields of a session's text: one table that every other module derives from.
 *
 * A chunk has exactly one field. Ids are part of the on-disk format: append, never renumber.
 * Weights multiply a term's frequency before saturation (BM25F). They follow how deliberately a text was written: a name most,
 * a prompt next, what a tool printed least. No other weights that were tried did better on three of the sets that
 * search/constants.ts describes.
 */

/** One row of the table. */
export interface Field {
  /** Number stored in segments, and index into FIELDS. */
  readonly id: number;
  /** Name used in queries (`prompt:word`), flags and JSON. */
  readonly name: FieldName;
  readonly weight: number;
  /** What a person finds there; shown by `--help`. */
  readonly holds: string;
}

/** Name of a field. */
export type FieldName = 'title' | 'prompt' | 'answer' | 'tool' | 'thinking' | 'output' | 'summary';

/** All fields, by id. */
export const FIELDS: readonly Field[] = [
  { id: 0, name: 'title', weight: 3.5, holds: 'the name of a session, chosen or generated' },
  { id: 1, name: 'prompt', weight: 3.0, holds: 'what the person typed' },
  { id: 2, name: 'answer', weight: 1.5, holds: 'what Claude answered' },
  { id: 3, name: 'tool', weight: 1.0, holds: 'tool calls: name and arguments' },
  { id: 4, name: 'thinking', weight: 0.7, holds: "Claude's thinking" },
  { id: 5, name: 'output', weight: 0.5, holds: 'tool results, errors included' },
  { id: 6, name: 'summary', weight: 0.4, holds: 'summaries made at a compaction' },
];

/** Most bytes of a chunk: long enough to hold a thought, short enough to show. */
export const CHUNK_BYTES = 1000;

/** How far back from CHUNK_BYTES a good border is looked for, so that a chunk cut from a longer text is at most this much shorter. */
export const CUT_SEARCH_BYTES = 400;

/** Least bytes of the last chunk of a text that needs several; it is shorter only where no border allows it. */
export const TAIL_BYTES = 400;

/** Field ids by name, for code that writes chunks. */
export const FIELD = { title: 0, prompt: 1, answer: 2, tool: 3, thinking: 4, output: 5, summary: 6 } as const;

/** The field of that name, or null. Case-sensitive. */
export function fieldByName(name: string): Field | null {
  return FIELDS.find((field) => field.name === name) ?? null;
}
