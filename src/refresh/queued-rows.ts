/**
 * Rows of a session's prompts that wait in the queue: each goes when its prompt arrives.
 *
 * Rows of earlier runs are looked for when one of them has to go, not before: most refreshes never need them.
 */
import { isSameKey } from '../hash.ts';
import type { Key } from '../hash.ts';
import type { IndexWriter } from '../index/index-writer.ts';
import { ROW_FLAG } from '../index/reader-types.ts';

interface QueuedRow {
  readonly segment: number;
  readonly row: number;
  /** Of its text. */
  readonly key: Key;
}

/** The rows of one session. */
export class QueuedRows {
  private readonly index: IndexWriter;
  private readonly session: number;
  /** Null while nobody has looked for them. */
  private rows: QueuedRow[] | null;

  /** isNew: nothing of the session is stored yet. */
  constructor(index: IndexWriter, session: number, isNew: boolean) {
    this.index = index;
    this.session = session;
    this.rows = isNew ? [] : null;
  }

  /** The row begun last is one of them. */
  add(key: Key): void {
    this.rows?.push({ ...this.index.stored.last, key });
  }

  /** The prompt with that text key has arrived. */
  kill(key: Key): void {
    this.rows = (this.rows ?? this.findAll()).filter((queued) => {
      if (!isSameKey(queued.key, key)) return true;
      this.index.stored.kill(queued.segment, queued.row);
      return false;
    });
  }

  private findAll(): QueuedRow[] {
    const found: QueuedRow[] = [];
    this.index.stored.forEachRow((rows, row, segment) => {
      const isQueued = (rows.flags[row] & ROW_FLAG.queued) !== 0 && rows.session[row] === this.session;
      if (isQueued) found.push({ segment, row, key: { hi: rows.turnKeyHi[row], lo: rows.turnKeyLo[row] } });
    });
    return found;
  }
}
