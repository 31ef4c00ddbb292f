/**
 * The transcripts of a listing, as columns: path, size, time, number. What else is known of a file its path tells, when somebody asks.
 */
import type { Stats } from 'node:fs';

/** `title`: a session's custom-title.json. `index`: a project's sessions-index.json. */
type FileKind = 'main' | 'agent' | 'title' | 'index';

/** A file to read. Paths use `/` below the root. */
export interface TranscriptFile {
  /** Index into the roots given. */
  readonly root: number;
  readonly path: string;
  /** Below `<root>/projects/`. */
  readonly relativePath: string;
  /** Name of the project folder. */
  readonly folder: string;
  readonly kind: FileKind;
  /** Session id; '' for a flat agent file (its session stands inside, see agent-head.ts) and an index. */
  readonly session: string;
  /** Id of the sub-agent, '' otherwise. */
  readonly agent: string;
  /** A copy that a file synchroniser made; of the same session, never what a client resumes. */
  readonly isConflictCopy: boolean;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

/** A project folder. */
export interface Project {
  readonly root: number;
  /** Path of the root's projects folder with a final slash. */
  readonly prefix: string;
  readonly folder: string;
}

/**
 * The files as columns, by their number in the order in which they were found: of thousands a refresh looks at nothing but numbers, and objects
 * for all of them would cost it a collection of garbage.
 */
export interface FileColumns {
  readonly count: number;
  readonly paths: readonly string[];
  /** Length may be greater than count, as that of the others. */
  readonly sizeBytes: Float64Array;
  readonly mtimeMs: Float64Array;
  readonly ino: Float64Array;
  /** Place in projects. */
  readonly project: Uint32Array;
  readonly projects: readonly Project[];
}

/** Of the columns at first. */
const FIRST_ROOM = 1024;
/** Syncthing's mark in the name of a copy. */
const CONFLICT = '.sync-conflict-';

/** Columns that grow. */
export class FileList implements FileColumns {
  count = 0;
  readonly paths: string[] = [];
  readonly projects: Project[] = [];
  sizeBytes = new Float64Array(FIRST_ROOM);
  mtimeMs = new Float64Array(FIRST_ROOM);
  ino = new Float64Array(FIRST_ROOM);
  project = new Uint32Array(FIRST_ROOM);

  /** Adds a file of one of the projects, the last one when none is named. */
  add(path: string, { size, mtimeMs, ino }: Stats, project = this.projects.length - 1): void {
    if (this.count === this.ino.length) this.makeRoom();
    const at = this.count++;
    this.paths.push(path);
    this.sizeBytes[at] = size;
    this.mtimeMs[at] = mtimeMs;
    this.ino[at] = ino;
    this.project[at] = project;
  }

  at(index: number): TranscriptFile {
    return fileAt(this, index);
  }

  private makeRoom(): void {
    const room = 2 * this.count;
    this.sizeBytes = copied(this.sizeBytes, new Float64Array(room));
    this.mtimeMs = copied(this.mtimeMs, new Float64Array(room));
    this.ino = copied(this.ino, new Float64Array(room));
    this.project = copied(this.project, new Uint32Array(room));
  }
}

function copied<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** What a file is: its path tells. */
function fileAt({ paths, sizeBytes, mtimeMs, ino, project, projects }: FileColumns, index: number): TranscriptFile {
  const path = paths[index];
  const { root, prefix, folder } = projects[project[index]];
  const relativePath = path.slice(prefix.length);
  const below = relativePath.slice(folder.length + 1).split('/');
  const name = below[below.length - 1];
  const conflict = name.indexOf(CONFLICT);
  const isConflictCopy = conflict > 0;
  const stem = isConflictCopy ? name.slice(0, conflict) : name.slice(0, -'.jsonl'.length);
  const kind = kindOf(name);
  return {
    root, path, relativePath, folder, kind,
    session: below.length > 1 ? below[0] : kind === 'main' ? stem : '',
    agent: kind === 'agent' ? stem.slice('agent-'.length) : '',
    isConflictCopy,
    sizeBytes: sizeBytes[index],
    mtimeMs: mtimeMs[index],
    ino: ino[index],
  };
}

function kindOf(name: string): FileKind {
  if (name.endsWith('.jsonl')) return name.startsWith('agent-') ? 'agent' : 'main';
  return name === 'custom-title.json' ? 'title' : 'index';
}
