/**
 * The files of some sessions that are as their marks say.
 *
 * Of thousands of files few are looked at closely: the numbers in their marks leave out the others.
 */
import { NO_SESSION } from '../index/marks.ts';
import type { Differences, ListedFile } from './compare.ts';
import type { Present } from './plan.ts';

/** For so many sessions their numbers are found, one by one, among all. A choice. */
const FEW_SESSIONS = 16;

/** In the order of the listing. ids: of sessions. */
export function unchangedFiles(differences: Differences, present: Present, ids: ReadonlySet<string>): ListedFile[] {
  const { session } = present.marks.numbers;
  const isWanted = ({ session: id, mark }: ListedFile): boolean => (id !== '' ? ids.has(id) : session[mark] !== NO_SESSION && ids.has(idOfMark(present, mark)));
  return differences.unchanged(ids.size > FEW_SESSIONS ? () => true : mayBeOf(present, ids)).filter(isWanted);
}

/** Tells of a mark whether its file may be of those sessions. */
function mayBeOf({ marks, catalog }: Present, ids: ReadonlySet<string>): (mark: number) => boolean {
  const { session } = marks.numbers;
  const numbers = new Set([...ids].map((id) => catalog?.sessions.find(id) ?? -1));
  return (mark) => numbers.has(session[mark]) || session[mark] === NO_SESSION || catalog?.sessions.live[session[mark]] !== 1;
}

/** Id of the session that the mark names; '' without a catalog. */
export function idOfMark({ marks, catalog }: Present, mark: number): string {
  return catalog?.record(marks.numbers.session[mark]).id ?? '';
}
