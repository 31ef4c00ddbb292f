/**
 * The memory that the kernel works on when it runs as JavaScript: numbers at byte addresses.
 *
 * In kernel.wasm these are single instructions (scripts/kernel.mjs says which). All numbers but reals are 32-bit signed.
 */

/** A whole number of 32 bits, or an address. */
export type i32 = number;
/** A number with a fraction. */
export type f64 = number;

let bytes = new Uint8Array(new ArrayBuffer(0));
let halves = new Uint16Array(0);
let words = new Int32Array(0);
let reals = new Float64Array(0);

/** From now on addresses are offsets in this memory; its length is a multiple of 8. Returns the memory that was used before. */
export function useMemory(buffer: ArrayBuffer): ArrayBuffer {
  const before = bytes.buffer;
  if (buffer === before) return before;
  bytes = new Uint8Array(buffer);
  halves = new Uint16Array(buffer);
  words = new Int32Array(buffer);
  reals = new Float64Array(buffer);
  return before;
}

/** Number of bytes. */
export function memoryBytes(): i32 {
  return bytes.length;
}

/** Makes the memory at least that many bytes longer; what was in it stays. */
export function growMemory(more: i32): void {
  const larger = new ArrayBuffer((bytes.length + Math.max(more, bytes.length) + 7) & ~7);
  new Uint8Array(larger).set(bytes);
  useMemory(larger);
}

/** The number without its fraction. */
export function i32(value: f64): i32 {
  return value | 0;
}

/** A whole number as one with a fraction. */
export function f64(value: i32): f64 {
  return value;
}

/** Leading zero bits of 32. */
export function clz(value: i32): i32 {
  return Math.clz32(value);
}

/** Zero bits below the lowest one of a number that is not 0. */
export function ctz(value: i32): i32 {
  return 31 - Math.clz32(value & -value);
}

/** The low 32 bits of a product. */
export function imul(a: i32, b: i32): i32 {
  return Math.imul(a, b);
}

export function byteAt(at: i32): i32 {
  return bytes[at];
}

export function halfAt(at: i32): i32 {
  return halves[at >>> 1];
}

export function wordAt(at: i32): i32 {
  return words[at >>> 2];
}

export function realAt(at: i32): f64 {
  return reals[at >>> 3];
}

export function setByte(at: i32, value: i32): void {
  bytes[at] = value;
}

export function setHalf(at: i32, value: i32): void {
  halves[at >>> 1] = value;
}

export function setWord(at: i32, value: i32): void {
  words[at >>> 2] = value;
}

export function setReal(at: i32, value: f64): void {
  reals[at >>> 3] = value;
}

/** Copies bytes; the ranges may overlap. */
export function copyBytes(to: i32, from: i32, count: i32): void {
  bytes.copyWithin(to, from, from + count);
}

export function clearBytes(at: i32, count: i32): void {
  bytes.fill(0, at, at + count);
}

/** True when that many bytes are the same at both addresses. The memory must go on for 8 bytes after them. */
export function isSame(a: i32, b: i32, count: i32): boolean {
  for (let i = 0; i < count; i++) if (bytes[a + i] !== bytes[b + i]) return false;
  return true;
}
