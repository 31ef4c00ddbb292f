/**
 * One run of a refresh under the writer's lock: the plan carried out, published in batches, merged at the end.
 *
 * Newest sessions first. A batch is published when there is enough of it: whoever searches meanwhile sees those sessions
 * and the number of files that are still to be read, and after an interruption the next run goes on from there.
 */
import { inlineLittle, optimiseHotCode } from '../compiler.ts';
import type { RefreshReport } from '../contract.ts';
import { emptySession } from '../index/catalog.ts';
import type { CostMeter } from '../index/cost-meter.ts';
import type { Lock } from '../index/directory.ts';
import type { OpenSnapshot } from '../index/index-reader.ts';
import { IndexWriter } from '../index/index-writer.ts';
import type { WriterSetup } from '../index/index-writer.ts';
import type { Manifest } from '../index/manifest.ts';
import { FILE_KIND, isTranscript } from '../index/marks.ts';
import type { Marks } from '../index/marks.ts';
import { buildHere } from '../index/segment-builder.ts';
import { readIndexTitles } from '../transcript/titles.ts';
import { reasonOf } from '../transcript/trouble.ts';
import type { Trouble } from '../transcript/trouble.ts';
import type { Differences, ListedFile } from './compare.ts';
import { countIndex } from './counts.ts';
import { ingestSession } from './ingest.ts';
import type { Run } from './ingest.ts';
import { MarkBook } from './mark-book.ts';
import { planSessions } from './plan.ts';
import type { Plan, SessionTask } from './plan.ts';
import { LIMITS } from './limits.ts';
import type { Limits } from './limits.ts';
import type { RefreshRequest } from './refresh.ts';
import { SummaryTitles } from './summary-titles.ts';
import { TitleRows } from './title-rows.ts';

const PROGRESS_MS = 100;

/** What a run goes on from, and whom it tells. */
export interface RunInput {
  readonly request: RefreshRequest;
  /** The listing compared with `marks`, and the index's roots, those of the listing among them. */
  readonly differences: Differences;
  readonly roots: readonly string[];
  readonly lock: Lock;
  readonly meter: CostMeter;
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

/** What became of it. */
export interface RunResult {
  readonly report: Pick<RefreshReport, 'filesRead' | 'bytesRead' | 'sessions'>;
  /** True when another run is needed: a sub-agent's turn has become known, and its session is to be read anew. */
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
  private readonly titleRows: TitleRows;
  private readonly roots: readonly string[];
  private readonly plan: Plan;
  private readonly limits: Limits;
  private readonly startMs = Date.now();
  private readonly filesTotal: number;
  private readonly bytesTotal: number;
  /** Large segments may be merged too. */
  private readonly hasTime: boolean;
  private filesDone = 0;
  private bytesDone = 0;
  private progressMs = 0;
  private batch = { bytes: 0, startMs: Date.now(), isFirst: true };
  /** Still to be read, or being read. */
  private readonly pending = new Set<ListedFile>();
  private isUnsettled = false;

  constructor(input: RunInput) {
    this.input = input;
    const { request, differences, roots, lock, meter, base, present, marks } = input;
    this.limits = { ...LIMITS, ...request.limits };
    this.roots = roots;
    this.plan = meter.during('comparing', () => planSessions(differences, { marks, catalog: base?.catalog ?? null, roots }));
    this.bytesTotal = this.plan.sessions.reduce((sum, session) => sum + session.bytes, 0);
    this.index = new IndexWriter({ directory: request.directory, lock, base, present, ...this.chooseBuilder(), meter });
    this.marks = new MarkBook(marks);
    this.titles = new SummaryTitles(this.index.catalog);
    this.titleRows = new TitleRows(this.index);
    this.filesTotal = this.plan.sessions.reduce((sum, session) => sum + transcripts(session), 0);
    this.hasTime = input.request.hasTime === true || this.bytesTotal >= this.limits.longBuildBytes;
    input.trouble.push(...this.plan.trouble);
  }

  go(): RunResult {
    const { plan, index } = this;
    const isNew = this.input.base === null || !isEmpty(plan);
    if (!isNew && !this.hasTime) return this.result();
    index.removeLeftovers();
    try {
      this.forget();
      if (this.bytesTotal > this.limits.loadEntriesBytes) {
        optimiseHotCode(true);
        if (this.bytesTotal < this.limits.longBuildBytes) inlineLittle();
        index.stored.loadEntries();
      }
      for (const session of plan.sessions) {
        for (const { file } of session.tasks) if (isTranscript(file.kind)) this.pending.add(file);
      }
      for (const session of plan.sessions) this.input.meter.during('reading', () => this.readSession(session));
      this.tellProgress(Date.now());
      this.settleTitles();
      // A long merge is not waited for: what was read can be found before it.
      if (this.hasTime && isNew) this.publish();
      if (index.merge(this.hasTime) || !this.hasTime) this.publish();
      index.settle();
    } catch (error) {
      index.abandon();
      throw error;
    } finally {
      index.close();
    }
    return this.result();
  }

  /** Workers are loaded for a long build only: what they need of Node takes 4 ms to load. */
  private chooseBuilder(): Pick<WriterSetup, 'builder' | 'draftBytes'> {
    const { request, meter } = this.input;
    const { draftBytes, workerDraftBytes, longBuildBytes } = this.limits;
    if (this.bytesTotal >= longBuildBytes && request.workerFile !== null) {
      const { buildInWorkers } = require('../index/segment-workers.ts') as typeof import('../index/segment-workers.ts');
      const builder = buildInWorkers(meter, request.workerFile);
      if (builder !== null) return { builder, draftBytes: workerDraftBytes };
    }
    return { builder: buildHere(meter), draftBytes };
  }

  private result(): RunResult {
    return { report: { filesRead: this.filesDone, bytesRead: this.bytesDone, sessions: this.index.catalog.liveCount() }, isUnsettled: this.isUnsettled };
  }

  /** Takes out what is gone or will be read anew, and notes what only moved. */
  private forget(): void {
    const { plan, index, marks } = this;
    for (const mark of plan.gone) {
      const { kind, root, folder } = marks.fileOf(mark);
      if (kind === FILE_KIND.index) this.titles.setIndex(root, folder, new Map(), () => []);
      marks.remove(mark);
    }
    for (const file of plan.stale) marks.makeStale(file);
    for (const file of plan.touched) marks.touch(file);
    for (const file of plan.ignored) marks.ignore(file);
    for (const file of plan.indexes) {
      this.titles.setIndex(file.root, file.folder, readIndexTitles(file.path), () => marks.mains(this.roots));
      marks.ignore(file);
    }
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
    index.stored.forEachRow((rows, row, segment) => {
      if (isKilled.has(rows.session[row])) index.stored.kill(segment, row);
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
      titleRows: this.titleRows,
      meter: this.input.meter,
      stepBytes: this.limits.stepBytes,
      onBytes: (count) => this.onBytes(count),
      onStep: () => this.mayPublish(),
      onTrouble: (path, error) => this.onTrouble(path, error),
    };
    if (!ingestSession(run, session)) {
      for (const file of session.files) this.marks.makeStale(file);
      this.isUnsettled = true;
    }
    for (const { file } of session.tasks) this.pending.delete(file);
    this.filesDone += transcripts(session);
    this.mayPublish();
  }

  private onBytes(count: number): void {
    this.bytesDone += count;
    this.batch.bytes += count;
    const now = Date.now();
    if (now - this.progressMs < PROGRESS_MS) return;
    this.progressMs = now;
    this.input.lock.touch();
    this.index.poll();
    this.tellProgress(now);
  }

  private tellProgress(nowMs: number): void {
    const { filesDone, filesTotal, bytesDone, bytesTotal } = this;
    this.input.request.onProgress({ doing: 'indexing', filesDone, filesTotal, bytesDone, bytesTotal, elapsedMs: nowMs - this.startMs });
  }

  private onTrouble(path: string, error: unknown): void {
    this.input.trouble.push({ path, reason: reasonOf(error) });
  }

  private mayPublish(): void {
    const { batch } = this;
    const { batchBytes, batchMs, firstBatchBytes, longBuildBytes } = this.limits;
    const isEnough = batch.bytes >= batchBytes || Date.now() - batch.startMs >= batchMs;
    const isLong = this.input.base === null && this.bytesTotal >= longBuildBytes;
    const isEarly = isLong && batch.isFirst && batch.bytes >= firstBatchBytes;
    if (this.input.mayPublishEarly && (isEnough || isEarly) && this.pending.size > 0 && !this.index.isPublishing) {
      this.settleTitles();
      this.publish();
    }
  }

  private publish(): void {
    const unmarked = [...this.pending].filter((file) => this.marks.get(file) === null).length;
    this.index.publish(this.roots, this.marks.encode(), countIndex(this.marks, this.input.trouble, this.pending.size, unmarked));
    this.batch = { bytes: 0, startMs: Date.now(), isFirst: false };
  }

  /** Titles that summary lines give, with their rows. */
  private settleTitles(): void {
    const { catalog } = this.index;
    for (const session of this.titles.settle(() => this.marks.mains(this.roots))) {
      const { title, summaryTitle, firstMs } = catalog.edit(session);
      if (title === '') this.titleRows.replace(session, summaryTitle, firstMs);
    }
  }
}

/** Files of the session that are read as text. */
function transcripts(session: SessionTask): number {
  return session.tasks.filter(({ file }) => isTranscript(file.kind)).length;
}

function isEmpty({ sessions, deleted, touched, ignored, indexes, gone, stale }: Plan): boolean {
  return [sessions, deleted, touched, ignored, indexes, gone, stale].every((list) => list.length === 0);
}
