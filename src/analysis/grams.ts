/**
 * Runs of scripts that set no spaces between words: overlapping pairs and single characters of Han, kana and Hangul,
 * triples and pairs of Thai, Lao, Burmese and Khmer.
 *
 * A part of a run finds the run, because its grams are among those of the run. Two scripts side by side are two runs.
 * A sound mark or Hangul letter that stands apart (file names of some systems) is composed with what it follows.
 */
import type { TermSink } from './analyzer-types.ts';
import { writeCodePoint } from '../utf8.ts';
import { decodeAt, decodedLength } from './characters.ts';
import { KIND, SCRIPT } from './code-point.ts';
import { foldEntry, foldedBytes, foldedLength, foldedStart, kindOf, scriptOf } from './fold.ts';
import { termHash } from './term-hash.ts';

/** Characters that are looked at together; longer runs go on with the last ones carried over. */
const WINDOW = 128;
const run = Buffer.allocUnsafeSlow((WINDOW + 1) * 16);
/** Offset in `run` of each character, and of the end. */
const offsets = new Uint16Array(WINDOW + 2);
const isMark = new Uint8Array(WINDOW + 2);
const PROLONGED_SOUND_MARK = 0x30fc;

/** Offset after the run that readGrams read. */
export let gramsEnd = 0;

/** Reads the run that begins at bytes[i] with a character of that entry (kind pair or triple or tripleMark); returns the positions used. */
export function readGrams(bytes: Uint8Array, i: number, end: number, entry: number, position: number, sink: TermSink): number {
  const size = kindOf(entry) === KIND.pair ? 2 : 3;
  const script = scriptOf(entry);
  const isKana = script === SCRIPT.hiragana || script === SCRIPT.katakana;
  const first = position;
  let count = 0;
  let isFirstWindow = true;
  offsets[0] = 0;
  while (i < end && bytes[i] >= 0x80) {
    const codePoint = decodeAt(bytes, i, end);
    if (codePoint < 0) break;
    const length = decodedLength;
    const found = foldEntry(codePoint);
    const kind = kindOf(found);
    if (kind !== KIND.ignored) {
      if (kind < KIND.pair || (kind === KIND.pair) !== (size === 2)) break;
      if (count > 0 && isComposing(codePoint) && composeLast(count, codePoint)) {
        i += length;
        continue;
      }
      if (scriptOf(found) !== script && !(isKana && (codePoint === PROLONGED_SOUND_MARK || isComposing(codePoint)))) break;
      if (count === WINDOW) {
        position = reportGrams(count, size, false, isFirstWindow, position, sink);
        isFirstWindow = false;
        count = carryOver(count, size - 1);
      }
      let at = offsets[count];
      isMark[count] = kind === KIND.tripleMark ? 1 : 0;
      const changed = foldedLength(found);
      if (changed > 0 && changed <= 12) at += foldedBytes.copy(run, at, foldedStart(codePoint), foldedStart(codePoint) + changed);
      else for (let k = 0; k < length; k++) run[at++] = bytes[i + k];
      offsets[++count] = at;
    }
    i += length;
  }
  gramsEnd = i;
  return reportGrams(count, size, true, isFirstWindow, position, sink) - first;
}

/** Reports the grams that begin at each character (but not at marks), longest first; returns the next position. */
function reportGrams(count: number, size: number, isLast: boolean, isFirst: boolean, position: number, sink: TermSink): number {
  const starts = isLast ? count : count - (size - 1);
  const isShort = isFirst && isLast && count < size - 1;
  for (let k = 0; k < starts; k++) {
    if (isMark[k] === 1) continue;
    let reported = false;
    for (let length = size; length >= size - 1; length--) {
      if (k + length > count) continue;
      reported = true;
      sink.term(run, offsets[k], offsets[k + length], termHash(run, offsets[k], offsets[k + length]), position, false, length);
    }
    if (isShort && !reported) {
      reported = true;
      sink.term(run, offsets[k], offsets[count], termHash(run, offsets[k], offsets[count]), position, false, count - k);
    }
    if (reported) position++;
  }
  return position;
}

function carryOver(count: number, kept: number): number {
  const from = offsets[count - kept];
  run.copyWithin(0, from, offsets[count]);
  for (let k = 0; k <= kept; k++) {
    offsets[k] = offsets[count - kept + k] - from;
    isMark[k] = isMark[count - kept + k];
  }
  return kept;
}

/** Sound marks of kana (full and half width), vowels and final consonants of Hangul. */
function isComposing(codePoint: number): boolean {
  return (
    (codePoint >= 0x1161 && codePoint <= 0x11c2) || codePoint === 0x3099 || codePoint === 0x309a || codePoint === 0xff9e || codePoint === 0xff9f
  );
}

/** Joins the sign to the last character when Unicode has one character for both. */
function composeLast(count: number, sign: number): boolean {
  const start = offsets[count - 1];
  const composed = (run.toString('utf8', start, offsets[count]) + String.fromCodePoint(sign).normalize('NFKC')).normalize('NFC');
  const codePoint = composed.codePointAt(0) ?? 0;
  if (composed.length !== (codePoint > 0xffff ? 2 : 1)) return false;
  offsets[count] = writeCodePoint(run, start, codePoint);
  return true;
}
