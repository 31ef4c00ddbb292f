/**
 * The terms of a segment: text goes in chunk by chunk, the term sections come out. Uses the kernel as far as possible
 * (term-kernel.ts); term-writer.ts deflates lists and records their places.
 */
import { FREE } from '../analysis/places.ts';
import { roomForFolded, roomForTerms } from '../analysis/tokenizer.ts';
import { startTermKernel } from './term-kernel.ts';
import type { TermMachine } from './term-kernel.ts';
import { DEFLATE_FROM_BYTES, TermWriter } from './term-writer.ts';

const FIRST_PLACES = 1 << 10;

/** Makes the terms of one segment after another. */
export class SegmentTerms {
  private readonly machine: TermMachine;
  /** Segments of one build have about the same number of terms. */
  private places = FIRST_PLACES;
  private bytes = Buffer.alloc(0);
  private text = 0;
  private terms = 0;
  private folded = 0;

  constructor(machine = startTermKernel()) {
    this.machine = machine;
  }

  /** Begins a segment whose longest chunk has that many bytes. */
  begin(mostBytes: number): void {
    const { kernel } = this.machine;
    kernel.beginHeap(FREE);
    this.text = kernel.allocate(mostBytes);
    this.terms = kernel.allocate(roomForTerms(mostBytes));
    this.folded = kernel.allocate(roomForFolded(mostBytes));
    kernel.beginInterner(this.places);
  }

  /** Takes the next chunk, bytes[start, end); returns the positions it uses. */
  add(bytes: Uint8Array, start: number, end: number): number {
    this.refresh();
    this.bytes.set(bytes.subarray(start, end), this.text);
    return this.machine.kernel.internChunk(this.text, this.text + end - start, this.terms, this.folded);
  }

  /** The term sections. firstPositions: by chunk, with one more: positions before it. */
  finish(firstPositions: Uint32Array, deflateFromBytes = DEFLATE_FROM_BYTES): TermWriter {
    const { kernel } = this.machine;
    const count = kernel.termCount();
    this.places = kernel.placeCount();
    const starts = kernel.allocate(count * 4);
    const counts = kernel.allocate(count * 4);
    kernel.termColumns(starts, counts);
    const order = kernel.allocate(count * 4);
    const first = kernel.allocate(firstPositions.length * 4);
    kernel.sortTerms(kernel.arenaAt(), starts, count, order);
    new Uint32Array(this.machine.buffer(), first, firstPositions.length).set(firstPositions);
    kernel.beginLists(first, firstPositions.length - 1, order, starts, counts);
    for (let page = 0; page <= kernel.lastPage(); page++) kernel.scatterPage(page);
    const writer = new TermWriter(deflateFromBytes);
    for (let left = count; left > 0; left -= kernel.runTerms()) {
      kernel.encodeRun(deflateFromBytes);
      writer.addRun(this.machine);
    }
    return writer;
  }

  /** The kernel's memory is another one after it has grown. */
  private refresh(): void {
    const buffer = this.machine.buffer();
    if (this.bytes.buffer !== buffer) this.bytes = Buffer.from(buffer);
  }
}
