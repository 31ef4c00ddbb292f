/**
 * LoCoMo (Maharana et al. 2024): ten long conversations of two people in dated sessions, with questions and the sessions of their evidence.
 *
 * LC and LP follow the rule of deja-vu's published harness (vshulcz/deja-vu, scripts/locomo), so that figures can be laid beside: every
 * question with evidence, the adversarial ones (category 5) too; each message a line of the person, `Name: text`, captions of pictures
 * left out; messages a minute apart from the session's own time; the first right session within 20 counts. LC asks each conversation by
 * itself, LP all of them in one pile. LO and LE are the sets that ranking was tuned on: five of the conversations in one pile, the first
 * speaker as the person, the other as Claude, captions as output; LO asks the questions of categories 1 to 4, LE lines that a model
 * wrote about the events of a session.
 */
import type { Mirror } from './mirror.ts';
import { sampleOf } from './sample.ts';
import type { Collection, Part, Pile, Query, Session } from './set.ts';
import { answerable } from './set.ts';
import { unzip } from './unzip.ts';

export const LOCOMO = 'snap-research/locomo';

interface Message {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text?: string;
  readonly blip_caption?: string;
}

interface Question {
  readonly question: string;
  readonly evidence?: unknown;
  readonly category: number;
}

interface Conversation {
  readonly name: string;
  readonly firstSpeaker: string;
  readonly sessions: readonly { readonly number: string; readonly startMs: number; readonly messages: readonly Message[] }[];
  readonly questions: readonly Question[];
  /** Lines by session number. */
  readonly events: readonly { readonly number: string; readonly lines: readonly string[] }[];
}

const MINUTE_MS = 60_000;
const ADVERSARIAL = 5;
/** Sizes and seeds of the samples behind search/constants.ts. */
const QUESTION_SAMPLE = [400, 7] as const;
const EVENT_SAMPLE = [300, 8] as const;

export function readLocomo(mirror: Mirror): Collection {
  const files = [...unzip(mirror.file(LOCOMO, 'data/locomo10.zip'))].filter(([name]) => name.endsWith('.json'));
  const conversations = files.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, bytes]) => readConversation(name, bytes));
  const alone = conversations.map((one): Pile => ({ name: one.name, sessions: sessionsOf(one, '', promptOf) }));
  const together: Pile = { name: 'together', sessions: conversations.flatMap((one) => sessionsOf(one, `${one.name}/`, promptOf)) };
  const dev = conversations.filter((_, index) => index % 2 === 0);
  const dialogues: Pile = { name: 'dialogues', sessions: dev.flatMap((one) => sessionsOf(one, `${one.name}/`, (message) => dialogueOf(message, one))) };
  const piles = [...alone, together, dialogues];
  const asked = (list: readonly Conversation[], pile: (name: string) => string, prefix: (name: string) => string): Query[] =>
    answerable(list.flatMap((one) => questionsOf(one, pile(one.name), prefix(one.name))), piles);
  const plain = dev.map((one) => ({ ...one, questions: one.questions.filter(({ category }) => category !== ADVERSARIAL) }));
  return {
    piles,
    sets: {
      LC: asked(conversations, (name) => name, () => ''),
      LP: asked(conversations, () => together.name, (name) => `${name}/`),
      LO: sampleOf(asked(plain, () => dialogues.name, (name) => `${name}/`), ...QUESTION_SAMPLE),
      LE: sampleOf(answerable(dev.flatMap((one) => eventsOf(one, dialogues.name)), piles), ...EVENT_SAMPLE),
    },
  };
}

function readConversation(path: string, bytes: Buffer): Conversation {
  const read = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  const told = (read.conversation ?? read) as Record<string, unknown>;
  const sessions = Object.keys(told).flatMap((key) => {
    const number = /^session_(\d+)$/.exec(key)?.[1];
    const messages = told[key];
    if (number === undefined || !Array.isArray(messages)) return [];
    return [{ number, startMs: timeOf(String(told[`${key}_date_time`])), messages: messages as Message[] }];
  });
  const events = Object.keys(read).flatMap((key) => {
    const number = /^events_session_(\d+)$/.exec(key)?.[1];
    if (number === undefined || read[key] === null) return [];
    const bySpeaker = Object.entries(read[key] as object).filter(([who]) => who !== 'date');
    return [{ number, lines: bySpeaker.flatMap(([, lines]) => [lines].flat().map(lineOf)).filter((line) => line !== '') }];
  });
  return {
    name: path.replace(/^.*\//, '').replace(/\.json$/, ''), firstSpeaker: String(told.speaker_a), sessions, events,
    questions: read.qa as Question[],
  };
}

function lineOf(event: unknown): string {
  return typeof event === 'string' ? event : String((event as { 'sub-event'?: string } | null)?.['sub-event'] ?? '');
}

/** `1:56 pm on 8 May, 2023`, as UTC. */
function timeOf(text: string): number {
  const found = /^(\d+):(\d+) ([ap])m on (\d+ \w+, \d+)$/.exec(text.trim());
  if (found === null) return Date.UTC(2023, 4, 1, 10);
  const [, hour, minute, half, day] = found;
  return Date.parse(`${day.replace(',', '')} 00:00 UTC`) + ((Number(hour) % 12) + (half === 'p' ? 12 : 0)) * 60 * MINUTE_MS + Number(minute) * MINUTE_MS;
}

function sessionsOf({ sessions }: Conversation, prefix: string, partsOf: (message: Message) => Part[]): Session[] {
  return sessions.map(({ number, startMs, messages }) => ({
    name: `${prefix}${number}`,
    title: '',
    parts: messages.flatMap((message, index) => partsOf(message).map((part) => ({ ...part, atMs: startMs + index * MINUTE_MS }))),
  }));
}

function promptOf({ speaker, text }: Message): Part[] {
  return text === undefined || text === '' ? [] : [{ kind: 'prompt', text: `${speaker}: ${text}` }];
}

function dialogueOf(message: Message, { firstSpeaker }: Conversation): Part[] {
  const kind = message.speaker.toLowerCase() === firstSpeaker.toLowerCase() ? 'prompt' : 'answer';
  const said = promptOf(message).map((part) => ({ ...part, kind }) as Part);
  return message.blip_caption === undefined ? said : [...said, { kind: 'output', text: message.blip_caption }];
}

function questionsOf({ name, questions }: Conversation, pile: string, prefix: string): Query[] {
  return questions.map(({ question, evidence }, index) => {
    const numbers = [...JSON.stringify(evidence ?? '').matchAll(/D(\d+):\d+/g)].map(([, number]) => `${prefix}${number}`);
    return { id: `${name}/q${index}`, text: question, pile, right: [...new Set(numbers)] };
  });
}

function eventsOf({ name, events }: Conversation, pile: string): Query[] {
  return events.flatMap(({ number, lines }) => lines.map((text, index) => ({ id: `${name}/e${number}-${index}`, text, pile, right: [`${name}/${number}`] })));
}
