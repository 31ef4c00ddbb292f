/**
 * Terms into byte order.
 *
 * Four bytes of a term and its number make one exact double, and doubles sort natively (a comparator is ten times
 * slower); terms that agree in four bytes are sorted again by the next four, a few by hand.
 */

/** 2^21: with 32 bits of the term, the most that a double holds exactly. */
const MOST_TERMS = 0x200000;
/** Up to so many terms alike so far are sorted by comparing. Measured: 8 to 32 are level. */
const FEW = 16;

/**
 * Term numbers in byte order of the terms. arena[starts[n]]: length of term n, its bytes follow. Terms differ.
 * More than two million terms are sorted by comparing only.
 */
export function sortTerms(arena: Uint8Array, starts: Uint32Array): Uint32Array {
  const count = starts.length;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  if (count > MOST_TERMS) return order.sort((a, b) => compareFrom(arena, starts[a], starts[b], 0));
  sortRange(arena, starts, order, new Float64Array(count), 0, count, 0);
  return order;
}

/** Sorts order[from, to), whose terms agree in their first `depth` bytes. scratch: as long as order; only scratch[from, to) is used. */
function sortRange(arena: Uint8Array, starts: Uint32Array, order: Uint32Array, scratch: Float64Array, from: number, to: number, depth: number): void {
  if (to - from <= FEW) {
    insertionSort(arena, starts, order, from, to, depth);
    return;
  }
  const packed = scratch.subarray(from, to);
  pack(arena, starts, order, from, depth, packed);
  packed.sort();
  unpack(packed, order, from);
  // A run's place in the scratch is free once its end is known.
  for (let first = from; first < to; ) {
    const end = endOfRun(scratch, first, to);
    if (end - first > 1) sortRange(arena, starts, order, scratch, first, end, depth + 4);
    first = end;
  }
}

/* Loops of their own: in one function that calls itself, each new one drops the compiled code of the others. */
function pack(arena: Uint8Array, starts: Uint32Array, order: Uint32Array, from: number, depth: number, packed: Float64Array): void {
  for (let i = 0; i < packed.length; i++) packed[i] = fourBytes(arena, starts[order[from + i]], depth) * MOST_TERMS + order[from + i];
}

function unpack(packed: Float64Array, order: Uint32Array, from: number): void {
  for (let i = 0; i < packed.length; i++) order[from + i] = packed[i] - Math.floor(packed[i] / MOST_TERMS) * MOST_TERMS;
}

/** End of the terms that have the same four bytes as the one at `first`. */
function endOfRun(packed: Float64Array, first: number, to: number): number {
  const next = (Math.floor(packed[first] / MOST_TERMS) + 1) * MOST_TERMS;
  let end = first + 1;
  while (end < to && packed[end] < next) end++;
  return end;
}

function insertionSort(arena: Uint8Array, starts: Uint32Array, order: Uint32Array, from: number, to: number, depth: number): void {
  for (let i = from + 1; i < to; i++) {
    const term = order[i];
    let k = i;
    for (; k > from && compareFrom(arena, starts[term], starts[order[k - 1]], depth) < 0; k--) order[k] = order[k - 1];
    order[k] = term;
  }
}

/** Four bytes of a term from an offset, the first one highest; zeros past its end (no term holds a zero byte). */
function fourBytes(arena: Uint8Array, at: number, depth: number): number {
  const left = arena[at] - depth;
  const first = at + 1 + depth;
  if (left >= 4) return ((arena[first] << 24) | (arena[first + 1] << 16) | (arena[first + 2] << 8) | arena[first + 3]) >>> 0;
  let value = 0;
  for (let i = 0; i < 4; i++) value = value * 256 + (i < left ? arena[first + i] : 0);
  return value;
}

function compareFrom(arena: Uint8Array, a: number, b: number, depth: number): number {
  const shorter = Math.min(arena[a], arena[b]);
  for (let i = depth + 1; i <= shorter; i++) if (arena[a + i] !== arena[b + i]) return arena[a + i] - arena[b + i];
  return arena[a] - arena[b];
}
