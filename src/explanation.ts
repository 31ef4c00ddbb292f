/**
 * Why a hit ranks where it does, as types: what `--explain` adds to an answer, under the key `explain` of the answer and of each hit.
 *
 * A typed word is scored by one or more terms (an identifier by its whole and its parts, a run without spaces by pairs of characters); a
 * term is found in the text as itself or through others, its members. All numbers are those that the search ranked by, and they add up
 * to the score. Printed by `--json` as listed here: keys are only ever added.
 */
import type { FieldName } from './schema.ts';

/** Of the query: what the search made of its words. */
export interface AnswerExplanation {
  /** The words that were scored, in the order typed. */
  words: ExplainedWord[];
  terms: ExplainedTerm[];
  /** Chunks searched, and their mean length in tokens. */
  chunks: number;
  averageTokens: number;
  /** The score that a hit full of every word would have, and that of the best hit. */
  reachable: number;
  best: number;
  /** A hit is relevant if it has this ratio to the best score and the best has this share of the reachable one, or if it is a known item. */
  gate: { ratio: number; share: number };
}

/** A typed word. */
export interface ExplainedWord {
  typed: string;
  kind: 'plain' | 'identifier' | 'grams' | 'literal';
  role: 'content' | 'framing' | 'stop';
  /** The only field it is looked for in; null: all. */
  field: FieldName | null;
  required: boolean;
  /** Indexes into AnswerExplanation.terms; one term may score several words. */
  terms: number[];
}

/** A term, and what stands for it. */
export interface ExplainedTerm {
  /** A literal as it was typed. */
  term: string;
  importance: number;
  /** From the number of `chunks`: those that hold it as itself or through a member of a high tier. */
  idf: number;
  chunks: number;
  /** The score of a chunk that is full of it. */
  most: number;
  /** Best first; empty for a literal and for a term found nowhere. way: `exact`, or the kind of expansion; chunks: those that hold it, deleted ones included. */
  members: { term: string; way: string; tier: number; chunks: number }[];
}

/** How the score of one hit came about. */
export interface HitExplanation {
  /** points = value x share; they add up to the score. */
  parts: { part: 'chunk' | 'turn' | 'spread' | 'count' | 'closeness' | 'exact'; value: number; share: number; points: number }[];
  /** What each term of the query contributes that is found in the hit. */
  terms: HitTerm[];
  /** The best chunk. weight: of its field. */
  chunk: { field: FieldName; turn: number; tokens: number; weight: number };
  /** The best turn; it is scored together with the one after it. */
  turn: number;
  /** Chunks of the hit, chunks of all hits on average, and what the spread was therefore divided by. */
  length: { chunks: number; average: number; divisor: number };
  /** The chunk in which the words stand closest: pairs of indexes into AnswerExplanation.terms, and their distance in tokens. worth: before the share. */
  closeness: { field: FieldName; turn: number; pairs: { terms: [number, number]; distance: number; worth: number }[] } | null;
  /** Content words that stand somewhere exactly as typed; a misspelt word, which nothing holds, counts in its close spelling. */
  exact: { typed: string; points: number }[];
  gate: {
    /** The ratio to the best score, and the best hit's share of the reachable one. */
    ratio: number;
    share: number;
    /** Why it is relevant; or, if it is weak, what it lacks (`share`: what the best hit lacks). */
    verdict: 'known item' | 'relevant' | 'ratio' | 'share' | 'ratio and share';
    /** The words that make it a known item. */
    knownBy: string[];
  };
}

/** What one term contributes to a hit. */
export interface HitTerm {
  /** Index into AnswerExplanation.terms. */
  term: number;
  /** Stands somewhere in the hit as typed. */
  exact: boolean;
  /** Its points in the parts of the score of those names, shares included. */
  points: { chunk: number; turn: number; spread: number; count: number };
  /**
   * In the best chunk; null where it is not found there. tier: that of the last member that it pays to count; weighted: the occurrences
   * counted so, times the weight of the field; saturation: the share of `most` that this comes to, 0 to 1.
   */
  inChunk: { members: { term: string; way: string; tier: number; times: number }[]; tier: number; weighted: number; saturation: number } | null;
  /** In the whole hit, by field. times: 0 where occurrences were not counted (a common literal). */
  fields: { field: FieldName; chunks: number; times: number }[];
}
