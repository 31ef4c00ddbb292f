/**
 * The marks: one per transcript file, how far it has been read and how to go on.
 *
 * Numbers are columns; paths are one blob with NUL between them (no path holds one), decoded in one go, because every
 * refresh compares all of them with the listing. States (JSON, see refresh/mark-book) are checked and decoded only for files that grew.
 * A mark whose consumed bytes are fewer than the file's says that the file is not wholly read.
 */
import { crc32 } from './crc32.ts';
import { IndexDamage } from './damage.ts';
import { column, decodeTable, encodeTable } from './table-file.ts';
import type { TableFile } from './table-file.ts';

const MAGIC = 0x4b52414d;
const FORMAT = 1;

/** Session number of a file that belongs to none. */
export const NO_SESSION = 0xffffffff;

/** What a file is; `title` is a session's custom-title.json, `index` a project's sessions-index.json. */
export const FILE_KIND = { main: 0, agent: 1, title: 2, index: 3 } as const;

/** True for a file whose lines are read: the others only give titles. */
export function isTranscript(kind: number): boolean {
  return kind === FILE_KIND.main || kind === FILE_KIND.agent;
}

/** One transcript file as it was when it was last read. */
export interface Mark {
  root: number;
  /** Below the root's `projects`. */
  path: string;
  /** One of FILE_KIND. */
  kind: number;
  session: number;
  sizeBytes: number;
  mtimeMs: number;
  ino: number;
  /** Bytes read; what follows is not yet a whole line. */
  consumed: number;
  /** Of the first HASHED_BYTES before `consumed`, and of the last ones. */
  headHash: number;
  tailHash: number;
  /** Lines that made no sense, lines over the limit, bytes of side files left out. */
  badLines: number;
  longLines: number;
  cutBytes: number;
  /** 1: must be read from its start although it looks unchanged (its session lost text it shared). */
  isStale: number;
  /** JSON, '' for none. */
  state: string;
}

type Numbers = Omit<Mark, 'path' | 'state'>;

/** Numeric columns in file order. Sections 0 and 1 are the paths and the states, 2 and 3 starts and checksums of the states. */
const COLUMNS: readonly { name: keyof Numbers; type: 'u8' | 'u16' | 'u32' | 'f64' }[] = [
  { name: 'root', type: 'u16' }, { name: 'kind', type: 'u8' }, { name: 'session', type: 'u32' }, { name: 'sizeBytes', type: 'f64' },
  { name: 'mtimeMs', type: 'f64' }, { name: 'ino', type: 'f64' }, { name: 'consumed', type: 'f64' }, { name: 'headHash', type: 'u32' },
  { name: 'tailHash', type: 'u32' }, { name: 'badLines', type: 'u32' }, { name: 'longLines', type: 'u32' }, { name: 'cutBytes', type: 'f64' },
  { name: 'isStale', type: 'u8' },
];
const PATHS = 0;
const STATES = 1;
const STATE_START = 2;
const STATE_CHECK = 3;
const FIRST_COLUMN = 4;
const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;
type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;
type Columns = Readonly<Record<keyof Numbers, NumberArray>>;

/** The marks of all transcripts, opened. */
export interface Marks {
  readonly count: number;
  /** Numeric columns, by mark. */
  readonly numbers: Columns;
  readonly paths: readonly string[];
  state(mark: number): string;
  /** A copy. */
  mark(index: number): Mark;
  /** The file's columns, for whoever writes the next marks. */
  readonly file: TableFile | null;
}

/** The marks of an index made from nothing. */
export const NO_MARKS: Marks = makeMarks(null, Object.fromEntries(COLUMNS.map(({ name, type }) => [name, new ARRAYS[type](0)])) as Columns, []);

/** Throws IndexDamage. Cost: one pass over the bytes. */
export function openMarks(bytes: Buffer): Marks {
  const file = decodeTable(bytes, MAGIC, FORMAT, FIRST_COLUMN + COLUMNS.length, 'marks');
  const numbers = Object.fromEntries(COLUMNS.map(({ name, type }, i) => [name, file[type](FIRST_COLUMN + i)])) as Columns;
  const count = numbers.root.length;
  const blob = file.bytes(PATHS);
  const paths = count === 0 ? [] : blob.toString('utf8').split('\0');
  if (paths.length !== count || file.u32(STATE_START).length !== count + 1 || file.u32(STATE_CHECK).length !== count) throw new IndexDamage('marks: the columns disagree');
  return makeMarks(file, numbers, paths);
}

function makeMarks(file: TableFile | null, numbers: Columns, paths: readonly string[]): Marks {
  const state = (mark: number): string => {
    if (file === null) return '';
    const [start, end] = file.u32(STATE_START).subarray(mark, mark + 2);
    const bytes = file.bytes(STATES);
    if (!(start <= end && end <= bytes.length) || crc32(bytes, start, end) !== file.u32(STATE_CHECK)[mark]) throw new IndexDamage(`marks: wrong checksum of state ${mark}`);
    return bytes.toString('utf8', start, end);
  };
  return {
    count: paths.length,
    numbers,
    paths,
    state,
    file,
    mark: (index) => {
      const mark = Object.fromEntries(COLUMNS.map(({ name }) => [name, numbers[name][index]])) as unknown as Numbers;
      return { ...mark, path: paths[index], state: state(index) };
    },
  };
}

/**
 * The bytes of the next marks: base with some marks replaced (by index), some removed, some added.
 *
 * States of marks that stay are copied as bytes.
 */
export function encodeMarks(base: Marks, replaced: ReadonlyMap<number, Mark>, removed: ReadonlySet<number>, added: readonly Mark[]): Uint8Array[] {
  const kept: number[] = [];
  for (let i = 0; i < base.count; i++) if (!removed.has(i)) kept.push(i);
  const count = kept.length + added.length;
  const newMarks = [...kept.map((index) => replaced.get(index)), ...added];
  const isKeptWhole = kept.length === base.count;
  const arrays = COLUMNS.map(({ name, type }) => {
    const values = new ARRAYS[type](count);
    const old = base.numbers[name];
    if (isKeptWhole) values.set(old);
    else for (let i = 0; i < kept.length; i++) values[i] = old[kept[i]];
    newMarks.forEach((mark, i) => {
      if (mark !== undefined) values[i] = mark[name];
    });
    return values;
  });
  const paths: string[] = [];
  const states: Uint8Array[] = [];
  const stateStart = new Uint32Array(count + 1);
  const stateCheck = new Uint32Array(count);
  const oldStart = base.file?.u32(STATE_START);
  const oldCheck = base.file?.u32(STATE_CHECK);
  const oldStates = base.file?.bytes(STATES);
  let length = 0;
  for (let i = 0; i < count; i++) {
    const mark = newMarks[i];
    paths.push(mark?.path ?? base.paths[kept[i]]);
    const from = kept[i];
    const isKept = mark === undefined && oldStart !== undefined && oldCheck !== undefined && oldStates !== undefined;
    const bytes = isKept ? oldStates.subarray(oldStart[from], oldStart[from + 1]) : Buffer.from(mark?.state ?? '', 'utf8');
    stateCheck[i] = isKept ? oldCheck[from] : crc32(bytes, 0, bytes.length);
    if (bytes.length > 0) states.push(bytes);
    length += bytes.length;
    stateStart[i + 1] = length;
  }
  return encodeTable(MAGIC, FORMAT, [
    { bytes: Buffer.from(paths.join('\0'), 'utf8'), isChecked: true },
    { bytes: Buffer.concat(states), isChecked: false },
    column(stateStart),
    column(stateCheck),
    ...arrays.map(column),
  ]);
}
