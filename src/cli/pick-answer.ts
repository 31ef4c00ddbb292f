/**
 * Answers the picker's requests by an engine: what runs in the thread behind the picker.
 *
 * A question changes the request that the command was called with; whatever it does not mention stays as it was.
 */
import type { Engine, Hit, SearchAnswer, SearchRequest } from '../contract.ts';
import { buildPreview } from '../picker/preview-text.ts';
import type { PickerReply, PickerRequest, Place, Question } from '../picker/question.ts';
import { wordsOf } from '../picker/question.ts';
import { describeError } from './describe-error.ts';

/** What the command was called with. */
export interface PickBase {
  /** The request that the flags make. */
  readonly request: SearchRequest;
  /** The branch that is checked out in the present folder. */
  readonly branch: string | null;
}

/** Most places that one can go through in a session. */
const MOST_PLACES = 500;

/** The search for a question. */
export function requestOf({ request, branch }: PickBase, question: Question): SearchRequest {
  const { isHere, isOnBranch, field, isAll, isUnfinished, limit } = question;
  return {
    ...request,
    query: wordsOf(question),
    limit,
    all: isAll,
    dir: isHere ? request.here : request.dir,
    branch: isOnBranch ? branch : request.branch,
    fields: field === null ? request.fields : [field],
    ...(isUnfinished ? { unfinished: true } : {}),
  };
}

/** A search, or without words the newest sessions: also for the quote, the dot or the dash that a word begins with, which are in nearly all texts. */
export function search(engine: Engine, request: SearchRequest): SearchAnswer {
  const hasWords = request.unfinished === true && request.regex !== true ? !SIGNS.test(request.query) : request.query !== '';
  return hasWords ? engine.search(request) : engine.recent(request);
}

/** No pictures: they are words of their own. */
const SIGNS = /^[\p{P}\p{Sc}\p{Sk}\p{Sm}]*$/u;

/** null: the search was ended, since a newer one waits. */
export type AnswererReply = PickerReply | null;

/**
 * Answers one request after another. open: makes the engine, which calls what it is given before the long steps of a search;
 * newest: in shared memory, the number of the newest search that makes older ones needless.
 */
export function createAnswerer(open: (checkpoint: () => void) => Engine, base: PickBase, newest: Int32Array): (asked: PickerRequest) => AnswererReply {
  let present: PickerRequest | null = null;
  const isUnwanted = (): boolean => present?.kind === 'search' && present.number < Atomics.load(newest, 0);
  const engine = open(() => {
    if (isUnwanted()) throw new Error('newer words wait');
  });
  return (asked) => {
    present = asked;
    const reply = replyTo(asked, engine, base);
    return reply.kind === 'failed' && isUnwanted() ? null : reply;
  };
}

/** The reply to a request. Never throws: a failure is a reply too. */
export function replyTo(asked: PickerRequest, engine: Engine, base: PickBase): PickerReply {
  try {
    switch (asked.kind) {
      case 'search':
        return { kind: 'answer', number: asked.number, answer: search(engine, requestOf(base, asked.question)) };
      case 'read': {
        const { place, key } = asked;
        const [turn] = engine.readSession({ session: place.session, turn: place.turn, around: null, from: 0, turns: 1 }).turns;
        // A title belongs to no turn.
        const [first] = turn !== undefined ? [turn] : engine.readSession({ session: place.session, turn: null, around: null, from: 0, turns: 1 }).turns;
        return { kind: 'preview', key, preview: buildPreview(first, place) };
      }
      case 'places': {
        const request = requestOf(base, { ...asked.question, isAll: true, limit: MOST_PLACES });
        const { hits } = search(engine, { ...request, offset: 0, sessions: [asked.session], group: 'turn', self: true });
        return { kind: 'places', key: asked.key, places: hits.sort(asSaid).map(placeOf) };
      }
    }
  } catch (error) {
    return { kind: 'failed', number: asked.kind === 'search' ? asked.number : null, message: describeError(error).text.replace(/^ccfind: /, '') };
  }
}

function asSaid(a: Hit, b: Hit): number {
  return a.turn - b.turn || numberOf(a) - numberOf(b);
}

/** A hit's key is SESSION:TURN:N. */
function numberOf({ hit }: Hit): number {
  return Number(hit.slice(hit.lastIndexOf(':') + 1));
}

/** Without what only a list shows: there may be hundreds. */
function placeOf({ session, turn, turns, hit, field, agent, when, snippet, highlights, passages, prompt }: Hit): Place {
  return { session, turn, turns, hit, field, agent, when, snippet, highlights, passages, prompt };
}
