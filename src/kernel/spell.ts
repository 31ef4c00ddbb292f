/**
 * Close spellings: which words of a sorted dictionary are a few edits from a typed one.
 *
 * An edit drops, adds or changes a letter, or swaps two neighbours (optimal string alignment). The dictionary is walked like a tree of
 * letters: each letter of a word has a row in the table of distances, filled only within the band that may still lead to few edits.
 * A word continues from the row of the letters it shares with the word before; when no cell is small enough any more, all words that
 * begin so are skipped, and with the first bytes of blocks whole blocks are, before anybody has read them.
 */
import { SPELL_LETTER_COUNT, SPELL_LETTERS, SPELL_MOST_EDITS, SPELL_PATH, SPELL_DISTANCES, SPELL_STEPS, TERM_END } from './layout.ts';
import { byteAt, clz, setByte, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';

/** Greater than any letter. */
const NO_LETTER: i32 = 0x110000;

/** The typed word and room to work in (SPELL); set by beginSpelling(). */
let letters: i32 = 0;
let letterCount: i32 = 0;
let mostEdits: i32 = 0;
let rows: i32 = 0;
let rowBytes: i32 = 0;
let path: i32 = 0;
let steps: i32 = 0;
/** Bytes and letters of the previous word that were followed. When it is dead no word that begins with those bytes is close. */
let pathLength: i32 = 0;
let depth: i32 = 0;
let isDead: boolean = false;

function beginSpelling(pattern: i32): void {
  letters = wordAt(pattern + SPELL_LETTERS);
  letterCount = wordAt(pattern + SPELL_LETTER_COUNT);
  mostEdits = wordAt(pattern + SPELL_MOST_EDITS);
  rows = wordAt(pattern + SPELL_DISTANCES);
  path = wordAt(pattern + SPELL_PATH);
  steps = wordAt(pattern + SPELL_STEPS);
  rowBytes = (letterCount + 2) << 2;
  pathLength = 0;
  depth = 0;
  isDead = false;
  setWord(steps, 0);
  setWord(steps + 8, 0);
  for (let j: i32 = 0; j <= letterCount + 1; j++) setWord(rows + (j << 2), j);
}

/** Where the step of a letter of the path is noted: the bytes up to its end, the letter, the least number of its row. */
function stepOf(at: i32): i32 {
  return steps + 12 * at;
}

/** Fills the row of the letter that was added to the path; returns the least number in it. */
function fillRow(letter: i32): i32 {
  const row = rows + depth * rowBytes;
  const above = row - rowBytes;
  const big = mostEdits + 1;
  const first: i32 = depth - mostEdits > 1 ? depth - mostEdits : 1;
  const last = depth + mostEdits < letterCount ? depth + mostEdits : letterCount;
  if (first > letterCount) return big;
  let least = big;
  if (first === 1 && depth < big) least = depth;
  setWord(row + ((first - 1) << 2), least);
  const before: i32 = depth > 1 ? wordAt(stepOf(depth - 1) + 4) : NO_LETTER;
  for (let j = first; j <= last; j++) {
    const cell = j << 2;
    const typed = wordAt(letters + cell - 4);
    let edits = wordAt(above + cell - 4);
    if (typed !== letter) edits++;
    const added = wordAt(above + cell) + 1;
    if (added < edits) edits = added;
    const dropped = wordAt(row + cell - 4) + 1;
    if (dropped < edits) edits = dropped;
    if (typed === before && j > 1 && wordAt(letters + cell - 8) === letter) {
      const swapped = wordAt(above - rowBytes + cell - 8) + 1;
      if (swapped < edits) edits = swapped;
    }
    if (edits > big) edits = big;
    setWord(row + cell, edits);
    if (edits < least) least = edits;
  }
  // What the next row reads beyond the band.
  setWord(row + ((last + 1) << 2), big);
  return least;
}

/** Follows the word at that address to its end, or as far as it may be close; sets isDead. Returns the edits, more than `most` where it is not close. */
function followWord(at: i32): i32 {
  let shared: i32 = 0;
  while (shared < pathLength && byteAt(path + shared) === byteAt(at + shared)) shared++;
  if (isDead && shared === pathLength) return mostEdits + 1;
  isDead = false;
  while (wordAt(stepOf(depth)) > shared) depth--;
  let from = wordAt(stepOf(depth));
  for (let lead = byteAt(at + from); lead !== TERM_END; lead = byteAt(at + from)) {
    const length: i32 = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let letter = length === 1 ? lead : lead & (0x7f >> length);
    setByte(path + from, lead);
    let read: i32 = 1;
    for (; read < length && byteAt(at + from + read) !== TERM_END; read++) {
      setByte(path + from + read, byteAt(at + from + read));
      letter = (letter << 6) | (byteAt(at + from + read) & 0x3f);
    }
    // The last letter of a lead may be cut.
    if (read < length) break;
    from += length;
    depth++;
    setWord(stepOf(depth), from);
    setWord(stepOf(depth) + 4, letter);
    const least = fillRow(letter);
    setWord(stepOf(depth) + 8, least);
    if (least > mostEdits) {
      isDead = true;
      break;
    }
  }
  pathLength = from;
  if (isDead || letterCount < depth - mostEdits || letterCount > depth + mostEdits) return mostEdits + 1;
  return wordAt(rows + depth * rowBytes + (letterCount << 2));
}

/** True when what was followed may go on to a close word with a letter from `least` to `greatest`. */
function mayGoOn(least: i32, greatest: i32): boolean {
  if (least > greatest) return false;
  if (wordAt(stepOf(depth) + 8) < mostEdits) return true;
  // No edit is left: the letter must be the next one typed, or swapped with the one before.
  const row = rows + depth * rowBytes;
  const last = wordAt(stepOf(depth) + 4);
  const low: i32 = depth - mostEdits > 0 ? depth - mostEdits : 0;
  for (let j = low; j < letterCount && j <= depth + mostEdits; j++) {
    const typed = wordAt(letters + (j << 2));
    if (typed >= least && typed <= greatest && wordAt(row + (j << 2)) <= mostEdits) return true;
    if (depth === 0 || typed !== last || j === 0 || j > depth + mostEdits - 1) continue;
    const before = wordAt(letters + (j << 2) - 4);
    if (before >= least && before <= greatest && wordAt(row - rowBytes + (j << 2) - 4) < mostEdits) return true;
  }
  return false;
}

/** The byte of a lead in that place. */
function byteOfLead(lead: i32, at: i32): i32 {
  return (lead >>> (24 - (at << 3))) & 0xff;
}

/** The edits of what followLead() followed, taken as a whole word. */
let leadEdits: i32 = 0;

/** Follows the first bytes of a lead; false when they are dead. scratch: 8 bytes. */
function followLead(lead: i32, length: i32, scratch: i32): boolean {
  for (let i: i32 = 0; i < length; i++) setByte(scratch + i, byteOfLead(lead, i));
  setByte(scratch + length, TERM_END);
  leadEdits = followWord(scratch);
  return !isDead;
}

/**
 * True when a word between those that begin with `lead` and those that begin with `next` may be close. Where they part, three kinds of
 * words are looked at: those that begin as the one does or the other, letter by letter, and those in between.
 */
function mayHold(lead: i32, next: i32, scratch: i32): boolean {
  const shared = clz(lead ^ next) >>> 3;
  for (let i: i32 = 0; i < 4; i++) {
    // A short word, or letters beyond ASCII: not examined so closely.
    if (byteOfLead(lead, i) === 0 || byteOfLead(lead, i) > 0x7f || byteOfLead(next, i) > 0x7f) return followLead(lead, shared < i ? shared : i, scratch);
  }
  if (!followLead(lead, shared, scratch)) return false;
  if (shared === 4 || mayGoOn(byteOfLead(lead, shared) + 1, byteOfLead(next, shared) - 1)) return true;
  for (let length = shared + 1; followLead(lead, length, scratch); length++) {
    if (length === 4 || mayGoOn(byteOfLead(lead, length) + 1, NO_LETTER)) return true;
  }
  for (let length = shared + 1; byteOfLead(next, length - 1) !== 0 && followLead(next, length, scratch); length++) {
    // The beginning of `next` may be a word itself, and comes before it.
    if (length === 4 || leadEdits <= mostEdits || mayGoOn(1, byteOfLead(next, length) - 1)) return true;
  }
  return false;
}

/**
 * Writes the numbers of the blocks that may hold a close word; returns how many. pattern: SPELL; leads: a word by block, the first four
 * bytes of its first word, big end first, zeros past its end; scratch: 8 bytes.
 */
export function spellBlocks(leads: i32, count: i32, pattern: i32, scratch: i32, into: i32): i32 {
  beginSpelling(pattern);
  let found: i32 = 0;
  for (let block: i32 = 0; block < count; block++) {
    // Anything may come after the last block.
    if (block + 1 === count || mayHold(wordAt(leads + (block << 2)), wordAt(leads + (block << 2) + 4), scratch)) setWord(into + (found++ << 2), block);
  }
  return found;
}

/**
 * Writes the close words of bytes[start, end), whole words in order, each ended by its separator: the number of the word among those, its
 * address, the edits. Returns how many. pattern: SPELL. The typed word itself is none of them.
 */
export function spellWords(start: i32, end: i32, pattern: i32, into: i32): i32 {
  beginSpelling(pattern);
  let found: i32 = 0;
  let word: i32 = 0;
  for (let at = start; at < end; word++) {
    const edits = followWord(at);
    if (edits > 0 && edits <= mostEdits) {
      setWord(into + 12 * found, word);
      setWord(into + 12 * found + 4, at);
      setWord(into + 12 * found++ + 8, edits);
    }
    while (byteAt(at) !== TERM_END) at++;
    at++;
  }
  return found;
}
