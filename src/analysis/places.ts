/**
 * Where things lie in the memory that the tokenizer works on: addresses of its tables and scratch, in bytes. Tables are filled by tables.ts.
 */
import type { i32 } from '../kernel/memory.ts';

/** By byte: its CLASS, and itself in lower case (ASCII only). */
export const CLASSES: i32 = 0x100;
export const LOWERED: i32 = 0x200;
/** Half words by STATE + CLASS: ACT << 8 | next state. */
export const TRANSITIONS: i32 = 0x300;
/** Parts of the present compound: where each begins and ends (half words) and how it is separated (bytes). */
export const PART_STARTS: i32 = 0x400;
export const PART_ENDS: i32 = 0x500;
export const PART_BORDERS: i32 = 0x600;
/** Characters of a run of grams: where each begins (half words), and whether it is a mark (bytes). */
export const GRAM_OFFSETS: i32 = 0x700;
export const GRAM_MARKS: i32 = 0x900;

/** What is known of code points, by their low bits (folds.ts): code point + 1, kind and script and length, then the bytes it folds to. */
export const FOLDS: i32 = 0x1000;
export const FOLD_SLOTS: i32 = 0x2000;
export const FOLD_BYTES: i32 = 16;
/** Longest folding that such a place has room for; longer ones stand in LONG_FOLD for the moment. */
export const SHORT_FOLD: i32 = 8;
export const LONG_FOLD: i32 = 0xa00;

/** From here on: texts and what is made from them. */
export const FREE: i32 = 0x21000;

/** Of a term that the tokenizer reports: address of its bytes; length | isWhole << 8 | span << 16; hash; position. */
export const TERM_AT: i32 = 0;
export const TERM_FORM: i32 = 4;
export const TERM_HASH: i32 = 8;
export const TERM_POSITION: i32 = 12;
export const TERM_BYTES: i32 = 16;
