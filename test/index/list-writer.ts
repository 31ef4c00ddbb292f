/**
 * Posting and position lists written one number after the other, beside the kernel that makes them (src/index/posting-lists.ts, list-join.ts).
 */
import type { ByteBuffer } from '../../src/index/codec.ts';

/** Appends one posting; `before`: the chunk of the posting before it, -1 at the start of a list. */
export function appendPosting(out: ByteBuffer, before: number, chunk: number, frequency: number): void {
  out.varint(((chunk - before - 1) << 1) | (frequency > 1 ? 1 : 0));
  if (frequency > 1) out.varint(frequency);
}

/** Appends lists of positions to a buffer; each term begins at a byte. */
export class PositionWriter {
  private readonly out: ByteBuffer;
  private pending = 0;
  private pendingBits = 0;

  constructor(out: ByteBuffer) {
    this.out = out;
  }

  /** Appends a number of `width` bits, at most 16. */
  add(value: number, width: number): void {
    const { out } = this;
    this.pending |= value << this.pendingBits;
    this.pendingBits += width;
    if (this.pendingBits < 8) return;
    out.reserve(3);
    do {
      out.bytes[out.length++] = this.pending & 0xff;
      this.pending >>>= 8;
      this.pendingBits -= 8;
    } while (this.pendingBits >= 8);
  }

  /** Fills the last byte of a term's list. */
  endTerm(): void {
    if (this.pendingBits === 0) return;
    this.add(0, 8 - this.pendingBits);
  }
}
