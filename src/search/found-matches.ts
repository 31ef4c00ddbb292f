/**
 * The chunks of a segment in which a pattern was found, ascending: how often, and where first. Columns of four bytes, since a
 * common pattern matches in hundreds of thousands of chunks.
 */

/** Number of chunks with room at first. */
const FIRST_ROOM = 1024;

/** What was found in one segment. */
export class FoundMatches {
  count = 0;
  chunks = new Uint32Array(FIRST_ROOM);
  counts = new Uint32Array(FIRST_ROOM);
  /** Where the first match begins and ends, in UTF-16 units from the beginning of the chunk. */
  starts = new Uint32Array(FIRST_ROOM);
  ends = new Uint32Array(FIRST_ROOM);

  /** Notes a match; chunk: not before the last one. Returns how many matches that chunk has now. */
  add(chunk: number, start: number, end: number): number {
    const last = this.count - 1;
    if (last >= 0 && this.chunks[last] === chunk) return ++this.counts[last];
    if (this.count === this.chunks.length) for (const name of ['chunks', 'counts', 'starts', 'ends'] as const) this[name] = roomier(this[name]);
    this.chunks[this.count] = chunk;
    this.counts[this.count] = 1;
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    // Last, so that if this is stopped midway, all counted rows are complete.
    this.count++;
    return 1;
  }

  /** Drops the chunks that are not wanted. wanted: 1 by chunk. */
  keep(wanted: Uint8Array): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (wanted[this.chunks[i]] === 0) continue;
      for (const name of ['chunks', 'counts', 'starts', 'ends'] as const) this[name][kept] = this[name][i];
      kept++;
    }
    this.count = kept;
  }
}

function roomier(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(Math.ceil(column.length * 1.5));
  next.set(column);
  return next;
}
