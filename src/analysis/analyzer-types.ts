/**
 * The analyzer's contract: the same code turns stored text and queries into terms.
 */

/** Receives the terms of a text in order. `bytes` is scratch memory: copy what you keep. */
export interface TermSink {
  /**
   * One term: folded UTF-8 bytes[start, end), its 32-bit hash (of the folded bytes, see term-hash), and its token position.
   * A compound is reported whole at the position of its first part, then its parts.
   */
  term(bytes: Uint8Array, start: number, end: number, hash: number, position: number, isWhole: boolean): void;
}
