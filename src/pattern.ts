/**
 * A regular expression as a person types it: JavaScript's syntax, matched line by line, case as typed.
 *
 * As in grep and rg, ^ and $ are the ends of a line and case counts; (?i) in front ignores case, (?s) lets a dot match line feeds. There
 * are no slashes around it: a path would look the same. Characters are code points; a pattern that JavaScript accepts only in its
 * older, laxer form (a\-b) is read in that form. Pure.
 */
import { CcfindError } from './errors.ts';

/** Most characters of a pattern: anything longer is pasted text. */
const PATTERN_LIMIT = 10_000;
/** Up to so many characters an error says where the pattern goes wrong: finding the place takes a try for each character. */
const PLACED_LIMIT = 2000;
/** Characters of the pattern that an error shows. */
const SHOWN_LIMIT = 60;

/** What JavaScript's parser objects to, and what it would have accepted. */
const EXPECTED: Readonly<Record<string, string>> = {
  'Unterminated group': ') for this (',
  'Unterminated character class': '] for this [',
  "Unmatched ')'": 'a ( somewhere before this ), or \\) for the character',
  'Nothing to repeat': 'something to repeat before this, or a \\ in front of it for the character',
  'Lone quantifier brackets': '\\ in front of this brace or bracket, or its other half',
  'Incomplete quantifier': 'a number and a closing brace, as in {2,5}',
  '\\ at end of pattern': 'a character behind this \\',
  'Range out of order in character class': 'a range that rises, as in [a-z]',
  'Invalid character class': 'single characters at both ends of a range, as in [a-z]',
  'numbers out of order in {} quantifier': 'the smaller number first, as in {2,5}',
  'Invalid group': 'a group as in (…), (?:…), (?=…) or (?<name>…); (?i) stands in front of the whole pattern only',
  'Invalid property name': 'a property as in \\p{L} or \\p{Script=Greek}',
  'Invalid property name in character class': 'a property as in \\p{L} or \\p{Script=Greek}',
  'Invalid capture group name': 'a name of letters, as in (?<name>…)',
  'Duplicate capture group name': 'another name for this group',
  'Invalid named reference': 'the name of a group, as in \\k<name>',
  'Invalid named capture referenced': 'the name of a group of this pattern',
};
/** For these the error names the place of the opening, not the end where the missing half was noticed. */
const UNTERMINATED = /^Unterminated/;

/** A pattern that compiles. */
export interface Pattern {
  /** In NFC, without the (?…) in front that sets flags. */
  readonly source: string;
  /** Flags of RegExp; always with g and m. */
  readonly flags: string;
}

/** Reads what was typed. Throws a usage error that says what was expected, and where. */
export function parsePattern(typed: string): Pattern {
  const text = typed.normalize('NFC');
  const shown = text.length > SHOWN_LIMIT ? `${text.slice(0, SHOWN_LIMIT)}…` : text;
  const wrong = (says: string): CcfindError => new CcfindError('usage', `--regex ${shown}: ${says}`, { hint: 'without --regex any text is searched as it stands: ccfind search -- \'"a text"\'' });
  if (text.trim() === '') throw new CcfindError('usage', '--regex: expected a regular expression', { hint: "ccfind --regex 'ECONN\\w+ .*:5432'" });
  if (text.length > PATTERN_LIMIT) throw wrong(`${text.length} characters, expected at most ${PATTERN_LIMIT}`);
  const front = /^\(\?([a-z]+)\)/.exec(text);
  if (front !== null && !/^[ims]+$/.test(front[1])) throw wrong(`expected i, m or s in ${front[0]}`);
  const source = text.slice(front?.[0].length ?? 0);
  if (source === '') throw wrong(`expected a regular expression behind ${text}`);
  const chosen = [...new Set(`gm${front?.[1] ?? ''}`)].join('');
  const reason = objection(source, `${chosen}u`);
  if (reason === null) return { source, flags: `${chosen}u` };
  // In the older form \p{L} means something else, and would find nothing.
  if (!/\\[pP]\{|\\u\{|\\k</.test(source) && objection(source, chosen) === null) return { source, flags: chosen };
  const place = source.length > PLACED_LIMIT ? -1 : placeOf(source, `${chosen}u`, reason);
  const expected = EXPECTED[reason] ?? `what JavaScript takes: ${reason.toLowerCase()}`;
  throw wrong(place < 0 ? `expected ${expected}` : `at character ${place + text.length - source.length + 1}: expected ${expected}`);
}

/** Why the pattern does not compile; null when it does. */
function objection(source: string, flags: string): string | null {
  try {
    new RegExp(source, flags);
    return null;
  } catch (error) {
    const { message } = error as Error;
    return message.slice(message.lastIndexOf(': ') + 2);
  }
}

/** Index of the offending character: the one after the longest beginning that compiles, or the first with which the objection comes up. */
function placeOf(source: string, flags: string, reason: string): number {
  if (UNTERMINATED.test(reason)) {
    for (let length = source.length - 1; length > 0; length--) if (objection(source.slice(0, length), flags) === null) return length;
    return 0;
  }
  for (let length = 1; length <= source.length; length++) if (objection(source.slice(0, length), flags) === reason) return length - 1;
  return -1;
}
