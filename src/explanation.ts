/**
 * Why a hit stands where it does, as types: what `--explain` adds to an answer, under the key `explain` of the answer and of each hit.
 *
 * A word that was typed is scored by one term or more (an identifier by its whole and its parts, a run without spaces by pairs of
 * characters); a term stands in the text as itself or through others, its members. All numbers are those that the search ranked by, and
 * add up to the score. Printed by `--json` as it is listed here: keys are only ever added.
 */
import type { FieldName } from './schema.ts';

/** Of the query: what its words are to a search. */
export interface AnswerExplanation {
  /** Those that were scored, in the order typed. */
  words: ExplainedWord[];
  terms: ExplainedTerm[];
  /** Chunks searched, and their mean length in tokens. */
  chunks: number;
  averageTokens: number;
  /** The score that a hit full of every word would have, and that of the best hit. */
  reachable: number;
  best: number;
  /** A relevant hit has at least this ratio to the best and this share of the reachable score, or is a known item. */
  gate: { ratio: number; share: number };
}

export interface ExplainedWord {
  typed: string;
  kind: 'plain' | 'identifier' | 'grams' | 'literal';
  role: 'content' | 'framing' | 'stop';
  /** The only field it is looked for in. */
  field: FieldName | null;
  required: boolean;
  /** Indexes in `terms`; a term may score several words. */
  terms: number[];
}

export interface ExplainedTerm {
  /** A literal as it was typed. */
  term: string;
  importance: number;
  /** Of the `chunks` that hold it as itself or through a member of a high tier. */
  idf: number;
  chunks: number;
  /** Score of a chunk that is full of it. */
  most: number;
  /** Best first; none for a literal and for what stands nowhere. way: `exact`, or the kind of an expansion; chunks: that hold it, deleted ones included. */
  members: { term: string; way: string; tier: number; chunks: number }[];
}

/** Of a hit. */
export interface HitExplanation {
  /** points = value x share; they add up to the score. */
  parts: { part: 'chunk' | 'turn' | 'spread' | 'count' | 'closeness' | 'exact'; value: number; share: number; points: number }[];
  /** What each term of the query that stands in the hit gives. */
  terms: HitTerm[];
  /** The best chunk. weight: of its field. */
  chunk: { field: FieldName; turn: number; tokens: number; weight: number };
  /** The best turn; it is judged with the one behind it. */
  turn: number;
  /** Chunks of the hit, of all hits on average, and what the spread was divided by for that. */
  length: { chunks: number; average: number; divisor: number };
  /** Of the chunk in which words stand closest: pairs of indexes in `terms`, so many tokens apart. worth: before the share. */
  closeness: { field: FieldName; turn: number; pairs: { terms: [number, number]; distance: number; worth: number }[] } | null;
  /** Words of content that stand somewhere exactly as typed; misspelt ones, that nothing holds, in a close spelling. */
  exact: { typed: string; points: number }[];
  gate: {
    /** To the best score, and of the reachable one. */
    ratio: number;
    share: number;
    /** Relevant as one or the other; or weak, by what it lacks (the share: the best hit lacks it). */
    verdict: 'known item' | 'relevant' | 'ratio' | 'share' | 'ratio and share';
    /** The words that make it a known item. */
    knownBy: string[];
  };
}

export interface HitTerm {
  /** Index in `terms`. */
  term: number;
  /** Stands somewhere in the hit as typed. */
  exact: boolean;
  /** In the parts of those names, shares counted. */
  points: { chunk: number; turn: number; spread: number; count: number };
  /** In the best chunk, null where it does not stand there. tier: of the member up to which counting pays most; weighted: occurrences up to there times the weight of the field; saturation: 0 to 1, of `most`. */
  inChunk: { members: { term: string; way: string; tier: number; times: number }[]; tier: number; weighted: number; saturation: number } | null;
  /** In the whole hit, by field. times: 0 where nobody counted (a common literal). */
  fields: { field: FieldName; chunks: number; times: number }[];
}
