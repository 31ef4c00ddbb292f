/**
 * Proof of crash safety: every kind of fault at every operation of a command, one after the other, and what must be true then.
 *
 *   the command        ends with an outcome; where there was no index, it may end with an error in one sentence
 *   a search           answers from a state that is published whole; or notices damage, where the fault leaves some
 *   the next command   needs nobody's help: it answers as an index made from nothing does, and no file is left over
 */
import { CcfindError } from '../../src/errors.ts';
import { IndexDamage } from '../../src/index/damage.ts';
import type { Directory } from '../../src/index/directory.ts';
import { followIndex } from '../../src/index/follow-index.ts';
import { readManifest } from '../../src/index/index-reader.ts';
import { MANIFEST_NAME, namesIn } from '../../src/index/manifest.ts';
import type { RefreshRequest } from '../../src/refresh/refresh.ts';
import { search } from '../../src/search/searcher.ts';
import { History } from '../fixture-history.ts';
import { differences, dumpIndex } from '../index-dump.ts';
import type { IndexDump } from '../index-dump.ts';
import { contextAt, requestFor } from '../search/memory-index.ts';
import { Disk, Process } from './fault-disk.ts';
import { QUERIES } from './fault-histories.ts';
import type { FaultHistory } from './fault-histories.ts';
import { faultKinds } from './fault-kinds.ts';
import type { FaultKind } from './fault-kinds.ts';
import { refresh } from './refreshing.ts';

/** What a proof did and found. */
export interface FaultReport {
  /** Operations of the command when all goes well. */
  readonly operations: number;
  /** Faults that were met. */
  readonly cases: number;
  /** One for each failure: command, number and name of the operation, kind of fault, what was wrong. */
  readonly failures: readonly string[];
}

/** Every kind of fault at every `every`-th operation of that command, from the first on. */
export function proveFaults(command: FaultHistory, every = 1): FaultReport {
  const history = new History();
  try {
    return new Proof(command, history).run(every);
  } finally {
    history.remove();
  }
}

class Proof {
  private readonly command: FaultHistory;
  private readonly root: string;
  private readonly before = new Disk();
  private readonly fresh: { readonly answers: string; readonly dump: IndexDump };
  /** What may be answered in the middle: what was there before, and all that the command publishes when all goes well. */
  private readonly states = new Set<string>();
  private readonly failures: string[] = [];
  private place = '';

  constructor(command: FaultHistory, history: History) {
    this.command = command;
    this.root = history.root;
    command.prepare(history, this.before.files);
    const fresh = new Disk();
    refresh(fresh.files, this.root);
    this.fresh = { answers: answersOf(fresh.files), dump: dumpIndex(fresh.files) };
  }

  run(every: number): FaultReport {
    const steps = this.runWell();
    const kinds = faultKinds({
      search: (disk) => this.searchMeanwhile(disk),
      refresh: (disk, takesOver) => {
        if (takesOver) disk.holder = null;
        this.refreshOn(new Process(disk));
      },
    });
    let cases = 0;
    for (let number = 0; number < steps.length; number += every) {
      const { operation, name } = steps[number];
      for (const kind of kinds) {
        if (!kind.operations.includes(operation)) continue;
        this.place = `${this.command.name}, operation ${number} (${operation} ${name}), ${kind.name}`;
        this.tryFault(kind, number);
        cases++;
      }
    }
    return { operations: steps.length, cases, failures: this.failures };
  }

  /** The command without a fault: its operations. Takes note of the states that it publishes. */
  private runWell(): Process['steps'] {
    const disk = this.before.copy();
    this.states.add(answersOf(disk.files));
    const process = new Process(disk, (_, operation, name) => {
      if (operation !== 'write' || name !== MANIFEST_NAME) return null;
      return ({ act }) => {
        act();
        this.states.add(answersOf(disk.files));
      };
    });
    this.refreshOn(process, this.command.options);
    this.place = `${this.command.name}, without a fault`;
    this.check(answersOf(disk.files) === this.fresh.answers, 'not as an index made from nothing');
    return process.steps;
  }

  private tryFault(kind: FaultKind, number: number): void {
    const disk = this.before.copy();
    const process = new Process(disk, (at, operation) => (at === number || (at > number && kind.lasts === true && kind.operations.includes(operation)) ? kind.fault : null));
    try {
      try {
        this.refreshOn(process, this.command.options);
      } catch (error) {
        const isToBeExpected = process.isDead || (error instanceof CcfindError && (kind.isFatal === true || !hasIndex(disk)));
        if (!isToBeExpected) throw error;
      }
      process.end();
      this.searchMeanwhile(disk, kind.harms);
      this.nextCommand(disk);
    } catch (error) {
      this.failures.push(`${this.place}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }

  private refreshOn(process: Process, options: Partial<RefreshRequest> = {}): void {
    refresh(process.directory, this.root, options);
  }

  /** A search that refreshes nothing. */
  private searchMeanwhile(disk: Disk, mayBeDamaged = false): void {
    try {
      this.check(this.states.has(answersOf(new Process(disk).directory)), 'a search gives an answer that no published state gives');
    } catch (error) {
      this.check(mayBeDamaged && error instanceof IndexDamage, `a search fails: ${String(error)}`);
    }
  }

  /** A search as the engine does it. */
  private nextCommand(disk: Disk): void {
    const process = new Process(disk);
    this.refreshOn(process);
    let answers;
    try {
      answers = answersOf(process.directory);
    } catch (error) {
      if (!(error instanceof IndexDamage)) throw error;
      this.refreshOn(process, { isFull: true });
      answers = answersOf(process.directory);
    }
    process.end();
    const wrong = differences(dumpIndex(disk.files), this.fresh.dump);
    this.check(wrong.length === 0, `the next command finds another index: ${wrong.join('; ')}`);
    this.check(answers === this.fresh.answers, 'the next command gives other hits');
    const manifest = readManifest(disk.files);
    const named = manifest === null ? [] : [MANIFEST_NAME, ...namesIn(manifest)];
    const left = disk.files.list().filter((name) => !named.includes(name));
    this.check(left.length === 0, `left over: ${left.join(', ')}`);
  }

  private check(isTrue: boolean, wrong: string): void {
    if (!isTrue) this.failures.push(`${this.place}: ${wrong}`);
  }
}

function hasIndex({ files }: Disk): boolean {
  try {
    return readManifest(files) !== null;
  } catch {
    return false;
  }
}

/** The hits of every query. Which chunk of a turn is shown as number so-and-so depends on the batches: no promise. */
function answersOf(directory: Directory): string {
  const snapshot = followIndex(directory).present();
  try {
    const answers = QUERIES.map((query) => search(snapshot, requestFor(query), contextAt(null)));
    return JSON.stringify(answers.map((answer) => ({ ...answer, hits: answer.hits.map(({ hit: _hit, score, ...rest }) => ({ ...rest, score: score.toFixed(9) })) })));
  } finally {
    snapshot.close();
  }
}
