/**
 * Variable-length numbers and the posting and position lists made of them.
 *
 * A varint has seven bits in each byte, low bits first, the top bit set on all but the last byte; numbers below 2^31. A position takes
 * as many bits as its chunk's length needs, low bits first: a fifth less than varints, and the lists of other chunks are skipped by
 * addition alone. Decoders are small top-level functions over typed arrays, since in a cold search they start uncompiled.
 */
import { IndexDamage } from './damage.ts';

/** Most bytes of a varint. */
const MAX_VARINT_BYTES = 5;

/** Bytes that grow. `bytes` is replaced when it does. */
export class ByteBuffer {
  bytes: Buffer;
  length = 0;
  /** How many were taken away. */
  taken = 0;

  constructor(capacity = 256) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
  }

  /** Makes room for that many more bytes. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  append(source: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    if (end - start > 24) this.bytes.set(source.subarray(start, end), this.length);
    else for (let i = start, at = this.length; i < end; i++, at++) this.bytes[at] = source[i];
    this.length += end - start;
  }

  varint(value: number): void {
    this.reserve(MAX_VARINT_BYTES);
    this.length = writeVarint(this.bytes, this.length, value);
  }

  /** What was written and not taken away, as a view. */
  view(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  /** Returns a copy of what was written and starts again, empty. */
  take(): Buffer {
    const taken = Buffer.from(this.view());
    this.taken += this.length;
    this.length = 0;
    return taken;
  }
}

/** Writes value at bytes[at]; returns the offset after it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  while (value > 0x7f) {
    bytes[at++] = (value & 0x7f) | 0x80;
    value >>>= 7;
  }
  bytes[at] = value;
  return at + 1;
}

/** Offset after the varint that readVarint() read. */
export let varintEnd = 0;

/** The varint at bytes[at]. Sets varintEnd. Past the end of the array it reads garbage: check varintEnd. */
export function readVarint(bytes: Uint8Array, at: number): number {
  let byte = bytes[at++];
  if (byte < 0x80) {
    varintEnd = at;
    return byte;
  }
  let value = byte & 0x7f;
  for (let shift = 7; shift < 35; shift += 7) {
    byte = bytes[at++];
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  varintEnd = at;
  return value >>> 0;
}

/** Chunks and frequencies of a list of `count` postings in bytes[start, end). Throws IndexDamage when they do not fill it exactly. */
export function decodePostings(bytes: Uint8Array, start: number, end: number, count: number, chunks: Uint32Array, frequencies: Uint32Array): void {
  let at = start;
  let chunk = -1;
  for (let i = 0; i < count; i++) {
    let value = bytes[at++];
    if (value > 0x7f) {
      value = readVarint(bytes, at - 1);
      at = varintEnd;
    }
    chunk += (value >>> 1) + 1;
    chunks[i] = chunk;
    if ((value & 1) === 0) frequencies[i] = 1;
    else {
      frequencies[i] = readVarint(bytes, at);
      at = varintEnd;
    }
  }
  if (at !== end) throw new IndexDamage('a posting list has the wrong length');
}

/** Bits of a position in a chunk of that many tokens. */
export function positionBits(length: number): number {
  return length <= 1 ? 0 : 32 - Math.clz32(length - 1);
}

/** `count` positions of `width` bits (at most 16) from bit `offset` of the bytes on. */
export function readPositions(bytes: Uint8Array, offset: number, width: number, count: number): Uint32Array {
  const positions = new Uint32Array(count);
  const mask = (1 << width) - 1;
  for (let i = 0; i < count; i++, offset += width) positions[i] = bitsAt(bytes, offset) & mask;
  return positions;
}

/** At least 16 bits from bit `offset` on; bits past the end are 0. */
function bitsAt(bytes: Uint8Array, offset: number): number {
  const at = offset >>> 3;
  return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16)) >>> (offset & 7);
}
