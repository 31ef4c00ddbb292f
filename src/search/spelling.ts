/**
 * Close spellings: the terms of a dictionary that are a few edits from a typed word.
 *
 * The kernel (kernel/spell.ts) first finds in the index of the dictionary the blocks that may hold one, and then in those blocks the close
 * terms, so that of a large dictionary a small part is read and only close terms become strings.
 * The arena is passed by the caller: this file is loaded on demand.
 */
import { SEPARATOR } from '../index/format.ts';
import type { SegmentReader } from '../index/reader-types.ts';
import type { Arena } from '../kernel/arena.ts';
import { SPELL_BYTES, SPELL_LETTER_COUNT, SPELL_LETTERS, SPELL_MOST_EDITS, SPELL_PATH, SPELL_DISTANCES, SPELL_STEPS } from '../kernel/layout.ts';

/** Called with each close term. */
export type CloseTermSink = (ordinal: number, term: string, edits: number) => void;

/** Blocks that are searched together. A bound of memory, not measured. */
const BLOCKS_AT_ONCE = 512;
/** A term is at most 64 bytes long. */
const PATH_BYTES = 128;
/** Bytes written for a letter of a term, and for a close term. */
const STEP_BYTES = 12;
const FOUND_BYTES = 12;

/** Finds the terms of a segment within that many edits of a word (at least one), in order. Empties the arena. Reads throw IndexDamage. */
export function visitCloseTerms(arena: Arena, segment: SegmentReader, typed: string, mostEdits: number, onTerm: CloseTermSink): void {
  const letters = Array.from(typed, (letter) => letter.codePointAt(0) ?? 0);
  // Most letters of a term that are compared, and the row above the first.
  const stepCount = letters.length + mostEdits + 2;
  const { leads, termsABlock } = segment.termLeads();
  arena.reserve(8 * leads.length + stepCount * (STEP_BYTES + 4 * (letters.length + 2)) + PATH_BYTES + 4 * letters.length + 1024);
  const pattern = arena.record(SPELL_BYTES, {
    [SPELL_LETTERS]: arena.copy(Int32Array.from(letters)),
    [SPELL_LETTER_COUNT]: letters.length,
    [SPELL_MOST_EDITS]: mostEdits,
    [SPELL_DISTANCES]: arena.numbers(stepCount * (letters.length + 2)),
    [SPELL_PATH]: arena.bytes(PATH_BYTES),
    [SPELL_STEPS]: arena.bytes(stepCount * STEP_BYTES),
  });
  const start = arena.mark();
  const into = arena.words(leads.length);
  const scratch = arena.bytes(8).byteOffset;
  const count = arena.kernel.spellBlocks(arena.copy(leads), leads.length, pattern, scratch, into.byteOffset);
  const blocks = into.slice(0, count);
  for (let first = 0; first < count; first += BLOCKS_AT_ONCE) {
    arena.release(start);
    const some = blocks.subarray(first, first + BLOCKS_AT_ONCE);
    const bytes = segment.termBlocks(some);
    arena.reserve(bytes.length + some.length * termsABlock * FOUND_BYTES + 64);
    const address = arena.copy(bytes);
    const found = arena.words(3 * some.length * termsABlock);
    const foundCount = arena.kernel.spellWords(address, address + bytes.length, pattern, found.byteOffset);
    for (let i = 0; i < foundCount; i++) {
      const [word, at, edits] = found.subarray(3 * i);
      const from = at - address;
      let to = from;
      while (bytes[to] !== SEPARATOR) to++;
      onTerm(some[Math.floor(word / termsABlock)] * termsABlock + (word % termsABlock), Buffer.from(bytes.subarray(from, to)).toString('utf8'), edits);
    }
  }
}
