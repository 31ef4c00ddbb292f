/**
 * Reads a session from the index alone: its turns in order, each in parts as they were said. Pure.
 *
 * Chunks that were cut from one text are joined again. Turns that the session shares with others are read from where
 * their text is stored.
 */
import type { SessionPage, SessionRequest, SessionTurn } from '../contract.ts';
import { CcfindError } from '../errors.ts';
import { createHolders } from '../index/holders.ts';
import type { Snapshot } from '../index/reader-types.ts';
import { FIELD, FIELDS } from '../schema.ts';
import { isoTime, projectName } from './hits.ts';
import { parseHitKey } from './hit-key.ts';
import { followsOn } from './joined-text.ts';
import { flatten, shorten } from './one-line.ts';
import { chunksOf, type ChunkPlace } from './turn-chunks.ts';

/** Chunks shown before and after a hit. */
const CHUNKS_AROUND = 12;
/** Length of the last prompt and the last answer in the head of a page. */
const HEAD_COLUMNS = 300;

/** Reads a page. Throws CcfindError when there is no such session, or `around` is no hit of it; a turn that it lacks gives no turns. */
export function readSession(snapshot: Snapshot, request: SessionRequest): SessionPage {
  const { sessions } = snapshot;
  const session = sessions.find(request.session);
  if (session < 0) throw new CcfindError('not-found', `session ${request.session}: not in the index`);
  const byTurn = chunksOf(snapshot, createHolders(snapshot), session, null);
  const shown = ofFields(snapshot, byTurn, request);
  const numbers = [...shown.keys()];
  const cwd = sessions.cwd(session);
  const around = aroundOf(snapshot, request);
  if (around !== null && !shown.has(around.turn)) throw new CcfindError('not-found', `session ${request.session} has no such hit: ${request.around}`, { hint: 'search again' });
  const turns = readTurns(snapshot, shown, wantedTurns(numbers, request, around), { ...request, around });
  const last = turns[turns.length - 1]?.turn;
  const next = request.turn === null && last !== undefined ? numbers.find((number) => number > last) : undefined;
  return {
    schema: 1,
    session: sessions.id(session),
    title: sessions.title(session),
    project: projectName(cwd),
    cwd,
    branch: sessions.branch(session) || null,
    first: isoTime(sessions.firstMs[session]),
    last: isoTime(sessions.lastMs[session]),
    opening: sessions.opening(session),
    lastPrompt: lastText(snapshot, byTurn, FIELD.prompt),
    lastAnswer: lastText(snapshot, byTurn, FIELD.answer),
    turns,
    total: [...byTurn.keys()].filter((number) => number > 0).length,
    next: next ?? null,
  };
}

/** In another session the same numbers mean another place, so a hit key of another session is an error; if no session has that id, its start is enough. */
function aroundOf({ sessions }: Snapshot, { session, around }: SessionRequest): { turn: number; number: number } | null {
  if (around === null) return null;
  const key = parseHitKey(around);
  if (key === null) throw new CcfindError('usage', `--around ${around}: expected the key of a hit, SESSION:TURN:N`);
  if (key.session === session || (session.startsWith(key.session) && sessions.find(key.session) < 0)) return key;
  throw new CcfindError('usage', `--around ${around}: a hit of another session than ${session}`, { hint: 'give show the id that the key begins with' });
}

/** What the page may show of each turn: everything, or the requested fields. */
function ofFields(snapshot: Snapshot, byTurn: ReadonlyMap<number, readonly ChunkPlace[]>, { fields }: SessionRequest): ReadonlyMap<number, readonly ChunkPlace[]> {
  if (fields === undefined) return byTurn;
  const wanted = new Set<number>(fields.map((name) => FIELD[name]));
  const kept = [...byTurn].map(([turn, places]) => [turn, places.filter(({ segment, chunk }) => wanted.has(snapshot.segments[segment].fieldOf(chunk)))] as const);
  return new Map(kept.filter(([, places]) => places.length > 0));
}

interface Limits {
  readonly budget?: number;
  readonly chunksAround?: number;
  readonly around: { readonly turn: number; readonly number: number } | null;
}

/** Reads turns as long as they fit into the budget. */
function readTurns(snapshot: Snapshot, shown: ReadonlyMap<number, readonly ChunkPlace[]>, wanted: readonly number[], limits: Limits): SessionTurn[] {
  const { budget = Infinity, chunksAround = CHUNKS_AROUND, around } = limits;
  const turns: SessionTurn[] = [];
  let units = 0;
  for (const number of wanted) {
    const places = shown.get(number) ?? [];
    const near = around?.turn === number ? placesAround(places, around.number, chunksAround) : null;
    const turn = readTurn(snapshot, number, near?.places ?? places);
    if (near !== null && near.places.length < places.length) turn.around = { before: near.before, behind: near.behind };
    units += turn.parts.reduce((sum, { text }) => sum + text.length, 0);
    if (units > budget && turns.length > 0) break;
    turns.push(turn);
  }
  if (units > budget && turns.length === 1) cutParts(turns[0], budget);
  return turns;
}

/** Cuts the longest texts to one length, so that all of them together fit into that many units. */
function cutParts({ parts }: SessionTurn, budget: number): void {
  const lengths = parts.map(({ text }) => text.length).sort((a, b) => a - b);
  let left = budget;
  let most = 0;
  for (const [at, length] of lengths.entries()) {
    most = Math.floor(left / (lengths.length - at));
    if (length > most) break;
    left -= length;
  }
  for (const part of parts) {
    if (part.text.length <= most) continue;
    // Not between the halves of a character.
    const end = most > 0 && /[\ud800-\udbff]/.test(part.text[most - 1]) ? most - 1 : most;
    part.cut = part.text.length - end;
    part.text = part.text.slice(0, end);
  }
}

/** The turns of the page: one, those around a hit, or as many as were requested from one on. */
function wantedTurns(numbers: readonly number[], request: SessionRequest, around: Limits['around']): number[] {
  if (request.turn !== null) return numbers.filter((number) => number === request.turn);
  let first = numbers.findIndex((number) => number >= request.from);
  if (around !== null) {
    first = Math.max(0, numbers.indexOf(around.turn) - ((request.turns - 1) >> 1));
  }
  const { to = Infinity } = request;
  return first < 0 ? [] : numbers.slice(first, first + request.turns).filter((number) => number <= to);
}

/** The chunks around the one with that number, and how many there are before and after them; the whole turn when it has none. */
function placesAround(places: readonly ChunkPlace[], number: number, count: number): { places: readonly ChunkPlace[]; before: number; behind: number } {
  const at = places.findIndex((place) => place.number === number);
  const start = at < 0 ? 0 : Math.max(0, at - count);
  const end = at < 0 ? places.length : Math.min(places.length, at + count + 1);
  return { places: places.slice(start, end), before: start, behind: places.length - end };
}

function readTurn(snapshot: Snapshot, turn: number, places: readonly ChunkPlace[]): SessionTurn {
  const parts: SessionTurn['parts'] = [];
  let last: ChunkPlace | null = null;
  let lastText = '';
  let when: string | null = null;
  for (const place of places) {
    const segment = snapshot.segments[place.segment];
    const field = FIELDS[segment.fieldOf(place.chunk)].name;
    const text = segment.text(place.chunk).toString('utf8');
    const part = parts[parts.length - 1];
    when ??= isoTime(segment.rows.timeMs[place.row]) ?? isoTime(snapshot.sessions.firstMs[segment.rows.session[place.row]]);
    const isNext = last !== null && place.segment === last.segment && place.row === last.row && place.chunk === last.chunk + 1;
    if (isNext && part.field === field && followsOn(lastText, text)) part.text += text;
    else parts.push({ field, text, agent: place.isAgent });
    last = place;
    lastText = text;
  }
  return { turn, when, parts };
}

/** The last text of a field that is not a sub-agent's, from its beginning, on one line and shortened. */
function lastText(snapshot: Snapshot, byTurn: ReadonlyMap<number, readonly ChunkPlace[]>, field: number): string {
  for (const places of [...byTurn.values()].reverse()) {
    const ofField = places.filter((place) => !place.isAgent && snapshot.segments[place.segment].fieldOf(place.chunk) === field);
    if (ofField.length === 0) continue;
    const parts = readTurn(snapshot, 0, field === FIELD.prompt ? ofField : lastRun(ofField)).parts;
    const part = field === FIELD.prompt ? parts[0] : parts[parts.length - 1];
    return shorten(flatten(part.text), HEAD_COLUMNS);
  }
  return '';
}

/** The last few chunks that follow each other: a long answer need not be read whole to be shortened. */
function lastRun(places: readonly ChunkPlace[]): readonly ChunkPlace[] {
  let first = places.length - 1;
  while (first > 0 && places.length - first < CHUNKS_AROUND && places[first - 1].row === places[first].row && places[first - 1].chunk === places[first].chunk - 1) first--;
  return places.slice(first);
}
