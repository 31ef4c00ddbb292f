/**
 * The terms of several segments into one: the dictionary walk of a merge, made by the kernel (list-join.ts).
 *
 * Every input is read from front to back through windows. Positions go to the output file as they are made; postings, dictionary and meta
 * grow beside them and are held until their turn comes: three tenths of the file (114 of 378 MB).
 */
import { FREE } from '../analysis/places.ts';
import { IndexDamage } from './damage.ts';
import type { MergeInput } from './merge.ts';
import { later } from './segment-file.ts';
import type { SectionBytes } from './segment-file.ts';
import { SourceWindows } from './source-windows.ts';
import { startTermKernel } from './term-kernel.ts';
import type { TermMachine } from './term-kernel.ts';
import { DEFLATE_FROM_BYTES, TermWriter } from './term-writer.ts';

/** What joinTerms() returns (list-join.ts): numbers below 0, or a source and what it needs. */
const IS_DONE = -2;
const IS_DAMAGED = -3;
const SOURCE_NEEDS = 8;
const NEEDS_INFLATION = 4;

/** The term sections of a merge; the walk is made while positions are taken, which come first in the file. */
export interface MergedTerms {
  readonly sections: Pick<SectionBytes, 'positions' | 'postings' | 'dictionary' | 'meta' | 'termIndex'>;
  /** Known once the sections were taken. */
  readonly termCount: () => number;
}

/** Lists of the terms that any live chunk holds. windowBytes: of each list in memory at a time. */
export function mergeTerms(inputs: readonly MergeInput[], windowBytes: number, machine = startTermKernel()): MergedTerms {
  const writer = new TermWriter();
  return {
    sections: {
      positions: walk(inputs, writer, windowBytes, machine),
      postings: later(() => writer.sections().postings),
      dictionary: later(() => writer.sections().dictionary),
      meta: later(() => writer.sections().meta),
      termIndex: later(() => writer.sections().termIndex),
    },
    termCount: () => writer.termCount,
  };
}

function* walk(inputs: readonly MergeInput[], writer: TermWriter, windowBytes: number, machine: TermMachine): Generator<Uint8Array, void> {
  const { kernel } = machine;
  kernel.beginHeap(FREE);
  kernel.beginJoin(inputs.length);
  const sources = inputs.map((input, number) => openSource(machine, input, number, windowBytes));
  while (true) {
    const answer = kernel.joinTerms(DEFLATE_FROM_BYTES);
    if (answer >= 0) {
      const source = sources[Math.floor(answer / SOURCE_NEEDS)];
      const need = answer % SOURCE_NEEDS;
      if (need === NEEDS_INFLATION) source.inflate(kernel.wantedBytes());
      else source.fill(need, kernel.wantedBytes());
      continue;
    }
    if (answer === IS_DAMAGED) throw new IndexDamage(`a list of ${inputs.map(({ segment }) => segment.name).join(', ')} makes no sense`);
    writer.addRun(machine);
    yield* writer.takePositions();
    if (answer === IS_DONE) break;
  }
  yield* writer.sections().positions;
}

function openSource(machine: TermMachine, { segment, chunkMap, isWhole }: MergeInput, number: number, windowBytes: number): SourceWindows {
  const { kernel } = machine;
  const chunkCount = chunkMap.length;
  const lengths = kernel.allocate(segment.lengths.byteLength);
  const map = isWhole ? 0 : kernel.allocate(chunkMap.byteLength);
  new Uint16Array(machine.buffer(), lengths).set(segment.lengths);
  if (!isWhole) new Int32Array(machine.buffer(), map).set(chunkMap);
  kernel.openSource(number, segment.termCount, chunkCount, lengths, map, isWhole && chunkCount > 0 ? chunkMap[0] : 0);
  return new SourceWindows(machine, number, segment, windowBytes);
}
