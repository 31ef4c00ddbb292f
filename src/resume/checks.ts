/**
 * What must hold before `claude` is started for a session, and how to go on when it does not.
 *
 * A client that does not know an id starts a new, empty session or searches titles for it; one that is started in another
 * folder works on the wrong files; two that write the same transcript tear it apart. None of them warns. So everything is checked first:
 * the id is whole, contains nothing that means anything to a shell, and looks like an id to clients; the transcript exists;
 * nobody has the session open; the folder exists, and the project is still in it; `claude` is installed. Each failure is a
 * CcfindError whose hint is the next thing to type. Reads the file system, changes nothing.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import type { ResumePlan } from '../contract.ts';
import { CcfindError } from '../errors.ts';
import { findProgram } from '../programs.ts';
import { slugOf } from '../transcript/slug.ts';
import { FORK, isClientId, isSafeSessionId, resumeCommand, shellQuote } from './command.ts';
import type { ConfigChange } from './command.ts';
import { hasLeft, mainFolder, movedFolder } from './elsewhere.ts';
import { configChange, isHeldFor, lastEntry, needsFork, placeOf, resumeWord } from './place.ts';
import { findRunning } from './running.ts';

/** How the person wants to resume. */
export interface Wish {
  /** Further arguments for `claude`. */
  readonly extra?: readonly string[];
  /** True when plan.dir is a folder that the person named, not the session's own. */
  readonly isDirChosen?: boolean;
  /** For the lines to type in hints: as in resumeCommand(). */
  readonly config?: ConfigChange;
}

/** Folders below the home folder in which installers put `claude`, and which may not be on PATH, or not on that of a desktop. */
const USUAL_PLACES = ['.local/bin', '.claude/local'];

/**
 * Throws the CcfindError that tells why the session cannot be resumed; returns when it can.
 * The present folder does not matter. Cost: a few stats, and a small file for each running client.
 */
export function checkResume(plan: ResumePlan, wish: Wish = {}): void {
  const isFork = wish.extra?.includes(FORK) === true;
  checkTranscript(plan);
  if (!isClientId(plan.session) && !isFork) {
    throw new CcfindError('failure', `session ${plan.session}: its name is no id that claude resumes, but a title to search for`, {
      hint: `to go on in a new session: ccfind resume ${plan.session} -- ${FORK}`,
    });
  }
  if (!isFork) checkNotRunning(plan);
  checkDirectory(plan, wish);
  if (!isFork && needsFork(plan, plan.dir)) {
    if (lastEntry(plan.path) === null) {
      throw new CcfindError('failure', `session ${plan.session}: its transcript holds no conversation to go on with`, { hint: `read it with: ccfind show ${plan.session}` });
    }
    throw new CcfindError('failure', `session ${plan.session}: from there claude would go on in the transcript of another session, of which it is a copy`, {
      hint: `to go on in a new session: ccfind resume ${plan.session}${wish.isDirChosen === true ? ` --in ${shellQuote(plan.dir)}` : ''} -- ${FORK}`,
    });
  }
}

function checkTranscript(plan: ResumePlan): void {
  if (!isSafeSessionId(plan.session)) {
    throw new CcfindError('failure', `session id ${quoted(plan.session)} is not safe to pass on`, {
      hint: 'read it with: ccfind show',
    });
  }
  if (plan.path === '') {
    throw new CcfindError('not-found', `session ${plan.session} has no transcript of its own: only its sub-agents' are left`, {
      hint: `read it with: ccfind show ${plan.session}`,
    });
  }
  if (basename(plan.path).startsWith(`${plan.session}.sync-conflict-`)) {
    throw new CcfindError('not-found', `session ${plan.session}: only a synchroniser's copy of its transcript is left: ${plan.path}`, {
      hint: `name it ${plan.session}.jsonl, and try again`,
    });
  }
  if (basename(plan.path) !== `${plan.session}.jsonl`) {
    throw new CcfindError('failure', `session id is not whole: ${plan.session}, transcript ${quoted(basename(plan.path))}`, {
      hint: 'give the whole id',
    });
  }
  const status = statusOf(plan.path);
  if (status === null || !status.isFile()) {
    throw new CcfindError('not-found', `session ${plan.session}: its transcript is gone: ${plan.path}`, {
      hint: `Claude Code removes old transcripts: put it back there from a backup; what ccfind still knows: ccfind show ${plan.session} --no-refresh`,
    });
  }
  if (status.size === 0 || !mayUse(plan.path, constants.R_OK)) {
    throw new CcfindError('failure', `session ${plan.session}: its transcript ${status.size === 0 ? 'is empty' : 'cannot be read'}: ${plan.path}`, {
      hint: status.size === 0 ? 'there is nothing to go back to' : 'change its permissions, or resume as its owner',
    });
  }
}

function checkNotRunning({ session, path }: ResumePlan): void {
  const running = findRunning(session, placeOf(path)?.root ?? '');
  if (running === null) return;
  const { pid, dir, job } = running;
  throw new CcfindError('failure', `session ${session} is open already${job === '' ? '' : ' in the background'}: process ${pid}${dir === '' ? '' : ` in ${dir}`}`, {
    hint: `${job === '' ? 'go on there' : `go on there: claude attach ${job}`}, or in a copy: ccfind resume ${session} -- ${FORK}`,
  });
}

function checkDirectory(plan: ResumePlan, { isDirChosen = false, config = null }: Wish): void {
  const { session, dir, path } = plan;
  const elsewhere = `ccfind resume ${session} --in FOLDER`;
  if (!isAbsolute(dir)) {
    const found = movedFolder(plan);
    throw new CcfindError('failure', `session ${session}: its folder is unknown`, {
      hint: found === null ? `say where: ${elsewhere}` : `it seems to be ${found}; if so: ${lineIn(plan, found, config)}`,
    });
  }
  if (!isDirectory(dir)) {
    if (isDirChosen) throw new CcfindError('failure', `folder ${dir}: no such folder`);
    throw gone(plan, elsewhere, config);
  }
  if (!mayUse(dir, constants.X_OK)) {
    throw new CcfindError('failure', `folder of session ${session} cannot be entered: ${dir}`, {
      hint: 'change its permissions, or resume as its owner',
    });
  }
  if (isDirChosen) return;
  const folder = placeOf(path)?.folder ?? slugOf(dir);
  const isOther = !isHeldFor(plan, dir) && ![dir, realpathSync(dir)].some((path) => slugOf(path) === folder);
  if (!isOther && !hasLeft(plan)) return;
  const what = isOther ? `its transcript lies with those of another project, ${quoted(folder)}; its folder was ${dir}` : `its project is no longer in ${dir}`;
  const found = movedFolder(plan);
  const there = found === null ? `say where it is now: ${elsewhere}` : `it seems to be in ${found}: ${lineIn(plan, found, config)}`;
  throw new CcfindError('failure', `session ${session}: ${what}`, { hint: `${there}; or there all the same: ccfind resume ${session} --in ${shellQuote(dir)}` });
}

function gone(plan: ResumePlan, elsewhere: string, config: ConfigChange): CcfindError {
  const { session, dir } = plan;
  const main = mainFolder(dir);
  if (main !== null) {
    return new CcfindError('failure', `folder of session ${session} is a worktree that is gone: ${dir}`, { hint: `from the main folder: ${lineIn(plan, main, config)}` });
  }
  const found = movedFolder(plan);
  return new CcfindError('failure', `folder of session ${session} is gone: ${dir}`, {
    hint: found === null ? `make that folder again, or say where the project is now: ${elsewhere}` : `the project seems to be in ${found}; if so: ${lineIn(plan, found, config)}`,
  });
}

/** The line for a shell that resumes the session in another folder, with a client of any version. */
function lineIn(plan: ResumePlan, dir: string, config: ConfigChange): string {
  return resumeCommand(resumeWord(plan, dir), dir, needsFork(plan, dir) ? [FORK] : [], config);
}

/**
 * Absolute path of the first `claude` on PATH, else of one where installers put it.
 *
 * Windows: only `claude.exe`, as a `.cmd` cannot be started without a shell. Throws a CcfindError when there is none.
 */
export function findClaude(env: Readonly<Record<string, string | undefined>>, plan: ResumePlan): string {
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
  const program = findProgram([name], env, isAbsolute(home) ? USUAL_PLACES.map((place) => join(home, place)) : []);
  if (program !== null) return program;
  throw new CcfindError('failure', 'claude not found: no such program on PATH', {
    hint: `where claude works, type: ${lineIn(plan, plan.dir, configChange(plan, env))}`,
  });
}

function mayUse(path: string, how: number): boolean {
  try {
    accessSync(path, how);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  return statusOf(path)?.isDirectory() ?? false;
}

/** The status of a path, links followed; null when there is nothing or it cannot be seen. */
function statusOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** An odd name as shown in a message: shortened, with control characters escaped. */
function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
