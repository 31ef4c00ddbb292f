/**
 * The next catalog: the last one with some sessions changed.
 *
 * Records are decoded for the sessions that changed only; all others are copied as bytes, so that a refresh after a
 * few lines does not cost what the history costs. They keep their checksums, and are checked when somebody reads them: damage is
 * carried on, and still noticed. (Checking 2,600 sessions here would take 3 ms of every refresh that writes, 15 ms on Node 18.)
 */
import { crc32 } from './crc32.ts';
import { CATALOG_FORMAT, CATALOG_MAGIC, CATALOG_SECTION, COPY_WORDS, emptySession, encodeTexts, hashOfId } from './catalog.ts';
import type { Catalog, SessionRecord, SummaryLine } from './catalog.ts';
import type { Copy } from './reader-types.ts';
import { column, encodeTable } from './table-file.ts';
import type { TableSection } from './table-file.ts';

/** A catalog being changed. Session numbers are those of the index. */
export interface CatalogBuilder {
  readonly count: number;
  /** The session with that id: its number, a new one if need be. */
  number(id: string): number;
  /** The live session with that id, -1 when there is none. */
  find(id: string): number;
  isLive(session: number): boolean;
  liveCount(): number;
  /** To read; null for a number that is not live. */
  peek(session: number): Readonly<SessionRecord> | null;
  /** To change in place. */
  edit(session: number): SessionRecord;
  /** All copies; add with addCopy. */
  copies(): readonly Copy[];
  addCopy(copy: Copy): void;
  /** Removes what the function is true for. */
  dropCopies(isDropped: (copy: Copy) => boolean): void;
  /** The summary lines: one list, to be changed in place. */
  summaries(): SummaryLine[];
  encode(): Uint8Array[];
}

/** base: the present catalog, or null for an index made from nothing. */
export function buildCatalog(base: Catalog | null): CatalogBuilder {
  const table = base?.sessions;
  const baseCount = table?.count ?? 0;
  const changed = new Map<number, SessionRecord>();
  const newNumbers = new Map<string, number>();
  let count = baseCount;
  let copies: Copy[] | null = null;
  let summaries: SummaryLine[] | null = null;

  function allCopies(): Copy[] {
    return (copies ??= base === null ? [] : [...base.copies()]);
  }

  function edit(session: number): SessionRecord {
    let record = changed.get(session);
    if (record === undefined) {
      if (base === null || session >= baseCount) throw new RangeError(`session ${session} of ${count}`);
      record = base.record(session);
      changed.set(session, record);
    }
    return record;
  }

  function isLive(session: number): boolean {
    return changed.get(session)?.isLive ?? (table !== undefined && session < baseCount && table.live[session] === 1);
  }

  function find(id: string): number {
    const known = newNumbers.get(id) ?? table?.find(id) ?? -1;
    return known >= 0 && isLive(known) ? known : -1;
  }

  return {
    get count() {
      return count;
    },
    isLive,
    liveCount: () => {
      let live = 0;
      for (let session = 0; session < count; session++) if (isLive(session)) live++;
      return live;
    },
    find,
    number: (id) => {
      const known = find(id);
      if (known >= 0) return known;
      const session = count++;
      newNumbers.set(id, session);
      changed.set(session, emptySession(id));
      return session;
    },
    peek: (session) => {
      if (!isLive(session)) return null;
      return changed.get(session) ?? base?.record(session) ?? null;
    },
    edit,
    copies: allCopies,
    addCopy: (copy) => {
      allCopies().push(copy);
    },
    dropCopies: (isDropped) => {
      copies = allCopies().filter((copy) => !isDropped(copy));
    },
    summaries: () => (summaries ??= base?.summaries() ?? []),
    encode: () => {
      const columns = {
        live: new Uint8Array(count), firstMs: new Float64Array(count), lastMs: new Float64Array(count), turnCount: new Uint32Array(count),
        root: new Uint16Array(count), idHash: new Uint32Array(count), textCheck: new Uint32Array(count),
      };
      const textStart = new Uint32Array(count + 1);
      const texts: Uint8Array[] = [];
      const oldStart = base?.file.u32(CATALOG_SECTION.textStart);
      if (base !== null) {
        const { file, sessions } = base;
        columns.live.set(sessions.live);
        columns.firstMs.set(sessions.firstMs);
        columns.lastMs.set(sessions.lastMs);
        columns.turnCount.set(sessions.turnCount);
        columns.root.set(sessions.root);
        columns.idHash.set(file.u32(CATALOG_SECTION.idHash));
        columns.textCheck.set(file.u32(CATALOG_SECTION.textCheck));
      }
      let length = 0;
      let copiedFrom = 0;
      /** Bytes of unchanged sessions are one run up to the next changed one. */
      const copyRun = (until: number): void => {
        if (base === null || oldStart === undefined || copiedFrom >= Math.min(until, baseCount)) return;
        const end = Math.min(until, baseCount);
        texts.push(base.file.bytes(CATALOG_SECTION.texts).subarray(oldStart[copiedFrom], oldStart[end]));
        for (let session = copiedFrom; session < end; session++) textStart[session] = length + oldStart[session] - oldStart[copiedFrom];
        length += oldStart[end] - oldStart[copiedFrom];
        copiedFrom = end;
      };
      for (const session of [...changed.keys()].sort((a, b) => a - b)) {
        copyRun(session);
        const record = edit(session);
        const bytes = encodeTexts(record);
        columns.live[session] = record.isLive ? 1 : 0;
        columns.firstMs[session] = record.firstMs;
        columns.lastMs[session] = record.lastMs;
        columns.turnCount[session] = record.turnCount;
        columns.root[session] = record.root;
        columns.idHash[session] = hashOfId(record.id);
        columns.textCheck[session] = crc32(bytes, 0, bytes.length);
        textStart[session] = length;
        texts.push(bytes);
        length += bytes.length;
        copiedFrom = session + 1;
      }
      copyRun(count);
      textStart[count] = length;
      if (length > 0xffffffff) throw new RangeError('catalog: more than 4 GB of titles and paths');
      const sections: TableSection[] = [];
      for (const [name, values] of Object.entries(columns)) sections[CATALOG_SECTION[name as keyof typeof columns]] = column(values);
      sections[CATALOG_SECTION.textStart] = column(textStart);
      sections[CATALOG_SECTION.texts] = { bytes: Buffer.concat(texts), isChecked: false };
      const isNewCopies = copies !== null || base === null;
      sections[CATALOG_SECTION.copies] = isNewCopies ? column(encodeCopies(copies ?? [])) : kept(base, CATALOG_SECTION.copies);
      sections[CATALOG_SECTION.copyTimes] = isNewCopies ? column(Float64Array.from(copies ?? [], ({ timeMs }) => timeMs ?? NaN)) : kept(base, CATALOG_SECTION.copyTimes);
      sections[CATALOG_SECTION.summaries] = summaries !== null || base === null
        ? { bytes: Buffer.from(JSON.stringify(summaries ?? []), 'utf8'), isChecked: true }
        : kept(base, CATALOG_SECTION.summaries);
      return encodeTable(CATALOG_MAGIC, CATALOG_FORMAT, sections);
    },
  };
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
