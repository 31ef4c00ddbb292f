/**
 * The index against the transcripts: is everything in it that is on disk?
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { SearchRequest } from '../contract.ts';
import { isOurLeftover } from '../index/disk-directory.ts';
import { lookAtLock } from '../index/lock.ts';
import { MANIFEST_NAME } from '../index/manifest.ts';
import type { Finding } from '../reports.ts';
import { areOf, counted, countedOf } from '../sizes.ts';
import { KNOWN_CLIENT } from '../transcript/known-kinds.ts';
import type { Sample } from './disk-sample.ts';
import { REBUILD } from './check.ts';
import type { CheckContext } from './check.ts';
import { verifyIndex } from './verify-index.ts';

const UNSOUND: Finding = { status: 'warning', found: 'not looked at: the index is damaged', mend: REBUILD };
/** What to do, by the reason why a file or folder cannot be read (transcript/trouble.ts). */
const MENDS: Readonly<Record<string, string>> = {
  'permission denied': 'change their rights',
  'dangling link': 'remove or mend the links that lead nowhere',
  'link loop': 'remove or mend the links that lead back to themselves',
  'name is not UTF-8': 'give them other names',
  'name too long': 'give them other names',
};

/** Whether there is anything to index. */
export function checkHistory({ roots, files }: CheckContext): Finding {
  if (roots.length === 0) return { status: 'warning', found: 'no config folder of Claude Code is there', mend: 'if it lies elsewhere: CLAUDE_CONFIG_DIR=FOLDER ccfind doctor' };
  const mains = files.filter(({ isMain }) => isMain).length;
  return { status: 'ok', found: `${counted(mains, 'session')} and ${counted(files.length - mains, 'file')} of sub-agents below ${roots.join(', ')}` };
}

/** Every byte of the index. */
export function checkFiles(context: CheckContext): Finding {
  if (context.obstacle !== null) return context.obstacle;
  const { manifest, isOutdated, damage, files, bytes } = verifyIndex(context.directory, context.onProgress);
  if (damage.length > 0) {
    context.obstacle = UNSOUND;
    return { status: 'wrong', found: `${damage.length} of its files cannot be trusted`, mend: REBUILD, details: damage };
  }
  if (isOutdated) return { status: 'ok', found: 'the index is of another version of ccfind: a search makes it anew' };
  if (manifest === null) return withoutManifest(context);
  return { status: 'ok', found: `${counted(files, 'file')}, ${Math.round(bytes / 1e6)} MB: every checksum is right` };
}

/** There is no index; or there are the remains of one that lost its manifest, or whose first writer died or is still at work. */
function withoutManifest({ directory }: CheckContext): Finding {
  const left = directory.list().filter(isOurLeftover);
  if (left.length === 0) return { status: 'ok', found: 'there is no index yet: a search makes it' };
  if (lookAtLock(directory.path)?.isRespected) return { status: 'ok', found: 'there is no index yet: it is being made' };
  return { status: 'warning', found: `there is no index: ${MANIFEST_NAME} is missing; ${counted(left.length, 'file')} of an old one left`, mend: 'ccfind index makes a new one and removes them', details: left };
}

/** Brings the index up to date, and says what it still lacks. */
export function checkFresh(context: CheckContext): Finding | null {
  if (context.obstacle !== null) return context.obstacle;
  if (context.roots.length === 0) return null;
  const { report, trouble } = context.refresh();
  const details = trouble.map(({ path, reason }) => `${path}: ${reason}`);
  if (report.filesPending > 0) {
    const why = report.locked ? 'another process is writing it' : 'it cannot be written';
    if (!report.locked) context.pendingMend = `free the disk, or change the rights of ${context.directory.path}; or set CCFIND_DIR to another place`;
    return { status: 'warning', found: `${counted(report.filesPending, 'file')} not indexed yet: ${why}`, mend: context.pendingMend, details };
  }
  if (details.length > 0) return { status: 'warning', found: `${details.length} ${details.length === 1 ? 'file or folder' : 'files or folders'} cannot be read`, mend: `${mendTrouble(trouble)}; what they hold is not found`, details };
  const read = report.filesRead === 0 ? 'nothing was new' : `${counted(report.filesRead, 'file')} new`;
  const absent = context.snapshot(({ counts }) => counts.absent);
  const lacking = absent === 0 ? '' : `; ${counted(absent, 'side file')} ${areOf(absent)} not there: of those outputs the beginnings are found, all once they come`;
  return { status: 'ok', found: `the index is up to date; ${read}${lacking}` };
}

function mendTrouble(trouble: readonly { reason: string }[]): string {
  return [...new Set(trouble.map(({ reason }) => MENDS[reason] ?? 'look at what they are and at their rights'))].join(', ');
}

/** Every session on disk by its id. */
export function checkSessions(context: CheckContext): Finding | null {
  if (context.obstacle !== null || context.roots.length === 0) return null;
  const mains = context.files.filter(({ isMain, sizeBytes }) => isMain && sizeBytes > 0);
  const missing = context.snapshot(({ sessions, counts }) => (counts.pending > 0 ? [] : mains.filter(({ session }) => sessions.find(session) < 0)));
  if (missing.length === 0) return { status: 'ok', found: mains.length === 1 ? 'the one session on disk is known' : `all ${mains.length} sessions on disk are known` };
  return { status: 'wrong', found: `${countedOf(missing.length, mains.length, 'session')} on disk ${areOf(missing.length)} not in the index`, mend: REBUILD, details: missing.map(({ path }) => path) };
}

/** Words from disk, each looked up in the session it comes from. */
export function checkSamples({ obstacle, pendingMend, files, sampling: { samples }, countHits, snapshot }: CheckContext): Finding | null {
  if (obstacle !== null) return obstacle;
  if (samples.length === 0) return { status: 'ok', found: `no text was looked up: nowhere that was looked at in ${counted(files.length, 'transcript')} do four plain words stand in a row that a person or Claude said` };
  const pending = snapshot(({ counts }) => counts.pending);
  const missing = samples.filter(({ session, words }) => countHits(lookUp(session, words)) === 0).map((sample) => ({ sample, ...placeOf(sample) })).filter(({ isEcho }) => !isEcho);
  const held = samples.length - missing.length;
  const found = `${countedOf(held, samples.length, 'text')} from disk ${held === 1 ? 'is found in its session' : 'are found in their sessions'}`;
  if (missing.length === 0) return { status: 'ok', found };
  const details = missing.map(({ sample, line }) => `${sample.path}:${line}: ${sample.words}`);
  if (pending > 0) return { status: 'warning', found: `${found}; ${counted(pending, 'file')} not indexed yet`, mend: pendingMend, details };
  return { status: 'wrong', found, mend: REBUILD, details };
}

/** Literally, since single words could be found elsewhere in the session. */
function lookUp(session: string, words: string): SearchRequest {
  return {
    query: `"${words}"`, sessions: [session], limit: 1, offset: 0, all: true, group: 'session', project: null, dir: null, branch: null, exclude: [],
    currentSession: null, self: true, fields: null, sinceMs: null, untilMs: null, agents: false, here: '/',
  };
}

/** Number of the sample's line, and whether ccfind is mentioned before it: then it may be our own output, which is not indexed. */
function placeOf({ path, offset }: Sample): { line: number; isEcho: boolean } {
  let line = 1;
  let isEcho = false;
  try {
    const fd = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(1 << 20);
      for (let at = 0; at < offset; ) {
        const count = readSync(fd, bytes, 0, Math.min(bytes.length, offset - at), at);
        if (count === 0) break;
        const part = bytes.subarray(0, count);
        isEcho ||= part.includes('ccfind');
        for (let feed = part.indexOf(10); feed >= 0; feed = part.indexOf(10, feed + 1)) line++;
        at += count;
      }
    } finally {
      closeSync(fd);
    }
  } catch {
    // Gone by now: then its words need not be found.
    isEcho = true;
  }
  return { line, isEcho };
}

/** What clients write that this version has never seen. */
export function checkKinds({ sampling: { kinds, lineCount, client } }: CheckContext): Finding | null {
  if (lineCount === 0) return null;
  const known = `${counted(lineCount, 'line')} looked at${client === '' ? '' : `, the newest by client ${client}`}; kinds of lines are known up to ${KNOWN_CLIENT}`;
  if (kinds.length === 0) return { status: 'ok', found: known };
  const details = kinds.map(({ kind, version, count, isKnown }) => `${kind}: ${count}${version === '' ? '' : ` of client ${version}`}${isKnown ? ' without their words' : ''}`);
  return { status: 'warning', found: `${counted(kinds.length, 'kind')} of lines or blocks ${kinds.some(({ isKnown }) => isKnown) ? `${kinds.length === 1 ? 'holds' : 'hold'} no words any more, or ${areOf(kinds.length)}` : areOf(kinds.length)} new to this version; ${known}`, mend: 'look for a newer ccfind: what they say may not be found', details };
}
