/**
 * The title rows: at most one a session, replaced when the title changes.
 *
 * Where they lie is found out by one pass over all rows when the first one has to change, and kept from then on.
 */
import { NO_KEY } from '../hash.ts';
import type { IndexWriter } from '../index/index-writer.ts';
import { ROW_FLAG } from '../index/reader-types.ts';
import { FIELD } from '../schema.ts';
import { RowWriter } from './row-writer.ts';

/** The title rows of an index being written. */
export class TitleRows {
  private readonly index: IndexWriter;
  private places: Map<number, { segment: number; row: number }> | null = null;

  constructor(index: IndexWriter) {
    this.index = index;
  }

  /** title: '' for none. timeMs: of the row. */
  replace(session: number, title: string, timeMs: number): void {
    const places = (this.places ??= this.findAll());
    const old = places.get(session);
    if (old !== undefined) this.index.stored.kill(old.segment, old.row);
    places.delete(session);
    if (title === '') return;
    const kind = { session, turn: 0, flags: ROW_FLAG.title, timeMs, turnKey: NO_KEY };
    new RowWriter(this.index).writeText(NO_KEY, FIELD.title, Buffer.from(title, 'utf8'), kind, 0);
    places.set(session, this.index.stored.last);
  }

  private findAll(): Map<number, { segment: number; row: number }> {
    const places = new Map<number, { segment: number; row: number }>();
    this.index.stored.forEachRow((rows, row, segment) => {
      if ((rows.flags[row] & ROW_FLAG.title) !== 0) places.set(rows.session[row], { segment, row });
    });
    return places;
  }
}
