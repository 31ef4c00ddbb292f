/**
 * The next catalog: the previous one with some sessions changed.
 *
 * Only the sessions that changed are decoded; the texts of all others stay in the base, or are copied as bytes, so that a refresh
 * after a few lines does not cost what the history costs. They keep their checksums, which are checked by whoever reads them: damage
 * is copied, and still noticed. (Checking 2,600 sessions here would take 3 ms of every refresh that writes, 15 ms on Node 18.)
 */
import { crc32 } from './crc32.ts';
import { CATALOG_FORMAT, CATALOG_MAGIC, CATALOG_SECTION, COPY_WORDS, emptySession, IN_BASE, encodeTexts, hashOfId } from './catalog.ts';
import type { Catalog, SessionRecord, SummaryLine } from './catalog.ts';
import type { Copy } from './reader-types.ts';
import { column, encodeTable } from './table-file.ts';
import type { TableSection } from './table-file.ts';

/** A catalog that is being changed. Session numbers are those of the index. */
export interface CatalogBuilder {
  readonly count: number;
  /** The number of the session with that id; a new number if there is none. */
  number(id: string): number;
  /** The live session with that id, -1 when there is none. */
  find(id: string): number;
  isLive(session: number): boolean;
  liveCount(): number;
  /** For reading; null for a number that is not live. */
  peek(session: number): Readonly<SessionRecord> | null;
  /** For changing in place. */
  edit(session: number): SessionRecord;
  /** All copies; add to them with addCopy(). */
  copies(): readonly Copy[];
  addCopy(copy: Copy): void;
  /** Removes the copies for which the function returns true. */
  dropCopies(isDropped: (copy: Copy) => boolean): void;
  /** The summary lines: one list, to be changed in place. */
  summaries(): SummaryLine[];
  /** isBaseGone: another base has been published meanwhile, so everything is written. */
  encode(isBaseGone?: boolean): EncodedCatalog;
}

/** The next catalog. */
export interface EncodedCatalog {
  readonly parts: Uint8Array[];
  /** False: without the texts of the base, which stays in use. */
  readonly isWhole: boolean;
}

/** Most bytes of texts in the newer file, on top of this share of the base's: 100 of 2,600 sessions. */
const NEWER_BYTES = 16 * 1024;
const NEWER_SHARE = 1 / 32;

/** What is changed. null: the same as in the base. */
interface Changes {
  readonly sessions: Map<number, SessionRecord>;
  /** Sessions, the new ones included. */
  count: number;
  copies: Copy[] | null;
  summaries: SummaryLine[] | null;
}

/** base: the present catalog, or null for an index made from nothing. */
export function buildCatalog(base: Catalog | null): CatalogBuilder {
  const baseCount = base?.sessions.count ?? 0;
  const changes: Changes = { sessions: new Map(), count: baseCount, copies: null, summaries: null };
  const newNumbers = new Map<string, number>();

  function copies(): Copy[] {
    return (changes.copies ??= base === null ? [] : [...base.copies()]);
  }

  function isLive(session: number): boolean {
    return changes.sessions.get(session)?.isLive ?? (base !== null && session < baseCount && base.sessions.live[session] === 1);
  }

  function find(id: string): number {
    const known = newNumbers.get(id) ?? base?.sessions.find(id) ?? -1;
    return known >= 0 && isLive(known) ? known : -1;
  }

  function number(id: string): number {
    const known = find(id);
    if (known >= 0) return known;
    const session = changes.count++;
    newNumbers.set(id, session);
    changes.sessions.set(session, emptySession(id));
    return session;
  }

  function edit(session: number): SessionRecord {
    let record = changes.sessions.get(session);
    if (record === undefined) {
      if (base === null || session >= baseCount) throw new RangeError(`session ${session} of ${changes.count}`);
      record = base.record(session);
      changes.sessions.set(session, record);
    }
    return record;
  }

  return {
    get count() {
      return changes.count;
    },
    number,
    find,
    isLive,
    liveCount: () => {
      let live = 0;
      for (let session = 0; session < changes.count; session++) if (isLive(session)) live++;
      return live;
    },
    peek: (session) => (isLive(session) ? changes.sessions.get(session) ?? base?.record(session) ?? null : null),
    edit,
    copies,
    addCopy: (copy) => {
      copies().push(copy);
    },
    dropCopies: (isDropped) => {
      changes.copies = copies().filter((copy) => !isDropped(copy));
    },
    summaries: () => (changes.summaries ??= base?.summaries() ?? []),
    encode: (isBaseGone = false) => encodeCatalog(base, changes, isBaseGone),
  };
}

function encodeCatalog(base: Catalog | null, { sessions: changed, count, copies, summaries }: Changes, isBaseGone: boolean): EncodedCatalog {
  const columns = columnsOf(base, changed, count);
  // Nothing stays of a session that is gone.
  const isWhole = base === null || isBaseGone || [...changed].some(([session, { isLive }]) => !isLive && base.sessions.live[session] === 1);
  const texts = (isWhole ? null : newerTexts(base, changed, columns)) ?? allTexts(base, changed, columns);
  const sections: TableSection[] = [];
  for (const [name, values] of Object.entries(columns)) sections[CATALOG_SECTION[name as keyof typeof columns]] = column(values);
  sections[CATALOG_SECTION.texts] = { bytes: Buffer.concat(texts.parts), isChecked: false };
  const isNewCopies = copies !== null || base === null;
  sections[CATALOG_SECTION.copies] = isNewCopies ? column(encodeCopies(copies ?? [])) : kept(base, CATALOG_SECTION.copies);
  sections[CATALOG_SECTION.copyTimes] = isNewCopies ? column(Float64Array.from(copies ?? [], ({ timeMs }) => timeMs ?? NaN)) : kept(base, CATALOG_SECTION.copyTimes);
  sections[CATALOG_SECTION.summaries] = summaries !== null || base === null
    ? { bytes: Buffer.from(JSON.stringify(summaries ?? []), 'utf8'), isChecked: true }
    : kept(base, CATALOG_SECTION.summaries);
  return { parts: encodeTable(CATALOG_MAGIC, CATALOG_FORMAT, sections), isWhole: texts.isWhole };
}

/** All sessions as columns; those of texts are as in the base. */
function columnsOf(base: Catalog | null, changed: ReadonlyMap<number, SessionRecord>, count: number) {
  const columns = {
    live: new Uint8Array(count), firstMs: new Float64Array(count), lastMs: new Float64Array(count), turnCount: new Uint32Array(count),
    root: new Uint16Array(count), idHash: new Uint32Array(count), textStart: new Uint32Array(count), textBytes: new Uint32Array(count), textCheck: new Uint32Array(count),
  };
  if (base !== null) {
    const { file, sessions } = base;
    for (const name of ['live', 'firstMs', 'lastMs', 'turnCount', 'root'] as const) columns[name].set(sessions[name]);
    for (const name of ['idHash', 'textStart', 'textBytes', 'textCheck'] as const) columns[name].set(file.u32(CATALOG_SECTION[name]));
  }
  for (const [session, { id, isLive, firstMs, lastMs, turnCount, root }] of changed) {
    columns.live[session] = isLive ? 1 : 0;
    columns.firstMs[session] = firstMs;
    columns.lastMs[session] = lastMs;
    columns.turnCount[session] = turnCount;
    columns.root[session] = root;
    columns.idHash[session] = hashOfId(id);
  }
  return columns;
}

/** Where the texts are; to be filled in. */
interface TextColumns {
  readonly textStart: Uint32Array;
  readonly textBytes: Uint32Array;
  readonly textCheck: Uint32Array;
}

interface Texts {
  readonly parts: readonly Uint8Array[];
  readonly isWhole: boolean;
}

/** The texts that the base lacks; null when there are too many. */
function newerTexts(base: Catalog, changed: ReadonlyMap<number, SessionRecord>, columns: TextColumns): Texts | null {
  const isFirst = base.baseBytes < 0;
  const { start, end } = base.file.rangeOf(CATALOG_SECTION.texts);
  const most = NEWER_BYTES + (isFirst ? end - start : base.baseBytes) * NEWER_SHARE;
  const parts: Buffer[] = [];
  let length = 0;
  for (let session = 0; session < columns.textStart.length; session++) {
    const record = changed.get(session);
    if (record === undefined && isFirst) columns.textBytes[session] += IN_BASE;
    if (record === undefined && columns.textBytes[session] >= IN_BASE) continue;
    length = addText(parts, length, record ?? base, session, columns);
    if (length > most) return null;
  }
  return { parts, isWhole: false };
}

function allTexts(base: Catalog | null, changed: ReadonlyMap<number, SessionRecord>, columns: TextColumns): Texts {
  const parts: Buffer[] = [];
  let length = 0;
  for (let session = 0; session < columns.textStart.length; session++) {
    const from = changed.get(session) ?? base;
    if (from !== null) length = addText(parts, length, from, session, columns);
  }
  if (length >= IN_BASE) throw new RangeError('catalog: more than 2 GB of titles and paths');
  return { parts, isWhole: true };
}

/** Adds a session's stored text with its old checksum, or the record's text. Returns where the next text begins. */
function addText(parts: Buffer[], start: number, from: Catalog | SessionRecord, session: number, { textStart, textBytes, textCheck }: TextColumns): number {
  const isStored = 'storedText' in from;
  const bytes = isStored ? from.storedText(session) : encodeTexts(from);
  if (!isStored) textCheck[session] = crc32(bytes, 0, bytes.length);
  textStart[session] = start;
  textBytes[session] = bytes.length;
  parts.push(bytes);
  return start + bytes.length;
}

function kept(base: Catalog, section: number): TableSection {
  return { bytes: base.file.bytes(section), isChecked: true };
}

function encodeCopies(copies: readonly Copy[]): Uint32Array {
  const words = new Uint32Array(copies.length * COPY_WORDS);
  copies.forEach((copy, i) => {
    const { session, turn, key, owner, ownerTurn, heldFrom, heldTo } = copy;
    words.set([session, turn, key.hi, key.lo, owner, ownerTurn, heldFrom, heldTo], i * COPY_WORDS);
  });
  return words;
}
