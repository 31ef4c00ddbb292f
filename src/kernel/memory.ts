/**
 * The memory that the kernel works on, where it runs as JavaScript: numbers at byte addresses.
 *
 * In kernel.wasm these are single instructions (scripts/kernel.mjs says which). All numbers but reals are 32-bit signed.
 */

/** A whole number of 32 bits, or an address. */
export type i32 = number;
/** A number with a fraction. */
export type f64 = number;

let bytes = new Uint8Array(0);
let halves = new Uint16Array(0);
let words = new Int32Array(0);
let reals = new Float64Array(0);

/** From now on addresses are offsets in this memory; its length is a multiple of 8. */
export function useMemory(buffer: ArrayBuffer): void {
  bytes = new Uint8Array(buffer);
  halves = new Uint16Array(buffer);
  words = new Int32Array(buffer);
  reals = new Float64Array(buffer);
}

/** Without its fraction. */
export function i32(value: f64): i32 {
  return value | 0;
}

/** As a number to calculate with. */
export function f64(value: i32): f64 {
  return value;
}

/** Leading zero bits of 32. */
export function clz(value: i32): i32 {
  return Math.clz32(value);
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

export function setWord(at: i32, value: i32): void {
  words[at >>> 2] = value;
}

export function setReal(at: i32, value: f64): void {
  reals[at >>> 3] = value;
}
