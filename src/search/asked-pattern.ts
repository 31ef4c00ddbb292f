/**
 * A regular expression as a query: one required group, whose postings come from the stored text.
 *
 * It is ranked like a quotation: more matches in a chunk count more, matches in a prompt more than matches in an output, and of equal
 * sessions the newer one comes first. Every match is relevant. The code that reads the text is loaded on demand.
 */
import type { SearchRequest } from '../contract.ts';
import type { SegmentReader, Snapshot } from '../index/reader-types.ts';
import { RANKING, REGEX } from './constants.ts';
import type { Filter } from './filters.ts';
import type { SearchContext, TimeLimit } from './hits.ts';
import { chunksToRead } from './literal-chunks.ts';
import type { LookUp, PatternHits } from './pattern-scan.ts';
import type { TypedWord } from './query.ts';
import type { Asked } from './searcher.ts';
import { cutAround } from './snippet.ts';

const NO_LIMIT: TimeLimit = {
  nowMs: () => 0,
  run: (_, work) => {
    work();
    return true;
  },
};

/** Asks the index what it knows of the pattern; call it before a scope is built. Throws a usage error when the pattern does not compile. */
export function askedPattern(snapshot: Snapshot, { query }: SearchRequest, { fieldMask }: Filter, { timeLimit = NO_LIMIT }: SearchContext): Asked {
  const { openPatternScan } = require('./pattern-scan.ts') as typeof import('./pattern-scan.ts');
  const lookUp: LookUp = (texts) => texts.some((text) => isCommon(snapshot, text)) ? null : chunksToRead(snapshot, texts);
  const scan = openPatternScan(snapshot, query, lookUp, timeLimit);
  const word: TypedWord = { typed: query, kind: 'literal', role: 'content', term: '', parts: [], longPartCount: 0, isKebab: false, field: -1, isRequired: true };
  const group = { term: '', literal: query, field: -1, weight: 1, members: [], isPlaced: false };
  let hits: PatternHits | null = null;
  return {
    typed: [query],
    excluded: [],
    terms: { groups: [group], words: [{ word, groups: [0] }], expanded: [], leftOut: [] },
    reader: ({ spans }) => {
      // An explanation scores the answer again.
      const { postings } = (hits ??= scan.run(spans, fieldMask));
      return (_, segment) => postings[segment];
    },
    excludedUnits: () => null,
    snippet: ({ segment, chunk }, weights) => {
      if (hits === null) throw new Error('a snippet of a pattern that was not looked for');
      const { text, start, end } = hits.shown(segment, chunk);
      return cutAround(text, [{ start, end, group: 0, tier: RANKING.tierExact }], weights);
    },
    report: () => (hits === null ? {} : { regex: hits.report }),
  };
}

/** True when the index would propose so many chunks that asking it costs more than it saves, memory above all: every word of the text is in many chunks. */
function isCommon({ segments }: Snapshot, text: string): boolean {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const holding = (segment: SegmentReader, word: string): number => {
    const ordinal = segment.lookup(Buffer.from(word));
    return ordinal < 0 ? 0 : segment.documentFrequency(ordinal);
  };
  return words.every((word) => segments.reduce((sum, segment) => sum + holding(segment, word), 0) > REGEX.commonChunks);
}
