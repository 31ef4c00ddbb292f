/**
 * Tiny invented histories on disk, line by line in the form that clients write: for tests of everything that reads
 * transcripts from a folder. Ids, times and texts are the test's own, so expected values can be written out.
 */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A line of a transcript before it is JSON. */
export type Line = Record<string, unknown>;

const FIRST_MS = Date.UTC(2026, 2, 2, 9);

/** A config folder in a temporary place. */
export class History {
  readonly root: string;
  /** Lines made so far; gives uuids and times. */
  private lineCount = 0;

  constructor() {
    this.root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'ccfind-history-')));
    fs.mkdirSync(join(this.root, 'projects'));
  }

  remove(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }

  path(...parts: string[]): string {
    return join(this.root, 'projects', ...parts);
  }

  /** Text to a file below `projects`, replacing what was there. */
  write(relativePath: string, lines: readonly (Line | string)[]): string {
    const path = this.path(relativePath);
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, textOf(lines));
    return path;
  }

  append(relativePath: string, lines: readonly (Line | string)[]): string {
    const path = this.path(relativePath);
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.appendFileSync(path, textOf(lines));
    return path;
  }

  /** The entry's own facts; times go up by a minute a line. */
  private stamp(type: string, extra: Line): Line {
    const number = ++this.lineCount;
    const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    return { type, uuid, timestamp: new Date(FIRST_MS + number * 60_000).toISOString(), cwd: '/home/ada/tide', gitBranch: 'main', ...extra };
  }

  prompt(text: string, extra: Line = {}): Line {
    return this.stamp('user', { message: { role: 'user', content: text }, ...extra });
  }

  answer(text: string, extra: Line = {}): Line {
    const id = `msg_000000000000${String(this.lineCount + 1).padStart(6, '0')}`;
    return this.stamp('assistant', { message: { id, role: 'assistant', model: 'claude', content: [{ type: 'text', text }] }, ...extra });
  }

  call(id: string, name: string, input: Line, extra: Line = {}): Line {
    const message = { id: `msg_000000000000${String(this.lineCount + 1).padStart(6, '0')}`, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] };
    return this.stamp('assistant', { message, ...extra });
  }

  result(id: string, content: string, extra: Line = {}): Line {
    return this.stamp('user', { message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }, ...extra });
  }
}

/** Lines as they stand in a file; a string stands as it is, without a line feed. */
export function textOf(lines: readonly (Line | string)[]): string {
  return lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join('');
}

/** Runs the test on a history of its own. */
export function withHistory(run: (history: History) => void): void {
  const history = new History();
  try {
    run(history);
  } finally {
    history.remove();
  }
}
