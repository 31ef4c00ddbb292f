/**
 * A quotation that thousands of chunks may hold, as the whole query: a common word in quotes.
 *
 * The index knows words, not how they are written, so the stored text decides; but reading all of it would take seconds. So the
 * candidates of each unit are read, the most promising first, until one holds the quotation; that one represents the unit. Thus
 * every hit is found, nothing else is, and what is shown was read; how often a unit holds the quotation does not count. The result must
 * not depend on how the index is cut into segments and blocks: neither on what else is inflated with a candidate, nor on how many
 * candidates there are (some only look like one across a border of rows).
 */
import type { Postings, Snapshot } from '../index/reader-types.ts';
import { FIELD } from '../schema.ts';
import { RANKING } from './constants.ts';
import { countIn, type KnownLiteral } from './literal-chunks.ts';
import { rangeOf } from './range-of.ts';
import type { Scope } from './scope.ts';

/** Up to this many candidates all are read: half a second at most. */
const READ_ALL = 2000;
/** State of a candidate: not read, or what its text says. */
const STATE = { open: 0, held: 1, lacking: 2 } as const;
/** fieldWeights() counts in hundredths. */
const FIELD_UNIT = 100;

/** True when not every candidate has to be read. */
export function isCommon({ candidates }: KnownLiteral): boolean {
  return candidates.reduce((sum, { chunks }) => sum + chunks.length, 0) > READ_ALL;
}

/** Candidates of all segments in wanted spans and fields, in order. */
interface Entries {
  readonly count: number;
  readonly segment: Uint16Array;
  /** Index among the segment's candidates. */
  readonly candidate: Uint32Array;
  /** Where one hit is enough: a unit, or the titles of one. */
  readonly place: Uint32Array;
  /** Its part of the score if it holds the literal once, as a share of the most a chunk could add. */
  readonly promise: Float64Array;
  /** Turn in the common sequence, and ordinal in the turn: among equal promises the later turn comes first, and within a turn the earlier chunk. */
  readonly turn: Uint32Array;
  readonly ordinal: Uint32Array;
  /** One of STATE. */
  readonly state: Uint8Array;
  /** Occurrences in the text, once read; 0 before. */
  readonly frequency: Uint16Array;
}

/** Postings by segment: one chunk for each unit, and one for its titles. weights: by field, 0 where it does not count; averageLength: of a chunk, in tokens. */
export function commonPostings(known: KnownLiteral, snapshot: Snapshot, scope: Scope, weights: ArrayLike<number>, averageLength: number): Postings[] {
  const entries = entriesOf(known, snapshot, scope, weights, averageLength);
  const { count, place, state } = entries;
  const holder = new Int32Array(2 * scope.unitCount).fill(-1);
  for (let open = Uint32Array.from({ length: count }, (_, entry) => entry); open.length > 0; ) {
    const top = new Int32Array(2 * scope.unitCount).fill(-1);
    for (const entry of open) if (top[place[entry]] < 0 || isBefore(entry, top[place[entry]], entries, known, snapshot)) top[place[entry]] = entry;
    for (const entry of open) {
      if (top[place[entry]] !== entry) continue;
      if (state[entry] === STATE.open) readBeside(entry, entries, known, snapshot);
      if (state[entry] === STATE.held) holder[place[entry]] = entry;
    }
    open = open.filter((entry) => state[entry] !== STATE.lacking && holder[place[entry]] < 0);
  }
  return snapshot.segments.map((_, at) => postingsOf(entries, known, holder, at));
}

/** The order in which the candidates of a place are read. */
function isBefore(a: number, b: number, { promise, turn, ordinal, segment, candidate }: Entries, { candidates }: KnownLiteral, { segments }: Snapshot): boolean {
  if (promise[a] !== promise[b]) return promise[a] > promise[b];
  if (turn[a] !== turn[b]) return turn[a] > turn[b];
  if (ordinal[a] !== ordinal[b]) return ordinal[a] < ordinal[b];
  const textOf = (entry: number): Buffer => segments[segment[entry]].text(candidates[segment[entry]].chunks[candidate[entry]]);
  return textOf(a).compare(textOf(b)) < 0;
}

/** Reads an entry, and those of its place that are inflated with it. */
function readBeside(entry: number, { count, segment, candidate, place, state, frequency }: Entries, known: KnownLiteral, { segments }: Snapshot): void {
  const at = segment[entry];
  const { chunks } = known.candidates[at];
  const { first, end } = segments[at].textsBeside(chunks[candidate[entry]]);
  const isBeside = (other: number): boolean => {
    const chunk = chunks[candidate[other]];
    return segment[other] === at && chunk >= first && chunk < end;
  };
  let from = entry;
  while (from > 0 && isBeside(from - 1)) from--;
  for (let other = from; other < count && isBeside(other); other++) {
    if (place[other] !== place[entry] || state[other] !== STATE.open) continue;
    frequency[other] = countIn(known, at, segments[at], candidate[other]);
    state[other] = frequency[other] > 0 ? STATE.held : STATE.lacking;
  }
}

function entriesOf({ candidates }: KnownLiteral, { segments }: Snapshot, scope: Scope, weights: ArrayLike<number>, averageLength: number): Entries {
  const most = candidates.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const entries = {
    segment: new Uint16Array(most), candidate: new Uint32Array(most), place: new Uint32Array(most), promise: new Float64Array(most),
    turn: new Uint32Array(most), ordinal: new Uint32Array(most),
    state: new Uint8Array(most), frequency: new Uint16Array(most),
  };
  let count = 0;
  candidates.forEach(({ chunks }, at) => {
    const spans = scope.spans[at];
    const { fields, lengths, rows } = segments[at];
    let span = 0;
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i];
      if (spans.first[span + 1] <= chunk) span = rangeOf(spans.first, span + 1, spans.count, chunk);
      const unit = spans.unit[span];
      if (unit < 0 || weights[fields[chunk]] === 0) continue;
      const weighted = weights[fields[chunk]];
      entries.segment[count] = at;
      entries.candidate[count] = i;
      entries.place[count] = 2 * unit + (fields[chunk] === FIELD.title ? 1 : 0);
      entries.turn[count] = spans.turn[span];
      entries.ordinal[count] = rows.firstOrdinal[spans.row[span]] + chunk - rows.firstChunk[spans.row[span]];
      entries.promise[count++] = weighted / (weighted + FIELD_UNIT * RANKING.k1 * (1 - RANKING.b + (RANKING.b * lengths[chunk]) / averageLength));
    }
  });
  return { ...entries, count };
}

/** The first of each place that holds the literal. */
function postingsOf({ segment, candidate, frequency }: Entries, { candidates }: KnownLiteral, holder: Int32Array, at: number): Postings {
  const held = holder.filter((entry) => entry >= 0 && segment[entry] === at).sort();
  return {
    count: held.length,
    chunks: Uint32Array.from(held, (entry) => candidates[at].chunks[candidate[entry]]),
    frequencies: Uint32Array.from(held, (entry) => frequency[entry]),
  };
}
