/**
 * Sorted tables of 64-bit keys with one number each: entries (identity → first chunk) and links (key → row).
 *
 * Keys are hashes, so they are evenly spread: a guess by interpolation is within a page of the right place, and one or two
 * positional reads find a key in a table of any size. Equal keys are adjacent, the first written first.
 */
import type { Key } from '../hash.ts';
import type { CheckedFile } from './checked-file.ts';
import type { SectionName } from './format.ts';
import { grown } from './grown.ts';

/** 2^21: beside 32 bits of a key, the most that a double holds exactly. */
const MOST_KEYS = 0x200000;

/** A sorted table, with one value for each key. */
export interface KeyColumns {
  readonly count: number;
  readonly hi: Uint32Array;
  readonly lo: Uint32Array;
  readonly value: Uint32Array;
}

/** Keys in the order in which they come; sorted at the end. */
export class KeyTableBuilder {
  count = 0;
  private hi: Uint32Array = new Uint32Array(64);
  private lo: Uint32Array = new Uint32Array(64);
  private value: Uint32Array = new Uint32Array(64);

  add(hi: number, lo: number, value: number): void {
    if (this.count === this.hi.length) {
      this.hi = grown(this.hi);
      this.lo = grown(this.lo);
      this.value = grown(this.value);
    }
    this.hi[this.count] = hi;
    this.lo[this.count] = lo;
    this.value[this.count++] = value;
  }

  /** Sorted by (hi, lo, order of adding). */
  sorted(): KeyColumns {
    const { count, hi, lo, value } = this;
    // hi and place in one exact double sort natively, ten times faster than with a comparator; ties by lo are rare.
    const places = new Uint32Array(count);
    if (count <= MOST_KEYS) sortPacked(hi, places);
    else {
      for (let i = 0; i < count; i++) places[i] = i;
      places.sort((a, b) => hi[a] - hi[b] || a - b);
    }
    for (let i = 1; i < count; i++) {
      for (let k = i; k > 0 && hi[places[k]] === hi[places[k - 1]] && lo[places[k]] < lo[places[k - 1]]; k--) {
        const place = places[k];
        places[k] = places[k - 1];
        places[k - 1] = place;
      }
    }
    return { count, hi: pick(hi, places), lo: pick(lo, places), value: pick(value, places) };
  }
}

function sortPacked(hi: Uint32Array, places: Uint32Array): void {
  const packed = new Float64Array(places.length);
  for (let i = 0; i < packed.length; i++) packed[i] = hi[i] * MOST_KEYS + i;
  packed.sort();
  for (let i = 0; i < packed.length; i++) places[i] = packed[i] % MOST_KEYS;
}

function pick(column: Uint32Array, places: Uint32Array): Uint32Array {
  const picked = new Uint32Array(places.length);
  for (let i = 0; i < picked.length; i++) picked[i] = column[places[i]];
  return picked;
}

/** Value of the first entry with that key in a table of three columns, or -1. */
export function findKey(file: CheckedFile, columns: readonly [SectionName, SectionName, SectionName], count: number, key: Key): number {
  const [hiColumn, loColumn, valueColumn] = columns;
  let low = 0;
  let high = count;
  let lowHi = 0;
  let highHi = 0x100000000;
  // The first place whose hi is not below the key's.
  while (low < high) {
    const guess = low + Math.floor(((key.hi - lowHi) / (highHi - lowHi)) * (high - low));
    const place = Math.max(low, Math.min(high - 1, guess));
    const found = file.word(hiColumn, place);
    if (found < key.hi) {
      low = place + 1;
      lowHi = found;
    } else {
      high = place;
      highHi = found;
      if (found === key.hi && place > low && file.word(hiColumn, place - 1) < key.hi) low = place;
    }
    // What is left is within one page: halve it.
    if (highHi - lowHi < 2 || high - low < 8) {
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (file.word(hiColumn, middle) < key.hi) low = middle + 1;
        else high = middle;
      }
    }
  }
  for (let place = low; place < count && file.word(hiColumn, place) === key.hi; place++) {
    const found = file.word(loColumn, place);
    if (found === key.lo) return isNarrow(file, valueColumn, count) ? file.halfWord(valueColumn, place) : file.word(valueColumn, place);
    if (found > key.lo) break;
  }
  return -1;
}

/** The whole table. */
export function readKeys(file: CheckedFile, columns: readonly [SectionName, SectionName, SectionName], count: number): KeyColumns {
  const [hi, lo, value] = columns;
  const values = readValues(file, value, count);
  return { count, hi: file.words(hi), lo: file.words(lo), value: values instanceof Uint32Array ? values : Uint32Array.from(values) };
}

/** The numbers of a table alone. */
export function readValues(file: CheckedFile, column: SectionName, count: number): Uint16Array | Uint32Array {
  return isNarrow(file, column, count) ? file.halfWords(column) : file.words(column);
}

/** The numbers of a table in as few bytes as they need. */
export function packValues(values: Uint32Array): Uint16Array | Uint32Array {
  return values.every((value) => value <= 0xffff) ? Uint16Array.from(values) : values;
}

function isNarrow(file: CheckedFile, section: SectionName, count: number): boolean {
  return file.footer.sections[section].length === count * 2;
}
