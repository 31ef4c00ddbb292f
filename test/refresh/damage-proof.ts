/**
 * Proof that damage is noticed: a file of an index with one bit flipped, cut short, full of zeros from some place on, or gone.
 *
 *   a reader     says what it says of the sound index, or throws IndexDamage
 *   a command    that finds the damage answers in the end as an index made from nothing, whatever else it has to do
 */
import { IndexDamage } from '../../src/index/damage.ts';
import { MANIFEST_NAME } from '../../src/index/manifest.ts';
import { loadPresent } from '../../src/refresh/present.ts';
import { History } from '../fixture-history.ts';
import { dumpIndex } from '../index-dump.ts';
import { Disk } from './fault-disk.ts';
import type { FaultHistory } from './fault-histories.ts';
import { answersOf, FreshIndex } from './fresh-index.ts';
import { refresh } from './refreshing.ts';

/** What a proof did and found. */
export interface DamageReport {
  /** Bytes of all files. */
  readonly bytes: number;
  readonly cases: number;
  /** In how many of them somebody threw IndexDamage. In the others nothing that is read was wrong. */
  readonly noticed: number;
  /** One for each failure: file, what was done to it, what was wrong. */
  readonly failures: readonly string[];
}

/** Readers of the index that a command leaves, harmed at every `every`-th place from `first` on. */
export function proveNoticed(command: FaultHistory, every = 1, first = 0): DamageReport {
  return prove(command, { every, first }, (history, disk) => {
    refresh(disk.files, history.root, command.options);
    const sound = [answersOf(disk.files), everythingIn(disk)];
    return (report, harmed) => {
      try {
        // What no query reads is read by the second; the first is what a person sees.
        const said = [answersOf(harmed.files), everythingIn(harmed)];
        if (said[0] !== sound[0]) report('other hits');
        else if (said[1] !== sound[1]) report('other content');
        return false;
      } catch (error) {
        if (!(error instanceof IndexDamage)) report(String(error));
        return true;
      }
    };
  });
}

/** A command that meets an index harmed at every `every`-th place. */
export function proveRebuilt(command: FaultHistory, every = 1): DamageReport {
  return prove(command, { every, first: 0 }, (history) => {
    const fresh = new FreshIndex(history.root);
    return (report, harmed) => {
      const disk = harmed.copy();
      for (const wrong of fresh.wrongAfter(disk.files, command.options)) report(wrong);
      return true;
    };
  });
}

interface Places {
  readonly every: number;
  readonly first: number;
}

/** prepare: gives what is done with each harmed disk; returns whether the harm was noticed. */
function prove(
  command: FaultHistory,
  places: Places,
  prepare: (history: History, disk: Disk) => (report: (wrong: string) => void, harmed: Disk) => boolean,
): DamageReport {
  const history = new History();
  try {
    const disk = new Disk();
    command.prepare(history, disk.files);
    const attempt = prepare(history, disk);
    const failures: string[] = [];
    let cases = 0;
    let noticed = 0;
    let sizeBytes = 0;
    for (const name of disk.files.list()) {
      const bytes = disk.files.readAll(name);
      sizeBytes += bytes.length;
      for (const { what, harmed } of harms(bytes, places)) {
        // Without a manifest there is no index: that is no damage.
        if (harmed === null && name === MANIFEST_NAME) continue;
        if (harmed === null) disk.files.remove(name);
        else disk.files.write(name, [harmed]);
        cases++;
        try {
          if (attempt((wrong) => failures.push(`${command.name}: ${name}: ${what}: ${wrong}`), disk)) noticed++;
        } catch (error) {
          failures.push(`${command.name}: ${name}: ${what}: ${error instanceof Error ? error.stack : String(error)}`);
        }
      }
      disk.files.write(name, [bytes]);
    }
    return { bytes: sizeBytes, cases, noticed, failures };
  } finally {
    history.remove();
  }
}

/** null: the file is gone. */
function* harms(bytes: Buffer, { every, first }: Places): Generator<{ what: string; harmed: Buffer | null }> {
  yield { what: 'gone', harmed: null };
  for (let length = first; length < bytes.length; length += every) yield { what: `cut to ${length} bytes`, harmed: bytes.subarray(0, length) };
  for (let bit = first; bit < bytes.length * 8; bit += every) {
    const harmed = Buffer.from(bytes);
    harmed[bit >>> 3] ^= 1 << (bit & 7);
    yield { what: `bit ${bit} flipped`, harmed };
  }
  for (let from = first; from < bytes.length; from += every) {
    const harmed = Buffer.from(bytes);
    if (!harmed.fill(0, from).equals(bytes)) yield { what: `zeros from byte ${from} on`, harmed };
  }
}

/** All that readers and writers can get out of the index. */
function everythingIn({ files }: Disk): string {
  const marks = loadPresent(files, () => {})?.marks;
  if (marks === undefined) throw new IndexDamage('found by the refresh');
  return JSON.stringify([dumpIndex(files), Array.from({ length: marks.count }, (_, mark) => [marks.mark(mark), marks.state(mark)])]);
}
