/**
 * What was typed, as words: plain ones, identifiers, runs without spaces, "literal text", exclusions.
 *
 * Three forms mean something: "…" (literal, required), -word or -"…" after another word (excluded),
 * field:word or field:"…" with a known field name (required, in that field). Everything else is text,
 * also --dry-run, src/app/, host:8080, fix: and a quote that is never closed. A query with exclusions
 * only is read as plain words. Only a query without any text is an error. Pure.
 *
 * A sentence that mentions a flag of a command ("when -vv is given", "pytest -k") excludes nothing: a dash and one letter are text, and
 * so is a dash word beside a stop word. Of 300 lines of pytest's change log (bench -- quality, SP) 13 mention a flag.
 */
import { analyzeText, type AnalyzedTerm } from '../analysis/analyzer.ts';
import { KIND } from '../analysis/kinds.ts';
import type { LeftOut } from '../contract.ts';
import { fieldByName } from '../schema.ts';
import { isGramKind, isLetters, isWordKind, kindAt, unitsAt } from './letters.ts';
import { withoutOpenings } from './openings.ts';
import { guessLanguages, roleOf, type Languages } from './words.ts';

/** UTF-16 units of the longest literal, ten chunks: longer quotations (a whole pasted file) are looked up by their words. */
const LITERAL_LIMIT = 10_000;
/** How much of such a quotation is named. */
const NAMED_UNITS = 40;

/** How a word is looked up. */
export type WordKind = 'plain' | 'identifier' | 'grams' | 'literal';

/** A word of the query. */
export interface TypedWord {
  /** As typed, without quotes, field name and surrounding punctuation. */
  readonly typed: string;
  readonly kind: WordKind;
  /** content: says what is looked for; framing and stop words say little. */
  readonly role: 'content' | 'framing' | 'stop';
  /** The term to look up: the word, the whole identifier; '' for grams and literals. */
  readonly term: string;
  /** identifier: its parts; grams: overlapping pairs (or triples), then single characters. Without repeats. */
  readonly parts: readonly string[];
  /** grams: how many of `parts` are the longer ones. */
  readonly longPartCount: number;
  /** identifier: joined only by hyphens between letters, which plain English has too. */
  readonly isKebab: boolean;
  /** Id of the only field in which it counts, or -1. */
  readonly field: number;
  /** Only what holds it is a hit. */
  readonly isRequired: boolean;
}

/** A query, parsed. */
export interface Query {
  /** In the order typed, without repeats. */
  readonly words: readonly TypedWord[];
  readonly excluded: readonly TypedWord[];
  /** Quotations too long to be looked up literally. */
  readonly leftOut: readonly LeftOut[];
  /** The languages that its words were taken to be in. */
  readonly languages: Languages;
}

interface Clause {
  text: string;
  isQuoted: boolean;
  isExcluded: boolean;
  field: number;
  /** The clause as typed. */
  source: string;
}

/** Parses a query. Never throws. There are no words only when the text is empty or white space. */
export function parseQuery(text: string): Query {
  const words = new Map<string, TypedWord>();
  const excluded = new Map<string, TypedWord>();
  const space = /\s+/y;
  let mayExclude = false;
  const isFlag = flagTest(text);
  const leftOut: LeftOut[] = [];
  for (let at = 0; at < text.length; ) {
    space.lastIndex = at;
    if (space.test(text)) {
      at = space.lastIndex;
      continue;
    }
    const clause = clauseAt(text, at, mayExclude && !isFlag(at));
    at += clause.source.length;
    const found = wordsOf(clause);
    if (isTooLong(clause)) leftOut.push({ typed: clause.text.slice(0, NAMED_UNITS), kind: clause.isExcluded ? 'exclusion' : 'quotation', count: clause.text.length });
    for (const word of found) {
      const list = clause.isExcluded ? excluded : words;
      const key = `${word.kind} ${word.field} ${word.term === '' ? word.typed : word.term}`;
      if (!list.has(key)) list.set(key, word);
    }
    // -a -b: neither follows a word, so both are words.
    if (found.length > 0 && !/^-[^-]/.test(clause.source)) mayExclude = true;
  }
  const languages = guessLanguages([...words.values()].map(({ term }) => term), text);
  if (words.size > 0) return { words: withoutOpenings([...words.values()].map((word) => withRole(word, languages)), languages), excluded: [...excluded.values()], leftOut, languages };
  // Nothing but punctuation: look for it literally.
  const bare = text.trim();
  return { words: bare === '' ? [] : [literalWord(bare.slice(0, LITERAL_LIMIT).trim(), -1)], excluded: [], leftOut, languages };
}

const QUOTES: Readonly<Record<string, string>> = { '"': '"', '\u201c': '\u201d', '\u201e': '\u201c' };

/** True when a dash and what follows is a flag of a command in a sentence. Languages are considered only if there is a dash. */
function flagTest(text: string): (at: number) => boolean {
  let languages: Languages | null = null;
  return (at) => {
    const [dashed] = /^-[^-"\s]\S*/.exec(text.slice(at, at + LITERAL_LIMIT)) ?? [''];
    if (dashed === '') return false;
    if (/^-[A-Za-z0-9][^\p{L}\p{N}]*$/u.test(dashed)) return true;
    const guessed = (languages ??= guessLanguages([...new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])], text));
    const beside = [/(\S+)\s+$/.exec(text.slice(Math.max(0, at - 40), at)), /^\s+(\S+)/.exec(text.slice(at + dashed.length, at + dashed.length + 40))];
    return beside.some((found) => found !== null && roleOf(found[1].toLowerCase(), guessed) === 'stop');
  };
}

function clauseAt(text: string, start: number, mayExclude: boolean): Clause {
  let at = start;
  const isExcluded = mayExclude && /\s/.test(text[at - 1]) && /^-[^-\s]/.test(text.slice(at, at + 2));
  if (isExcluded) at++;
  const named = /^([a-z]+):(?=\S)/.exec(text.slice(at, at + 20));
  const field = named === null ? null : fieldByName(named[1]);
  if (named !== null && field !== null) at += named[0].length;
  const closing = QUOTES[text[at]];
  if (closing !== undefined) {
    const end = text.indexOf(closing, at + 1);
    const inside = end < 0 ? '' : text.slice(at + 1, end).trim();
    if (inside !== '') {
      return { text: inside, isQuoted: true, isExcluded, field: field?.id ?? -1, source: text.slice(start, end + 1) };
    }
  }
  const end = at + (/^\S+/.exec(text.slice(at))?.[0].length ?? 1);
  return { text: text.slice(at, end), isQuoted: false, isExcluded, field: field?.id ?? -1, source: text.slice(start, end) };
}

function isTooLong({ isQuoted, text }: Clause): boolean {
  return isQuoted && text.length > LITERAL_LIMIT;
}

function wordsOf(clause: Clause): TypedWord[] {
  if (clause.isQuoted && !isTooLong(clause)) return [literalWord(clause.text, clause.field)];
  // As an exclusion it excludes nothing: its words were not meant one by one.
  if (clause.isQuoted && clause.isExcluded) return [];
  return piecesOf(clause.text).flatMap((piece) => analyzedWords(piece, clause.field));
}

const JOINERS = '_$.-/:@#+~';

/** Runs of one kind of writing, with their joiners, without the separators between them. A possessive 's belongs to no word. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let isGrams = false;
  const close = (end: number): void => {
    if (end > start) pieces.push(text.slice(start, end));
  };
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    const units = unitsAt(text, at);
    if (kind === KIND.separator && !JOINERS.includes(text[at])) {
      close(at);
      at += units;
      if (isPossessive(text, at - units)) at++;
      start = at;
      continue;
    }
    if (isWordKind(kind) && isGramKind(kind) !== isGrams) {
      close(at);
      start = at;
      isGrams = !isGrams;
    }
    at += units;
  }
  close(text.length);
  return pieces;
}

function isPossessive(text: string, at: number): boolean {
  if (!"'\u2019\u02bc".includes(text[at]) || at === 0 || (text[at + 1] !== 's' && text[at + 1] !== 'S')) return false;
  return isWordKind(kindAt(text, at - 1)) && (at + 2 >= text.length || !isWordKind(kindAt(text, at + 2)));
}

function analyzedWords(piece: string, field: number): TypedWord[] {
  const tokens = analyzeText(piece);
  if (tokens.length === 0) return [];
  const typed = piece.replace(/[.:]+$/, '') || piece;
  if (isGramKind(kindAt(tokens[0].term, 0)) && tokens.length > 1) return [gramsWord(typed, tokens, field)];
  const items = topLevel(tokens);
  return items.map((item) => compoundWord(items.length === 1 ? typed : item[0].term, item, field));
}

/** Groups terms by the largest one that covers them: most runs of characters are one word or compound. */
function topLevel(tokens: readonly AnalyzedTerm[]): AnalyzedTerm[][] {
  const items: AnalyzedTerm[][] = [];
  let end = -1;
  for (const token of tokens) {
    if (token.position >= end) {
      items.push([token]);
      end = token.position + token.span;
    } else items[items.length - 1].push(token);
  }
  return items;
}

function compoundWord(typed: string, [whole, ...inside]: readonly AnalyzedTerm[], field: number): TypedWord {
  const parts = [...new Set(inside.filter((token) => !token.isWhole).map((token) => token.term))];
  const word = plainWord(typed, whole.term, field);
  if (!whole.isWhole || parts.length === 0) return word;
  const isKebab = whole.term.split('-').every(isLetters) && whole.term.includes('-') && typed.toLowerCase().includes(whole.term);
  return { ...word, kind: 'identifier', parts, isKebab };
}

/** The word in its role, once the languages are known. */
function withRole(word: TypedWord, languages: Languages): TypedWord {
  return word.kind === 'plain' ? { ...word, role: roleOf(word.term, languages) } : word;
}

function plainWord(typed: string, term: string, field: number): TypedWord {
  return { typed, kind: 'plain', role: 'content', term, parts: [], longPartCount: 0, isKebab: false, field, isRequired: field >= 0 };
}

function gramsWord(typed: string, tokens: readonly AnalyzedTerm[], field: number): TypedWord {
  const longest = Math.max(...tokens.map((token) => token.span));
  const long = new Set(tokens.filter((token) => token.span === longest).map((token) => token.term));
  const parts = [...new Set([...long, ...tokens.map((token) => token.term)])];
  return { ...plainWord(typed, '', field), kind: 'grams', parts, longPartCount: long.size };
}

function literalWord(text: string, field: number): TypedWord {
  return { ...plainWord(text, '', field), kind: 'literal', isRequired: true };
}
