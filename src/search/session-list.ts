/**
 * Sessions, newest first, from the catalog alone: no text is read and nothing is ranked. Pure.
 */
import type { ListedSession } from '../contract.ts';
import type { Snapshot } from '../index/reader-types.ts';
import { projectName } from './hits.ts';
import { compareNewer } from './units.ts';

/** The newest live sessions whose id begins with the text, at most limit. */
export function listSessions({ sessions }: Pick<Snapshot, 'sessions'>, idStart: string, limit: number): ListedSession[] {
  const fitting = sessions.findPrefix(idStart).sort((a, b) => compareNewer(sessions, a, b));
  return fitting.slice(0, limit).map((session) => {
    const cwd = sessions.cwd(session);
    return { session: sessions.id(session), name: sessions.title(session) || sessions.opening(session), project: projectName(cwd), cwd, branches: sessions.branches(session) };
  });
}
