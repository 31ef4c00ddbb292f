/**
 * The best chunks: of each unit, and of all.
 */
import { SPANS_BEST, SPANS_PLACE, SPANS_TOUCHED, SPANS_TOUCHED_COUNT, SPANS_UNIT } from './layout.ts';
import { byteAt, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';

/** Raises `into` by unit to the values of the touched places. values, units: words by place; touched: `count` places. */
export function greatestByUnit(values: i32, touched: i32, count: i32, units: i32, into: i32): void {
  for (let i: i32 = 0; i < count; i++) {
    const place = wordAt(touched + (i << 2)) << 2;
    const best = into + (wordAt(units + place) << 2);
    if (wordAt(values + place) > wordAt(best)) setWord(best, wordAt(values + place));
  }
}

/** Raises `text` by unit to the best chunk of the spans, and `title` to that of titles. spans: SPANS. */
export function bestsByUnit(spans: i32, text: i32, title: i32): void {
  const count = wordAt(spans + SPANS_TOUCHED_COUNT);
  for (let i: i32 = 0; i < count; i++) {
    const span = wordAt(wordAt(spans + SPANS_TOUCHED) + (i << 2));
    const best = bestOf(spans, span, text, title);
    const value = wordAt(wordAt(spans + SPANS_BEST) + (span << 2));
    if (value > wordAt(best)) setWord(best, value);
  }
}

/** Where the best chunk of the span's unit is noted: among titles, or among everything else. */
function bestOf(spans: i32, span: i32, text: i32, title: i32): i32 {
  const isTitle = (wordAt(wordAt(spans + SPANS_PLACE) + (span << 2)) & 1) !== 0;
  return (isTitle ? title : text) + (wordAt(wordAt(spans + SPANS_UNIT) + (span << 2)) << 2);
}

/** Writes the touched spans that hold the best chunk of a wanted unit (bytes by unit); returns how many. */
export function spansOfUnits(spans: i32, text: i32, title: i32, isWanted: i32, into: i32): i32 {
  const count = wordAt(spans + SPANS_TOUCHED_COUNT);
  let found: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const span = wordAt(wordAt(spans + SPANS_TOUCHED) + (i << 2));
    if (byteAt(isWanted + wordAt(wordAt(spans + SPANS_UNIT) + (span << 2))) === 0) continue;
    const best = bestOf(spans, span, text, title);
    if (wordAt(best) === wordAt(wordAt(spans + SPANS_BEST) + (span << 2))) setWord(into + (found++ << 2), span);
  }
  return found;
}

/** Writes the touched spans of wanted units (bytes by unit); returns how many. */
export function touchedOf(spans: i32, isWanted: i32, into: i32): i32 {
  const count = wordAt(spans + SPANS_TOUCHED_COUNT);
  let found: i32 = 0;
  for (let i: i32 = 0; i < count; i++) {
    const span = wordAt(wordAt(spans + SPANS_TOUCHED) + (i << 2));
    if (byteAt(isWanted + wordAt(wordAt(spans + SPANS_UNIT) + (span << 2))) !== 0) setWord(into + (found++ << 2), span);
  }
  return found;
}

/** Puts a value that is larger than the least into a heap of `size` words, with the least on top, that began full of zeros. */
export function replaceTop(heap: i32, size: i32, value: i32): void {
  let at: i32 = 0;
  for (let child: i32 = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && wordAt(heap + ((child + 1) << 2)) < wordAt(heap + (child << 2))) child++;
    if (wordAt(heap + (child << 2)) >= value) break;
    setWord(heap + (at << 2), wordAt(heap + (child << 2)));
    at = child;
  }
  setWord(heap + (at << 2), value);
}
