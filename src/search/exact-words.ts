/**
 * Words that stand somewhere in a unit exactly as they were typed, or if nothing does in a close spelling: the bonus for them, and what counts as a known item. Pure.
 *
 * Words of content only; where the query has none, all.
 */
import { RANKING } from './constants.ts';
import type { Scores } from './score.ts';
import type { Group, Terms, WordGroups } from './terms.ts';

/** The words that may stand exactly as typed, and which of them a unit holds so. */
export interface ExactWords {
  readonly words: readonly WordGroups[];
  /** Score of each of those words where it stands, by index in words. */
  readonly bonus: readonly number[];
  holds(unit: number, index: number): boolean;
  /** By word its groups, all of which a unit has to hold exactly. */
  readonly groups: readonly (readonly number[])[];
  /** So few words that a unit with all of them is a known item. */
  readonly isShort: boolean;
  /** The names among the words, by index. */
  readonly isNamed: readonly boolean[];
}

/** Told of a query and its scores. */
export function exactWords(terms: Terms, scores: Scores): ExactWords {
  const hasContent = terms.words.some(({ word }) => word.role === 'content');
  const content = hasContent ? terms.words.filter(({ word }) => word.role === 'content') : terms.words;
  const isFew = content.length <= RANKING.knownItemWords;
  const factor = isFew && content.some(isName) ? RANKING.literalBonusBesideName : RANKING.literalBonus[Math.min(content.length, RANKING.literalBonus.length - 1)];
  const groups = content.map((entry) => entry.groups.slice(0, Math.max(1, entry.word.longPartCount)));
  const bonus = content.map(({ word, groups: all }) => {
    if (word.kind === 'identifier') return RANKING.identifierBonus * scores.exactIdf[all[0]];
    // A run without spaces is as many words as it is looked up by.
    return factor * all.reduce((sum, group) => sum + scores.exactIdf[group], 0);
  });
  // A guess names nothing: what holds it is ranked as what was meant, and judged as any other hit.
  const isGuess = groups.map((list) => list.some((group) => isGuessed(terms.groups[group])));
  const isNamed = content.map(({ word }, index) => isDistinctive(word) && !isGuess[index]);
  const holds = (unit: number, index: number): boolean => {
    const list = groups[index];
    for (let i = 0; i < list.length; i++) if (!scores.holdsExactly(unit, list[i])) return false;
    return true;
  };
  return { words: content, bonus, groups, isNamed, isShort: isFew && !isGuess.includes(true), holds };
}

/** True where close spellings stand for what was typed, which nothing holds: they have the bonus in its place. */
export function isGuessed({ members }: Group): boolean {
  return members.some(({ way, tier }) => way === 'spelling' && tier >= RANKING.tierStrong);
}

/** A whole identifier; hyphenated English is none. */
function isName({ word: { kind, isKebab } }: WordGroups): boolean {
  return kind === 'identifier' && !isKebab;
}

/** Identifiers and literals long enough to be nobody else's; hyphenated English is not. */
function isDistinctive({ kind, term, typed, isKebab }: WordGroups['word']): boolean {
  if (kind === 'literal') return typed.length >= RANKING.compoundMinChars;
  return kind === 'identifier' && !isKebab && term.length >= RANKING.compoundMinChars;
}
