/**
 * What lies where in the memory that search and kernel share (arena.ts).
 *
 * A structure is a run of words at an address; the constants are byte offsets from that address, and …_BYTES is its size. A word is the
 * address of an array unless its comment says that it is a number ("How many …", "Real: …", a chunk). An address of 0 means that
 * there is none. A word has 4 bytes, a half word 2, a real 8; points are whole numbers (score.ts).
 */
import type { i32 } from './memory.ts';

/* ROWS: the rows of one segment, as columns. */
export const ROWS_COUNT: i32 = 0;        // Number of rows.
export const ROWS_SESSION: i32 = 4;      // By row, the session: a word each.
export const ROWS_TURN: i32 = 8;         // By row, the turn in its session: a word each.
export const ROWS_FIRST_CHUNK: i32 = 12; // By row, and one more: the first chunk. A word each.
export const ROWS_FLAGS: i32 = 16;       // By row, ROW_FLAG bits: a byte each.
export const ROWS_DEAD: i32 = 20;        // By row, 1 when it is dead: a byte each. 0 when none is.
export const ROWS_TURN_KEY: i32 = 24;    // By row, the low half of its turn key: a word each. 0 when the index has no copies.
export const ROWS_BYTES: i32 = 28;

/* SESSIONS: what is known of sessions before anything is scored. */
export const SESSIONS_ADMITTED: i32 = 0;    // By session, what the filter admits of it: a byte each.
export const SESSIONS_TURN_BASE: i32 = 4;   // By session, and one more: what to add to a turn's number for its place among the turns of all sessions. A word each.
export const SESSIONS_UNIT_LENGTH: i32 = 8; // By unit, its chunks: a word each, counted up.
export const SESSIONS_IS_SHOWN: i32 = 12;   // By session, 1 when some of its text is shown under its own name: a byte each, set.
export const SESSIONS_TURN_UNIT: i32 = 16;  // By turn of all sessions, the unit that shows it: a word each, set.
export const SESSIONS_COPIED: i32 = 20;     // Map of 65,536 bits: turn keys whose low bits are not in it have no copies. 0 when the index has none.
export const SESSIONS_BYTES: i32 = 24;

/* SPANS: the spans of one segment (search/spans.ts), as columns of a word each. */
export const SPANS_COUNT: i32 = 0;          // Number of spans.
export const SPANS_FIRST: i32 = 4;          // By span, and one more: the first chunk.
export const SPANS_ROW: i32 = 8;            // By span, its row.
export const SPANS_UNIT: i32 = 12;          // By span, the unit that shows it; below 0 when none does.
export const SPANS_TURN: i32 = 16;          // By span, its turn in the sequence of all turns.
export const SPANS_BEST: i32 = 20;          // By span, points of its best chunk.
export const SPANS_TOUCHED: i32 = 24;       // Spans that have points, in the order in which they got some.
export const SPANS_TOUCHED_COUNT: i32 = 28; // How many have.
export const SPANS_PLACE: i32 = 32;         // By span, the first of its best chunks << 1 | whether that is a title.
export const SPANS_BYTES: i32 = 36;

/* CHUNKS: the chunks of a segment that are being scored (search/chunk-window.ts). The arrays hold a window only; their addresses are
 * those at which chunk 0 of the segment would be, so that a chunk is found by its number. */
export const CHUNKS_FIELDS: i32 = 0;  // By chunk, its field: a byte each.
export const CHUNKS_LENGTHS: i32 = 4; // By chunk, its length in tokens: a half word each.
export const CHUNKS_SCORE: i32 = 8;   // By chunk, its points: a word each.
export const CHUNKS_BYTES: i32 = 12;

/* SUMS: what one group leaves in turns and units. */
export const SUMS_BEST: i32 = 0;     // By turn, and one more: points of its best chunk. A word each.
export const SUMS_TURN_MAP: i32 = 4; // Map of the turns that have points: a bit each.
export const SUMS_STRONG: i32 = 8;   // By unit, how many chunks have a strong member: a word each.
export const SUMS_MARKS: i32 = 12;   // By unit, MARK_… of all its chunks: a byte each.
export const SUMS_BYTES: i32 = 16;

/* WORD: how much a posting of a group is worth. */
export const WORD_MOST_POINTS: i32 = 0; // Real: points of a chunk that is full of the member which is read.
export const WORD_BASE: i32 = 8;        // Real: the length norm of an empty chunk.
export const WORD_SLOPE: i32 = 16;      // Real: what each token of the chunk adds to it.
export const WORD_WEIGHTS: i32 = 24;    // By field, its weight: the words themselves, not their address.
export const WORD_BYTES: i32 = 56;

/* MEMBER: a term of a group in a segment, and how far its posting list is read. Always one posting has been read and not yet scored. */
export const MEMBER_AT: i32 = 0;           // Address of the posting after that one.
export const MEMBER_LEFT: i32 = 4;         // Postings that are not scored yet, that one included.
export const MEMBER_CHUNK: i32 = 8;        // Its chunk.
export const MEMBER_FREQUENCY: i32 = 12;   // Its frequency.
export const MEMBER_MARK: i32 = 16;        // MARK_… of the term.
export const MEMBER_GAINS: i32 = 20;       // Its kept gains (below); 0 when none are kept.
export const MEMBER_MOST_POINTS: i32 = 24; // Real: WORD_MOST_POINTS while it is read.
export const MEMBER_BYTES: i32 = 32;

/* Kept gains: gains computed once for a list, a word each: by frequency, then field, then length. */
export const KEPT_FREQUENCIES: i32 = 4; // Only of frequencies below this.
export const KEPT_LENGTHS: i32 = 256;   // Only of lengths below this.
export const KEPT_BYTES: i32 = 32768;

/* Tile: room in which several members are added up, all zeros: a bit for each chunk, then two words for each. */
export const TILE_CHUNKS: i32 = 8192;
export const TILE_BYTES: i32 = 66560;

/* GATHERED: the chunks of a segment that hold a literal, ascending, and how far they are scored. */
export const GATHERED_CHUNKS: i32 = 0;      // The chunks: a word each.
export const GATHERED_FREQUENCIES: i32 = 4; // How often each has the literal: a word each; 0 when nobody knows.
export const GATHERED_COUNT: i32 = 8;       // Number of chunks.
export const GATHERED_NEXT: i32 = 12;       // How many are scored.
export const GATHERED_BYTES: i32 = 16;

/* GROUP: a group of a query in a segment. */
export const GROUP_MEMBERS: i32 = 0;      // Its members that the segment has: MEMBER after MEMBER, in order of falling tier.
export const GROUP_MEMBER_COUNT: i32 = 4; // How many there are.
export const GROUP_GATHERED: i32 = 8;     // GATHERED of a literal; 0 for any other group, and where no chunk holds it.
export const GROUP_WORD: i32 = 12;        // WORD.
export const GROUP_SUMS: i32 = 16;        // SUMS.
export const GROUP_BYTES: i32 = 24;

/* SOUGHT: the search for wanted chunks (ascending) in a posting list, and how far it is read. Always one posting has been read ahead. */
export const SOUGHT_AT: i32 = 0;         // Address of the posting after that one.
export const SOUGHT_LEFT: i32 = 4;       // Postings that are not looked at yet, that one included.
export const SOUGHT_CHUNK: i32 = 8;      // Its chunk.
export const SOUGHT_FREQUENCY: i32 = 12; // Its frequency.
export const SOUGHT_BITS: i32 = 16;      // Where its positions begin: a bit number.
export const SOUGHT_CHUNKS: i32 = 20;    // The wanted chunks: a word each.
export const SOUGHT_COUNT: i32 = 24;     // How many are wanted.
export const SOUGHT_NEXT: i32 = 28;      // How many of them are done.
export const SOUGHT_FOUND: i32 = 32;     // By wanted chunk two words: where its positions begin, and their number.
export const SOUGHT_BYTES: i32 = 40;

/* TALLY: sums over all groups, and which turns and units have any. */
export const TALLY_TURN_UNIT: i32 = 0;           // By turn, the unit that shows it: a word each.
export const TALLY_TURN_SCORE: i32 = 4;          // By turn, points: a word each.
export const TALLY_TOUCHED_TURNS: i32 = 8;       // Turns that have points, in the order in which they got some: a word each.
export const TALLY_TOUCHED_TURN_COUNT: i32 = 12; // How many have.
export const TALLY_GROUP_BEST: i32 = 16;         // By unit, points of its best turn in the group that is added: a word each, zeros between groups.
export const TALLY_GROUP_UNITS: i32 = 20;        // Units that have something of that group: a word each.
export const TALLY_SPREAD: i32 = 24;             // By unit, points of its best turns of all groups: a word each.
export const TALLY_HOLDING: i32 = 28;            // By unit, the score for the number of chunks that hold the words: a real each.
export const TALLY_HELD: i32 = 32;               // By unit, a bit for each group that it holds: TALLY_STRIDE words each.
export const TALLY_EXACT: i32 = 36;              // The same, of groups that it holds as typed.
export const TALLY_TOUCHED_UNITS: i32 = 40;      // Units that have points, in the order in which they got some: a word each.
export const TALLY_TOUCHED_UNIT_COUNT: i32 = 44; // How many have.
export const TALLY_STRIDE: i32 = 48;             // Words of bits for each unit.
export const TALLY_UNIT_LENGTH: i32 = 52;        // By unit, its chunks: a word each.
export const TALLY_COUNT_HALF: i32 = 56;         // Real: times the unit's length, the number of chunks with a word that counts half.
export const TALLY_BYTES: i32 = 64;

/* RANK: what rankUnits() reads, by unit unless something else is said, and the columns that it writes, by place in the ranking. */
export const RANK_TEXT: i32 = 0;             // Points of the best chunk that is no title: a word each.
export const RANK_TITLE: i32 = 4;            // Points of the best title: a word each.
export const RANK_TURN: i32 = 8;             // Points of the best turn: a word each.
export const RANK_SPREAD: i32 = 12;          // TALLY_SPREAD.
export const RANK_UNIT_LENGTH: i32 = 16;     // Chunks: a word each.
export const RANK_HOLDING: i32 = 20;         // TALLY_HOLDING.
export const RANK_CLOSENESS: i32 = 24;       // Closeness of the words: a real each.
export const RANK_EXACT: i32 = 28;           // TALLY_EXACT.
export const RANK_STRIDE: i32 = 32;          // TALLY_STRIDE.
export const RANK_TOUCHED: i32 = 36;         // TALLY_TOUCHED_UNITS.
export const RANK_TOUCHED_COUNT: i32 = 40;   // How many those are.
export const RANK_IS_OUT: i32 = 44;          // 1 when the unit is not to be ranked: a byte each. 0 when all are.
export const RANK_SHARES: i32 = 48;          // By part, its share of the score: a real each.
export const RANK_MASKS: i32 = 52;           // By word that may occur as typed, the bits of its groups: RANK_STRIDE words each.
export const RANK_BONUSES: i32 = 56;         // By such word, what it adds to the score: a real each.
export const RANK_IS_NAMED: i32 = 60;        // By such word, 1 when it is a name: a byte each.
export const RANK_WORD_COUNT: i32 = 64;      // How many such words there are.
export const RANK_IS_SHORT: i32 = 68;        // 1 when the query is so short that who holds all of them is a known item; else 0.
export const RANK_UNITS: i32 = 72;           // Written: the unit. A word each.
export const RANK_SCORES: i32 = 76;          // Written: its score. A real each.
export const RANK_VALUES: i32 = 80;          // Written: RANK_VALUE_COUNT reals each.
export const RANK_IS_KNOWN: i32 = 84;        // Written: 1 when it is a known item. A byte each.
export const RANK_LENGTH_BASE: i32 = 88;     // Real. The spread is divided by base + slope x length.
export const RANK_LENGTH_SLOPE: i32 = 96;    // Real.
export const RANK_LENGTH_FLOOR: i32 = 104;   // Real: the least length, as a share of the mean.
export const RANK_AVERAGE_LENGTH: i32 = 112; // Real: the mean number of chunks.
export const RANK_POINT_SCORE: i32 = 120;    // Real: the score of one point.
export const RANK_BYTES: i32 = 128;

/* Values of a unit: the parts of its score, and behind them what its spread was divided by. */
export const RANK_PARTS: i32 = 6;
export const RANK_VALUE_COUNT: i32 = 7;

/* Bits kept beside a frequency. */
export const MARK_EXACT: i32 = 1;  // The word stands in the chunk as typed.
export const MARK_STRONG: i32 = 2; // A member of tier >= RANKING.tierStrong does.
export const MARKS: i32 = 3;       // Both.

/* SPELL: a typed word, and room to walk the dictionary in search of close spellings (spell.ts). */
export const SPELL_LETTERS: i32 = 0;      // The code points of the word: a word each.
export const SPELL_LETTER_COUNT: i32 = 4; // Their number.
export const SPELL_MOST_EDITS: i32 = 8;   // How many edits a close spelling may be away.
export const SPELL_DISTANCES: i32 = 12;   // For each letter of a word of the dictionary, and one row before: SPELL_LETTER_COUNT + 2 words.
export const SPELL_PATH: i32 = 16;        // Bytes of that word.
export const SPELL_STEPS: i32 = 20;       // For each letter of it three words: see stepOf().
export const SPELL_BYTES: i32 = 24;

/* Dictionary (index/format.ts): what ends a term, and what may stand in one besides letters. */
export const TERM_END: i32 = 0x0a;
export const TERMS_DIGITS: i32 = 1; // Digits.
export const TERMS_SIGNS: i32 = 2;  // Anything.
