/**
 * Proof of crash safety: every kind of fault at every operation of a command, one after the other, and what must be true then.
 *
 *   the command        ends with an outcome; where there was no index, it may end with an error in one sentence
 *   a search           answers from a state that is published whole; or notices damage, where the fault leaves some
 *   the next command   needs nobody's help: it answers as an index made from nothing does, and no file is left over
 */
import { CcfindError } from '../../src/errors.ts';
import { IndexDamage } from '../../src/index/damage.ts';
import { readManifest } from '../../src/index/index-reader.ts';
import { MANIFEST_NAME } from '../../src/index/manifest.ts';
import type { RefreshRequest } from '../../src/refresh/refresh.ts';
import { History } from '../fixture-history.ts';
import { Disk, Process } from './fault-disk.ts';
import type { FaultHistory } from './fault-histories.ts';
import { faultKinds } from './fault-kinds.ts';
import type { FaultKind } from './fault-kinds.ts';
import { answersOf, FreshIndex } from './fresh-index.ts';
import { refresh } from './refreshing.ts';

const NOTHING = answersOf(new Disk().files);

/** What a proof did and found. */
export interface FaultReport {
  /** Operations of the command when all goes well. */
  readonly operations: number;
  /** Faults that were met. */
  readonly cases: number;
  /** One for each failure: command, number and name of the operation, kind of fault, what was wrong. */
  readonly failures: readonly string[];
}

/**
 * Faults at every operation of that command, and of a search before it: of the kinds every `every`-th, so that they take turns from one
 * operation to the next. seed: says which of them the first operation meets.
 */
export function proveFaults(command: FaultHistory, every = 1, seed = 0): FaultReport {
  const history = new History();
  try {
    return new Proof(command, history).run(every, seed);
  } finally {
    history.remove();
  }
}

class Proof {
  private readonly command: FaultHistory;
  private readonly root: string;
  private readonly before = new Disk();
  private readonly fresh: FreshIndex;
  /** What may be answered in the middle: what was there before, and all that the command publishes when all goes well. */
  private readonly states = new Set<string>();
  private readonly failures: string[] = [];
  private place = '';

  constructor(command: FaultHistory, history: History) {
    this.command = command;
    this.root = history.root;
    command.prepare(history, this.before.files);
    this.fresh = new FreshIndex(history.root);
  }

  run(every: number, seed: number): FaultReport {
    const commandSteps = this.runWell();
    const searching = new Process(this.before);
    answersOf(searching.directory);
    const kinds = faultKinds({
      search: (disk) => this.searchMeanwhile(disk),
      refresh: (disk, takesOver) => {
        if (takesOver) disk.holder = null;
        this.refreshOn(new Process(disk));
      },
    });
    let cases = 0;
    const tryAll = (what: string, steps: Process['steps'], attempt: (kind: FaultKind, number: number) => void): void => {
      steps.forEach(({ operation, name }, number) => {
        kinds.forEach((kind, kindIndex) => {
          if (!kind.operations.includes(operation) || (seed + number + kindIndex) % every !== 0) return;
          this.place = `${what}, operation ${number} (${operation} ${name}), ${kind.name}`;
          attempt(kind, number);
          cases++;
        });
      });
    };
    tryAll(this.command.name, commandSteps, (kind, number) => this.tryCommand(kind, number));
    tryAll(`search before ${this.command.name}`, searching.steps, (kind, number) => this.trySearch(kind, number));
    return { operations: commandSteps.length + searching.steps.length, cases, failures: this.failures };
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

  private tryCommand(kind: FaultKind, number: number): void {
    const disk = this.before.copy();
    const process = faultyProcess(disk, kind, number);
    try {
      try {
        this.refreshOn(process, this.command.options);
      } catch (error) {
        const isToBeExpected = process.isDead || (error instanceof CcfindError && (kind.isFatal === true || !hasIndex(disk)));
        if (!isToBeExpected) throw error;
      }
      process.end();
      this.searchMeanwhile(disk, kind.harms);
      for (const wrong of this.fresh.wrongAfter(new Process(disk).directory)) this.check(false, `after the next command: ${wrong}`);
    } catch (error) {
      this.failures.push(`${this.place}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }

  private trySearch(kind: FaultKind, number: number): void {
    const disk = this.before.copy();
    const process = faultyProcess(disk, kind, number);
    try {
      const answers = answersOf(process.directory);
      // Without a manifest there is no index, and nothing is found.
      const isNothing = process.steps[number].name === MANIFEST_NAME && answers === NOTHING;
      this.check(this.states.has(answers) || isNothing, 'an answer that no published state gives');
    } catch (error) {
      this.check(process.isDead || (kind.breaksReads === true && error instanceof IndexDamage), String(error));
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

  private check(isTrue: boolean, wrong: string): void {
    if (!isTrue) this.failures.push(`${this.place}: ${wrong}`);
  }
}

/** Meets the fault at that operation, and at those after it where it lasts. */
function faultyProcess(disk: Disk, kind: FaultKind, number: number): Process {
  return new Process(disk, (at, operation) => (at === number || (at > number && kind.lasts === true && kind.operations.includes(operation)) ? kind.fault : null));
}

function hasIndex({ files }: Disk): boolean {
  try {
    return readManifest(files) !== null;
  } catch {
    return false;
  }
}
