/**
 * Which transcripts there are: one look at the folders, no file opened.
 *
 * A root is a config folder; its sessions lie in `projects/<slug>/`. Listed are main sessions, the sub-agent files
 * of 2.0.x beside them (`agent-*.jsonl`), those of 2.1.12 and later below `<session>/subagents/`, and the two small
 * files that carry titles. The session id is the file's name, whatever the entries say (forks keep the old id).
 *
 * Cost: one readdir a folder, one stat a file. Symbolic links are followed once, by real path: a link to something
 * inside a listed root, or to a folder above one, leads to nothing new and is left out, so that loops end; except for a link to a file
 * there that no listing shows by its own name (`x.jsonl -> x.jsonl.bak`), which is told once all else is listed.
 * What could not be read is told in `trouble` and makes its root's listing incomplete: only from a complete one
 * may anybody conclude that a session was deleted. A link that leads nowhere is told too, but hides nothing except what once was read
 * through it: its target may be on a disk that is not there now.
 */
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { optimiseHotCode } from '../compiler.ts';
import { FileList } from './file-list.ts';
import type { FileColumns, Project, TranscriptFile } from './file-list.ts';
import { codeOf, reasonOf } from './trouble.ts';
import type { Trouble } from './trouble.ts';

/**
 * listed: read. empty: the root has no projects folder. missing: there is no such root. unreadable: it, or its
 * projects folder, cannot be read. duplicate: the same folder as a root before it.
 */
export type RootState = 'listed' | 'empty' | 'missing' | 'unreadable' | 'duplicate';

/** What is known of a root. */
export interface RootListing {
  readonly path: string;
  readonly state: RootState;
  /** True when every file of this root is in the listing. */
  readonly isComplete: boolean;
}

/** Everything there is, and what is known of the roots. */
export interface Listing {
  readonly roots: readonly RootListing[];
  readonly columns: FileColumns;
  /** One of them. */
  file(index: number): TranscriptFile;
  /** All, made anew at each call. */
  files(): TranscriptFile[];
  readonly dangling: readonly DanglingLink[];
  readonly trouble: readonly Trouble[];
}

/** A link that leads nowhere now. */
export interface DanglingLink {
  /** Index into the roots given. */
  readonly root: number;
  /** Below `<root>/projects/`. */
  readonly relativePath: string;
}

/** A link by the name of a transcript, with where it leads to and its place in the list's projects. */
interface InnerLink {
  readonly path: string;
  readonly real: string;
  readonly project: number;
}

interface Walk {
  readonly files: FileList;
  readonly dangling: DanglingLink[];
  readonly trouble: Trouble[];
  /** Roots of which something could not be read. */
  readonly incomplete: Set<number>;
  /** Real paths of the projects folders of all roots. */
  readonly bases: readonly string[];
  /** Real paths of linked folders and files already followed. */
  readonly followed: Set<string>;
  /** Links to files inside a root. */
  readonly inner: InnerLink[];
}

/** From so many in one folder on, optimised code pays here: of 100,000 files it saves a fifth of the time, of 2,600 nothing. */
const MANY_NAMES = 4096;
/** Node shows a name that is not UTF-8 with this, under which no file is found. */
const UNREADABLE = '\ufffd';
const MAY_BE_GONE = { throwIfNoEntry: false } as const;

/**
 * Lists the transcripts of all roots (absolute paths of config folders), in the order of the roots.
 *
 * Never throws. Of a session that lies in several files each is listed.
 */
export function listTranscripts(roots: readonly string[]): Listing {
  const bases = roots.map(findBase);
  const walk: Walk = { files: new FileList(), dangling: [], trouble: [], incomplete: new Set(), bases: bases.map(({ real }) => real).filter((real) => real !== ''), followed: new Set(), inner: [] };
  const listed = roots.map((path, root): RootListing => {
    const { state, real } = bases[root];
    if (real === '') {
      if (state === 'unreadable') report(walk, root, path, 'unreadable root');
      return { path, state, isComplete: state === 'empty' };
    }
    if (bases.findIndex((base) => base.real === real) < root) return { path, state: 'duplicate', isComplete: false };
    const isReadable = listRoot(walk, path, root);
    return {
      path,
      state: isReadable ? 'listed' : 'unreadable',
      isComplete: !walk.incomplete.has(root),
    };
  });
  addInnerLinks(walk);
  const { files, dangling, trouble } = walk;
  if (files.count > MANY_NAMES) optimiseHotCode(false);
  return { roots: listed, columns: files, dangling, trouble, file: (index) => files.at(index), files: () => files.paths.map((_, index) => files.at(index)) };
}

/** Real path of the root's projects folder; '' when there is nothing to list. */
function findBase(root: string): { state: RootState; real: string } {
  try {
    return { state: 'listed', real: realpathSync(`${root}/projects`) };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return { state: 'unreadable', real: '' };
  }
  try {
    // A projects folder that is named but cannot be found is a link that leads nowhere.
    return { state: readdirSync(root).includes('projects') ? 'unreadable' : 'empty', real: '' };
  } catch (error) {
    return { state: codeOf(error) === 'ENOENT' ? 'missing' : 'unreadable', real: '' };
  }
}

/** False when the projects folder cannot be read. */
function listRoot(walk: Walk, path: string, root: number): boolean {
  const prefix = `${path}/projects/`;
  let names: Dirent[];
  try {
    names = readdirSync(prefix, { withFileTypes: true });
  } catch (error) {
    report(walk, root, prefix, reasonOf(error));
    return false;
  }
  // Links last: what they lead to may be listed by its own name.
  const linked = names.filter((name) => name.isSymbolicLink());
  for (const name of [...names.filter((name) => name.isDirectory()), ...linked]) {
    const project = { root, prefix, folder: name.name };
    const folder = prefix + name.name;
    walk.files.projects.push(project);
    if (name.isSymbolicLink() && followLink(walk, project, folder)?.isDirectory() !== true) continue;
    listProject(walk, project, folder);
  }
  return true;
}

function listProject(walk: Walk, project: Project, folder: string): void {
  for (const name of readFolder(walk, project, folder)) {
    const path = `${folder}/${name}`;
    if (name.endsWith('.jsonl') ? name !== '.jsonl' : name === 'sessions-index.json') addFile(walk, project, path);
    else if (name !== '.jsonl' && name !== 'memory' && isFolder(walk, project, path)) listSession(walk, project, path);
  }
}

/** The side folder of a session. */
function listSession(walk: Walk, project: Project, folder: string): void {
  for (const name of readFolder(walk, project, folder)) {
    const path = `${folder}/${name}`;
    if (name === 'custom-title.json') addFile(walk, project, path);
    else if (name === 'subagents' && isFolder(walk, project, path)) listAgents(walk, project, path);
  }
}

/** Agent files at any depth below a session's `subagents`: workflows nest them. */
function listAgents(walk: Walk, project: Project, top: string): void {
  const folders = [top];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of readFolder(walk, project, folder)) {
      const path = `${folder}/${name}`;
      if (name.startsWith('agent-') && name.endsWith('.jsonl')) addFile(walk, project, path);
      else if (!name.endsWith('.json') && isFolder(walk, project, path)) folders.push(path);
    }
  }
}

/** Names alone: what each of them is, lstat tells with what else there is to know, so that to be told it here would only cost. */
function readFolder(walk: Walk, project: Project, folder: string): string[] {
  try {
    const names = readdirSync(folder);
    if (names.length > MANY_NAMES) optimiseHotCode(true);
    return names;
  } catch (error) {
    // A folder that went away since it was seen is no trouble.
    if (codeOf(error) !== 'ENOENT') report(walk, project.root, folder, reasonOf(error));
    return [];
  }
}

function isFolder(walk: Walk, project: Project, path: string): boolean {
  return lookAt(walk, project, path)?.isDirectory() === true;
}

/** What lies there, or what a link there leads to; null when that is nothing, or nothing new. isFile: its name is that of a file to read. */
function lookAt(walk: Walk, project: Project, path: string, isFile = false): Stats | null {
  try {
    const stats = lstatSync(path, MAY_BE_GONE);
    if (stats === undefined) {
      if (path.includes(UNREADABLE)) report(walk, project.root, path, 'name is not UTF-8');
      return null;
    }
    return stats.isSymbolicLink() ? followLink(walk, project, path, isFile) : stats;
  } catch (error) {
    report(walk, project.root, path, reasonOf(error));
    return null;
  }
}

function addFile(walk: Walk, project: Project, path: string): void {
  const stats = lookAt(walk, project, path, true);
  if (stats === null || !stats.isFile()) return;
  walk.files.add(path, stats);
}

/** Those whose files were not listed by any other name. */
function addInnerLinks({ files, followed, inner }: Walk): void {
  if (inner.length === 0) return;
  const numbers = new Set(files.ino.subarray(0, files.count));
  for (const { path, real, project } of inner) {
    const stats = statSync(real, MAY_BE_GONE);
    if (stats === undefined || !stats.isFile() || followed.has(real)) continue;
    followed.add(real);
    // Other disks have the same numbers.
    const isListed = numbers.has(stats.ino) && files.paths.some((other, i) => files.ino[i] === stats.ino && statSync(other, MAY_BE_GONE)?.dev === stats.dev);
    if (!isListed) files.add(path, stats, project);
  }
}

/** What a link leads to, once; null when it leads nowhere, to something listed, or to a place followed before. */
function followLink(walk: Walk, project: Project, path: string, isFile = false): Stats | null {
  try {
    const real = realpathSync(path);
    const isKnown = walk.bases.some((base) => isInside(real, base) || isInside(base, real));
    if (isKnown && isFile) walk.inner.push({ path, real, project: walk.files.projects.length - 1 });
    if (isKnown || walk.followed.has(real)) return null;
    walk.followed.add(real);
    return statSync(real);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'ELOOP') report(walk, project.root, path, reasonOf(error));
    else if (path.includes(UNREADABLE)) report(walk, project.root, path, 'name is not UTF-8');
    else {
      // Nothing can be behind it now, so the listing is complete without it.
      walk.trouble.push({ path, reason: code === 'ELOOP' ? reasonOf(error) : 'dangling link' });
      walk.dangling.push({ root: project.root, relativePath: path.slice(project.prefix.length) });
    }
    return null;
  }
}

/** True when `inner` is `outer` or lies below it. */
function isInside(inner: string, outer: string): boolean {
  if (inner === outer) return true;
  return inner.startsWith(outer) && (/[\\/]$/.test(outer) || /[\\/]/.test(inner[outer.length]));
}

function report(walk: Walk, root: number, path: string, reason: string): void {
  walk.trouble.push({ path, reason });
  walk.incomplete.add(root);
}
