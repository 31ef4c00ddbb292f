/**
 * Titles that `summary` lines give to other sessions (1.0 to 2.1.22), and those in a sessions-index.json (2.1.12).
 *
 * Such a line stands in some file of the project and names, by uuid, an entry of the conversation that it titles: above or
 * below in the same file, in another one read before or after, or nowhere. So every line is kept in the catalog; each
 * line of text read later is compared with them while there are any, and for the lines that are new in this run the
 * project's untitled transcripts are walked once more at its end. Of several, the one that names the latest entry counts.
 */
import { closeSync, openSync } from 'node:fs';
import { keyOfText, NO_KEY } from '../hash.ts';
import type { Key } from '../hash.ts';
import type { CatalogBuilder } from '../index/catalog-builder.ts';
import type { SummaryLine } from '../index/catalog.ts';
import { uuidOf } from '../transcript/identity.ts';
import { readLines } from '../transcript/lines.ts';
import type { RawEntry } from '../transcript/raw-entry.ts';
import { stringAt } from '../transcript/raw-values.ts';
import { createRawEntry, scanLine } from '../transcript/scan.ts';
import { holdsAny } from './find-bytes.ts';

/** A main transcript that has been read. */
export interface MainTranscript {
  readonly session: number;
  readonly root: number;
  readonly folder: string;
  /** Absolute. */
  readonly path: string;
}

/** A project folder. */
interface Place {
  readonly root: number;
  readonly folder: string;
}

/** Any summary line that names an entry counts for more than an index. */
const OLDEST_MS = -1;
/** For more uuids than these, lines are compared one by one: that costs the same however many there are. */
const FEW_LEAVES = 8;
/** No client writes a longer uuid. */
const MAX_LEAF_LENGTH = 1024;

/** The titles that sessions have from others. */
export class SummaryTitles {
  private readonly catalog: CatalogBuilder;
  private readonly lines: SummaryLine[];
  /** Lines by one half of the leaf's key; null while nobody has asked. */
  private byLeaf: Map<number, SummaryLine[]> | null = null;
  private readonly affected = new Set<number>();
  /** The uuids that this run's lines name: the catalog keeps their keys alone. */
  private readonly uuids = new Map<SummaryLine, string>();

  constructor(catalog: CatalogBuilder) {
    this.catalog = catalog;
    this.lines = catalog.summaries();
  }

  /** True when lines read must be shown to see(). */
  get isWatching(): boolean {
    return this.lines.length > 0;
  }

  /** A summary line in a file of session `source`, which lies in that project folder of that root. uuid: of the entry that it names, or ''. */
  add(source: number, root: number, folder: string, uuid: string, title: string): void {
    const leaf = uuid === '' ? NO_KEY : keyOfText(uuid);
    const isKnown = this.lines.some((line) => line.source === source && isAt(line, { root, folder }) && line.leafHi === leaf.hi && line.leafLo === leaf.lo && line.title === title);
    if (isKnown) return;
    const line = { source, root, folder, leafHi: leaf.hi, leafLo: leaf.lo, title, id: '', isSearched: false, targets: [] };
    this.lines.push(line);
    this.uuids.set(line, uuid);
    this.byLeaf = null;
  }

  /** Any line of a main transcript of `session`, with the key of its uuid: is it the entry that a summary names? */
  see(session: number, root: number, folder: string, uuid: Key, raw: RawEntry): void {
    const named = this.leaves().get(uuid.lo);
    if (named === undefined) return;
    for (const line of named) {
      if (line.leafHi === uuid.hi && isAt(line, { root, folder })) this.addTarget(line, session, Date.parse(stringAt(raw, 'timestamp')) || 0);
    }
  }

  /**
   * The titles of a project's sessions-index.json, by session id; an empty map when it is gone. They are the weakest, and of sessions with a
   * main transcript in that project folder alone. mains: those that have been read.
   */
  setIndex(root: number, folder: string, titles: ReadonlyMap<string, string>, mains: () => Iterable<MainTranscript>): void {
    const isOld = (line: SummaryLine): boolean => line.id !== '' && isAt(line, { root, folder });
    for (const line of this.lines) if (isOld(line)) for (const { session } of line.targets) this.affected.add(session);
    const kept = this.lines.filter((line) => !isOld(line));
    for (const [id, title] of titles) kept.push({ source: -1, root, folder, leafHi: 0, leafLo: 0, title, id, isSearched: true, targets: [] });
    this.lines.splice(0, this.lines.length, ...kept);
    this.byLeaf = null;
    const named = new Map<number, string>();
    for (const id of titles.keys()) {
      const session = this.catalog.find(id);
      if (session >= 0) named.set(session, id);
    }
    if (named.size === 0) return;
    for (const main of mains()) {
      const id = isAt(main, { root, folder }) ? named.get(main.session) : undefined;
      if (id !== undefined) this.seeSession(main.session, id, root, folder);
    }
  }

  /** The session has a main transcript in that project folder: perhaps an index there knows its title. */
  seeSession(session: number, id: string, root: number, folder: string): void {
    for (const line of this.lines) if (line.id === id && isAt(line, { root, folder })) this.addTarget(line, session, OLDEST_MS);
  }

  /** Forgets what the session's files said, and what was said about it: it is deleted or read anew. */
  drop(session: number): void {
    if (this.lines.length === 0) return;
    for (const line of this.lines) {
      if (line.source === session) for (const target of line.targets) this.affected.add(target.session);
      line.targets = line.targets.filter((target) => target.session !== session);
    }
    const kept = this.lines.filter((line) => line.source !== session);
    this.lines.splice(0, this.lines.length, ...kept);
    this.byLeaf = null;
    this.affected.delete(session);
  }

  /** A transcript of the session lies in another project folder now. */
  move(session: number, from: Place, to: Place): void {
    for (const line of this.lines) {
      const isOld = isAt(line, from);
      for (const target of line.targets) if (isOld && (line.source === session || target.session === session)) this.affected.add(target.session);
      if (isOld && line.source === session) Object.assign(line, { root: to.root, folder: to.folder, targets: [] });
      else if (isOld) line.targets = line.targets.filter((target) => target.session !== session);
      if (isOld || isAt(line, to)) line.isSearched = false;
    }
  }

  /** Looks for the entries that this run's new lines name, then gives out the titles. Returns the sessions whose summary title changed. */
  settle(transcripts: () => Iterable<MainTranscript>): number[] {
    this.searchTranscripts(transcripts);
    const changed = [...this.affected].filter((session) => {
      const record = this.catalog.peek(session);
      const title = this.titleOf(session);
      if (record === null || record.summaryTitle === title) return false;
      this.catalog.edit(session).summaryTitle = title;
      return true;
    });
    this.affected.clear();
    return changed;
  }

  private titleOf(session: number): string {
    let best = { title: '', timeMs: -Infinity };
    for (const { title, targets } of this.lines) {
      const timeMs = targets.find((target) => target.session === session)?.timeMs;
      if (timeMs === undefined || timeMs < best.timeMs || (timeMs === best.timeMs && title <= best.title)) continue;
      best = { title, timeMs };
    }
    return best.title;
  }

  private searchTranscripts(transcripts: () => Iterable<MainTranscript>): void {
    const fresh = this.lines.filter((line) => !line.isSearched);
    if (fresh.length === 0) return;
    const named = fresh.filter(({ leafHi, leafLo }) => leafLo !== NO_KEY.lo || leafHi !== NO_KEY.hi);
    const folders = new Set(named.map(({ root, folder }) => `${root}/${folder}`));
    const leaves = this.fewLeaves(named);
    for (const { session, root, folder, path } of transcripts()) {
      // A session with a title of its own needs none.
      if (folders.has(`${root}/${folder}`) && this.catalog.peek(session)?.title === '') this.searchTranscript(path, session, root, folder, leaves);
    }
    for (const line of fresh) line.isSearched = true;
  }

  /** The uuids that those lines name, as bytes; null when they are many, or not all known. */
  private fewLeaves(lines: readonly SummaryLine[]): Buffer[] | null {
    const uuids = new Set(lines.map((line) => this.uuids.get(line) ?? ''));
    const isFew = uuids.size <= FEW_LEAVES && [...uuids].every((uuid) => uuid !== '' && uuid.length <= MAX_LEAF_LENGTH);
    return isFew ? Array.from(uuids, (uuid) => Buffer.from(uuid, 'utf8')) : null;
  }

  /** leaves: what must stand in it, else it is not taken apart; null to take it apart. */
  private searchTranscript(path: string, session: number, root: number, folder: string, leaves: readonly Buffer[] | null): void {
    let fd;
    try {
      fd = openSync(path, 'r');
    } catch {
      return;
    }
    try {
      if (leaves !== null && !holdsAny(fd, leaves)) return;
      const raw = createRawEntry();
      readLines(fd, 0, Infinity, (buffer, start, end) => {
        if (scanLine(buffer, start, end, raw) === 'ok') this.see(session, root, folder, uuidOf(raw), raw);
      });
    } catch {
      // Unreadable in the middle: the next refresh that reads it says so.
    } finally {
      closeSync(fd);
    }
  }

  private addTarget(line: SummaryLine, session: number, timeMs: number): void {
    const known = line.targets.find((target) => target.session === session);
    if (known !== undefined && known.timeMs >= timeMs) return;
    line.targets = [...line.targets.filter((target) => target !== known), { session, timeMs }];
    this.affected.add(session);
  }

  private leaves(): Map<number, SummaryLine[]> {
    if (this.byLeaf !== null) return this.byLeaf;
    this.byLeaf = new Map();
    for (const line of this.lines) {
      // A title of an index and a summary without leaf name no entry: lines without uuid must not answer to them.
      if (line.leafLo === NO_KEY.lo && line.leafHi === NO_KEY.hi) continue;
      const same = this.byLeaf.get(line.leafLo);
      if (same === undefined) this.byLeaf.set(line.leafLo, [line]);
      else same.push(line);
    }
    return this.byLeaf;
  }
}

function isAt(line: Place, { root, folder }: Place): boolean {
  return line.root === root && line.folder === folder;
}
