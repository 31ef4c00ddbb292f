/**
 * Seeded random histories and queries: few words, many meetings, everything that ranking looks at.
 */
import type { Copy } from '../../src/index/reader-types.ts';
import { ROW_FLAG } from '../../src/index/reader-types.ts';
import type { FieldName } from '../../src/schema.ts';
import type { PlainIndex, PlainRow } from './memory-index.ts';

export type Random = (below: number) => number;

/** Integers in [0, below), the same for the same seed everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const WORDS = (
  'the and how we session yesterday redis redisson cache cached caching retry retries queue token tokens rotate rotation refresh user order ' +
  'index indexer terraform deploy deployment release zebra refresh_token_rotation getUserById getUserByIdAsync kube-vip src/app/cache.ts v1.2.3 user_id 数据库 迁移 数据'
).split(' ');
const QUERY_WORDS = [...WORDS, 'cach', 'rota', 'refresh_token', 'erraf', 'getUser', 'unknownword', 'launch', 'retrying', 'caches', 'rotated', 'deployments', 'token_user', '据库', 'deploy-queue', 'missing_identifier', 'retyr', 'tokne', 'xebra', 'terraofrmx', 'refresh_tokn_rotation', 'getUsrById', 'v1.2.4', '數據库'];
const FIELDS: FieldName[] = ['prompt', 'answer', 'answer', 'tool', 'thinking', 'output', 'summary'];

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)];
/** Small numbers often, large ones seldom, so that some words are common. */
const skewed = (random: Random, below: number): number => Math.min(random(below), random(below));

function text(random: Random): string {
  return Array.from({ length: 1 + random(25) }, () => WORDS[skewed(random, WORDS.length)]).join(pick(random, [' ', ' ', ', ']));
}

/** A history as one list of rows; split it into segments as you like. withDead: also rows and a session that are dead. */
export function randomHistory(random: Random, withDead: boolean): PlainIndex {
  const sessionCount = 3 + random(10);
  const rows: PlainRow[] = [];
  const copies: Copy[] = [];
  const times = Array.from({ length: sessionCount }, () => Date.UTC(2026, 0, 1 + random(8)));
  for (let session = 0; session < sessionCount; session++) {
    const turnCount = 1 + skewed(random, 9);
    if (random(2) === 0) rows.push({ session, turn: 0, flags: ROW_FLAG.title, chunks: [{ field: 'title', text: text(random) }] });
    for (let turn = 1; turn <= turnCount; turn++) {
      const key = { hi: session + 1, lo: turn };
      let ordinal = 0;
      const rowCount = 1 + random(2);
      for (let part = 0; part < rowCount; part++) {
        const chunks = Array.from({ length: 1 + skewed(random, 6) }, (_, at) => ({ field: part + at === 0 ? ('prompt' as const) : pick(random, FIELDS), text: text(random) }));
        rows.push({ session, turn, key, chunks, firstOrdinal: ordinal, timeMs: times[session] + turn, flags: part === 0 ? ROW_FLAG.opening : 0 });
        ordinal += chunks.length;
      }
      if (random(5) === 0) rows.push({ session, turn, key, flags: ROW_FLAG.agent, timeMs: times[session] + turn, chunks: [{ field: 'output', text: text(random) }] });
      if (random(4) === 0) {
        const holder = random(sessionCount);
        if (holder !== session) copies.push({ session: holder, turn: 20 + turn, key, owner: session, ownerTurn: turn, heldFrom: 0, heldTo: 1 + random(ordinal) });
      }
    }
  }
  const sessions = times.map((lastMs, at) => ({ id: `s${at}`, lastMs, firstMs: lastMs, turns: 1 }));
  if (!withDead) return { sessions, segments: [rows], copies };
  const dead = (session: number): PlainRow => ({ session, turn: 1 + random(9), key: { hi: 99, lo: random(9) }, isDead: true, chunks: [{ field: 'prompt', text: text(random) }] });
  const mixed = rows.flatMap((row) => (random(3) === 0 ? [dead(random(sessionCount)), row] : [row]));
  const gone = { id: 'gone', lastMs: Date.UTC(2027, 0), isDead: true };
  return { sessions: [...sessions, gone], segments: [[...mixed, dead(sessions.length)]], copies };
}

/** The same rows dealt out to that many segments. */
export function dealt(index: PlainIndex, count: number, random: Random): PlainIndex {
  const segments: PlainRow[][] = Array.from({ length: count }, () => []);
  for (const row of index.segments.flat()) segments[random(count)].push(row);
  return { ...index, segments };
}

export function randomQuery(random: Random): string {
  const words = Array.from({ length: 1 + skewed(random, 7) }, () => pick(random, QUERY_WORDS));
  if (random(8) === 0) words.push(`"${pick(random, ['cache retry', 'token', 'queue, the', 'edis', 'user and'])}"`);
  if (random(8) === 0) words.push(`${pick(random, ['prompt', 'answer'])}:${pick(random, QUERY_WORDS)}`);
  if (random(8) === 0) words.push(`-${pick(random, ['zebra', 'deploy', 'kube-vip'])}`);
  return words.join(' ');
}
