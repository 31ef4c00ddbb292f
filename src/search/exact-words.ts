/**
 * Words that occur in a unit exactly as typed, or, if nothing holds them, as a close spelling: their bonus, and what makes a hit a
 * known item. Pure.
 *
 * Only words of content count; in a query without any, all words do.
 */
import { RANKING } from './constants.ts';
import type { Scores } from './score.ts';
import type { Group, Terms, WordGroups } from './terms.ts';

/** The words that may occur exactly as typed, and which of them a unit holds so. */
export interface ExactWords {
  readonly words: readonly WordGroups[];
  /** Bonus of each of those words, by index in words. */
  readonly bonus: readonly number[];
  holds(unit: number, index: number): boolean;
  /** By word the groups that a unit must hold exactly, all of them. */
  readonly groups: readonly (readonly number[])[];
  /** True when there are so few words that a unit with all of them is a known item. */
  readonly isShort: boolean;
  /** The names among the words, by index. */
  readonly isNamed: readonly boolean[];
}

/** Reads them from a query and its scores. */
export function exactWords(terms: Terms, scores: Scores): ExactWords {
  const hasContent = terms.words.some(({ word }) => word.role === 'content');
  const content = hasContent ? terms.words.filter(({ word }) => word.role === 'content') : terms.words;
  const isFew = content.length <= RANKING.knownItemWords;
  const factor = isFew && content.some(isName) ? RANKING.literalBonusBesideName : RANKING.literalBonus[Math.min(content.length, RANKING.literalBonus.length - 1)];
  const groups = content.map((entry) => entry.groups.slice(0, Math.max(1, entry.word.longPartCount)));
  const bonus = content.map(({ word, groups: all }) => {
    if (word.kind === 'identifier') return RANKING.identifierBonus * scores.exactIdf[all[0]];
    // A run without spaces counts as the number of words it is looked up by.
    return factor * all.reduce((sum, group) => sum + scores.exactIdf[group], 0);
  });
  // A guess names nothing: what holds it is ranked as what was meant, but judged like any other hit.
  const isGuess = groups.map((list) => list.some((group) => isGuessed(terms.groups[group])));
  const isNamed = content.map(({ word }, index) => isDistinctive(word) && !isGuess[index]);
  const holds = (unit: number, index: number): boolean => {
    const list = groups[index];
    for (let i = 0; i < list.length; i++) if (!scores.holdsExactly(unit, list[i])) return false;
    return true;
  };
  return { words: content, bonus, groups, isNamed, isShort: isFew && !isGuess.includes(true), holds };
}

/** True when nothing holds what was typed and close spellings are used: they get the bonus instead. */
export function isGuessed({ members }: Group): boolean {
  return members.some(({ way, tier }) => way === 'spelling' && tier >= RANKING.tierStrong);
}

/** True for a whole identifier; hyphenated English is none. */
function isName({ word: { kind, isKebab } }: WordGroups): boolean {
  return kind === 'identifier' && !isKebab;
}

/** True for identifiers and literals so long that they name one thing; hyphenated English does not. */
function isDistinctive({ kind, term, typed, isKebab }: WordGroups['word']): boolean {
  if (kind === 'literal') return typed.length >= RANKING.compoundMinChars;
  return kind === 'identifier' && !isKebab && term.length >= RANKING.compoundMinChars;
}
