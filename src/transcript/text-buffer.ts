/**
 * A growing buffer of clean UTF-8: where JSON strings are unescaped to.
 *
 * Owned by whoever fills it; `bytes` is replaced when it grows, so never keep a reference across an append.
 */
export class TextBuffer {
  bytes: Buffer;
  length = 0;

  constructor(capacity = 1 << 16) {
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  /** Makes room for that many more bytes. Cost: amortised constant. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
