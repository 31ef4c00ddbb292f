/**
 * Kills the program in one situation after another, and checks what it left each time.
 */
import { rmSync } from 'node:fs';
import type { SearchAnswer } from '../../src/contract.ts';
import { randomFrom } from '../random.ts';
import { askAll, differenceOf } from './answers.ts';
import { copyIndex, holderOf, manifestOf, STAGES, stageOf, straysOf, wrongRightsOf, type Stage } from './index-folder.ts';
import { describeMoment, killAt, measureRun, sooner, spreadMoments, type Moment, type RunLength } from './kill-moment.ts';
import { pause, PROGRAM, searchFor, start, type Finished, type Running } from './program.ts';

/** A situation in which the program is killed. */
export interface Phase {
  readonly name: string;
  readonly count: number;
  readonly config: string;
  readonly queries: readonly string[];
  /** What is killed; the search after it is always the real program. */
  readonly program: string;
  /** In turn. */
  readonly commands: readonly (readonly string[])[];
  /** The index folder to start from; null: none. */
  readonly base: string | null;
  /** What askAll() gets from a fresh index. */
  readonly expected: readonly SearchAnswer[];
  /** Two at once, of which one or both are killed. */
  readonly isPair?: boolean;
}

/** What became of a phase. */
export interface PhaseCounts {
  readonly name: string;
  kills: number;
  /** Kills that found the program ended already; they do not count. */
  late: number;
  /** What kills of a single process met. */
  readonly stages: Map<Stage, number>;
  readonly searchMs: number[];
  /** Of one run to its end. */
  undisturbedMs: number;
}

export interface Killer {
  readonly phases: PhaseCounts[];
  readonly faults: string[];
  /** Until a waiting process had the lock of one that was killed. */
  readonly takeOverMs: number[];
  compared: number;
  run(phase: Phase): Promise<void>;
}

/** A moment after the end of the program is tried again, so many times on average. */
const TRIES = 4;
/** A waiting process tries every 25 ms; the rest is for a machine with much to do. A lock that nobody can check is respected for ten minutes. */
const TAKE_OVER_LIMIT_MS = 30_000;

/** index: the folder used for every run. */
export function createKiller(index: string, seed: number): Killer {
  const random = randomFrom(seed ^ 0x6b696c6c);
  const killer: Killer = { phases: [], faults: [], takeOverMs: [], compared: 0, run };
  let number = 0;

  async function run(phase: Phase): Promise<void> {
    const counts: PhaseCounts = { name: phase.name, kills: 0, late: 0, stages: new Map(phase.isPair ? [] : STAGES.map((stage) => [stage, 0])), searchMs: [], undisturbedMs: 0 };
    killer.phases.push(counts);
    const place = { config: phase.config, index };
    prepare(phase);
    const whole = await measureRun(() => start(phase.program, phase.commands[0], place), index);
    counts.undisturbedMs = whole.ms;
    if (whole.status !== 0) note(phase, 'undisturbed', `exit ${whole.status}: ${whole.complaint}`);
    await check(phase, counts, 'undisturbed');
    counts.searchMs.length = 0;
    let length: RunLength = whole;
    const moments = spreadMoments(phase.count, random);
    for (let tries = 0; moments.length > 0 && tries < phase.count * TRIES; tries++) {
      const moment = moments.shift() as Moment;
      prepare(phase);
      const before = manifestOf(index);
      const { status, ms } = phase.isPair ? await killOfTwo(phase, moment, length) : await killOne(phase, counts, moment, length, before);
      if (status === null) counts.kills++;
      else {
        // The machine was busier when the length was measured.
        length = { ms, changes: whole.changes };
        moments.push(sooner(moment));
        counts.late++;
      }
      await check(phase, counts, describeMoment(moment));
    }
    if (moments.length > 0) note(phase, 'at its end', `only ${counts.kills} of ${phase.count} kills came before the end of the program`);
  }

  function prepare({ base }: Phase): void {
    number++;
    if (base === null) rmSync(index, { recursive: true, force: true });
    else copyIndex(base, index);
  }

  async function killOne(phase: Phase, counts: PhaseCounts, moment: Moment, length: RunLength, before: string): Promise<Finished> {
    const command = phase.commands[number % phase.commands.length];
    const finished = await killAt(() => start(phase.program, command, { config: phase.config, index }), index, moment, length);
    if (finished.complaint !== '') note(phase, describeMoment(moment), `the killed process said: ${finished.complaint}`);
    if (finished.status === null) {
      const stage = stageOf(index, before);
      counts.stages.set(stage, (counts.stages.get(stage) ?? 0) + 1);
    }
    return finished;
  }

  /** One of two, or both; the other must end well. Returns how the first of them ended. */
  async function killOfTwo(phase: Phase, moment: Moment, length: RunLength): Promise<Finished> {
    const place = { config: phase.config, index };
    const pair = [0, 1].map(() => start(phase.program, phase.commands[0], place));
    const [victim, other] = random() < 0.5 ? pair : [pair[1], pair[0]];
    const isBoth = random() < 0.25;
    const killed = killAt(() => victim, index, moment, length);
    if (isBoth) await killAt(() => other, index, moment, length);
    const finished = await killed;
    if (!isBoth && finished.status === null) await watchTakeOver(phase, victim, other);
    const left = await other.done;
    if (left.complaint !== '' || (left.status !== 0 && !isBoth)) note(phase, describeMoment(moment), `the other process: exit ${left.status}: ${left.complaint}`);
    return finished;
  }

  async function watchTakeOver(phase: Phase, victim: Running, other: Running): Promise<void> {
    if (holderOf(index) !== victim.child.pid) return;
    const diedMs = performance.now();
    let isOver = false;
    void other.done.then(() => (isOver = true));
    while (!isOver && holderOf(index) === victim.child.pid) await pause(1);
    const ms = performance.now() - diedMs;
    killer.takeOverMs.push(ms);
    if (ms > TAKE_OVER_LIMIT_MS) note(phase, 'take-over', `the lock of a dead process was taken over after ${ms.toFixed(0)} ms`);
  }

  /** The next search, and what it leaves. */
  async function check(phase: Phase, counts: PhaseCounts, when: string): Promise<void> {
    const { config, queries, expected } = phase;
    const place = { config, index };
    const question = number % queries.length;
    const next: Finished = await start(PROGRAM, searchFor(queries[question]), place).done;
    counts.searchMs.push(next.ms);
    if (next.complaint !== '') note(phase, when, `the next search said: ${next.complaint}`);
    if (next.hasWaited) note(phase, when, 'the next search waited for a dead process');
    if (next.status !== (expected[question].total > 0 ? 0 : 1)) {
      note(phase, when, `the next search: exit ${next.status}`);
      return;
    }
    compare(JSON.parse(next.stdout), expected[question], `the next search for ${queries[question]}`);
    const strays = straysOf(index);
    if (strays.length > 0) note(phase, when, `left behind: ${strays.join(' ')}`);
    const wrong = wrongRightsOf(index);
    if (wrong.length > 0) note(phase, when, wrong.join(', '));
    const warnings: string[] = [];
    askAll(place, queries, (message) => warnings.push(message)).forEach((answer, i) => compare(answer, expected[i], queries[i] ?? 'turns or newest'));
    if (warnings.length > 0) note(phase, when, warnings.join('; '));

    function compare(found: unknown, wanted: unknown, what: string): void {
      killer.compared++;
      const difference = differenceOf(found, wanted);
      if (difference !== null) note(phase, when, `${what}: ${difference}`);
    }
  }

  function note({ name }: Phase, when: string, what: string): void {
    killer.faults.push(`seed ${seed}, ${name}, ${when}, run ${number}: ${what.trim()}`);
  }

  return killer;
}
