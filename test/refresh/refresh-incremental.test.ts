/**
 * Incremental equals fresh: a random invented history grows, forks, moves, shrinks and loses files step by step, and after
 * every refresh the index must say what an index made from nothing over the same files says.
 */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import type { Directory } from '../../src/index/directory.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';
import { History, textOf } from '../fixture-history.ts';
import type { Line } from '../fixture-history.ts';
import { differences, dumpIndex } from '../index-dump.ts';
import { randomFrom } from '../random.ts';
import type { RefreshRequest } from '../../src/refresh/refresh.ts';
import { refresh } from './refreshing.ts';

const WORDS = ['tide', 'gate', 'retry', 'lantern', 'harbour', 'ledger', 'quay', 'sluice', 'winch', 'buoy', 'fog', 'signal', 'anchor', 'pilot'];

interface File {
  path: string;
  lines: (Line | string)[];
  /** Bytes of the text that are on disk. */
  written: number;
}

interface Session {
  id: string;
  folder: string;
  files: File[];
  calls: string[];
}

class RandomHistory {
  readonly history = new History();
  private readonly random: () => number;
  private sessions: Session[] = [];
  private count = 0;

  /** Old clients copied, newer ones fork: one history has one or the other. */
  private readonly isOld: boolean;

  constructor(seed: number) {
    this.random = randomFrom(seed);
    this.isOld = seed % 3 === 0;
  }

  private below(n: number): number {
    return Math.floor(this.random() * n);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  private text(): string {
    const words = Array.from({ length: 1 + this.below(12) }, () => this.pick(WORDS));
    if (this.below(12) === 0) words.push(...Array.from({ length: 400 }, () => this.pick(WORDS)));
    return `${words.join(' ')} ${++this.count}`;
  }

  step(): string {
    const session = this.sessions.length === 0 ? null : this.pick(this.sessions);
    const choices: [number, string, (session: Session) => void][] = [
      [10, 'grow', (s) => this.grow(s)],
      [2, 'title', (s) => this.title(s)],
      [2, 'queue', (s) => this.queue(s)],
      [3, 'copy', (s) => (this.isOld ? this.oldCopy(s) : this.fork(s))],
      [2, 'agent', (s) => this.agent(s)],
      [1, 'sidechain', (s) => this.sidechain(s)],
      [1, 'compaction', (s) => this.compact(s)],
      [1, 'broken line', (s) => this.main(s).lines.push('{"type":"user", broken\n')],
      [1, 'summary line', (s) => this.summary(s)],
      [1, 'delete', (s) => this.remove(s)],
      [1, 'move', (s) => this.move(s)],
      [this.isOld ? 0 : 1, 'second folder', (s) => this.duplicate(s)],
      [this.isOld ? 0 : 1, 'rewrite', (s) => this.rewrite(s)],
      [1, 'touch', (s) => this.touch(this.pick(s.files))],
    ];
    if (session === null || this.below(8) === 0) {
      this.start();
      return 'start';
    }
    let ticket = this.below(choices.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, name, act] of choices) {
      ticket -= weight;
      if (ticket >= 0) continue;
      act(session);
      this.flush();
      return `${name} ${session.id}`;
    }
    return '';
  }

  private start(): void {
    const id = `session-${++this.count}`;
    const folder = this.pick(['-home-ada-tide', '-home-ada-quay']);
    const session = { id, folder, files: [{ path: `${folder}/${id}.jsonl`, lines: [], written: 0 }], calls: [] };
    this.sessions.push(session);
    this.grow(session);
    this.flush();
  }

  private main(session: Session): File {
    return this.pick(session.files.filter(({ path }) => !path.includes('agent-')));
  }

  private grow(session: Session, firstKind = this.below(6)): void {
    const { history } = this;
    const { lines } = this.main(session);
    for (let i = 1 + this.below(4), kind = firstKind; i > 0; i--, kind = this.below(6)) {
      if (kind < 2) lines.push(history.prompt(this.text(), { cwd: this.pick(['/home/ada/tide', '/home/ada/quay']), gitBranch: this.pick(['main', 'fix']) }));
      else if (kind < 4) lines.push(history.answer(this.text()));
      else {
        const id = `toolu_00000000000${String(++this.count).padStart(5, '0')}`;
        session.calls.push(id);
        lines.push(history.call(id, 'Task', { prompt: this.text(), description: this.text() }));
        if (this.below(3) > 0) lines.push(history.result(id, this.text(), this.below(2) === 0 ? { toolUseResult: { agentId: `a${id.slice(-5)}` } } : {}));
      }
    }
  }

  private title(session: Session): void {
    const title = `title ${this.text().slice(0, 40)}`;
    const { lines } = this.main(session);
    if (this.below(3) === 0) lines.push({ type: 'custom-title', customTitle: title, sessionId: session.id });
    else lines.push({ type: 'ai-title', aiTitle: title, sessionId: session.id });
  }

  private queue(session: Session): void {
    const text = this.text();
    const { lines } = this.main(session);
    lines.push({ type: 'queue-operation', operation: 'enqueue', content: text, timestamp: '2026-03-02T10:00:00.000Z', sessionId: session.id });
    if (this.below(2) === 0) lines.push(this.history.answer(this.text()));
    if (this.below(2) === 0) this.flush();
    if (this.below(2) === 0) lines.push(this.history.prompt(text));
  }

  /** The history up to some line under another id; uuids stay. */
  private fork(session: Session): void {
    const source = this.main(session).lines;
    const id = `session-${++this.count}`;
    const lines = source.slice(0, 1 + this.below(source.length)).map((line) => (typeof line === 'string' ? line : { ...line, sessionId: id }));
    this.add({ id, folder: session.folder, files: [{ path: `${session.folder}/${id}.jsonl`, lines, written: 0 }], calls: [] });
  }

  /** The same as 1.0.44 did it: new uuids and times, message ids kept. */
  private oldCopy(session: Session): void {
    const id = `session-${++this.count}`;
    const renamed = new Map<unknown, Line>();
    const lines = this.main(session).lines.map((line) => {
      if (typeof line === 'string' || line.uuid === undefined) return line;
      const { uuid, timestamp } = renamed.get(line.uuid) ?? this.history.prompt('');
      renamed.set(line.uuid, { uuid, timestamp });
      return { ...line, uuid, timestamp, toolUseResult: undefined };
    });
    this.add({ id, folder: session.folder, files: [{ path: `${session.folder}/${id}.jsonl`, lines, written: 0 }], calls: [] });
  }

  private add(session: Session): void {
    this.sessions.push(session);
    if (this.below(2) === 0) this.grow(session);
  }

  private agent(session: Session): void {
    const known = session.files.filter(({ path }) => path.includes('agent-'));
    if (known.length > 0 && this.below(2) === 0) {
      this.pick(known).lines.push(this.history.answer(this.text(), { isSidechain: true }));
      return;
    }
    const call = session.calls.length > 0 && this.below(2) === 0 ? this.pick(session.calls) : `unlinked-${++this.count}`;
    const path = `${session.folder}/${session.id}/subagents/agent-a${call.slice(-5)}.jsonl`;
    if (known.some((file) => file.path === path)) return;
    const lines = [this.history.prompt(this.text(), { isSidechain: true }), this.history.answer(this.text(), { isSidechain: true })];
    session.files.push({ path, lines, written: 0 });
    if (this.below(2) > 0) return;
    fs.mkdirSync(dirname(this.history.path(path)), { recursive: true });
    fs.writeFileSync(this.history.path(path.replace('.jsonl', '.meta.json')), JSON.stringify({ toolUseId: call }));
  }

  /** A sub-agent's lines in the session's own file, as 1.0 wrote them. */
  private sidechain(session: Session): void {
    this.grow(session, 0);
    this.main(session).lines.push(this.history.prompt(this.text(), { isSidechain: true }), this.history.answer(this.text(), { isSidechain: true }), this.history.answer(this.text()));
  }

  /** Boundary, summary, and some of the old lines again. */
  private compact(session: Session): void {
    const { lines } = this.main(session);
    const again = lines.slice(0, this.below(lines.length));
    lines.push(this.history.prompt(`This session is being continued from a previous conversation. ${this.text()}`, { isCompactSummary: true }), ...again);
  }

  private summary(session: Session): void {
    const other = this.pick(this.sessions);
    const named = this.main(other).lines.filter((line): line is Line => typeof line !== 'string' && line.uuid !== undefined);
    const leafUuid = named.length > 0 ? this.pick(named).uuid : 'nobody';
    this.main(session).lines.push({ type: 'summary', summary: `summary ${this.text().slice(0, 30)}`, leafUuid });
  }

  private remove(session: Session): void {
    this.sessions = this.sessions.filter((other) => other !== session);
    for (const { path } of session.files) fs.rmSync(this.history.path(path), { force: true });
  }

  private move(session: Session): void {
    const folder = this.pick(['-home-ada-tide', '-home-ada-quay', '-home-ada-fog']);
    if (session.files.filter(({ path }) => !path.includes('agent-')).length > 1) return;
    session.folder = folder;
    for (const file of session.files) {
      const path = file.path.replace(/^[^/]*/, folder);
      if (path === file.path || session.files.some((other) => other.path === path)) continue;
      fs.mkdirSync(dirname(this.history.path(path)), { recursive: true });
      fs.renameSync(this.history.path(file.path), this.history.path(path));
      const meta = this.history.path(file.path.replace('.jsonl', '.meta.json'));
      if (fs.existsSync(meta)) fs.renameSync(meta, this.history.path(path.replace('.jsonl', '.meta.json')));
      file.path = path;
    }
  }

  /** The same id in another folder: the copy of a project folder, which then goes its own way. */
  private duplicate(session: Session): void {
    const folder = '-home-ada-copy';
    const path = `${folder}/${session.id}.jsonl`;
    if (session.files.some((file) => file.path === path)) return;
    session.files.push({ path, lines: [...this.main(session).lines], written: 0 });
  }

  private rewrite(session: Session): void {
    const file = this.pick(session.files);
    file.lines = file.lines.slice(0, 1 + this.below(file.lines.length));
    if (file.lines.length > 3) file.lines.splice(1 + this.below(2), 1, this.history.answer(this.text()));
    fs.writeFileSync(this.history.path(file.path), textOf(file.lines));
    file.written = Buffer.byteLength(textOf(file.lines));
  }

  /** Writes what is new; now and then only a part of the last line. */
  private flush(): void {
    for (const { files } of this.sessions) {
      for (const file of files) {
        const bytes = Buffer.from(textOf(file.lines));
        if (file.written === bytes.length) continue;
        const until = this.below(4) === 0 ? file.written + this.below(bytes.length - file.written) : bytes.length;
        const path = this.history.path(file.path);
        fs.mkdirSync(dirname(path), { recursive: true });
        fs.appendFileSync(path, bytes.subarray(file.written, until));
        file.written = until;
        this.touch(file);
      }
    }
  }

  /** Another time of the file: the order in which a fresh index reads. */
  private touch({ path }: File): void {
    const seconds = 1_770_000_000 + this.below(1_000_000);
    if (fs.existsSync(this.history.path(path))) fs.utimesSync(this.history.path(path), seconds, seconds);
  }
}

/** Every other history is read in steps of a few lines, as a file of gigabytes would be. */
function limitsOf(seed: number): Partial<RefreshRequest> {
  return { limits: seed % 2 === 0 ? { stepBytes: 700, batchBytes: 900, draftBytes: 1000, loadEntriesBytes: 500 } : {} };
}

function freshDump(root: string): ReturnType<typeof dumpIndex> {
  const directory = createMemoryDirectory();
  refresh(directory, root);
  return dumpIndex(directory);
}

function grow(seed: number, steps: number, afterStep: (directory: Directory, root: string, log: readonly string[]) => void): void {
  const world = new RandomHistory(seed);
  const killAfter = randomFrom(seed + 1);
  let left = Infinity;
  const directory = createMemoryDirectory(() => {
    if (left-- <= 0) throw new Error('killed');
  });
  const log: string[] = [];
  try {
    for (let i = 0; i < steps; i++) {
      log.push(world.step());
      if (seed % 5 === 0) {
        // A refresh that is killed somewhere first.
        left = Math.floor(killAfter() * 40);
        try {
          refresh(directory, world.history.root, limitsOf(seed));
        } catch (error) {
          if (!/killed$/.test((error as Error).message)) throw error;
        }
        left = Infinity;
        directory.lock(0)?.release();
      }
      afterStep(directory, world.history.root, log);
    }
  } finally {
    world.history.remove();
  }
}

const firstSeed = Number(process.env.SEED ?? 1);
const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 12) }, (_, i) => firstSeed + i);

for (const seed of SEEDS) {
  test(`an index brought up to date step by step equals one made from nothing (seed ${seed})`, () => {
    grow(seed, 40, (directory, root, log) => {
      refresh(directory, root, limitsOf(seed));
      const last = log.length % 4 === 0 || log.length === 40;
      if (last) assert.deepEqual(differences(dumpIndex(directory), freshDump(root)), [], log.join('\n'));
    });
  });
}
