/**
 * Runs of scripts that write no spaces between words: overlapping pairs and single characters of Han, kana and Hangul,
 * triples and pairs of Thai, Lao, Burmese and Khmer.
 *
 * A part of a run finds the run, because its grams are among those of the run. Two scripts side by side are two runs.
 * A sound mark or Hangul letter that stands apart (file names of some systems) is composed with what it follows.
 */
import { byteAt, halfAt, setByte, setHalf } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';
import { compose } from './beyond.ts';
import { folded, moveFolded, reportFolded } from './compound.ts';
import { decodeAt, decodedLength, foldAt, foldedLengthAt, kindAt, scriptAt } from './decode.ts';
import { KIND, SCRIPT } from './kinds.ts';
import { GRAM_MARKS, GRAM_OFFSETS } from './places.ts';

/** Characters in the window; longer runs continue with the last ones carried over. */
const WINDOW: i32 = 128;
/** A character that folds to more stays as it is. */
const MAX_FOLDED: i32 = 12;
const PROLONGED_SOUND_MARK: i32 = 0x30fc;

/** Address after the run that readGrams read. */
export let gramsEnd: i32 = 0;

/** Where each character of the window begins, after `folded`; with one more: where the last one ends. */
function offsetOf(character: i32): i32 {
  return halfAt(GRAM_OFFSETS + (character << 1));
}

function setOffset(character: i32, offset: i32): void {
  setHalf(GRAM_OFFSETS + (character << 1), offset);
}

function isMark(character: i32): boolean {
  return byteAt(GRAM_MARKS + character) === 1;
}

/** Reads the run that begins there with a character of that kind (pair, triple or tripleMark) and script; returns the positions used and sets gramsEnd. */
export function readGrams(start: i32, end: i32, firstKind: i32, script: i32, firstPosition: i32): i32 {
  const size: i32 = firstKind === KIND.pair ? 2 : 3;
  const isKana = script === SCRIPT.hiragana || script === SCRIPT.katakana;
  let at = start;
  let position = firstPosition;
  let count: i32 = 0;
  let isFirstWindow = true;
  setOffset(0, 0);
  while (at < end && byteAt(at) >= 0x80) {
    const codePoint = decodeAt(at, end);
    if (codePoint < 0) break;
    const length = decodedLength;
    const fold = foldAt(codePoint);
    const kind = kindAt(fold);
    if (kind !== KIND.ignored) {
      if (kind < KIND.pair || (kind === KIND.pair) !== (size === 2)) break;
      if (count > 0 && isComposing(codePoint) && composeLast(count, codePoint)) {
        at += length;
        continue;
      }
      if (scriptAt(fold) !== script && !(isKana && (codePoint === PROLONGED_SOUND_MARK || isComposing(codePoint)))) break;
      if (count === WINDOW) {
        position = reportGrams(count, size, false, isFirstWindow, position);
        isFirstWindow = false;
        count = carryOver(count, size - 1);
      }
      setByte(GRAM_MARKS + count, kind === KIND.tripleMark ? 1 : 0);
      const changed = foldedLengthAt(fold);
      const isChanged = changed > 0 && changed <= MAX_FOLDED;
      const from = isChanged ? fold + 8 : at;
      const bytes = isChanged ? changed : length;
      const to = offsetOf(count);
      for (let i: i32 = 0; i < bytes; i++) setByte(folded + to + i, byteAt(from + i));
      setOffset(++count, to + bytes);
    }
    at += length;
  }
  gramsEnd = at;
  position = reportGrams(count, size, true, isFirstWindow, position);
  moveFolded(offsetOf(count));
  return position - firstPosition;
}

/** Reports the grams that begin at each character (but not at marks), longest first; returns the next position. */
function reportGrams(count: i32, size: i32, isLast: boolean, isFirst: boolean, firstPosition: i32): i32 {
  const starts = isLast ? count : count - (size - 1);
  const isShort = isFirst && isLast && count < size - 1;
  let position = firstPosition;
  for (let k: i32 = 0; k < starts; k++) {
    if (isMark(k)) continue;
    let isReported = false;
    for (let length = size; length >= size - 1; length--) {
      if (k + length > count) continue;
      isReported = true;
      reportFolded(offsetOf(k), offsetOf(k + length), position, false, length);
    }
    if (isShort && !isReported) {
      isReported = true;
      reportFolded(offsetOf(k), offsetOf(count), position, false, count - k);
    }
    if (isReported) position++;
  }
  return position;
}

/** Lets the window begin at its last `kept` characters. */
function carryOver(count: i32, kept: i32): i32 {
  const from = offsetOf(count - kept);
  for (let k: i32 = 0; k <= kept; k++) {
    setOffset(k, offsetOf(count - kept + k) - from);
    setByte(GRAM_MARKS + k, byteAt(GRAM_MARKS + count - kept + k));
  }
  moveFolded(from);
  return kept;
}

/** Sound marks of kana (full and half width), vowels and final consonants of Hangul. */
function isComposing(codePoint: i32): boolean {
  return (
    (codePoint >= 0x1161 && codePoint <= 0x11c2) || codePoint === 0x3099 || codePoint === 0x309a || codePoint === 0xff9e || codePoint === 0xff9f
  );
}

/** Joins the sign to the last character when Unicode has one character for both. */
function composeLast(count: i32, sign: i32): boolean {
  const end = compose(folded + offsetOf(count - 1), folded + offsetOf(count), sign);
  if (end === 0) return false;
  setOffset(count, end - folded);
  return true;
}
