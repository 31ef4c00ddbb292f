/**
 * Scoring of a few units alone: meanwhile the spans of all others are hidden, and it is noted which of those hold something.
 */
import { SPANS_COUNT, SPANS_FIRST, SPANS_UNIT } from './layout.ts';
import { rangeOf, readPosting, postingEnd, postingGap } from './lists.ts';
import { byteAt, setByte, setWord, wordAt } from './memory.ts';
import type { i32 } from './memory.ts';

/** A hidden unit u is written as -2 - u; -1 is a span that is shown nowhere. */
function hidden(unit: i32): i32 {
  return -2 - unit;
}

/** Hides the spans whose unit is not wanted. spans: SPANS; isWanted: bytes by unit. */
export function hideUnits(spans: i32, isWanted: i32): void {
  const count = wordAt(spans + SPANS_COUNT);
  const units = wordAt(spans + SPANS_UNIT);
  for (let span: i32 = 0; span < count; span++) {
    const unit = wordAt(units + (span << 2));
    if (unit >= 0 && byteAt(isWanted + unit) === 0) setWord(units + (span << 2), hidden(unit));
  }
}

/** Shows again what hideUnits() has hidden. */
export function showUnits(spans: i32): void {
  const count = wordAt(spans + SPANS_COUNT);
  const units = wordAt(spans + SPANS_UNIT);
  for (let span: i32 = 0; span < count; span++) {
    const unit = wordAt(units + (span << 2));
    if (unit < -1) setWord(units + (span << 2), hidden(unit));
  }
}

/** The first span from `span` on that is shown somewhere and not hidden; the number of spans when there is none. */
export function nextShown(spans: i32, span: i32): i32 {
  const count = wordAt(spans + SPANS_COUNT);
  const units = wordAt(spans + SPANS_UNIT);
  while (span < count && wordAt(units + (span << 2)) < 0) span++;
  return span;
}

/** Marks the hidden units (bytes by unit) in which a posting list has chunks; returns how many were not marked before. */
export function touchHidden(list: i32, count: i32, spans: i32, isTouched: i32): i32 {
  const spanCount = wordAt(spans + SPANS_COUNT);
  const first = wordAt(spans + SPANS_FIRST);
  const units = wordAt(spans + SPANS_UNIT);
  let found: i32 = 0;
  let at = list;
  let chunk: i32 = -1;
  let span: i32 = 0;
  // 0, so that the first posting always looks for its span.
  let next: i32 = 0;
  for (let left = count; left > 0; left--) {
    readPosting(at);
    at = postingEnd;
    chunk += postingGap;
    if (chunk < next) continue;
    span = rangeOf(first, span, spanCount, chunk);
    next = wordAt(first + ((span + 1) << 2));
    const unit = wordAt(units + (span << 2));
    if (unit >= -1 || byteAt(isTouched + hidden(unit)) !== 0) continue;
    setByte(isTouched + hidden(unit), 1);
    found++;
  }
  return found;
}
