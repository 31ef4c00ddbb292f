/**
 * The analyzer's contract: the same code turns stored text and queries into terms.
 *
 * Positions count upwards from the first position in steps of 0 or 1 and never fall, so that a writer may keep one bit a term.
 */

/** Receives the terms of a text in order. `bytes` is scratch memory: copy what you keep. Must not call the tokenizer. */
export interface TermSink {
  /**
   * One term: folded UTF-8 bytes[start, end), its 32-bit hash (of the folded bytes, see term-hash), and its token position.
   * A compound (isWhole) is reported whole at the position of its first part, then smaller compounds inside it, then the part.
   * span: how many positions it covers (1: a word or part; n: a compound of n parts, or n characters of a script without spaces).
   */
  term(bytes: Uint8Array, start: number, end: number, hash: number, position: number, isWhole: boolean, span: number): void;
}
