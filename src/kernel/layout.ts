/**
 * Structures of the kernel: offsets of their words, in bytes. Words are addresses of arrays unless something else is said.
 */
import type { i32 } from './memory.ts';

/* ROWS: the rows of a segment; dead and turnKey may be 0: none is dead, none is a copy. */
export const ROWS_COUNT: i32 = 0;
export const ROWS_SESSION: i32 = 4;
export const ROWS_TURN: i32 = 8;
export const ROWS_FIRST_CHUNK: i32 = 12;
export const ROWS_FLAGS: i32 = 16;
export const ROWS_DEAD: i32 = 20;
export const ROWS_TURN_KEY: i32 = 24;
export const ROWS_BYTES: i32 = 28;

/* SESSIONS: what is known of sessions before scoring; admitted and isShown are bytes, copied a map of 65,536 bits by the low bits of turn keys (0: nothing is copied). */
export const SESSIONS_ADMITTED: i32 = 0;
export const SESSIONS_TURN_BASE: i32 = 4;
export const SESSIONS_UNIT_LENGTH: i32 = 8;
export const SESSIONS_IS_SHOWN: i32 = 12;
export const SESSIONS_TURN_UNIT: i32 = 16;
export const SESSIONS_COPIED: i32 = 20;
export const SESSIONS_BYTES: i32 = 24;

/* SPANS: spans of a segment (search/scope.ts); place: the first of a span's best chunks << 1 | whether it is a title. */
export const SPANS_COUNT: i32 = 0;
export const SPANS_FIRST: i32 = 4;
export const SPANS_ROW: i32 = 8;
export const SPANS_UNIT: i32 = 12;
export const SPANS_TURN: i32 = 16;
export const SPANS_BEST: i32 = 20;
export const SPANS_TOUCHED: i32 = 24;
export const SPANS_TOUCHED_COUNT: i32 = 28;
export const SPANS_PLACE: i32 = 32;
export const SPANS_BYTES: i32 = 36;

/* CHUNKS: the window of a segment's chunks that is scored (search/chunk-window.ts): fields (bytes), lengths (half words), score (points); addresses as if the arrays began with the first chunk of the segment. */
export const CHUNKS_FIELDS: i32 = 0;
export const CHUNKS_LENGTHS: i32 = 4;
export const CHUNKS_SCORE: i32 = 8;
export const CHUNKS_BYTES: i32 = 12;

/* SUMS: what a group leaves: best points by turn, a map of the turns that have some; by unit the number of chunks with a strong member, and marks (bytes). */
export const SUMS_BEST: i32 = 0;
export const SUMS_TURNS: i32 = 4;
export const SUMS_STRONG: i32 = 8;
export const SUMS_MARKS: i32 = 12;
export const SUMS_BYTES: i32 = 16;

/* WORD: how a member of a group is measured: most (real, points of a chunk that is full of it), base and slope of the length norm (reals), weights by field (numbers, not an address). */
export const WORD_MOST: i32 = 0;
export const WORD_BASE: i32 = 8;
export const WORD_SLOPE: i32 = 16;
export const WORD_WEIGHTS: i32 = 24;
export const WORD_BYTES: i32 = 56;

/* MEMBER: a term of a group in a segment, whose postings are read window by window: where the next one is read, how many there are from the one read last on, that one's chunk and frequency, marks, kept gains (or 0), most (a real, as in WORD). */
export const MEMBER_AT: i32 = 0;
export const MEMBER_LEFT: i32 = 4;
export const MEMBER_CHUNK: i32 = 8;
export const MEMBER_FREQUENCY: i32 = 12;
export const MEMBER_MARK: i32 = 16;
export const MEMBER_GAINS: i32 = 20;
export const MEMBER_MOST: i32 = 24;
export const MEMBER_BYTES: i32 = 32;

/* Gains that are kept of a list while it is scored, a word each: by frequency below KEPT_FREQUENCIES, by field, by length below KEPT_LENGTHS. */
export const KEPT_FREQUENCIES: i32 = 4;
export const KEPT_LENGTHS: i32 = 256;
export const KEPT_BYTES: i32 = 32768;

/* Room to score several members in: a map of bits and two words for each of so many chunks, all zeros. */
export const TILE_CHUNKS: i32 = 8192;
export const TILE_BYTES: i32 = 66560;

/* GATHERED: chunks of a segment that hold a literal, read window by window: the chunks, how often each has it, their number, how many were read. */
export const GATHERED_CHUNKS: i32 = 0;
export const GATHERED_FREQUENCIES: i32 = 4;
export const GATHERED_COUNT: i32 = 8;
export const GATHERED_NEXT: i32 = 12;
export const GATHERED_BYTES: i32 = 16;

/* GROUP: a group of a query in a segment: its members there in order of falling tier, and their number; what was gathered for it (or 0); WORD and SUMS. */
export const GROUP_MEMBERS: i32 = 0;
export const GROUP_MEMBER_COUNT: i32 = 4;
export const GROUP_GATHERED: i32 = 8;
export const GROUP_WORD: i32 = 12;
export const GROUP_SUMS: i32 = 16;
export const GROUP_BYTES: i32 = 24;

/* SOUGHT: where the positions of wanted chunks (ascending) are among those of a posting list, which is read window by window: the next posting, how many there are from the one read last on, that one's chunk, frequency and first bit, the wanted chunks, their number, how many were looked at, two words for each. */
export const SOUGHT_AT: i32 = 0;
export const SOUGHT_LEFT: i32 = 4;
export const SOUGHT_CHUNK: i32 = 8;
export const SOUGHT_FREQUENCY: i32 = 12;
export const SOUGHT_BITS: i32 = 16;
export const SOUGHT_CHUNKS: i32 = 20;
export const SOUGHT_COUNT: i32 = 24;
export const SOUGHT_NEXT: i32 = 28;
export const SOUGHT_FOUND: i32 = 32;
export const SOUGHT_BYTES: i32 = 40;

/* TALLY: sums over all groups; best and units are scratch by unit; holding are reals by unit; held and exact bits of groups, stride words a unit; countHalf a real. */
export const TALLY_TURN_UNIT: i32 = 0;
export const TALLY_TURN_SCORE: i32 = 4;
export const TALLY_TOUCHED_TURNS: i32 = 8;
export const TALLY_TOUCHED_TURN_COUNT: i32 = 12;
export const TALLY_BEST: i32 = 16;
export const TALLY_UNITS: i32 = 20;
export const TALLY_SPREAD: i32 = 24;
export const TALLY_HOLDING: i32 = 28;
export const TALLY_HELD: i32 = 32;
export const TALLY_EXACT: i32 = 36;
export const TALLY_TOUCHED_UNITS: i32 = 40;
export const TALLY_TOUCHED_UNIT_COUNT: i32 = 44;
export const TALLY_STRIDE: i32 = 48;
export const TALLY_UNIT_LENGTH: i32 = 52;
export const TALLY_COUNT_HALF: i32 = 56;
export const TALLY_BYTES: i32 = 64;

/* RANK: what rankUnits() reads: by unit best points, length, number of chunks that hold (reals), closeness (reals), exact bits (stride words); the touched units; isOut bytes by unit (0: none is out); shares of the parts (reals); by word of content masks over the groups, bonuses (reals), isNamed bytes; isShort 1 or 0. What it writes: units, scores and values (reals), isKnown bytes. Then reals. */
export const RANK_TEXT: i32 = 0;
export const RANK_TITLE: i32 = 4;
export const RANK_TURN: i32 = 8;
export const RANK_SPREAD: i32 = 12;
export const RANK_UNIT_LENGTH: i32 = 16;
export const RANK_HOLDING: i32 = 20;
export const RANK_CLOSENESS: i32 = 24;
export const RANK_EXACT: i32 = 28;
export const RANK_STRIDE: i32 = 32;
export const RANK_TOUCHED: i32 = 36;
export const RANK_COUNT: i32 = 40;
export const RANK_IS_OUT: i32 = 44;
export const RANK_SHARES: i32 = 48;
export const RANK_MASKS: i32 = 52;
export const RANK_BONUS: i32 = 56;
export const RANK_IS_NAMED: i32 = 60;
export const RANK_WORD_COUNT: i32 = 64;
export const RANK_IS_SHORT: i32 = 68;
export const RANK_UNITS: i32 = 72;
export const RANK_SCORES: i32 = 76;
export const RANK_VALUES: i32 = 80;
export const RANK_IS_KNOWN: i32 = 84;
export const RANK_LENGTH_BASE: i32 = 88;
export const RANK_LENGTH_SLOPE: i32 = 96;
export const RANK_LENGTH_FLOOR: i32 = 104;
export const RANK_AVERAGE_LENGTH: i32 = 112;
export const RANK_POINT_SCORE: i32 = 120;
export const RANK_BYTES: i32 = 128;
/* Values of a unit: the parts of its score, and behind them what its spread was divided by. */
export const RANK_PARTS: i32 = 6;
export const RANK_VALUE_COUNT: i32 = 7;

/* Bits kept beside a frequency: the word as typed stands in the chunk; a member of tier >= RANKING.tierStrong does. */
export const MARK_EXACT: i32 = 1;
export const MARK_STRONG: i32 = 2;
export const MARKS: i32 = 3;

/* SPELL: a typed word and room to walk the dictionary: letters (code points), their number, most edits (numbers, not addresses); a row of distances of length + 2 words for each letter of a word, bytes of a word, and three words for each letter of it. */
export const SPELL_LETTERS: i32 = 0;
export const SPELL_LENGTH: i32 = 4;
export const SPELL_MOST: i32 = 8;
export const SPELL_ROWS: i32 = 12;
export const SPELL_PATH: i32 = 16;
export const SPELL_STEPS: i32 = 20;
export const SPELL_BYTES: i32 = 24;

/* Ends a term of a dictionary (index/format.ts). What may stand in a term besides letters: digits, or anything. */
export const TERM_END: i32 = 0x0a;
export const TERMS_DIGITS: i32 = 1;
export const TERMS_SIGNS: i32 = 2;
