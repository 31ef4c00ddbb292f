/**
 * The catalog: every session's facts, in columns, so that a filter by date or project parses nothing.
 *
 * Numbers are typed arrays over the file's bytes. The texts of one session (id, path, titles, opening,
 * directories, branches) are one record of a blob, which is read, checked and decoded on demand, so that opening
 * costs little for thousands of sessions. Besides the sessions: which turns are copies of another
 * session's turns, and the `summary` lines seen (they title other sessions).
 *
 * It is in one file, or in two like the marks: a base, of which only the texts count, and a newer one with everything else and the
 * texts that are not in the base. So a refresh after a few lines does not rewrite the titles and paths of the whole history.
 *
 * A session keeps its number until the index is rebuilt; the number of a dead session is not used again.
 */
import { openTexts } from './catalog-texts.ts';
import type { CatalogTexts } from './catalog-texts.ts';
import { crc32 } from './crc32.ts';
import { asDamage, IndexDamage } from './damage.ts';
import type { RandomFile } from './directory.ts';
import type { Copy, SessionTable } from './reader-types.ts';
import { decodeTable, readTable, sectionsOf } from './table-file.ts';
import type { TableFile } from './table-file.ts';

/** "CCAT" read as a number. */
export const CATALOG_MAGIC = 0x54414343;
/** Raise it when a section changes. */
export const CATALOG_FORMAT = 3;
/** Sections in file order. textBytes: with IN_BASE when the text is in the base. */
export const CATALOG_SECTION = {
  live: 0, firstMs: 1, lastMs: 2, turnCount: 3, root: 4, idHash: 5, textStart: 6, textBytes: 7, textCheck: 8, copies: 9, copyTimes: 10, summaries: 11, texts: 12,
} as const;
/** Flag of a text's length. */
export const IN_BASE = 0x80000000;
/** Numbers that a copy takes in its section: session, turn, key (two), owner, its turn, from, to. */
export const COPY_WORDS = 8;

/** Everything known about a session; the catalog's columns and texts are made from it. */
export interface SessionRecord {
  id: string;
  isLive: boolean;
  root: number;
  /** Of the main transcript, below the root's `projects`; '' when only agent files are left. */
  path: string;
  /** NaN while no line had a time. */
  firstMs: number;
  lastMs: number;
  turnCount: number;
  opening: string;
  /** Chosen by the person or generated. */
  title: string;
  /** From a `summary` line, if there is no better one. */
  summaryTitle: string;
  /** Directory to resume in. */
  dir: string;
  /** Every directory, in the order seen. */
  cwds: readonly string[];
  /** The last one seen comes last. */
  branches: readonly string[];
  /** Addresses of pull requests, the last one seen last. */
  pullRequests: readonly string[];
}

/** A `summary` line: the title of any session that has an entry with that uuid. Or a title from a sessions-index.json. */
export interface SummaryLine {
  /** Number of the session whose file has the line; -1 for an index. */
  readonly source: number;
  /** For an index: the session's id. '' for a line. */
  readonly id: string;
  /** Root and project folder of that file: only sessions of the same project are titled. */
  readonly root: number;
  readonly folder: string;
  readonly leafHi: number;
  readonly leafLo: number;
  readonly title: string;
  /** True once the transcripts of the project that had been read before the line were searched for the entry. */
  isSearched: boolean;
  /** Sessions that it titles, with the time of the entry it names (the latest one wins). */
  targets: { session: number; timeMs: number }[];
}

/** An opened catalog. */
export interface Catalog {
  readonly sessions: SessionTable;
  /** A copy that the caller may change. */
  record(session: number): SessionRecord;
  /** Decoded once, on first use. */
  copies(): readonly Copy[];
  /** Parsed again at each call. */
  summaries(): SummaryLine[];
  /** The file's columns, for writing the next catalog; and a session's text as it is stored, unchecked. */
  readonly file: TableFile;
  storedText(session: number): Buffer;
  /** Bytes of texts in the base; -1 without a base. */
  readonly baseBytes: number;
  close(): void;
}

/** Names of the files; base: '' when `newest` holds all. */
export interface CatalogNames {
  readonly newest: string;
  readonly base: string;
}

/** A file up to this size is read in one go, and closed. */
const SMALL_BYTES = 64 * 1024;

/** A session of an index with nothing in it. */
export function emptySession(id: string): SessionRecord {
  return {
    id, isLive: true, root: 0, path: '', firstMs: NaN, lastMs: NaN, turnCount: 0, opening: '',
    title: '', summaryTitle: '', dir: '', cwds: [], branches: [], pullRequests: [],
  };
}

/** roots: as in the manifest. Throws IndexDamage, and what `open` throws. A large catalog keeps its files open until it is closed. */
export function openCatalog(open: (name: string) => RandomFile, { newest, base }: CatalogNames, roots: readonly string[]): Catalog {
  const own = openFile(open(newest));
  if (base === '') return catalogOf(own, null, roots);
  let old;
  try {
    old = openFile(open(base), true);
    return catalogOf(own, old, roots);
  } catch (error) {
    own.texts.close();
    old?.texts.close();
    throw error;
  }
}

interface OpenFile {
  readonly table: TableFile;
  readonly texts: CatalogTexts;
}

/** isBase: only its texts are wanted. */
function openFile(file: RandomFile, isBase = false): OpenFile {
  const kind = { magic: CATALOG_MAGIC, format: CATALOG_FORMAT, sectionCount: Object.keys(CATALOG_SECTION).length, what: 'catalog' };
  const isSmall = file.sizeBytes <= SMALL_BYTES;
  try {
    return asDamage('catalog: cannot be read', () => {
      const table = isSmall ? decodeTable(file.read(0, file.sizeBytes), kind) : isBase ? sectionsOf(file, kind) : readTable(file, kind);
      const { start, end } = table.rangeOf(CATALOG_SECTION.texts);
      return { table, texts: openTexts(file, start, end, isSmall ? table.bytes(CATALOG_SECTION.texts) : null) };
    });
  } catch (error) {
    file.close();
    throw error;
  }
}

function catalogOf({ table: file, texts: own }: OpenFile, base: OpenFile | null, roots: readonly string[]): Catalog {
  const live = file.u8(CATALOG_SECTION.live);
  const count = live.length;
  const firstMs = file.f64(CATALOG_SECTION.firstMs);
  const lastMs = file.f64(CATALOG_SECTION.lastMs);
  const turnCount = file.u32(CATALOG_SECTION.turnCount);
  const root = file.u16(CATALOG_SECTION.root);
  const idHash = file.u32(CATALOG_SECTION.idHash);
  const textStart = file.u32(CATALOG_SECTION.textStart);
  const textBytes = file.u32(CATALOG_SECTION.textBytes);
  const textCheck = file.u32(CATALOG_SECTION.textCheck);
  if ([textStart, textBytes, textCheck].some(({ length }) => length !== count)) throw new IndexDamage('catalog: the columns disagree');
  const decoded = new Map<number, readonly string[]>();
  let copies: readonly Copy[] | null = null;

  function storedText(session: number): Buffer {
    const isInBase = textBytes[session] >= IN_BASE;
    const texts = isInBase ? base?.texts : own;
    if (texts === undefined) throw new IndexDamage(`catalog: there is no base for the text of session ${session}`);
    return texts.read(textStart[session], isInBase ? textBytes[session] - IN_BASE : textBytes[session]);
  }

  function texts(session: number): readonly string[] {
    const known = decoded.get(session);
    if (known !== undefined) return known;
    const bytes = storedText(session);
    if (crc32(bytes, 0, bytes.length) !== textCheck[session]) throw new IndexDamage(`catalog: wrong checksum of session ${session}`);
    const found = bytes.toString('utf8').split('\0');
    decoded.set(session, found);
    return found;
  }

  const sessions: SessionTable = {
    count, live, firstMs, lastMs, turnCount, root,
    id: (session) => texts(session)[TEXT.id],
    title: (session) => {
      const found = texts(session);
      return found[TEXT.title] || found[TEXT.summaryTitle];
    },
    opening: (session) => texts(session)[TEXT.opening],
    cwd: (session) => texts(session)[TEXT.dir],
    cwds: (session) => {
      const found = texts(session);
      const [dir, cwds] = [found[TEXT.dir], cwdsOf(found)];
      return dir === '' ? cwds : [dir, ...cwds.filter((cwd) => cwd !== dir)];
    },
    branch: (session) => branchesOf(texts(session)).at(-1) ?? '',
    branches: (session) => branchesOf(texts(session)),
    pullRequests: (session) => pullRequestsOf(texts(session)),
    path: (session) => {
      const path = texts(session)[TEXT.path];
      return path === '' ? '' : `${roots[root[session]]}/projects/${path}`;
    },
    find: (id) => {
      const wanted = hashOfId(id);
      for (let session = 0; session < count; session++) {
        if (idHash[session] === wanted && live[session] === 1 && texts(session)[TEXT.id] === id) return session;
      }
      return -1;
    },
    findPrefix: (start) => {
      const found: number[] = [];
      for (let session = 0; session < count; session++) {
        if (live[session] === 1 && texts(session)[TEXT.id].startsWith(start)) found.push(session);
      }
      return found;
    },
  };

  return {
    sessions,
    file,
    storedText,
    baseBytes: base?.texts.sizeBytes ?? -1,
    close: () => {
      own.close();
      base?.texts.close();
    },
    record: (session) => {
      const found = texts(session);
      return {
        id: found[TEXT.id], isLive: live[session] === 1, root: root[session], path: found[TEXT.path],
        firstMs: firstMs[session], lastMs: lastMs[session], turnCount: turnCount[session], opening: found[TEXT.opening],
        title: found[TEXT.title], summaryTitle: found[TEXT.summaryTitle],
        dir: found[TEXT.dir], cwds: cwdsOf(found), branches: branchesOf(found), pullRequests: pullRequestsOf(found),
      };
    },
    copies: () => (copies ??= decodeCopies(file.u32(CATALOG_SECTION.copies), file.f64(CATALOG_SECTION.copyTimes))),
    summaries: () => JSON.parse(file.bytes(CATALOG_SECTION.summaries).toString('utf8')) as SummaryLine[],
  };
}

/** Places of a session's texts in its record; directories, branches and pull requests follow. */
const TEXT = { id: 0, path: 1, opening: 2, title: 3, summaryTitle: 4, dir: 5, cwdCount: 6, branchCount: 7, lists: 8 } as const;

function cwdsOf(texts: readonly string[]): string[] {
  return texts.slice(TEXT.lists, TEXT.lists + Number(texts[TEXT.cwdCount]));
}

function branchesOf(texts: readonly string[]): string[] {
  const first = TEXT.lists + Number(texts[TEXT.cwdCount]);
  return texts.slice(first, first + Number(texts[TEXT.branchCount]));
}

function pullRequestsOf(texts: readonly string[]): string[] {
  return texts.slice(TEXT.lists + Number(texts[TEXT.cwdCount]) + Number(texts[TEXT.branchCount]));
}

/** A session's record in the text blob. NUL separates, so a NUL inside a text becomes a replacement character. */
export function encodeTexts(record: SessionRecord): Buffer {
  const texts = [
    record.id, record.path, record.opening, record.title, record.summaryTitle, record.dir,
    String(record.cwds.length), String(record.branches.length), ...record.cwds, ...record.branches, ...record.pullRequests,
  ];
  return Buffer.from(texts.map((text) => text.replaceAll('\0', '\ufffd')).join('\0'), 'utf8');
}

/** What `find` compares first. */
export function hashOfId(id: string): number {
  const bytes = Buffer.from(id, 'utf8');
  return crc32(bytes, 0, bytes.length);
}

function decodeCopies(words: Uint32Array, times: Float64Array): Copy[] {
  if (words.length !== times.length * COPY_WORDS) throw new IndexDamage('catalog: the columns of copies disagree');
  const copies: Copy[] = [];
  for (let i = 0; i + COPY_WORDS <= words.length; i += COPY_WORDS) {
    copies.push({
      session: words[i], turn: words[i + 1], key: { hi: words[i + 2], lo: words[i + 3] },
      owner: words[i + 4], ownerTurn: words[i + 5], heldFrom: words[i + 6], heldTo: words[i + 7], timeMs: times[i / COPY_WORDS],
    });
  }
  return copies;
}
