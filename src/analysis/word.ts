/**
 * The automaton that reads one word or compound: it folds bytes into compound.ts and finds the borders.
 *
 * States say what stood before (start of a piece, lower case, one or more capitals, digit, letters of another script); a table
 * (tables.ts) gives for state and byte class what to do and the next state. Anything but "append" is done by one of a few small functions.
 */
import { byteAt, halfAt, setByte } from '../kernel/memory.ts';
import type { i32 } from '../kernel/memory.ts';
import { MAX_BYTES, beginCompound, finishCompound, folded, hasBorder, hasManyParts, isLong, isPieceAfter, isSinglePart, splitPart, splitPiece, wasOpaque } from './compound.ts';
import { classAt, decodeAt, decodedLength, foldAt, foldedLengthAt, isJoinerAt, isWordAt, kindAt, scriptAt } from './decode.ts';
import { ACT, CLASS, KIND, SCRIPT, STATE } from './kinds.ts';
import { LOWERED, TRANSITIONS } from './places.ts';

const STATE_MASK: i32 = 0xf0;
/** What an action returns for "the word ends here". */
const STOP: i32 = -1;
/** Longest run of joiners inside a compound: `://`. Dot leaders and rules are longer. */
const MAX_JOINERS: i32 = 3;

/** State and folded length as the actions see and leave them. */
let state: i32 = 0;
let length: i32 = 0;
/** Script of the letters before, in the foreign states. */
let script: i32 = 0;
/** Bytes after the word that only its whole form has: the signs of `c++` and `c#`. */
let suffix: i32 = 0;
/** The word was too long; what is left of it is dropped. */
let isCut: boolean = false;

/** Where a line number begins: set when the path before it ends, for the very next word. */
let lineNumberStart: i32 = -1;
let isLineNumber: boolean = false;

/** Address after the word that readWord read. */
export let wordEnd: i32 = 0;

/** To be called before a text: no path stands before it. */
export function forgetLine(): void {
  lineNumberStart = -1;
}

/** Reads the word or compound at that address, which begins one; returns the positions used and sets wordEnd. */
export function readWord(start: i32, end: i32, position: i32): i32 {
  beginCompound();
  suffix = 0;
  isCut = false;
  isLineNumber = start === lineNumberStart;
  lineNumberStart = -1;
  let at = start;
  let now: i32 = STATE.start;
  let used: i32 = 0;
  while (at < end) {
    const transition = halfAt(TRANSITIONS + ((now + classAt(at)) << 1));
    if (transition > 0xff || used >= MAX_BYTES) {
      state = now;
      length = used;
      const next = used >= MAX_BYTES ? cut() : act(transition >>> 8, at, end);
      if (next === STOP) break;
      used = length;
      if (next !== at) {
        now = state;
        at = next;
        continue;
      }
    }
    setByte(folded + used++, byteAt(LOWERED + byteAt(at)));
    now = transition & STATE_MASK;
    at++;
  }
  length = used;
  const positions = finishCompound(used, suffix, position);
  wordEnd = endOfWord(at, end);
  return positions;
}

/**
 * What to do at a byte beside appending it. Returns `at`: append the byte and take the table's next state; a greater
 * address: go on from there with what `state` and `length` say now; STOP: the word ends before `at`.
 */
function act(action: i32, at: i32, end: i32): i32 {
  if (action === ACT.readJoiners) return readJoiners(at, end);
  if (action === ACT.readHigh) return readHigh(at, end);
  if (action === ACT.stop) return STOP;
  if (hasManyParts()) return cut();
  if (action === ACT.splitAcronym) splitAcronym(at, end);
  else splitPart(length, action === ACT.splitAtDigit);
  return at;
}

/** A piece of that many bytes or parts is no word: what is left of it is dropped. */
function cut(): i32 {
  isCut = true;
  return STOP;
}

/** `XMLParser` parts before its P; `URLs` is one word. */
function splitAcronym(at: i32, end: i32): void {
  const isPlural = byteAt(at) === 0x73 && !goesOnAsLower(at + 1, end);
  if (!isPlural) splitPart(length - 1, false);
}

/** At a Latin letter in lower case, or an accent of the letter before. */
function goesOnAsLower(at: i32, end: i32): boolean {
  if (at >= end || classAt(at) !== CLASS.high) return at < end && classAt(at) === CLASS.lower;
  const fold = foldAt(decodeAt(at, end));
  return kindAt(fold) === KIND.ignored || (kindAt(fold) === KIND.lower && scriptAt(fold) === SCRIPT.latin);
}

function readJoiners(start: i32, end: i32): i32 {
  let border: i32 = 0;
  let at = start;
  for (; at < end && isJoinerAt(at); at++) if (classAt(at) > border) border = classAt(at);
  const joiners = at - start;
  if (joiners > MAX_JOINERS || isLong(length) || !beginsWord(at, end) || isLocation(start, at)) {
    if (length === 1 && isSinglePart() && state >= STATE.lower) suffix = languageSuffix(start, at);
    for (let n: i32 = 0; n < suffix; n++) setByte(folded + length + n, byteAt(start + n));
    return STOP;
  }
  // `a..b` is a range of two things, not a name with a suffix; `http://localhost:8080` parts first behind its scheme.
  if (byteAt(start) === 0x2e && byteAt(start + 1) === 0x2e) border = CLASS.colon;
  splitPiece(length, length + joiners, border - CLASS.name + (joiners === MAX_JOINERS && byteAt(start) === 0x3a ? 2 : 1));
  for (let from = start; from < at; from++) setByte(folded + length++, byteAt(from));
  state = STATE.start;
  return at;
}

/**
 * `src/app.ts:12` and `src/app.ts-12-` are a path and a line, `12:const` a line and its text: searches print thousands of
 * them, and kept whole they would be a third of the dictionary. `host:8080`, `12:30` and `64-bit` stay whole.
 */
function isLocation(start: i32, after: i32): boolean {
  if (after - start !== 1) return false;
  if (isLineNumber && state === STATE.digit && isSinglePart()) return true;
  const isDigitNext = classAt(after) === CLASS.digit;
  if (byteAt(start) === 0x3a) {
    if (!isDigitNext) return state === STATE.digit && isSinglePart();
    if (!hasBorder(CLASS.slash - CLASS.name + 1)) return false;
  } else if (byteAt(start) !== 0x2d || !isDigitNext || state < STATE.lower || !isPieceAfter(CLASS.dot - CLASS.name + 1)) return false;
  lineNumberStart = after;
  return true;
}

function readHigh(at: i32, end: i32): i32 {
  const codePoint = decodeAt(at, end);
  const after = at + decodedLength;
  const fold = foldAt(codePoint);
  const kind = kindAt(fold);
  // A sign of an Indic script behind a Latin letter or a digit belongs to nothing.
  if (kind === KIND.ignored || (kind === KIND.mark && state < STATE.foreign)) {
    recompose(codePoint);
    return after;
  }
  if (kind === KIND.separator || kind >= KIND.pair) return STOP;
  if (hasManyParts()) return cut();
  if (kind === KIND.digit) {
    if (state >= STATE.lower) splitPart(length, true);
    state = STATE.digit;
  } else if (kind !== KIND.mark && !beginLetter(fold)) return STOP;
  appendFolded(at, after, fold);
  return after;
}

/** Borders and next state before a letter beyond ASCII; false when it belongs to another word than the letter before. */
function beginLetter(fold: i32): boolean {
  const letterScript = scriptAt(fold);
  const isUpper = kindAt(fold) === KIND.upper;
  if (state >= STATE.lower && (state >= STATE.foreign ? script : SCRIPT.latin) !== letterScript) return false;
  if (state === STATE.digit) splitPart(length, true);
  else if (isUpper && (state === STATE.lower || state === STATE.foreign)) splitPart(length, false);
  else if (!isUpper && state === STATE.capitals) splitPart(length - 1, false);
  script = letterScript;
  if (letterScript !== SCRIPT.latin) state = isUpper ? STATE.foreignCapital : STATE.foreign;
  else if (!isUpper) state = STATE.lower;
  // Where lower case follows several capitals, the last byte is the next part: so this letter must fold to one.
  else state = (state === STATE.capital || state === STATE.capitals) && foldedLengthAt(fold) === 1 ? STATE.capitals : STATE.capital;
  return true;
}

function appendFolded(start: i32, after: i32, fold: i32): void {
  const changed = foldedLengthAt(fold);
  const from = changed === 0 ? start : fold + 8;
  const count = changed === 0 ? after - start : changed;
  for (let i: i32 = 0; i < count; i++) setByte(folded + length++, byteAt(from + i));
}

/** Cyrillic letters with a breve, diaeresis or acute of their own (й, ў, ї, ѓ, ќ), written as base and accent, are put together again. */
function recompose(accent: i32): void {
  if (length < 2 || (accent !== 0x306 && accent !== 0x308 && accent !== 0x301)) return;
  const base = (byteAt(folded + length - 2) << 8) | byteAt(folded + length - 1);
  let composed: i32 = 0;
  if (accent === 0x306) composed = base === 0xd0b8 ? 0xd0b9 : base === 0xd183 ? 0xd19e : 0;
  else if (accent === 0x308) composed = base === 0xd196 ? 0xd197 : 0;
  else composed = base === 0xd0b3 ? 0xd193 : base === 0xd0ba ? 0xd19c : 0;
  if (composed === 0) return;
  setByte(folded + length - 2, composed >>> 8);
  setByte(folded + length - 1, composed & 0xff);
}

function beginsWord(at: i32, end: i32): boolean {
  if (at >= end) return false;
  if (classAt(at) !== CLASS.high) return classAt(at) < CLASS.high;
  const kind = kindAt(foldAt(decodeAt(at, end)));
  return kind >= KIND.lower && kind <= KIND.digit;
}

/** Length of the `++` or `#` of C++, C#, F# in the joiners [start, joinersEnd); 0 for other joiners. */
function languageSuffix(start: i32, joinersEnd: i32): i32 {
  if (byteAt(start) === 0x23) return joinersEnd - start === 1 ? 1 : 0;
  return joinersEnd - start >= 2 && byteAt(start) === 0x2b && byteAt(start + 1) === 0x2b && !(joinersEnd - start > 2 && byteAt(start + 2) === 0x2b) ? 2 : 0;
}

/** Skips what is dropped after the word: the rest of one that was cut, and a possessive 's. */
function endOfWord(start: i32, end: i32): i32 {
  let at = start;
  if (wasOpaque) while (at < end && isOpaqueAt(at)) at++;
  else if (isCut) while (at < end && isWordAt(at)) at++;
  at += suffix;
  return at < end && (byteAt(at) === 0x27 || byteAt(at) === 0xe2) ? skipPossessive(at, end) : at;
}

/** At a byte of base64 in one of its alphabets. */
function isOpaqueAt(at: i32): boolean {
  const byte = byteAt(at);
  return classAt(at) < CLASS.high || byte === 0x2b || byte === 0x2f || byte === 0x3d || byte === 0x2d || byte === 0x5f;
}

/** Address after the 's that may stand there (straight or curly apostrophe), or the same when there is none: a letter or an accent follows. */
function skipPossessive(start: i32, end: i32): i32 {
  let at = start + 1;
  if (byteAt(start) === 0xe2) {
    if (start + 2 >= end || byteAt(start + 1) !== 0x80 || byteAt(start + 2) !== 0x99) return start;
    at = start + 3;
  }
  if (at >= end || (byteAt(at) | 0x20) !== 0x73) return start;
  at++;
  if (at >= end) return at;
  if (classAt(at) !== CLASS.high) return isWordAt(at) || byteAt(at) === 0x5f ? start : at;
  return kindAt(foldAt(decodeAt(at, end))) === KIND.separator ? at : start;
}
