/**
 * Which sessions, turns and fields a request lets through. Applied before ranking and before any cap.
 *
 * The running session is left out, except for what was compacted away in it: Claude no longer knows that
 * part. The index shows a compaction by the summary that it left; everything in the session before its last
 * such summary stays findable.
 */
import { FIELDS, FIELD } from '../schema.ts';
import type { SearchRequest } from '../contract.ts';
import type { SegmentReader, SessionTable, Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';

/** What is let through of a session: nothing, all, or what was compacted away. */
export const ADMIT = { none: 0, all: 1, compacted: 2 } as const;

/** The filters of a request, resolved. */
export interface Filter {
  /** One of ADMIT by session. */
  readonly sessions: Uint8Array;
  /** 1 by wanted field id; null when every field is. */
  readonly fieldMask: Uint8Array | null;
  /** Where the part of the running session begins that Claude still knows. */
  readonly boundary: Boundary;
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly hasTimes: boolean;
}

/** A place in a session. */
export interface Boundary {
  readonly turn: number;
  /** Ordinal of the summary's chunk in that turn. */
  readonly ordinal: number;
}

/** Reads the filters of a request against the catalog. Cost: strings of the sessions only when a filter needs them. */
export function createFilter(snapshot: Snapshot, request: SearchRequest): Filter {
  const sessions = admittedSessions(snapshot, request);
  // A session that was named is wanted, even if it is the running one.
  const isNamed = request.sessions !== null;
  const running = request.currentSession === null || request.self || isNamed ? -1 : snapshot.sessions.find(request.currentSession);
  let boundary: Boundary = { turn: 0, ordinal: 0 };
  if (running >= 0 && sessions[running] === ADMIT.all) {
    boundary = compactedBefore(snapshot, running);
    sessions[running] = boundary.turn > 0 || boundary.ordinal > 0 ? ADMIT.compacted : ADMIT.none;
  }
  return {
    sessions,
    fieldMask: request.fields === null ? null : Uint8Array.from(FIELDS, (field) => (request.fields?.includes(field.name) ? 1 : 0)),
    boundary,
    sinceMs: request.sinceMs ?? -Infinity,
    untilMs: request.untilMs ?? Infinity,
    hasTimes: request.sinceMs !== null || request.untilMs !== null,
  };
}

function admittedSessions(snapshot: Snapshot, request: SearchRequest): Uint8Array {
  const table = snapshot.sessions;
  const admitted = table.live.slice(0, table.count);
  if (request.sessions !== null) keepOnly(admitted, request.sessions.map((id) => table.find(id)));
  for (const id of request.exclude) {
    const session = table.find(id);
    if (session >= 0) admitted[session] = ADMIT.none;
  }
  if (request.roots !== null && request.roots !== undefined) {
    const roots = new Set(request.roots);
    keepWhere(admitted, (session) => roots.has(snapshot.roots[table.root[session]]));
  }
  const { project, dir, branch } = request;
  if (branch !== null) keepWhere(admitted, (session) => table.branches(session).includes(branch));
  if (dir !== null) keepWhere(admitted, (session) => table.cwds(session).some((cwd) => liesIn(cwd, dir)));
  if (project !== null) {
    const part = project.toLowerCase();
    keepWhere(admitted, (session) => projectNames(table, session).some((name) => name.toLowerCase().includes(part)));
  }
  return admitted;
}

function keepOnly(admitted: Uint8Array, sessions: readonly number[]): void {
  const wanted = new Set(sessions);
  keepWhere(admitted, (session) => wanted.has(session));
}

function keepWhere(admitted: Uint8Array, isWanted: (session: number) => boolean): void {
  for (let session = 0; session < admitted.length; session++) {
    if (admitted[session] !== ADMIT.none && !isWanted(session)) admitted[session] = ADMIT.none;
  }
}

/** All paths by which a project can be named; for a session without a directory the transcript's folder. */
function projectNames(table: SessionTable, session: number): string[] {
  const cwds = table.cwds(session).filter((cwd) => cwd !== '');
  return cwds.length > 0 ? cwds : [table.path(session).split(/[\\/]/).at(-2) ?? ''];
}

function liesIn(path: string, folder: string): boolean {
  const base = folder.replace(/(?<=.)[\\/]+$/, '');
  if (path === base) return true;
  const below = /[\\/]$/.test(base) ? base : base + (base.includes('/') || !base.includes('\\') ? '/' : '\\');
  return path.startsWith(below);
}

/** The last compaction summary among the session's own rows; turn 0, ordinal 0 when there is none. */
function compactedBefore(snapshot: Snapshot, session: number): Boundary {
  let boundary: Boundary = { turn: 0, ordinal: 0 };
  snapshot.segments.forEach((segment, index) => {
    const { rows } = segment;
    const dead = snapshot.deadRows[index];
    for (let row = 0; row < rows.count; row++) {
      if (rows.session[row] !== session || (rows.flags[row] & (ROW_FLAG.agent | ROW_FLAG.title | ROW_FLAG.queued)) !== 0) continue;
      if (dead !== null && dead[row] !== 0) continue;
      const chunk = lastSummary(segment, rows.firstChunk[row], rows.firstChunk[row + 1]);
      if (chunk < 0) continue;
      const ordinal = rows.firstOrdinal[row] + (chunk - rows.firstChunk[row]);
      const turn = rows.turn[row];
      if (turn > boundary.turn || (turn === boundary.turn && ordinal > boundary.ordinal)) boundary = { turn, ordinal };
    }
  });
  return boundary;
}

const COMPACTION = /^\s*This session is being continued from a previous conversation/;

/** First chunk of the last compaction summary in the range, or -1. Other summaries (of an absence) are recognised by their opening. */
function lastSummary(segment: SegmentReader, from: number, to: number): number {
  for (let chunk = to - 1; chunk >= from; chunk--) {
    if (segment.fields[chunk] === FIELD.summary && COMPACTION.test(segment.text(chunk).toString('utf8', 0, 200))) return chunk;
  }
  return -1;
}
