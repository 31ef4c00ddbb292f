/**
 * The automaton that reads one word or compound: it folds bytes into compound.ts and finds the borders.
 *
 * States say what stood before (start of a piece, lower case, one or more capitals, digit, letters of another script); a table
 * gives for state and byte class what to do and the next state. Anything but "append" is done by one of a few
 * small functions, called from one place, so that the loop itself stays small and is compiled once.
 */
import type { TermSink } from './analyzer-types.ts';
import { CLASS, CLASS_OF_BYTE, decodeAt, decodedLength, isJoiner, isWordByte } from './characters.ts';
import { KIND, SCRIPT } from './code-point.ts';
import { MAX_BYTES, beginCompound, finishCompound, folded, hasBorder, hasManyParts, isLong, isPieceAfter, isSinglePart, splitPart, splitPiece, wasOpaque } from './compound.ts';
import { foldEntry, foldedBytes, foldedLength, foldedStart, kindOf, scriptOf } from './fold.ts';

/** States, shifted so that a class can be added. `foreign`: letters of a script other than Latin. */
const STATE = { start: 0, digit: 16, lower: 32, capital: 48, capitals: 64, foreign: 80, foreignCapital: 96 } as const;
const STATE_MASK = 0xf0;

/**
 * What to do at a byte beside appending it (0). Returns i: append the byte and take the table's next state; a greater
 * offset: go on from there with what `state` and `length` say now; STOP: the word ends before i.
 */
type Action = (bytes: Uint8Array, i: number, end: number) => number;
const ACTIONS: readonly Action[] = [cut, splitAtDigit, splitAtHump, splitAcronym, readJoiners, readHigh, stop];
const ACT = { append: 0, splitAtDigit: 1, splitAtHump: 2, splitAcronym: 3, readJoiners: 4, readHigh: 5, stop: 6 } as const;
const STOP = -1;

/** Action << 8 | next state, by state + class. */
const TRANSITIONS: Uint16Array = buildTransitions();

/** ASCII to lower case, the rest as it is. */
const LOWERED: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/** Longest run of joiners inside a compound: `://`. Dot leaders and rules are longer. */
const MAX_JOINERS = 3;

/** State and folded length as the actions see and leave them. */
let state = 0;
let length = 0;
/** Script of the letters before, in the foreign states. */
let script = 0;
/** Bytes after the word that only its whole form has: the signs of `c++` and `c#`. */
let suffix = 0;
/** The word was too long; what is left of it is dropped. */
let isCut = false;

/** Where a line number begins: set when the path before it ends, for the very next word. */
let lineNumberStart = -1;
let isLineNumber = false;

/** Offset after the word that readWord read. */
export let wordEnd = 0;

/** Reads the word or compound at bytes[i], which begins one; returns the positions used and sets wordEnd. */
export function readWord(bytes: Uint8Array, i: number, end: number, position: number, sink: TermSink): number {
  beginCompound();
  suffix = 0;
  isCut = false;
  isLineNumber = i === lineNumberStart;
  lineNumberStart = -1;
  let now: number = STATE.start;
  let used = 0;
  while (i < end) {
    const byte = bytes[i];
    const transition = TRANSITIONS[now + CLASS_OF_BYTE[byte]];
    if (transition > 0xff || used >= MAX_BYTES) {
      state = now;
      length = used;
      const next = ACTIONS[used >= MAX_BYTES ? ACT.append : transition >> 8](bytes, i, end);
      if (next === STOP) break;
      used = length;
      if (next !== i) {
        now = state;
        i = next;
        continue;
      }
    }
    folded[used++] = LOWERED[byte];
    now = transition & STATE_MASK;
    i++;
  }
  length = used;
  const positions = finishCompound(used, suffix, position, sink);
  wordEnd = endOfWord(bytes, i, end);
  return positions;
}

function buildTransitions(): Uint16Array {
  const table = new Uint16Array(STATE.foreignCapital + 16);
  for (const from of Object.values(STATE)) {
    const isForeign = from >= STATE.foreign;
    const afterDigit = from === STATE.digit ? ACT.splitAtDigit : ACT.append;
    const set = (kind: number, action: number, to: number): void => {
      table[from + kind] = (action << 8) | to;
    };
    for (let kind = 0; kind < 16; kind++) set(kind, ACT.stop, from);
    set(CLASS.lower, isForeign ? ACT.stop : from === STATE.capitals ? ACT.splitAcronym : afterDigit, STATE.lower);
    set(CLASS.upper, isForeign ? ACT.stop : from === STATE.lower ? ACT.splitAtHump : afterDigit, from === STATE.capital || from === STATE.capitals ? STATE.capitals : STATE.capital);
    set(CLASS.digit, from >= STATE.lower ? ACT.splitAtDigit : ACT.append, STATE.digit);
    set(CLASS.high, ACT.readHigh, from);
    for (let joiner: number = CLASS.name; joiner <= CLASS.colon; joiner++) set(joiner, ACT.readJoiners, STATE.start);
  }
  return table;
}

function stop(): number {
  return STOP;
}

/** A piece of so many bytes or parts is no word: what is left of it is dropped. */
function cut(): number {
  isCut = true;
  return STOP;
}

function splitAtDigit(_bytes: Uint8Array, i: number): number {
  if (hasManyParts()) return cut();
  splitPart(length, true);
  return i;
}

function splitAtHump(_bytes: Uint8Array, i: number): number {
  if (hasManyParts()) return cut();
  splitPart(length, false);
  return i;
}

/** `XMLParser` parts before its P; `URLs` is one word. */
function splitAcronym(bytes: Uint8Array, i: number, end: number): number {
  if (hasManyParts()) return cut();
  const isPlural = bytes[i] === 0x73 && (i + 1 >= end || CLASS_OF_BYTE[bytes[i + 1]] !== CLASS.lower);
  if (!isPlural) splitPart(length - 1, false);
  return i;
}

function readJoiners(bytes: Uint8Array, i: number, end: number): number {
  let border = 0;
  let k = i;
  for (; k < end && isJoiner(bytes[k]); k++) border = Math.max(border, CLASS_OF_BYTE[bytes[k]]);
  if (k - i > MAX_JOINERS || isLong(length) || !beginsWord(bytes, k, end) || isLocation(bytes, i, k)) {
    if (length === 1 && isSinglePart() && state >= STATE.lower) suffix = languageSuffix(bytes, i, k);
    for (let n = 0; n < suffix; n++) folded[length + n] = bytes[i + n];
    return STOP;
  }
  // `a..b` is a range of two things, not a name with a suffix; `http://localhost:8080` parts first behind its scheme.
  if (bytes[i] === 0x2e && bytes[i + 1] === 0x2e) border = CLASS.colon;
  splitPiece(length, length + k - i, border - CLASS.name + (k - i === MAX_JOINERS && bytes[i] === 0x3a ? 2 : 1));
  while (i < k) folded[length++] = bytes[i++];
  state = STATE.start;
  return k;
}

/**
 * `src/app.ts:12` and `src/app.ts-12-` are a path and a line, `12:const` a line and its text: searches print thousands of
 * them, and kept whole they would be a third of the dictionary. `host:8080`, `12:30` and `64-bit` stay whole.
 */
function isLocation(bytes: Uint8Array, i: number, k: number): boolean {
  if (k - i !== 1) return false;
  if (isLineNumber && state === STATE.digit && isSinglePart()) return true;
  const isDigitNext = CLASS_OF_BYTE[bytes[k]] === CLASS.digit;
  if (bytes[i] === 0x3a) {
    if (!isDigitNext) return state === STATE.digit && isSinglePart();
    if (!hasBorder(CLASS.slash - CLASS.name + 1)) return false;
  } else if (bytes[i] !== 0x2d || !isDigitNext || state < STATE.lower || !isPieceAfter(CLASS.dot - CLASS.name + 1)) return false;
  lineNumberStart = k;
  return true;
}

function readHigh(bytes: Uint8Array, i: number, end: number): number {
  const codePoint = decodeAt(bytes, i, end);
  const after = i + decodedLength;
  const entry = codePoint < 0 ? KIND.separator : foldEntry(codePoint);
  const kind = kindOf(entry);
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
  } else if (kind !== KIND.mark && !beginLetter(scriptOf(entry), kind === KIND.upper)) return STOP;
  appendFolded(bytes, i, after, codePoint, entry);
  return after;
}

/** Borders and next state before a letter beyond ASCII; false when it belongs to another word than the letter before. */
function beginLetter(letterScript: number, isUpper: boolean): boolean {
  const isLatin = letterScript === SCRIPT.latin;
  if (state >= STATE.lower && (state >= STATE.foreign ? script : SCRIPT.latin) !== letterScript) return false;
  if (state === STATE.digit) splitPart(length, true);
  else if (isUpper && (state === STATE.lower || state === STATE.foreign)) splitPart(length, false);
  script = letterScript;
  // Always the first capital: splitAcronym goes back one byte, and this letter may have two.
  if (isLatin) state = isUpper ? STATE.capital : STATE.lower;
  else state = isUpper ? STATE.foreignCapital : STATE.foreign;
  return true;
}

function appendFolded(bytes: Uint8Array, i: number, after: number, codePoint: number, entry: number): void {
  const changed = foldedLength(entry);
  if (changed === 0) while (i < after) folded[length++] = bytes[i++];
  else {
    const from = foldedStart(codePoint);
    for (let k = from; k < from + changed; k++) folded[length++] = foldedBytes[k];
  }
}

/** Cyrillic letters with a breve, diaeresis or acute of their own (й, ў, ї, ѓ, ќ), written as base and accent, are put together again. */
function recompose(accent: number): void {
  if (length < 2 || (accent !== 0x306 && accent !== 0x308 && accent !== 0x301)) return;
  const base = (folded[length - 2] << 8) | folded[length - 1];
  let composed = 0;
  if (accent === 0x306) composed = base === 0xd0b8 ? 0xd0b9 : base === 0xd183 ? 0xd19e : 0;
  else if (accent === 0x308) composed = base === 0xd196 ? 0xd197 : 0;
  else composed = base === 0xd0b3 ? 0xd193 : base === 0xd0ba ? 0xd19c : 0;
  if (composed === 0) return;
  folded[length - 2] = composed >> 8;
  folded[length - 1] = composed & 0xff;
}

function beginsWord(bytes: Uint8Array, i: number, end: number): boolean {
  if (i >= end) return false;
  if (CLASS_OF_BYTE[bytes[i]] !== CLASS.high) return CLASS_OF_BYTE[bytes[i]] < CLASS.high;
  const codePoint = decodeAt(bytes, i, end);
  const kind = codePoint < 0 ? KIND.separator : kindOf(foldEntry(codePoint));
  return kind >= KIND.lower && kind <= KIND.digit;
}

/** Length of the `++` or `#` of C++, C#, F# in the joiners at bytes[i, joinersEnd); 0 for other joiners. */
function languageSuffix(bytes: Uint8Array, i: number, joinersEnd: number): number {
  if (bytes[i] === 0x23) return joinersEnd - i === 1 ? 1 : 0;
  if (bytes[i] !== 0x2b || joinersEnd - i < 2 || bytes[i + 1] !== 0x2b || bytes[i + 2] === 0x2b) return 0;
  return 2;
}

/** Skips what is dropped after the word: the rest of one that was cut, and a possessive 's. */
function endOfWord(bytes: Uint8Array, i: number, end: number): number {
  if (wasOpaque) while (i < end && isOpaqueByte(bytes[i])) i++;
  else if (isCut) while (i < end && isWordByte(bytes[i])) i++;
  i += suffix;
  return i < end && (bytes[i] === 0x27 || bytes[i] === 0xe2) ? skipPossessive(bytes, i, end) : i;
}

/** Bytes of base64 in both its alphabets. */
function isOpaqueByte(byte: number): boolean {
  return CLASS_OF_BYTE[byte] < CLASS.high || byte === 0x2b || byte === 0x2f || byte === 0x3d || byte === 0x2d || byte === 0x5f;
}

/** Offset after the 's at bytes[i] (straight or curly apostrophe), or i when it is none. */
function skipPossessive(bytes: Uint8Array, i: number, end: number): number {
  let k = i + 1;
  if (bytes[i] === 0xe2) {
    if (i + 2 >= end || bytes[i + 1] !== 0x80 || bytes[i + 2] !== 0x99) return i;
    k = i + 3;
  }
  if (k >= end || (bytes[k] | 0x20) !== 0x73) return i;
  k++;
  return k < end && (isWordByte(bytes[k]) || bytes[k] === 0x5f) ? i : k;
}
