/**
 * From ranked units to the hits of an answer: everything that is read only for hits that are shown.
 */
import type { Hit, SearchRequest } from '../contract.ts';
import type { RowTable, Snapshot } from '../index/reader-types.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { FIELD, FIELDS } from '../schema.ts';
import { SNIPPET } from './constants.ts';
import { formatHitKey } from './hit-key.ts';
import type { BeginLookups } from './lookups.ts';
import { flatten, shorten } from './one-line.ts';
import type { Place } from './places.ts';
import { hasOrdinals, type Scope } from './scope.ts';
import { chunksOf } from './turn-chunks.ts';
import { compareNewer, sessionOf } from './units.ts';

/** What only a search knows about a hit. */
export type Found = Pick<Hit, 'score' | 'weak' | 'coverage' | 'words' | 'snippet' | 'highlights' | 'passages'>;

/** A clock, and a way to stop work that does not end. */
export interface TimeLimit {
  nowMs(): number;
  /** False when the work was stopped after that time, wherever it was. Throws what the work throws. */
  run(limitMs: number, work: () => void): boolean;
}

/** What search must be told about the world outside the index. */
export interface SearchContext {
  /** For regular expressions; if it is missing, nothing stops them. */
  readonly timeLimit?: TimeLimit;
  /** For whoever asks again and again. */
  readonly beginLookups?: BeginLookups;
  /** The person's own lines for the thesaurus, as readSynonyms() gives them. */
  readonly synonyms?: string;
  /** True when hits are only counted: they come without snippet and passages. */
  readonly isCounted?: boolean;
  /** Folder of transcripts whose sessions `/resume ID` reaches from the current directory; null when unknown. */
  readonly transcriptFolder: string | null;
  /** The lines that lead back into a session, safe to type whatever its name: for a shell, and for the client, null when the client cannot take its name. */
  readonly linesBack: (session: string) => { readonly shell: string; readonly client: string | null };
}

/** Completes a hit with the facts of its session, turn and chunk. */
export function buildHit(snapshot: Snapshot, scope: Scope, request: SearchRequest, context: SearchContext, place: Place, found: Found): Hit {
  const { sessions } = snapshot;
  const { rows } = snapshot.segments[place.segment];
  const spans = scope.spans[place.segment];
  const row = spans.row[place.span];
  const session = sessionOf(scope, place.unit);
  const isAgent = (rows.flags[row] & ROW_FLAG.agent) !== 0;
  const turn = turnIn(scope, session, spans.turn[place.span], isAgent && request.agents);
  const id = sessions.id(session);
  const cwd = sessions.cwd(session);
  const holders = scope.holders.of(place.segment, row, place.chunk).map((holder) => holder.session);
  const lines = context.linesBack(id);
  const copies = holders.filter((other) => other !== session && sessions.live[other] !== 0).sort((a, b) => compareNewer(sessions, a, b));
  return {
    ...found,
    session: id,
    title: sessions.title(session),
    project: projectName(cwd),
    cwd,
    branch: sessions.branch(session) || null,
    // A title, and text before the first prompt, may have been read before any time was known.
    when: isoTime(rows.timeMs[row]) ?? isoTime(sessions.firstMs[rows.session[row]]),
    first: isoTime(sessions.firstMs[session]),
    last: isoTime(sessions.lastMs[session]),
    turns: sessions.turnCount[session],
    turn,
    prompt: shorten(promptOf(snapshot, place.segment, row), SNIPPET.promptColumns),
    opening: sessions.opening(session),
    hit: formatHitKey({ session: id, turn, number: numberOf(snapshot, scope, place, row, session, turn) }),
    field: FIELDS[snapshot.segments[place.segment].fieldOf(place.chunk)].name,
    agent: isAgent,
    copies: copies.map((other) => sessions.id(other)),
    archived: false,
    deletedInDays: null,
    open: context.transcriptFolder !== null && folderOf(sessions.path(session)) === context.transcriptFolder ? lines.client : null,
    resume: lines.shell,
    dir: cwd,
  };
}

/** Turn number in the session from the number in the common sequence. */
export function turnIn(scope: Scope, session: number, turn: number, isBehind: boolean): number {
  return turn - scope.turnBase[session] - (isBehind ? scope.turnCount / 2 : 0);
}

function numberOf(snapshot: Snapshot, scope: Scope, { segment, chunk }: Place, row: number, session: number, turn: number): number {
  const { rows } = snapshot.segments[segment];
  if (hasOrdinals(rows, row)) return rows.firstOrdinal[row] + (chunk - rows.firstChunk[row]);
  if ((rows.flags[row] & ROW_FLAG.title) !== 0) return 0;
  const places = chunksOf(snapshot, scope.holders, session, turn).get(turn) ?? [];
  return places.find((place) => place.segment === segment && place.chunk === chunk)?.number ?? 0;
}

/** The prompt that opened the turn of a row, flat; '' when the turn has none. */
export function promptOf(snapshot: Snapshot, segment: number, row: number): string {
  const { rows } = snapshot.segments[segment];
  if (rows.turn[row] === 0) return '';
  const turn = { session: rows.session[row], turn: rows.turn[row], keyHi: rows.turnKeyHi[row], keyLo: rows.turnKeyLo[row] };
  const opening = openingOf(snapshot, segment, row, turn);
  if (opening !== null) return opening;
  // A prompt in the queue has its own key, so a turn that another session stores is found by what is held of it.
  const held = snapshot.copies.find((copy) => copy.session === turn.session && copy.turn === turn.turn && copy.heldFrom === 0);
  if (held === undefined) return '';
  return openingOf(snapshot, segment, row, { session: held.owner, turn: held.ownerTurn, keyHi: held.key.hi, keyLo: held.key.lo }) ?? '';
}

function openingOf(snapshot: Snapshot, segment: number, row: number, turn: TurnName): string | null {
  // As a rule it is in the same batch; in another one if the turn grew.
  const order = [segment, ...snapshot.segments.keys()].filter((at, index, all) => all.indexOf(at) === index);
  for (const at of order) {
    const opening = openingRow(snapshot, at, at === segment ? row : 0, turn);
    if (opening >= 0) return firstPrompt(snapshot, at, opening);
  }
  return null;
}

/** The live row that begins with that turn's prompt, or -1. Searched from `near` backwards first: mostly it is a few rows away. */
function openingRow(snapshot: Snapshot, at: number, near: number, turn: TurnName): number {
  const { rows } = snapshot.segments[at];
  const dead = snapshot.deadRows[at];
  const from = Math.min(near, rows.count - 1);
  for (let row = from; row >= 0; row--) if (isOpening(rows, row, turn) && (dead === null || dead[row] === 0)) return row;
  for (let row = from + 1; row < rows.count; row++) if (isOpening(rows, row, turn) && (dead === null || dead[row] === 0)) return row;
  return -1;
}

interface TurnName {
  readonly session: number;
  readonly turn: number;
  readonly keyHi: number;
  readonly keyLo: number;
}

function isOpening(rows: RowTable, row: number, { session, turn, keyHi, keyLo }: TurnName): boolean {
  if ((rows.flags[row] & ROW_FLAG.opening) === 0) return false;
  if (rows.turn[row] === turn && rows.session[row] === session) return true;
  return (keyHi !== 0 || keyLo !== 0) && rows.turnKeyHi[row] === keyHi && rows.turnKeyLo[row] === keyLo;
}

function firstPrompt(snapshot: Snapshot, at: number, row: number): string {
  const segment = snapshot.segments[at];
  for (let chunk = segment.rows.firstChunk[row]; chunk < segment.rows.firstChunk[row + 1]; chunk++) {
    if (segment.fieldOf(chunk) === FIELD.prompt) return flatten(segment.text(chunk).toString('utf8'));
  }
  return '';
}

/** ISO UTC, or null when there is no such time. Years of four digits are written without Date, which first has ICU name the time zone: 0.6 ms. */
export function isoTime(atMs: number): string | null {
  if (!(Math.abs(atMs) <= 8.64e15)) return null;
  const date = new Date(atMs);
  const year = date.getUTCFullYear();
  if (year < 0 || year > 9999) return date.toISOString();
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${String(year).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  return `${day}T${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}.${String(date.getUTCMilliseconds()).padStart(3, '0')}Z`;
}

/** The last part of a path. */
export function projectName(cwd: string): string {
  return cwd.split(/[\\/]/).filter((part) => part !== '').at(-1) ?? cwd;
}

function folderOf(path: string): string | null {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return end < 0 ? null : path.slice(0, end);
}
