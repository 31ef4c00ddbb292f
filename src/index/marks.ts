/**
 * The marks: one per transcript file, how far it has been read and how to go on.
 *
 * They lie in one file, or in two: a base, and a newer one with the marks that are not as the base says. A refresh after a few lines
 * writes the newer one only; when that holds too much, both become one again. Numbers are columns; paths are one blob with NUL between
 * them (no path holds one), decoded in one go, because every refresh compares all of them with the listing. States (JSON, see
 * refresh/mark-book) stand behind all that: those of the base are read one by one, for files that changed. In a base marks stand as a listing
 * finds their files, so that who compares them finds most of them side by side (refresh/compare.ts).
 * A mark whose consumed bytes are fewer than the file's says that the file is not wholly read.
 */
import { crc32 } from './crc32.ts';
import { asDamage, IndexDamage } from './damage.ts';
import type { RandomFile } from './directory.ts';
import { encodeRowTexts, readRowTexts } from './row-texts.ts';
import { column, encodeTable, readTable } from './table-file.ts';

const MAGIC = 0x4b52414d;
const FORMAT = 3;

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
  /** 1: a sub-agent whose call was not found; its state says where it was put. */
  isGuessed: number;
  /** Side files that its lines point to and that were not there. */
  absentCount: number;
  /** Where to look for the latest of them (refresh/absent-files.ts), '' for none. */
  absent: string;
  /** JSON, '' for none. */
  state: string;
}

const UNREADABLE = 'marks: the states cannot be read';

type Numbers = Omit<Mark, 'path' | 'state' | 'absent'>;

/** Numeric columns in file order, behind the sections that follow here. */
const COLUMNS: readonly { name: keyof Numbers; type: 'u8' | 'u16' | 'u32' | 'f64' }[] = [
  { name: 'root', type: 'u16' }, { name: 'kind', type: 'u8' }, { name: 'session', type: 'u32' }, { name: 'sizeBytes', type: 'f64' },
  { name: 'mtimeMs', type: 'f64' }, { name: 'ino', type: 'f64' }, { name: 'consumed', type: 'f64' }, { name: 'headHash', type: 'u32' },
  { name: 'tailHash', type: 'u32' }, { name: 'badLines', type: 'u32' }, { name: 'longLines', type: 'u32' }, { name: 'cutBytes', type: 'f64' },
  { name: 'isStale', type: 'u8' }, { name: 'isGuessed', type: 'u8' }, { name: 'absentCount', type: 'u32' },
];
const PATHS = 0;
/** By mark: the place in the base that it stands for, NEW for one that the base has not. Empty in a base. */
const PLACES = 1;
const [STATE_START, STATE_CHECK] = [2, 3];
const ABSENT = 4;
const FIRST_COLUMN = 5;
const STATES = FIRST_COLUMN + COLUMNS.length;
const NEW = 0xffffffff;
const ARRAYS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;
type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;
type Columns = Readonly<Record<keyof Numbers, NumberArray>>;

/**
 * The newer file may hold so many marks, and this share of the base's: a refresh of one file writes less than 100 KB, and one in a
 * hundred writes all (2,609 files: 2 MB, 7 ms).
 */
const NEWER_COUNT = 64;
const NEWER_SHARE = 1 / 64;

/** Names of the files; base: '' when `newest` holds all. */
export interface MarksNames {
  readonly newest: string;
  readonly base: string;
}

/** The marks of all transcripts, opened. */
export interface Marks {
  readonly count: number;
  /** Numeric columns, by mark. */
  readonly numbers: Columns;
  readonly paths: readonly string[];
  /** By mark, of those that have any. */
  readonly absent: ReadonlyMap<number, string>;
  /** May read the file. Throws IndexDamage when it is gone, or wrong. */
  state(mark: number): string;
  /** A copy. */
  mark(index: number): Omit<Mark, 'state'>;
  /** For encodeMarks. */
  readonly files: MarksFiles | null;
}

/** What the marks were opened from. */
interface MarksFiles {
  readonly baseCount: number;
  /** Marks that stand in the newer file, in the order of their numbers. */
  readonly newer: readonly number[];
  stateBytes(mark: number): Buffer;
  /** Reads all states, for good: the files may go. */
  loadStates(): void;
}

/** The marks of an index made from nothing. */
export const NO_MARKS: Marks = makeMarks(Object.fromEntries(COLUMNS.map(({ name, type }) => [name, new ARRAYS[type](0)])) as Columns, [], new Map(), null);

/** Throws IndexDamage, and what `open` throws. Cost: all but the states is read. */
export function openMarks(open: (name: string) => RandomFile, { newest, base }: MarksNames): Marks {
  if (base === '') {
    const whole = openFile(() => open(newest));
    return makeMarks(whole.numbers, whole.paths, whole.absent, { baseCount: whole.paths.length, newer: [], stateBytes: whole.stateBytes, loadStates: whole.loadStates });
  }
  const old = openFile(() => open(base));
  // In one go: whoever publishes meanwhile removes the file between two.
  const newer = openFile(() => open(newest), true);
  const baseCount = old.paths.length;
  let count = baseCount;
  const places = Array.from(newer.places, (place) => (place === NEW ? count++ : place));
  if (places.length !== newer.paths.length || places.some((place) => place >= count)) throw new IndexDamage('marks: a place that the base has not');
  const numbers = Object.fromEntries(
    COLUMNS.map(({ name, type }) => {
      const values = new ARRAYS[type](count);
      values.set(old.numbers[name]);
      places.forEach((place, row) => {
        values[place] = newer.numbers[name][row];
      });
      return [name, values];
    }),
  ) as Columns;
  const paths = old.paths.slice();
  places.forEach((place, row) => {
    paths[place] = newer.paths[row];
  });
  const rows = new Map(places.map((place, row) => [place, row]));
  const absent = new Map([...[...old.absent].filter(([mark]) => !rows.has(mark)), ...Array.from(newer.absent, ([row, text]) => [places[row], text] as const)]);
  const stateBytes = (mark: number): Buffer => {
    const row = rows.get(mark);
    return row === undefined ? old.stateBytes(mark) : newer.stateBytes(row);
  };
  return makeMarks(numbers, paths, absent, { baseCount, newer: places, stateBytes, loadStates: old.loadStates });
}

interface OpenFile extends Pick<MarksFiles, 'stateBytes' | 'loadStates'> {
  readonly numbers: Columns;
  readonly paths: string[];
  readonly absent: ReadonlyMap<number, string>;
  readonly places: Uint32Array;
}

/** hasStates: all of them are read at once. */
function openFile(open: () => RandomFile, hasStates = false): OpenFile {
  const withFile = <T>(read: (file: RandomFile) => T): T => {
    const file = open();
    try {
      return read(file);
    } finally {
      file.close();
    }
  };
  const readPart = (file: RandomFile, start: number, end: number): Buffer => asDamage(UNREADABLE, () => file.read(start, end - start));
  const { table, loaded } = withFile((file) => {
    const table = readTable(file, { magic: MAGIC, format: FORMAT, sectionCount: STATES + 1, what: 'marks' });
    const { start, end } = table.rangeOf(STATES);
    return { table, loaded: hasStates ? readPart(file, start, end) : null };
  });
  const numbers = Object.fromEntries(COLUMNS.map(({ name, type }, i) => [name, table[type](FIRST_COLUMN + i)])) as Columns;
  const count = numbers.root.length;
  const paths = count === 0 ? [] : table.bytes(PATHS).toString('utf8').split('\0');
  const starts = table.u32(STATE_START);
  const checks = table.u32(STATE_CHECK);
  const { start: statesStart, end: statesEnd } = table.rangeOf(STATES);
  const hasEqualColumns = paths.length === count && starts.length === count + 1 && checks.length === count && COLUMNS.every(({ name }) => numbers[name].length === count);
  if (!hasEqualColumns) throw new IndexDamage('marks: the columns disagree');
  let all = loaded;
  const readStates = (start: number, end: number): Buffer => {
    if (all !== null) return all.subarray(start, end);
    // Whoever holds the lock removes it alone, so that a missing file is damage here, and told apart from a missing transcript.
    return asDamage(UNREADABLE, () => withFile((file) => readPart(file, statesStart + start, statesStart + end)));
  };
  return {
    numbers,
    paths,
    absent: readRowTexts(table.bytes(ABSENT), count),
    places: table.u32(PLACES),
    stateBytes: (mark) => {
      const [start, end] = [starts[mark], starts[mark + 1]];
      if (start === end) return Buffer.alloc(0);
      if (!(start < end && statesStart + end <= statesEnd)) throw new IndexDamage(`marks: state ${mark} lies outside the file`);
      const bytes = readStates(start, end);
      if (crc32(bytes, 0, bytes.length) !== checks[mark]) throw new IndexDamage(`marks: wrong checksum of state ${mark}`);
      return bytes;
    },
    loadStates: () => {
      all ??= readStates(0, statesEnd - statesStart);
    },
  };
}

function makeMarks(numbers: Columns, paths: readonly string[], absent: ReadonlyMap<number, string>, files: MarksFiles | null): Marks {
  return {
    count: paths.length,
    numbers,
    paths,
    absent,
    state: (mark) => files?.stateBytes(mark).toString('utf8') ?? '',
    files,
    mark: (index) => {
      const mark = Object.fromEntries(COLUMNS.map(({ name }) => [name, numbers[name][index]])) as unknown as Numbers;
      return { ...mark, path: paths[index], absent: absent.get(index) ?? '' };
    },
  };
}

/** The next marks. */
export interface EncodedMarks {
  readonly parts: Uint8Array[];
  /** False: only those that are not as the base says, which then stays. */
  readonly isWhole: boolean;
}

/**
 * The next marks: those present with some replaced (by index), some removed, some added.
 *
 * isBaseGone: the base has been published away; everything is written.
 */
export function encodeMarks(present: Marks, replaced: ReadonlyMap<number, Mark>, removed: ReadonlySet<number>, added: readonly Mark[], isBaseGone = false): EncodedMarks {
  const { files } = present;
  const rowOf = (at: number): Row => ({ at, mark: replaced.get(at) });
  const newRows = added.map((mark): Row => ({ at: NEW, mark }));
  const isWhole = isBaseGone || files === null || removed.size > 0;
  if (!isWhole) {
    const newer = [...new Set([...files.newer, ...replaced.keys()])].sort((a, b) => a - b);
    if (newer.length + added.length <= NEWER_COUNT + files.baseCount * NEWER_SHARE) {
      const rows = [...newer.map(rowOf), ...newRows];
      return { parts: encodeFile(present, rows, rows.map(({ at }) => (at < files.baseCount ? at : NEW))), isWhole: false };
    }
  }
  files?.loadStates();
  const kept = Array.from(present.paths.keys()).filter((mark) => !removed.has(mark));
  return { parts: encodeFile(present, inOrder(present, [...kept.map(rowOf), ...newRows]), []), isWhole: true };
}

/** A mark to write: one of those present, replaced or not, or a new one. */
interface Row {
  readonly at: number;
  readonly mark: Mark | undefined;
}

/** As a listing finds their files: by root, then folder by folder. */
function inOrder({ numbers, paths }: Marks, rows: readonly Row[]): Row[] {
  const keyed = rows.map((row) => ({ row, root: row.mark?.root ?? numbers.root[row.at], key: (row.mark?.path ?? paths[row.at]).replaceAll('/', '\0') }));
  keyed.sort((a, b) => a.root - b.root || (a.key < b.key ? -1 : 1));
  return keyed.map(({ row }) => row);
}

function encodeFile(present: Marks, rows: readonly Row[], places: readonly number[]): Uint8Array[] {
  const columns = COLUMNS.map(({ name, type }) => {
    const old = present.numbers[name];
    const values = new ARRAYS[type](rows.length);
    rows.forEach(({ at, mark }, i) => {
      values[i] = mark === undefined ? old[at] : mark[name];
    });
    return column(values);
  });
  const states = rows.map(({ at, mark }) => (mark !== undefined ? Buffer.from(mark.state, 'utf8') : (present.files?.stateBytes(at) ?? Buffer.alloc(0))));
  const starts = new Uint32Array(states.length + 1);
  states.forEach((bytes, i) => {
    starts[i + 1] = starts[i] + bytes.length;
  });
  return encodeTable(MAGIC, FORMAT, [
    { bytes: Buffer.from(rows.map(({ at, mark }) => mark?.path ?? present.paths[at]).join('\0'), 'utf8'), isChecked: true },
    column(Uint32Array.from(places)),
    column(starts),
    column(Uint32Array.from(states, (bytes) => crc32(bytes, 0, bytes.length))),
    { bytes: encodeRowTexts(rows.map(({ at, mark }) => mark?.absent ?? present.absent.get(at) ?? '')), isChecked: true },
    ...columns,
    { bytes: Buffer.concat(states), isChecked: false },
  ]);
}
