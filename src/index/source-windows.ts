/**
 * The term sections of the segments of a merge, read from front to back through windows in the kernel's memory (join-source.ts): a merge
 * holds a piece of each, whatever its size.
 */
import { IndexDamage } from './damage.ts';
import type { SectionName } from './format.ts';
import { inflate } from './inflate.ts';
import type { Segment } from './segment-reader.ts';
import type { TermMachine } from './term-kernel.ts';

/** In the order of join-source.ts. */
const SECTIONS = ['dictionary', 'meta', 'postings', 'positions'] as const satisfies readonly SectionName[];
const POSTINGS = SECTIONS.indexOf('postings');
/** The kernel looks a few bytes beyond what it uses. */
const SLACK_BYTES = 32;
/** Nearly all long posting lists inflate to at most this many times their size, and so come in one piece. */
const INFLATION = 4;

/** A piece of the kernel's memory. */
interface Room {
  at: number;
  bytes: number;
}

/** Windows of one segment, source `number` of the join. Reads throw IndexDamage. */
export class SourceWindows {
  private readonly machine: TermMachine;
  private readonly number: number;
  private readonly segment: Segment;
  private readonly windowBytes: number;
  private readonly rooms: Room[];
  /** By section: offset of the first byte that was not read. */
  private readonly nexts = SECTIONS.map(() => 0);
  private readonly inflated: Room = { at: 0, bytes: 0 };

  constructor(machine: TermMachine, number: number, segment: Segment, windowBytes: number) {
    this.machine = machine;
    this.number = number;
    this.segment = segment;
    this.windowBytes = windowBytes;
    this.rooms = SECTIONS.map(() => ({ at: 0, bytes: 0 }));
  }

  /** Brings more of a section into memory: that many bytes from the first one that is not used yet. */
  fill(section: number, wantedBytes: number): void {
    const { kernel } = this.machine;
    const { file } = this.segment;
    const start = kernel.windowStart(this.number, section);
    const unread = kernel.windowEnd(this.number, section) - start;
    const left = file.footer.sections[SECTIONS[section]].length - this.nexts[section];
    if (unread + left < wantedBytes) throw new IndexDamage(`${file.name}: section ${SECTIONS[section]} is cut`);
    const length = Math.min(left, Math.max(this.windowBytes, wantedBytes) - unread);
    const more = file.read(SECTIONS[section], this.nexts[section], length);
    const at = this.roomFor(this.rooms[section], unread + length);
    const memory = this.memory();
    memory.copyWithin(at, start, start + unread);
    memory.set(more, at + unread);
    this.nexts[section] += length;
    kernel.setWindow(this.number, section, at, at + unread + length);
  }

  /** Inflates the posting list of that many bytes at the start of its window. */
  inflate(bytes: number): void {
    const { kernel } = this.machine;
    const start = kernel.windowStart(this.number, POSTINGS);
    const list = inflate(this.memory().subarray(start, start + bytes), this.segment.name, INFLATION * bytes);
    const at = this.roomFor(this.inflated, list.length);
    this.memory().set(list, at);
    kernel.setInflated(this.number, at, at + list.length);
  }

  /** Address of a room for that many bytes: another one if the old one is too small. */
  private roomFor(room: Room, bytes: number): number {
    if (bytes > room.bytes) {
      room.bytes = Math.max(bytes, 2 * room.bytes);
      room.at = this.machine.kernel.allocate(room.bytes + SLACK_BYTES);
    }
    return room.at;
  }

  private memory(): Uint8Array {
    return new Uint8Array(this.machine.buffer());
  }
}
