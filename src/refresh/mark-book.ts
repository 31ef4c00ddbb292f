/**
 * The marks during a refresh: those published, with what this run changed.
 */
import { encodeMarks, FILE_KIND, isTranscript, NO_SESSION } from '../index/marks.ts';
import type { EncodedMarks, Mark, Marks } from '../index/marks.ts';
import type { ListedFile } from './compare.ts';
import type { SavedAliases } from './prompt-aliases.ts';
import type { MainTranscript } from './summary-titles.ts';
import type { SavedTurn } from './turn-state.ts';

/** What a mark's state holds, as JSON. */
export interface FileState {
  /** Of the entry reader. */
  readonly reader: string;
  /** Main files: the turn at the end of what was read. */
  readonly turn?: SavedTurn;
  readonly aliases?: SavedAliases;
  /** Agent files: the turn they belong to. */
  readonly agent?: AgentPlace;
}

/** Where a sub-agent's text was put, and by what. */
export interface AgentPlace {
  readonly turn: SavedTurn;
  /** Time of its first entry; null when unknown. */
  readonly firstMs: number | null;
  /** True when its tool call was found; else its turn may have to be thought over. */
  readonly isLinked: boolean;
}

/** Marks by the listing's files; what is set counts at once, and is written by whoever publishes encode(). */
export class MarkBook {
  private readonly base: Marks;
  private readonly replaced = new Map<number, Mark>();
  private readonly removed = new Set<number>();
  private readonly added = new Map<string, Mark>();
  /** Marks that hold all have been written since. */
  private isBaseGone = false;

  constructor(base: Marks) {
    this.base = base;
  }

  /** The present mark of a file, null when it has none. */
  get(file: ListedFile): Mark | null {
    const added = this.added.get(file.path);
    if (added !== undefined) return added;
    if (file.mark < 0 || this.removed.has(file.mark)) return null;
    return this.replaced.get(file.mark) ?? { ...this.base.mark(file.mark), state: this.base.state(file.mark) };
  }

  /** True when the file, or a part of it, has been read. */
  has(file: ListedFile): boolean {
    return this.added.has(file.path) || (file.mark >= 0 && !this.removed.has(file.mark));
  }

  /** True for a sub-agent's file whose turn is a guess. */
  isGuessed(file: ListedFile): boolean {
    const mark = this.added.get(file.path) ?? this.replaced.get(file.mark);
    return (mark?.isGuessed ?? this.base.numbers.isGuessed[file.mark]) === 1;
  }

  /** Where the file lay when it was marked last; null when it was not. */
  placeBefore(file: ListedFile): { root: number; folder: string } | null {
    return file.mark < 0 ? null : this.fileOf(file.mark);
  }

  /** Sets everything but what the listing says of the file. */
  set(file: ListedFile, facts: Omit<Mark, 'root' | 'path' | 'kind' | 'sizeBytes' | 'mtimeMs' | 'ino' | 'isStale'>): void {
    const { root, relativePath: path, kind, sizeBytes, mtimeMs, ino } = file;
    const mark = { ...facts, root, path, kind, sizeBytes, mtimeMs, ino, isStale: 0 };
    if (file.mark >= 0) {
      this.removed.delete(file.mark);
      this.replaced.set(file.mark, mark);
    } else this.added.set(file.path, mark);
  }

  /** The file's content is as the mark says; its place or times are not. */
  touch(file: ListedFile): void {
    const mark = this.get(file);
    if (mark !== null) this.set(file, mark);
  }

  /** Root, project folder and kind of a file by its mark. */
  fileOf(mark: number): { root: number; folder: string; kind: number } {
    const { numbers, paths } = this.base;
    return { root: numbers.root[mark], folder: paths[mark].split('/')[0], kind: numbers.kind[mark] };
  }

  /** The file is no session's: known, so that it is not opened again, and nothing else. */
  ignore(file: ListedFile): void {
    this.set(file, { session: NO_SESSION, consumed: 0, headHash: 0, tailHash: 0, badLines: 0, longLines: 0, cutBytes: 0, isGuessed: 0, absentCount: 0, absent: '', state: '' });
  }

  remove(mark: number): void {
    this.removed.add(mark);
  }

  /** The file must be read anew as soon as it can be. */
  makeStale(file: ListedFile): void {
    const mark = this.get(file);
    if (mark === null) return;
    this.set(file, mark);
    const set = this.get(file);
    if (set !== null) set.isStale = 1;
  }

  /** Forgets that the file was read. */
  forget(file: ListedFile): void {
    if (file.mark >= 0) this.removed.add(file.mark);
    this.added.delete(file.path);
  }

  /** Every main transcript that has been read. */
  *mains(roots: readonly string[]): Generator<MainTranscript> {
    const { numbers, paths } = this.base;
    for (let i = 0; i < this.base.count; i++) {
      if (this.removed.has(i) || numbers.kind[i] !== FILE_KIND.main) continue;
      yield mainOf(this.replaced.get(i) ?? { session: numbers.session[i], root: numbers.root[i], path: paths[i] }, roots);
    }
    for (const mark of this.added.values()) if (mark.kind === FILE_KIND.main) yield mainOf(mark, roots);
  }

  /** Sums over all transcripts. */
  totals(): { files: number; bytes: number; badLines: number; longLines: number; cutBytes: number; absent: number } {
    const totals = { files: 0, bytes: 0, badLines: 0, longLines: 0, cutBytes: 0, absent: 0 };
    const { numbers } = this.base;
    const add = (sign: number, kind: number, bytes: number, badLines: number, longLines: number, cutBytes: number, absent: number): void => {
      if (!isTranscript(kind)) return;
      totals.files += sign;
      totals.bytes += sign * bytes;
      totals.badLines += sign * badLines;
      totals.longLines += sign * longLines;
      totals.cutBytes += sign * cutBytes;
      totals.absent += sign * absent;
    };
    const addBase = (i: number, sign: number): void =>
      add(sign, numbers.kind[i], numbers.sizeBytes[i], numbers.badLines[i], numbers.longLines[i], numbers.cutBytes[i], numbers.absentCount[i]);
    for (let i = 0; i < this.base.count; i++) addBase(i, 1);
    for (const i of new Set([...this.removed, ...this.replaced.keys()])) addBase(i, -1);
    const addMark = ({ kind, sizeBytes, badLines, longLines, cutBytes, absentCount }: Mark): void => add(1, kind, sizeBytes, badLines, longLines, cutBytes, absentCount);
    for (const [i, mark] of this.replaced) if (!this.removed.has(i)) addMark(mark);
    for (const mark of this.added.values()) addMark(mark);
    return totals;
  }

  /** For the next publication. */
  encode(): EncodedMarks {
    const encoded = encodeMarks(this.base, this.replaced, this.removed, [...this.added.values()], this.isBaseGone);
    this.isBaseGone ||= encoded.isWhole;
    return encoded;
  }
}

function mainOf({ session, root, path }: Pick<Mark, 'session' | 'root' | 'path'>, roots: readonly string[]): MainTranscript {
  return { session, root, folder: path.split('/')[0], path: `${roots[root]}/projects/${path}` };
}

/** The state in a mark; an empty one for a file not read yet. */
export function stateOf(mark: Mark | null): FileState {
  return mark === null || mark.state === '' ? { reader: '' } : (JSON.parse(mark.state) as FileState);
}
