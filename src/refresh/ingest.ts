/**
 * Reads what is new of one session into the index: its main files first, then its sub-agents' files.
 *
 * A large file is read in steps; after each the run may publish, exactly as if the refresh had ended there, so that a
 * first build of gigabytes can be interrupted anywhere and memory stays bounded.
 */
import { closeSync, openSync } from 'node:fs';
import { emptySession } from '../index/catalog.ts';
import type { CostMeter } from '../index/cost-meter.ts';
import { WriteFailed } from '../index/index-files.ts';
import type { IndexWriter } from '../index/index-writer.ts';
import { FILE_KIND, isTranscript } from '../index/marks.ts';
import { createEntryReader, factsOfState } from '../transcript/entry.ts';
import type { Entry, EntryReader } from '../transcript/entry.ts';
import type { SessionFacts } from '../transcript/facts.ts';
import type { Key } from '../hash.ts';
import { readLines } from '../transcript/lines.ts';
import { createRawEntry } from '../transcript/scan.ts';
import { scanEntries } from '../transcript/scan-fallback.ts';
import { codeOf } from '../transcript/trouble.ts';
import { linksOf } from './agent-links.ts';
import type { ListedFile } from './compare.ts';
import { hashEnds } from './file-check.ts';
import { stateOf } from './mark-book.ts';
import type { AgentPlace, FileState, MarkBook } from './mark-book.ts';
import type { FileTask, SessionTask } from './plan.ts';
import { noteTimes, settleRecord } from './session-facts.ts';
import type { MainFacts } from './session-facts.ts';
import { SessionWriter } from './session-writer.ts';
import { SideTexts } from './side-texts.ts';
import type { SummaryTitles } from './summary-titles.ts';
import type { TitleRows } from './title-rows.ts';
import { firstTurn, loadTurn, saveTurn } from './turn-state.ts';

/** What a refresh shares with the reading of its sessions. */
export interface Run {
  readonly index: IndexWriter;
  readonly marks: MarkBook;
  readonly titles: SummaryTitles;
  readonly titleRows: TitleRows;
  readonly meter: CostMeter;
  /** A file is read in steps of so many bytes. */
  readonly stepBytes: number;
  /** So many more bytes were read. */
  readonly onBytes: (count: number) => void;
  /** Everything read so far is consistent: may be published. */
  readonly onStep: () => void;
  /** A file that could not be read to its end. */
  readonly onTrouble: (path: string, error: unknown) => void;
}

const raw = createRawEntry();

/**
 * Reads the task's files. Returns false when the session must be read anew: what came now shows that an earlier refresh put
 * text to the wrong turn or session (a sub-agent whose call was not known yet, a copy without its first answer).
 */
export function ingestSession(run: Run, task: SessionTask): boolean {
  return new SessionIngest(run, task).read();
}

class SessionIngest {
  private readonly run: Run;
  private readonly task: SessionTask;
  private readonly session: number;
  private readonly writer: SessionWriter;
  /** Facts of files read in this run, by path; of others they stand in the marks. */
  private readonly facts = new Map<string, SessionFacts>();
  /** Of the file being read. */
  private sides: SideTexts;

  constructor(run: Run, task: SessionTask) {
    this.run = run;
    this.task = task;
    const before = run.index.catalog.count;
    this.session = run.index.catalog.number(task.id);
    const isNew = this.session >= before || task.isAnew;
    this.writer = new SessionWriter(run.index, this.session, isNew, (path) => this.sides.read(path));
    this.sides = new SideTexts(task.id, run);
  }

  read(): boolean {
    const { tasks, files } = this.task;
    for (const file of files) if (file.kind === FILE_KIND.main) this.noteMove(file);
    for (const task of tasks) {
      if (task.file.kind === FILE_KIND.main) this.guard(task, () => this.readMain(task));
      else if (task.file.kind === FILE_KIND.title) this.markBare(task.file, task.file.sizeBytes);
    }
    this.readAgents(tasks.filter(({ file }) => file.kind === FILE_KIND.agent));
    this.settle();
    if (this.writer.isUnsettled) return false;
    return !tasks.some(({ file }) => file.kind === FILE_KIND.main) || this.areAgentsPlaced();
  }

  private noteMove(file: ListedFile): void {
    const from = this.run.marks.placeBefore(file);
    if (from !== null && (from.root !== file.root || from.folder !== file.folder)) this.run.titles.move(this.session, from, file);
  }

  /**
   * A file that fails in the middle keeps its old mark, so that the next refresh tries again. Of one that had none a mark stays where
   * there is text of it: rows without any mark would never be found gone.
   */
  private guard({ file, isAppend }: FileTask, read: () => void): void {
    const { index, marks, onTrouble } = this.run;
    const serial = index.rowSerial;
    try {
      read();
    } catch (error) {
      if (error instanceof WriteFailed || !(error instanceof Error && 'syscall' in error)) throw error;
      if (!isAppend) {
        marks.forget(file);
        if (index.rowSerial !== serial) {
          this.markBare(file, 0);
          marks.makeStale(file);
        }
      }
      // One that went away since the listing has nothing to be told of.
      if (codeOf(error) !== 'ENOENT') onTrouble(file.path, error);
    }
  }

  private readMain(task: FileTask): void {
    const state = task.isAppend ? stateOf(this.run.marks.get(task.file)) : { reader: '' };
    const reader = this.openReader(task.file, state.reader);
    this.writer.aliases.load(state.aliases ?? []);
    this.writer.beginMain(state.turn === undefined ? firstTurn() : loadTurn(state.turn), this.isOnlyMain());
    this.readSteps(task, reader, (entry) => this.writer.take(entry), () => {
      const turn = this.writer.pauseMain();
      const aliases = this.writer.aliases.save();
      return { reader: reader.state(), turn: saveTurn(turn), ...(aliases.length > 0 ? { aliases } : {}) };
    });
  }

  private isOnlyMain(): boolean {
    return this.task.files.filter(({ kind }) => kind === FILE_KIND.main).length === 1;
  }

  /** Agents whose call is known first, in the order of their calls: what they say may start others. */
  private readAgents(tasks: readonly FileTask[]): void {
    const { turns } = this.writer;
    let left = tasks.map((task) => ({ task, links: linksOf(task.file) }));
    for (let isLast = false; !isLast; ) {
      const known = left.filter(({ task, links }) => task.isAppend || turns.resolve(links, NaN).isLinked);
      isLast = known.length === 0;
      const next = isLast ? left : known.map((agent) => ({ ...agent, place: turns.placeOf(agent.links) })).sort(byPlace);
      const read = new Set(next.map(({ task }) => task));
      left = left.filter(({ task }) => !read.has(task));
      for (const { task, links } of next) this.guard(task, () => this.readAgent(task, links));
    }
  }

  private readAgent(task: FileTask, links: readonly Key[]): void {
    const state = task.isAppend ? stateOf(this.run.marks.get(task.file)) : { reader: '' };
    const reader = this.openReader(task.file, state.reader);
    let place: AgentPlace | null = state.agent ?? null;
    this.writer.beginAgent();
    this.readSteps(
      task,
      reader,
      (entry) => {
        if (place === null) {
          const { firstMs } = reader.facts;
          const turn = this.writer.turns.resolve(links, firstMs ?? NaN);
          place = { turn: saveTurn({ ...firstTurn(), ...turn }), firstMs, isLinked: turn.isLinked };
        }
        this.writer.takeAgent(entry, loadTurn(place.turn));
      },
      () => ({ reader: reader.state(), ...(place === null ? {} : { agent: place }) }),
    );
  }

  private openReader(file: ListedFile, state: string): EntryReader {
    const projects = file.path.slice(0, file.path.length - file.relativePath.length);
    const sessionDir = `${projects}${file.folder}/${this.task.id}`;
    const sides = new SideTexts(this.task.id, this.run);
    const reader = createEntryReader({ kind: file.kind === FILE_KIND.main ? 'main' : 'agent', folder: file.folder, sessionDir, onAbsent: (name) => sides.noteAbsent(name) }, state);
    this.sides = sides;
    // Not the reader: of a session with 9,000 sub-agents their buffers alone were 600 MB.
    this.facts.set(file.path, reader.facts);
    return reader;
  }

  /** Reads a file to the size that the listing saw, and marks how far it got after each step. */
  private readSteps({ file, isAppend }: FileTask, reader: EntryReader, onEntry: (entry: Entry) => void, stateNow: () => FileState): void {
    const { marks, titles } = this.run;
    const before = isAppend ? marks.get(file) : null;
    let { consumed, badLines, longLines } = before ?? { consumed: 0, badLines: 0, longLines: 0 };
    const startMs = this.run.meter.spentMs('reading');
    const start = consumed;
    const isMain = file.kind === FILE_KIND.main;
    const onRaw = (): void => {
      const entry = reader.read(raw);
      if (isMain && titles.isWatching) titles.see(this.session, file.root, file.folder, reader.lineUuid, raw);
      if (entry !== null) onEntry(entry);
    };
    const fd = openSync(file.path, 'r');
    try {
      for (let step = this.run.stepBytes; ; ) {
        const from = consumed;
        const limit = Math.min(file.sizeBytes, from + step);
        const tooLong: number[] = [];
        let counted = 0;
        let reported = 0;
        consumed = readLines(
          fd,
          from,
          limit,
          (buffer, start, end) => {
            if (!scanEntries(buffer, start, end, raw, onRaw)) badLines++;
            counted += end - start;
            if (counted > 1 << 18) {
              this.run.onBytes(counted);
              reported += counted;
              counted = 0;
            }
          },
          { atEnd: limit === file.sizeBytes ? 'deliver' : 'leave', onTooLong: (offset) => tooLong.push(offset) },
        );
        this.run.onBytes(consumed - from - reported);
        longLines += tooLong.filter((offset) => offset < consumed).length;
        if (isMain) for (const { leaf, title } of reader.takeSummaries()) titles.add(this.session, file.root, file.folder, leaf, title);
        const isLast = limit >= file.sizeBytes;
        // A line longer than the step: take a longer one.
        step = consumed === from && !isLast ? step * 2 : this.run.stepBytes;
        if (!isLast && isMain && this.writer.isUndecided) continue;
        const hashes = hashEnds(fd, consumed);
        const state = stateNow();
        // A file that is not read to its end must look changed to whoever goes on.
        marks.set(isLast ? file : { ...file, sizeBytes: consumed }, { session: this.session, consumed, ...hashes, badLines, longLines, isGuessed: state.agent?.isLinked === false ? 1 : 0, ...this.sides.facts(before), state: JSON.stringify(state) });
        if (isLast) return;
        this.settle();
        this.run.onStep();
      }
    } finally {
      closeSync(fd);
      this.run.meter.countRead(isMain ? 'sessions' : 'sub-agents', file.path, consumed - start, this.run.meter.spentMs('reading') - startMs);
    }
  }

  /** A mark without a state: of a title's file, or of one to be read anew. */
  private markBare(file: ListedFile, consumed: number): void {
    this.run.marks.set(file, { session: this.session, consumed, headHash: 0, tailHash: 0, badLines: 0, longLines: 0, cutBytes: 0, isGuessed: 0, absentCount: 0, absent: '', state: '' });
  }

  /** Brings the session's catalog record, copies and title row up to what was read. */
  private settle(): void {
    const { index, marks, titles } = this.run;
    const record = index.catalog.edit(this.session);
    if (!this.task.files.some((file) => marks.has(file))) {
      // Its files went while they waited to be read: a session without marks would be counted for good.
      titles.drop(this.session);
      Object.assign(record, emptySession(''), { isLive: false });
      return;
    }
    const before = { title: record.title || record.summaryTitle, firstMs: record.firstMs };
    record.isLive = true;
    const mains: MainFacts[] = [];
    for (const file of this.task.files) {
      if (!isTranscript(file.kind) || !marks.has(file)) continue;
      const facts = this.facts.get(file.path) ?? (file.kind === FILE_KIND.main ? this.factsInMark(file) : null);
      if (facts === null) continue;
      if (file.kind === FILE_KIND.main) {
        mains.push({ file, facts });
        titles.seeSession(this.session, this.task.id, file.root, file.folder);
      }
      else noteTimes(record, facts);
    }
    settleRecord(record, mains);
    this.writer.held.save();
    const title = record.title || record.summaryTitle;
    // The row's time is the session's.
    const isSame = title === before.title && (title === '' || Object.is(record.firstMs, before.firstMs));
    if (!isSame) this.run.titleRows.replace(this.session, title, record.firstMs);
  }

  private factsInMark(file: ListedFile): ReturnType<typeof factsOfState> {
    return factsOfState(stateOf(this.run.marks.get(file)).reader);
  }

  /** True when every sub-agent without a link lies where it would be put now. */
  private areAgentsPlaced(): boolean {
    return this.task.files.every((file) => {
      if (file.kind !== FILE_KIND.agent || this.task.isAnew || !this.run.marks.isGuessed(file)) return true;
      const place = stateOf(this.run.marks.get(file)).agent;
      if (place === undefined) return true;
      return this.writer.turns.resolve(linksOf(file), place.firstMs ?? NaN).turn === loadTurn(place.turn).turn;
    });
  }
}

function byPlace(a: { readonly place: number }, b: { readonly place: number }): number {
  return a.place === b.place ? 0 : a.place - b.place;
}
