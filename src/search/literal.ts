/**
 * A text to be found literally: order, case and punctuation as typed. How texts are compared with it, and which
 * terms any text that holds it must have.
 *
 * The analyzer cuts the literal; runs inside it are whole terms of any text that holds it, its first run may
 * be the end of a longer term and its last one the beginning. White space matches any white space, since answers
 * show lines joined. Accents match however they are encoded. Which chunks are compared: literal-candidates.ts.
 *
 * A long text is stored in chunks, and a literal may cross their borders. Borders are after white space or a mark, or
 * between two characters of a script without spaces; elsewhere only in a run of 400 bytes without any of these (base64, a long PATH).
 * Not found: a word that is cut there, and text of less than six characters that is cut inside a run of Thai and the like.
 */
import { analyzeText, type AnalyzedTerm } from '../analysis/analyzer.ts';
import { KIND } from '../analysis/kinds.ts';
import { MAX_TERM_BYTES } from '../analysis/compound.ts';
import { isGramKind, kindAt, unitsAt } from './letters.ts';

/** A term of the literal, or at its ends a part of one. */
export interface Piece {
  readonly term: string;
  /** Token position in the literal. */
  readonly position: number;
  /** The text's term may begin earlier, or end later. */
  readonly isOpenLeft: boolean;
  readonly isOpenRight: boolean;
  /** In any text that holds the literal, a term of this piece has this distance from the other pieces. */
  readonly isPlaced: boolean;
}

/** A text to be found as typed. */
export interface Literal {
  readonly pieces: readonly Piece[];
  /** The same when a border of chunks may cut the literal anywhere: pieces that stay whole, at distances that stay. */
  readonly acrossPieces: readonly Piece[];
  /**
   * The same when the literal is, or ends in, or begins in, a run too long to be a term whole: of such a run there are the parts, or the head
   * alone. parts: open at the ends; inner: only those that are certain, of the last run the first part.
   */
  readonly insideLong: { readonly parts: readonly Piece[]; readonly inner: readonly Piece[] };
  /** Number of token positions that it covers. */
  readonly positionCount: number;
  /** The literal may begin this many positions before where its pieces say, and end as many after. */
  readonly slack: number;
  /** It may be in, end in or begin in a long run like base64, of which the index knows only the head: its pieces say nothing about that. */
  readonly mayBeOpaque: boolean;
  /** False when no border of chunks can be in it. */
  readonly mayBeCut: boolean;
  /** UTF-16 units that are not white space. */
  readonly letterCount: number;
  /** Number of times a stored text holds the literal; within: only those that begin in its first bytes. */
  count(stored: Buffer, within?: number): number;
  /** False when the stored text does not end with a beginning of the literal, so that what follows need not be read. */
  mayGoOn(stored: Buffer): boolean;
}

/** Positions that a run with digits may take beyond those in the literal, as part of a longer run: as many as a word has parts. */
const DIGIT_SLACK = 64;

/** Prepares a literal. text: not empty. */
export function createLiteral(text: string): Literal {
  const pieces = piecesOf(text, false);
  const covered = positionCount(analyzeText(text));
  // A possessive 's is no term, but becomes one where a border separates it from its word: so distances are kept on one side of it only.
  const runs = text.split(/['\u2019][sS]/);
  const longest = runs.reduce((a, b) => (b.length > a.length ? b : a));
  const hasTriples = hasKind(text, KIND.triple);
  return {
    pieces,
    acrossPieces: hasTriples ? [] : runs.length > 1 || hasKind(text, KIND.pair) ? piecesOf(longest, true) : pieces,
    insideLong: { parts: partsOf(text), inner: [...pieces.filter((piece) => !piece.isOpenLeft && !piece.isOpenRight), ...beginningOfLast(text)] },
    positionCount: covered,
    slack: runs.length > 1 ? covered + DIGIT_SLACK : pieces.some(({ isPlaced }) => !isPlaced) ? DIGIT_SLACK : 1,
    mayBeOpaque: isOpaque(LEADING_COMPOUND.exec(text)?.[0] ?? '') || isOpaque(TRAILING_COMPOUND.exec(text)?.[0] ?? ''),
    mayBeCut: hasKind(text, KIND.pair) || CUT_BEHIND.test(text) || pieces.filter(({ isPlaced }) => isPlaced).length > 1,
    letterCount: text.replace(/\s+/g, '').length,
    count: counterOf(text),
    mayGoOn: PLAIN.test(text) ? endsWithBeginning(Buffer.from(text, 'latin1')) : () => true,
  };
}

/** What may go on beyond the literal, with its joiners. */
const LEADING_COMPOUND = /^[\w$./:@#+~-]+/;
const TRAILING_COMPOUND = /[\w$./:@#+~-]+$/;

/** Borders between lower case, upper case and digits. */
const CLASS_BORDER = /[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])/g;
/** A compound of this many characters with a border in every third place is likelier base64 or a hash than a name; so is a run of letters this long. */
const OPAQUE_CHARS = 6;
const LONG_RUN = /[A-Za-z0-9]{24}/;

function isOpaque(compound: string): boolean {
  if (compound.length < OPAQUE_CHARS) return false;
  return LONG_RUN.test(compound) || 3 * (compound.match(CLASS_BORDER)?.length ?? 0) >= compound.length;
}

/** White space and marks after which a text may be cut (transcript/chunk.ts), if something follows. */
const CUT_BEHIND = /[\s"'`,;=&|!?*<>()[\]{}\u3000-\u3002\uff01\uff0c\uff1f]./su;

/** An 's that is no term where its word, or the end of `c++`, stands before it. */
const LEADING_POSSESSIVE = /^[^\p{L}\p{N}]*['\u2019][sS](?![\p{L}\p{N}])/u;

/** True when a character is of that kind or a greater one (from KIND.pair on: scripts without spaces). */
function hasKind(text: string, kind: number): boolean {
  for (let at = 0; at < text.length; at += unitsAt(text, at)) if (kindAt(text, at) >= kind) return true;
  return false;
}

/**
 * The terms that every text with the literal must have.
 *
 * A run of letters and digits at an open end may be part of a longer run, which may be split into other parts (camel
 * case, hashes); but that longer run is itself a term. Runs inside are the same in literal and text.
 * isSingle: of runs without spaces the characters, not the pairs.
 */
function piecesOf(text: string, isSingle: boolean): Piece[] {
  const tokens = analyzeText(text);
  const total = positionCount(tokens);
  const left = endRun(leadingRun(text));
  const right = endRun(trailingRun(text));
  if (left !== null && left.length === text.length) return left.term === '' ? [] : [{ term: left.term, position: 0, isOpenLeft: true, isOpenRight: true, isPlaced: false }];
  const pieces: Piece[] = [];
  if (left !== null && left.term !== '') {
    // With digits the run may be split differently inside a longer one.
    pieces.push({ term: left.term, position: 0, isOpenLeft: true, isOpenRight: false, isPlaced: left.span === 1 && !/[0-9]/.test(left.term) });
  }
  // A long opaque compound keeps only its head: what else it holds is unknown.
  if (!tokens.some((token) => Buffer.byteLength(token.term) >= MAX_TERM_BYTES)) {
    pieces.push(...innerPieces(tokens, left?.span ?? (LEADING_POSSESSIVE.test(text) ? 1 : 0), total - (right?.span ?? 0), isSingle));
  }
  if (right !== null && right.term !== '') pieces.push({ term: right.term, position: total - right.span, isOpenLeft: false, isOpenRight: true, isPlaced: true });
  return pieces;
}

/** Terms between two positions: parts of words and compounds; of scripts without spaces the pairs or triples. */
function innerPieces(tokens: readonly AnalyzedTerm[], from: number, to: number, isSingle: boolean): Piece[] {
  const byPosition = new Map<number, string>();
  for (const { term, position, isWhole, span } of tokens) {
    if (position < from || position >= to || isWhole) continue;
    const kind = kindAt(term, 0);
    // A single character of a triple script is no term of a longer run.
    if (kind === KIND.triple && span === 1) continue;
    if (kind === KIND.pair && span > 1 && isSingle) continue;
    if (!byPosition.has(position)) byPosition.set(position, term);
  }
  return [...byPosition].map(([position, term]) => ({ term, position, isOpenLeft: false, isOpenRight: false, isPlaced: true }));
}

/** Terms of a text that may begin and end inside a part of a word; empty when it is one part, and so a part of a term. */
function partsOf(text: string): Piece[] {
  const split = inParts(text);
  const pieces = innerPieces(analyzeText(split), 0, Infinity, true);
  const [first, last] = [pieces[0], pieces[pieces.length - 1]];
  if (pieces.length < 2 && split === text) return [];
  return pieces.map((piece) => ({ ...piece, isOpenLeft: piece === first && leadingRun(text) !== '', isOpenRight: piece === last && trailingRun(text) !== '' }));
}

/** The first part of the last run, as the beginning of whatever stands there in a text; none when the literal is one run. */
function beginningOfLast(text: string): Piece[] {
  const run = trailingRun(text);
  const isKnown = run.length < text.length && (endRun(run)?.term ?? '') !== '';
  return isKnown ? innerPieces(analyzeText(inParts(run)), 0, 1, true).map((first) => ({ ...first, isOpenRight: true })) : [];
}

/**
 * The text as it is split inside of a long run: at every digit, which a short one with many of them is not; without a last capital, which
 * may begin a part, and without a first possessive, which is no term there.
 */
function inParts(text: string): string {
  const known = text.replace(/(?<=\p{Lu})\p{Lu}$/u, '').replace(LEADING_POSSESSIVE, '');
  return known.replace(/(?<=\p{L})(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/gu, ' ');
}

interface EndRun {
  /** Folded; '' when it does not narrow the search. */
  readonly term: string;
  /** Token positions it covers. */
  readonly span: number;
  /** UTF-16 units. */
  readonly length: number;
}

function endRun(run: string): EndRun | null {
  if (run === '') return null;
  const tokens = analyzeText(run);
  const span = positionCount(tokens);
  const whole = tokens[0]?.span === span ? tokens[0].term : '';
  // A lone s may be a possessive of the text, which is no term; a long run may have been cut.
  const isVague = whole === 's' || Buffer.byteLength(whole) >= MAX_TERM_BYTES;
  return { term: isVague ? '' : whole, span, length: run.length };
}

/** Every position has a term of its own. */
function positionCount(tokens: readonly AnalyzedTerm[]): number {
  return tokens.length === 0 ? 0 : tokens[tokens.length - 1].position + 1;
}

function leadingRun(text: string): string {
  let end = 0;
  while (end < text.length && isRunKind(kindAt(text, end))) end += unitsAt(text, end);
  return text.slice(0, end);
}

function trailingRun(text: string): string {
  let start = text.length;
  while (start > 0) {
    const isPair = start > 1 && (text.charCodeAt(start - 1) & 0xfc00) === 0xdc00 && (text.charCodeAt(start - 2) & 0xfc00) === 0xd800;
    const before = start - (isPair ? 2 : 1);
    if (!isRunKind(kindAt(text, before))) break;
    start = before;
  }
  return text.slice(start);
}

function isRunKind(kind: number): boolean {
  return kind !== KIND.separator && !isGramKind(kind);
}

/** ASCII without white space: compared byte by byte. */
const PLAIN = /^[\x21-\x7e]+$/;

function endsWithBeginning(wanted: Buffer): (stored: Buffer) => boolean {
  return (stored) => {
    for (let length = Math.min(wanted.length - 1, stored.length); length > 0; length--) {
      if (wanted[length - 1] === stored[stored.length - 1] && wanted.compare(stored, stored.length - length, stored.length, 0, length) === 0) return true;
    }
    return false;
  };
}

/** Counts occurrences that do not overlap. Texts beyond ASCII are compared composed (NFC), so that both ways of writing an accent are one. */
function counterOf(text: string): Literal['count'] {
  if (PLAIN.test(text)) {
    const bytes = Buffer.from(text, 'latin1');
    return (stored, within = stored.length) => countBytes(stored, bytes, within);
  }
  const longest = text.split(/\s+/).reduce((a, b) => (b.length > a.length ? b : a));
  const probe = PLAIN.test(longest) ? Buffer.from(longest, 'latin1') : null;
  const rangesIn = literalRanges(text);
  return (stored, within = stored.length) => {
    if (probe !== null && stored.indexOf(probe) < 0) return 0;
    const composed = stored.toString('utf8').normalize('NFC');
    const ranges = rangesIn(composed);
    if (within === stored.length) return ranges.length;
    const before = stored.toString('utf8', 0, within).normalize('NFC').length;
    return ranges.filter(({ start }) => start < before).length;
  };
}

/** Most words of a literal in one pattern: V8 refuses a pattern of some thousands. */
const PATTERN_WORDS = 200;

/** Finds the literal in a text in NFC, as UTF-16 ranges that do not overlap. White space stands for any white space. */
export function literalRanges(literal: string): (text: string) => { start: number; end: number }[] {
  const words = literal.normalize('NFC').split(/\s+/);
  const first = words.slice(0, PATTERN_WORDS).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = new RegExp(first.join('\\s+'), 'gu');
  const rest = words.slice(PATTERN_WORDS);
  return (text) =>
    [...text.matchAll(pattern)].flatMap((found) => {
      const end = endOfWords(text, found.index + found[0].length, rest);
      return end < 0 ? [] : [{ start: found.index, end }];
    });
}

/** Where the words end that follow at that place, each after white space; -1 when they do not follow. */
function endOfWords(text: string, at: number, words: readonly string[]): number {
  const space = /\s+/uy;
  for (const word of words) {
    space.lastIndex = at;
    if (!space.test(text) || !text.startsWith(word, space.lastIndex)) return -1;
    at = space.lastIndex + word.length;
  }
  return at;
}

function countBytes(stored: Buffer, wanted: Buffer, within: number): number {
  let count = 0;
  for (let at = stored.indexOf(wanted); at >= 0 && at < within; at = stored.indexOf(wanted, at + wanted.length)) count++;
  return count;
}
