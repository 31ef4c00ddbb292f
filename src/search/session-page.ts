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

/** Chunks shown before and behind a hit. */
const CHUNKS_AROUND = 12;
/** Of the last prompt and the last answer in the head of a page. */
const HEAD_COLUMNS = 300;

/** Reads a page. Throws CcfindError when there is no such session, or `around` is no hit of it; a turn that it lacks gives no turns. */
export function readSession(snapshot: Snapshot, request: SessionRequest): SessionPage {
  const { sessions } = snapshot;
  const session = sessions.find(request.session);
  if (session < 0) throw new CcfindError('not-found', `session ${request.session}: not in the index`);
  const byTurn = chunksOf(snapshot, createHolders(snapshot), session, null);
  const numbers = [...byTurn.keys()];
  const wanted = wantedTurns(numbers, request);
  const last = wanted[wanted.length - 1];
  const next = request.turn === null && last !== undefined ? numbers.find((number) => number > last) : undefined;
  const cwd = sessions.cwd(session);
  const around = aroundOf(request);
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
    turns: wanted.map((turn) => {
      const places = byTurn.get(turn) ?? [];
      return readTurn(snapshot, turn, around?.turn === turn ? placesAround(places, around.number) : places);
    }),
    total: numbers.filter((number) => number > 0).length,
    next: next ?? null,
  };
}

/** In another session the same numbers are another place, so the key of its hit is an error. */
function aroundOf({ session, around }: SessionRequest): { turn: number; number: number } | null {
  const key = around === null ? null : parseHitKey(around);
  if (key === null || session.startsWith(key.session)) return key;
  throw new CcfindError('usage', `--around ${around}: a hit of another session than ${session}`, { hint: 'give show the id that the key begins with' });
}

/** The turns of the page: one, those around a hit, or as many as asked for from one on. */
function wantedTurns(numbers: readonly number[], request: SessionRequest): number[] {
  if (request.turn !== null) return numbers.filter((number) => number === request.turn);
  const around = aroundOf(request);
  let first = numbers.findIndex((number) => number >= request.from);
  if (around !== null) {
    const at = numbers.indexOf(around.turn);
    first = at < 0 ? -1 : Math.max(0, at - ((request.turns - 1) >> 1));
  }
  return first < 0 ? [] : numbers.slice(first, first + request.turns);
}

/** The chunks around the one with that number; the whole turn when it has none. */
function placesAround(places: readonly ChunkPlace[], number: number): readonly ChunkPlace[] {
  const at = places.findIndex((place) => place.number === number);
  return at < 0 ? places : places.slice(Math.max(0, at - CHUNKS_AROUND), at + CHUNKS_AROUND + 1);
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

/** The last text of a field that is no sub-agent's, from its beginning, on one line and shortened. */
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

/** The chunks at the end that follow each other, at most a few: a long answer need not be read whole to be shortened. */
function lastRun(places: readonly ChunkPlace[]): readonly ChunkPlace[] {
  let first = places.length - 1;
  while (first > 0 && places.length - first < CHUNKS_AROUND && places[first - 1].row === places[first].row && places[first - 1].chunk === places[first].chunk - 1) first--;
  return places.slice(first);
}
