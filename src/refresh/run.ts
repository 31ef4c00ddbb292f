/**
 * One run of a refresh under the writer's lock: the plan carried out, published in batches, merged at the end.
 *
 * Newest sessions first. A batch is published when there is enough of it: whoever searches meanwhile sees those sessions
 * and the number of files that are still to be read, and after an interruption the next run goes on from there.
 */
import type { RefreshReport } from '../engine.ts';
import { emptySession } from '../index/catalog.ts';
import type { Lock } from '../index/directory.ts';
import type { OpenSnapshot } from '../index/index-reader.ts';
import { IndexWriter } from '../index/index-writer.ts';
import type { Manifest } from '../index/manifest.ts';
import { FILE_KIND } from '../index/marks.ts';
import type { Marks } from '../index/marks.ts';
import type { Listing } from '../transcript/files.ts';
import { compareListing } from './compare.ts';
import { countIndex } from './counts.ts';
import type { Trouble } from './counts.ts';
import { ingestSession } from './ingest.ts';
import type { Run } from './ingest.ts';
import { MarkBook } from './mark-book.ts';
import { planSessions } from './plan.ts';
import type { Plan, SessionTask } from './plan.ts';
import { numberRoots } from './present.ts';
import type { RefreshRequest } from './refresh.ts';
import { SessionWriter } from './session-writer.ts';
import { SummaryTitles } from './summary-titles.ts';

/** From so many new bytes on, all known identities are loaded instead of being looked up one by one. */
const LOAD_ENTRIES_BYTES = 2 << 20;
/** A batch is published after so many bytes or so long; the first one of a new index early, for those who wait. */
const BATCH_BYTES = 100 << 20;
const BATCH_MS = 10_000;
const FIRST_BATCH_BYTES = 16 << 20;
const PROGRESS_MS = 100;

export interface RunInput {
  readonly request: RefreshRequest;
  readonly listing: Listing;
  readonly lock: Lock;
  /** Grows by what this run cannot read. */
  readonly trouble: Trouble[];
  /** The manifest that lies there, whether it is used or not. */
  readonly present: Manifest | null;
  /** The index to go on from; null: from nothing. */
  readonly base: OpenSnapshot | null;
  readonly marks: Marks;
  /** False where an index that answers well would be replaced by a part of the new one. */
  readonly mayPublishEarly: boolean;
}

export interface RunResult {
  readonly report: Pick<RefreshReport, 'filesRead' | 'bytesRead' | 'sessions'>;
  /** True when another run over the same listing is needed: a sub-agent's turn has become known, and its session is to be read anew. */
  readonly isUnsettled: boolean;
}

/** Throws IndexDamage, LockLost, WriteFailed. */
export function runRefresh(input: RunInput): RunResult {
  return new RefreshRun(input).go();
}

class RefreshRun {
  private readonly input: RunInput;
  private readonly index: IndexWriter;
  private readonly marks: MarkBook;
  private readonly titles: SummaryTitles;
  private readonly roots: readonly string[];
  private readonly plan: Plan;
  private readonly startMs = Date.now();
  private readonly filesTotal: number;
  private readonly bytesTotal: number;
  private filesDone = 0;
  private bytesDone = 0;
  private progressMs = 0;
  private batch = { bytes: 0, startMs: Date.now(), isFirst: true };
  /** Files still to be read, and those of them that have no mark. */
  private pending = { files: 0, unmarked: 0 };
  private isUnsettled = false;

  constructor(input: RunInput) {
    this.input = input;
    const { request, listing, lock, base, present, marks } = input;
    const { roots, numbers } = numberRoots(listing, base === null ? [] : base.roots);
    this.roots = roots;
    this.plan = planSessions(compareListing(listing, numbers, marks), { marks, catalog: base?.catalog ?? null, roots });
    this.index = new IndexWriter(request.directory, lock, base, present);
    this.marks = new MarkBook(marks);
    this.titles = new SummaryTitles(this.index.catalog);
    this.filesTotal = this.plan.sessions.reduce((sum, session) => sum + transcripts(session), 0);
    this.bytesTotal = this.plan.sessions.reduce((sum, session) => sum + session.bytes, 0);
    input.trouble.push(...this.plan.trouble);
  }

  go(): RunResult {
    const { plan, index } = this;
    if (this.input.base !== null && isEmpty(plan)) return this.result();
    index.removeLeftovers();
    try {
      this.forget();
      if (this.bytesTotal > LOAD_ENTRIES_BYTES) index.loadEntries();
      for (const session of plan.sessions) {
        for (const { file } of session.tasks) if (file.kind !== FILE_KIND.title) this.addPending(file.mark < 0 || session.isAnew, 1);
      }
      for (const session of plan.sessions) this.readSession(session);
      this.settleTitles();
      index.merge();
      this.publish();
    } catch (error) {
      index.abandon();
      throw error;
    }
    return this.result();
  }

  private result(): RunResult {
    return { report: { filesRead: this.filesDone, bytesRead: this.bytesDone, sessions: this.index.catalog.liveCount() }, isUnsettled: this.isUnsettled };
  }

  /** Takes out what is gone or will be read anew, and notes what only moved. */
  private forget(): void {
    const { plan, index, marks } = this;
    for (const mark of plan.gone) marks.remove(mark);
    for (const file of plan.stale) marks.makeStale(file);
    for (const file of plan.touched) marks.touch(file);
    for (const file of plan.ignored) marks.ignore(file);
    const anew = plan.sessions.filter((session) => session.isAnew).map((session) => index.catalog.find(session.id)).filter((session) => session >= 0);
    this.kill([...plan.deleted, ...anew]);
    for (const session of plan.deleted) Object.assign(index.catalog.edit(session), emptySession(''), { isLive: false });
    for (const session of plan.sessions) if (session.isAnew) for (const { file } of session.tasks) marks.forget(file);
  }

  /** Everything stored of these sessions, and every copy that lives on their text. */
  private kill(sessions: readonly number[]): void {
    if (sessions.length === 0) return;
    const { index } = this;
    const isKilled = new Set(sessions);
    index.forEachRow((rows, row, segment) => {
      if (isKilled.has(rows.session[row])) index.kill(segment, row);
    });
    // What follows must not share a segment with dead rows of the same entries.
    index.flush();
    index.catalog.dropCopies((copy) => isKilled.has(copy.session) || isKilled.has(copy.owner));
    for (const session of sessions) {
      this.titles.drop(session);
      const record = index.catalog.edit(session);
      Object.assign(record, emptySession(record.id));
    }
  }

  private readSession(session: SessionTask): void {
    const run: Run = {
      index: this.index,
      marks: this.marks,
      titles: this.titles,
      onBytes: (count) => this.onBytes(count),
      onStep: () => this.mayPublish(),
      onTrouble: (path, error) => this.onTrouble(path, error),
    };
    if (!ingestSession(run, session)) {
      for (const file of session.files) this.marks.makeStale(file);
      this.isUnsettled = true;
    }
    for (const { file } of session.tasks) if (file.kind !== FILE_KIND.title) this.addPending(file.mark < 0 || session.isAnew, -1);
    this.filesDone += transcripts(session);
    this.mayPublish();
  }

  private addPending(isUnmarked: boolean, count: number): void {
    this.pending.files += count;
    if (isUnmarked) this.pending.unmarked += count;
  }

  private onBytes(count: number): void {
    this.bytesDone += count;
    this.batch.bytes += count;
    const now = Date.now();
    if (now - this.progressMs < PROGRESS_MS) return;
    this.progressMs = now;
    this.input.lock.touch();
    const { filesDone, filesTotal, bytesDone, bytesTotal } = this;
    this.input.request.onProgress({ filesDone, filesTotal, bytesDone, bytesTotal, elapsedMs: now - this.startMs });
  }

  private onTrouble(path: string, error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    this.input.trouble.push({ path, reason: /^E(?:ACCES|PERM)$/.test(code) ? 'permission denied' : code });
  }

  private mayPublish(): void {
    const { batch } = this;
    const isEnough = batch.bytes >= BATCH_BYTES || Date.now() - batch.startMs >= BATCH_MS;
    const isEarly = batch.isFirst && this.input.base === null && batch.bytes >= FIRST_BATCH_BYTES;
    if (this.input.mayPublishEarly && (isEnough || isEarly) && this.pending.files > 0) this.publish();
  }

  private publish(): void {
    const { files, unmarked } = this.pending;
    this.index.publish(this.roots, this.marks.encode(), countIndex(this.marks, this.input.trouble, files, unmarked));
    this.batch = { bytes: 0, startMs: Date.now(), isFirst: false };
  }

  /** Titles that summary lines give, with their rows. */
  private settleTitles(): void {
    const { catalog } = this.index;
    for (const session of this.titles.settle(() => this.marks.mains(this.roots))) {
      const { title, summaryTitle, firstMs } = catalog.edit(session);
      if (title === '') new SessionWriter(this.index, session, false, () => null).writeTitle(summaryTitle, firstMs);
    }
  }
}

/** Files of the session that are read as text. */
function transcripts(session: SessionTask): number {
  return session.tasks.filter(({ file }) => file.kind !== FILE_KIND.title).length;
}

function isEmpty({ sessions, deleted, touched, ignored, gone, stale }: Plan): boolean {
  return [sessions, deleted, touched, ignored, gone, stale].every((list) => list.length === 0);
}
