/**
 * Which transcript a client takes when it resumes a session, and how to make it take ours.
 *
 * A client that is given an id looks into the project folder named after its own directory; newer clients then look into
 * all others, and give up if several hold that id. Where that would not lead to our transcript (a second copy of the
 * session, a project that has moved, an older client), the client is given the transcript's path instead. It then reads exactly that
 * file, and goes on in the transcript of the session that its last entry names (2.1.200 and 2.1.332), or in a new session (2.0.77). In copies
 * that older clients made for a fork, the last entry may name the original, which must not get what is said in the fork: there only a
 * new session will do. All of this was tried with these clients.
 */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ResumePlan } from '../contract.ts';
import { configFor } from '../paths.ts';
import { readEnd } from '../regular-file.ts';
import { slugOf } from '../transcript/slug.ts';
import { isClientId } from './command.ts';
import type { ConfigChange } from './command.ts';

/** How much of a transcript's end is read for its last entry; even an entry with much output is rarely a tenth of that. */
const END_BYTES = 4 << 20;

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
function isFoundById({ session, path }: ResumePlan, dir: string): boolean {
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

/** True when the project folder of that directory holds any transcript of the session. */
export function isHeldFor({ session, path }: ResumePlan, dir: string): boolean {
  const place = placeOf(path);
  try {
    return place !== null && statSync(join(place.root, 'projects', slugOf(realpathSync(dir)), `${session}.jsonl`)).isFile();
  } catch {
    return false;
  }
}

/** True when a client that is started there would go on in another transcript than the plan's, unless it makes a new session (FORK). */
export function needsFork(plan: ResumePlan, dir: string): boolean {
  return !isClientId(plan.session) || (resumeWord(plan, dir) === plan.path && lastEntry(plan.path)?.session !== plan.session);
}

/** Of what session, and in which directory ('' if it does not say), the last entry of the conversation is; null when there is none near the end. */
export function lastEntry(path: string): { session: string; cwd: string } | null {
  for (const line of readEnd(path, END_BYTES).split('\n').reverse()) {
    try {
      const entry = JSON.parse(line) as { type?: unknown; sessionId?: unknown; cwd?: unknown } | null;
      if ((entry?.type === 'user' || entry?.type === 'assistant') && typeof entry.sessionId === 'string') {
        return { session: entry.sessionId, cwd: typeof entry.cwd === 'string' ? entry.cwd : '' };
      }
    } catch {
      // Half a line, or no JSON.
    }
  }
  return null;
}

/** What to put after `--resume` for a client in that directory: the id, or the transcript's path. */
export function resumeWord(plan: ResumePlan, dir: string): string {
  return isClientId(plan.session) && isFoundById(plan, dir) ? plan.session : plan.path;
}

/** What CLAUDE_CONFIG_DIR must become: a client looks for sessions in one config folder only, and that must be the one that holds the transcript. */
export function configChange({ path }: ResumePlan, env: Readonly<Record<string, string | undefined>>): ConfigChange {
  const root = placeOf(path)?.root;
  return root === undefined ? null : configFor(root, env, process.cwd());
}
