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
/** Length of the last prompt and the last answer in the head of a page, and chunks that certainly hold so much. */
const HEAD_COLUMNS = 300;
const HEAD_CHUNKS = 3;

/** Whether an entry of the transcript begins with that chunk. */
type StartTest = (place: ChunkPlace) => boolean;

/** Reads a page. Throws CcfindError when there is no such session, or `around` is no hit of it; a turn that it lacks gives no turns. */
export function readSession(snapshot: Snapshot, request: SessionRequest): SessionPage {
  const { sessions } = snapshot;
  const session = sessions.find(request.session);
  if (session < 0) throw new CcfindError('not-found', `session ${request.session}: not in the index`);
  const byTurn = chunksOf(snapshot, createHolders(snapshot), session, null);
  const isStart = entryStarts(snapshot);
  const shown = ofFields(snapshot, byTurn, request);
  const numbers = [...shown.keys()];
  const cwd = sessions.cwd(session);
  const around = aroundOf(snapshot, request, byTurn);
  if (around !== null && byTurn.has(around.turn) && !shown.has(around.turn)) {
    throw new CcfindError('not-found', `turn ${around.turn} of session ${request.session} has no ${(request.fields ?? []).join(' or ')}`);
  }
  if (around !== null && !shown.has(around.turn)) throw new CcfindError('not-found', `session ${request.session} has no such hit: ${request.around}`, { hint: 'search again' });
  const turns = readTurns(snapshot, shown, wantedTurns(numbers, request, around), { ...request, around }, isStart);
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
    lastPrompt: lastText(snapshot, byTurn, FIELD.prompt, isStart),
    lastAnswer: lastText(snapshot, byTurn, FIELD.answer, isStart),
    turns,
    total: [...byTurn.keys()].filter((number) => number > 0).length,
    next: next ?? null,
  };
}

/**
 * In another session the same numbers mean another place, so a hit key of another session is an error; if no session has that id, its start is
 * enough. Null for no key, and for that of a title (hits.ts), around which nothing was said: the page is that from the first turn on.
 */
function aroundOf({ sessions }: Snapshot, { session, around }: SessionRequest, byTurn: ReadonlyMap<number, unknown>): { turn: number; number: number } | null {
  if (around === null) return null;
  const key = parseHitKey(around);
  if (key === null) throw new CcfindError('usage', `--around ${around}: expected the key of a hit, SESSION:TURN:N`);
  if (key.session === session || (session.startsWith(key.session) && sessions.find(key.session) < 0)) return key.turn === 0 && key.number === 0 && !byTurn.has(0) ? null : key;
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
function readTurns(snapshot: Snapshot, shown: ReadonlyMap<number, readonly ChunkPlace[]>, wanted: readonly number[], limits: Limits, isStart: StartTest): SessionTurn[] {
  const { budget = Infinity, chunksAround = CHUNKS_AROUND, around } = limits;
  const turns: SessionTurn[] = [];
  let units = 0;
  for (const number of wanted) {
    const places = shown.get(number) ?? [];
    const near = around?.turn === number ? placesAround(places, around.number, chunksAround) : null;
    const turn = readTurn(snapshot, number, near?.places ?? places, isStart);
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

/** Tells where entries begin. What it needs of a segment is read once, when first asked for. */
function entryStarts({ segments }: Snapshot): StartTest {
  const known = new Map<number, Uint8Array>();
  return ({ segment, chunk }) => {
    let starts = known.get(segment);
    if (starts === undefined) {
      const { chunkCount } = segments[segment];
      known.set(segment, (starts = new Uint8Array(chunkCount)));
      const first = segments[segment].entryStarts();
      for (let entry = 0; entry < first.length; entry++) starts[first[entry]] = 1;
    }
    return starts[chunk] === 1;
  };
}

function readTurn(snapshot: Snapshot, turn: number, places: readonly ChunkPlace[], isStart: StartTest): SessionTurn {
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
    // An entry may hold several texts, so that the borders of entries alone do not tell.
    if (last !== null && isNext(last, place) && part.field === field && !isStart(place) && followsOn(lastText, text)) part.text += text;
    else parts.push({ field, text, agent: place.isAgent });
    last = place;
    lastText = text;
  }
  return { turn, when, parts };
}

function isNext(before: ChunkPlace, { segment, row, chunk }: ChunkPlace): boolean {
  return segment === before.segment && row === before.row && chunk === before.chunk + 1;
}

/** The first prompt of the last turn that has one, or the last answer; not a sub-agent's. From its beginning, on one line and shortened. */
function lastText(snapshot: Snapshot, byTurn: ReadonlyMap<number, readonly ChunkPlace[]>, field: number, isStart: StartTest): string {
  for (const places of [...byTurn.values()].reverse()) {
    const ofField = places.filter((place) => !place.isAgent && snapshot.segments[place.segment].fieldOf(place.chunk) === field);
    if (ofField.length === 0) continue;
    let first = field === FIELD.prompt ? 0 : ofField.length - 1;
    while (first > 0 && !isStart(ofField[first]) && isNext(ofField[first - 1], ofField[first])) first--;
    const [part] = readTurn(snapshot, 0, ofField.slice(first, first + HEAD_CHUNKS), isStart).parts;
    return shorten(flatten(part.text), HEAD_COLUMNS);
  }
  return '';
}
