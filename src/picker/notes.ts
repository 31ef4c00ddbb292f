/**
 * What stands above the list besides the words: the position, what the list is limited to, and whatever is not in it, since
 * nothing may be missing in silence. Pure; harmless text, most important first.
 */
import type { SearchAnswer } from '../contract.ts';
import { counted } from '../sizes.ts';
import { oneLine } from './hit-text.ts';
import { reachable } from './list.ts';
import { limitsOf } from './scope.ts';
import type { PickerState } from './state.ts';
import { isOfTheseWords } from './state.ts';

/** Position and counts: `2/31`, `25 weak hidden`. With a `…` in front while another answer is on its way, and a word where none will come. */
export function countsOf(state: PickerState): string[] {
  const { answer, question, selected } = state;
  const isWaiting = state.number !== state.answerNumber;
  const whose = isWaiting ? '… ' : isOfTheseWords(state) ? '' : 'hits of other words: ';
  const weakShown = answer.hits.filter((hit) => hit.weak).length;
  const all = reachable(answer, question);
  const counts = [`${whose}${answer.hits.length === 0 ? 0 : selected + 1}/${all}`];
  if (answer.relevant === 0 && answer.hits.length > 0) counts.push('nothing clearly fits');
  else if (answer.weak > 0) counts.push(`${answer.relevant} relevant`);
  if (question.isAll && answer.weak > 0) counts.push(`${answer.weak} weak`);
  else if (answer.weak > weakShown) counts.push(`${answer.weak - weakShown} weak hidden`);
  return counts;
}

/** What no screen is too low to say: what is going on, and in what the list differs from the usual one. usual: said where no limit is set. */
export function sayFirst(state: PickerState, usual: readonly string[] = []): string[] {
  const limits = limitsOf(state);
  return [...(state.progress === '' ? [] : [state.progress]), ...(limits.length === 0 ? usual : limits), ...(state.question.isAll ? ['weak hits too'] : [])];
}

/** What is going on, which limits are set, and what the answer lacks. */
export function notesOf(state: PickerState): string[] {
  const { answer, question } = state;
  const notes = [...sayFirst(state, ['all projects']), ...lacksOf(answer)];
  // A pattern is looked for as it stands.
  if (question.isUnfinished && answer.regex === undefined) notes.push('the last word is taken as a beginning until a space or Esc');
  if (answer.expanded.length > 0) notes.push(`also searched: ${[...new Set(answer.expanded.map(({ used }) => oneLine(used)))].join(', ')}`);
  return notes;
}

/** Everything that may be missing from an answer, each in a few words. */
function lacksOf({ index, leftOut, excluded, regex }: SearchAnswer): string[] {
  const lacks: string[] = [];
  if (index.pending > 0) lacks.push(`${counted(index.pending, 'file')} not yet read`);
  if (excluded !== undefined) lacks.push(`${excluded.count} left out by ${excluded.words.map((word) => `-${oneLine(word)}`).join(' ')}`);
  const terms = (leftOut ?? []).reduce((sum, { count }) => sum + (count ?? 1), 0);
  if (leftOut !== undefined) lacks.push(`${counted(terms, 'rarer term')} not looked for (${[...new Set(leftOut.map(({ typed }) => oneLine(typed)))].join(', ')})`);
  if (regex !== undefined && regex.unread + regex.givenUp > 0) lacks.push('the pattern took too long: not all text was read');
  const skipped = index.skipped.reduce((sum, { count }) => sum + count, 0);
  if (skipped > 0) lacks.push(`${skipped} skipped (${index.skipped.filter(({ count }) => count > 0).map(({ reason }) => oneLine(reason)).join(', ')})`);
  if (index.truncated > 0) lacks.push('long outputs cut short');
  return lacks;
}
