/**
 * Which sessions hold what will be asked for: a scan of every name of every session for all patterns at once.
 *
 * What a session holds must be found (`must`); what it holds only as a part of a word (`bar` of `fooBar`) may stand first as well
 * (`may`, which includes `must`). Case and accents do not count, as in the index: `públ` begins "public", too. Pure.
 */
import { partsOfWord, wordsOfName } from './names.ts';

/** How a pattern is looked for: as a word, at the start of one, or anywhere. */
export type PatternKind = 'word' | 'start' | 'inside';

/** The sessions of a pattern, by their number. */
export interface Truth {
  readonly must: Set<number>;
  readonly may: Set<number>;
}

/** Units of the start by which patterns are found; shorter ones are not looked for but as words. */
const HEAD = 4;
const SHORT_HEAD = 2;
const HASH_BITS = 20;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** Of Latin letters only: in other scripts a mark makes another letter. */
const ACCENTS = /(?<=[a-z])[\u0300-\u036f]+/g;
/** Names whose patterns are remembered: most stand in several sessions. Bounds memory, some 100 MB. */
const MAX_REMEMBERED = 1_000_000;

/** Gathers patterns, then sees names, then knows. */
export interface TruthScan {
  readonly add: (kind: PatternKind, text: string) => Truth;
  /** Names with line feeds between them. */
  readonly see: (session: number, names: string) => void;
}

/** Patterns of a name. */
interface Found {
  readonly must: Set<Truth>;
  readonly may: Set<Truth>;
}

const NOTHING: Found = { must: new Set(), may: new Set() };

interface Pattern extends Truth {
  readonly text: string;
}

/** A scan of nothing yet. All patterns are added before the first name is seen. */
export function createTruthScan(): TruthScan {
  const words = new Map<string, Truth>();
  const starts = new Map<string, Pattern[]>();
  const insides = new Map<string, Pattern[]>();
  const known = new Map<string, Truth>();
  /** By the hash of a head: what may be one. Most heads are none. */
  const mayBeHead = new Uint8Array(1 << HASH_BITS);
  const remembered = new Map<string, Found>();
  let hasShort = false;

  function add(kind: PatternKind, typed: string): Truth {
    const text = folded(typed);
    const key = `${kind} ${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const truth: Truth = { must: new Set(), may: new Set() };
    known.set(key, truth);
    if (kind === 'word') words.set(text, truth);
    else if (kind === 'start') push(starts, text.slice(0, HEAD), { text, ...truth });
    else {
      const length = text.length >= HEAD ? HEAD : SHORT_HEAD;
      hasShort ||= length === SHORT_HEAD;
      push(insides, text.slice(0, length), { text, ...truth });
      mayBeHead[hashOf(text, 0, length)] = 1;
    }
    return truth;
  }

  function see(session: number, names: string): void {
    for (const name of names.split('\n')) {
      let found = remembered.get(name);
      if (found === undefined) {
        found = lookAt(name);
        if (remembered.size < MAX_REMEMBERED) remembered.set(name, found);
      }
      for (const truth of found.must) note(truth, session, true);
      for (const truth of found.may) note(truth, session, false);
    }
  }

  function lookAt(name: string): Found {
    const found: Found = { must: new Set(), may: new Set() };
    const lower = folded(name);
    seeInside(found.must, lower, HEAD);
    if (hasShort) seeInside(found.must, lower, SHORT_HEAD);
    for (const word of wordsOfName(name)) {
      seeWord(found.must, folded(word));
      for (const part of partsOfWord(word)) seeWord(found.may, folded(part));
    }
    return found.must.size + found.may.size === 0 ? NOTHING : found;
  }

  function seeWord(found: Set<Truth>, word: string): void {
    const truth = words.get(word);
    if (truth !== undefined) found.add(truth);
    for (const start of starts.get(word.slice(0, HEAD)) ?? []) if (word.startsWith(start.text)) found.add(start);
  }

  function seeInside(found: Set<Truth>, name: string, length: number): void {
    for (let at = 0; at + length <= name.length; at++) {
      if (mayBeHead[hashOf(name, at, length)] === 0) continue;
      for (const inside of insides.get(name.slice(at, at + length)) ?? []) if (name.startsWith(inside.text, at)) found.add(inside);
    }
  }

  return { add, see };
}

function note({ must, may }: Truth, session: number, isWhole: boolean): void {
  may.add(session);
  if (isWhole) must.add(session);
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function folded(text: string): string {
  const lower = text.toLowerCase();
  return BEYOND_ASCII.test(lower) ? lower.normalize('NFD').replace(ACCENTS, '').normalize('NFC') : lower;
}

function hashOf(text: string, at: number, length: number): number {
  let hash = length;
  for (let i = at; i < at + length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) & ((1 << HASH_BITS) - 1);
  return hash;
}
