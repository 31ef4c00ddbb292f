/**
 * Which transcript a client takes when it is told to resume, and how it is told to take ours.
 *
 * A client that is given an id looks into the project folder that is named after its own directory; newer ones then into
 * all others, and give up when several hold that id. Where that would not lead to our transcript (a second copy of the
 * session, a project that has moved, an older client), it is given the transcript's path instead: then it reads that very
 * file, and goes on in it (2.1.200 and 2.1.332) or in a new session (2.0.77). All tried with these clients.
 */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ResumePlan } from '../contract.ts';
import { slugOf } from '../transcript/slug.ts';

/** Where a transcript lies. */
export interface TranscriptPlace {
  /** Config folder. */
  readonly root: string;
  /** Name of the project folder. */
  readonly folder: string;
}

/** The place of `<root>/projects/<folder>/<session>.jsonl`; null for a path of another form. */
export function placeOf(path: string): TranscriptPlace | null {
  const folder = dirname(path);
  const projects = dirname(folder);
  return basename(projects) === 'projects' && dirname(projects) !== projects ? { root: dirname(projects), folder: basename(folder) } : null;
}

/** True when a client of any version that is started in `dir` and given the session's id reads the plan's transcript. */
export function isFoundById({ session, path }: ResumePlan, dir: string): boolean {
  const place = placeOf(path);
  if (place === null) return true;
  try {
    const seen = statSync(join(place.root, 'projects', slugOf(realpathSync(dir)), `${session}.jsonl`), { bigint: true });
    const wanted = statSync(path, { bigint: true });
    return seen.ino === wanted.ino && seen.dev === wanted.dev;
  } catch {
    return false;
  }
}

/** What stands behind `--resume` for a client in that directory: the id, or the transcript's path. */
export function resumeWord(plan: ResumePlan, dir: string): string {
  return isClientId(plan.session) && isFoundById(plan, dir) ? plan.session : plan.path;
}

/** True for an id as clients make them: anything else they take for a title to search for. */
export function isClientId(session: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(session);
}
