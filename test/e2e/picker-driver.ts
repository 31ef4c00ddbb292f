/**
 * The picker and the resume behind it, over invented hits: a program for the tests, with faults to order.
 *
 *   node driver.cjs STAGE [FAULT]
 *
 * STAGE is a JSON file {answer, plans}: plans by session id. A FAULT strikes when the last hit is first drawn: `throw` in
 * the view, `uncaught` outside any handler, `exit` of the process. `print-id` prints the chosen id and resumes nothing.
 * Its process id is written beside STAGE, so that a test can send it signals.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Hit, ResumePlan, SearchAnswer } from '../../src/contract.ts';
import { runPicker } from '../../src/picker/picker.ts';
import { resumeCommand } from '../../src/resume/command.ts';
import { resumeSession } from '../../src/resume/run.ts';
import { wantsColor } from '../../src/terminal/style.ts';

interface Stage {
  readonly answer: SearchAnswer;
  readonly plans: Readonly<Record<string, ResumePlan>>;
}

const FAULTS: Readonly<Record<string, () => void>> = {
  throw: () => {
    throw new Error('fault in the view');
  },
  uncaught: () => {
    setImmediate(() => {
      throw new Error('fault outside');
    });
  },
  exit: () => process.exit(3),
};

async function main(stagePath: string, fault: string): Promise<number> {
  const { answer, plans } = JSON.parse(readFileSync(stagePath, 'utf8')) as Stage;
  writeFileSync(join(dirname(stagePath), 'pid'), String(process.pid));
  const strike = FAULTS[fault];
  if (strike !== undefined) strikeWithLastHit(answer.hits, strike);
  const outcome = await runPicker({
    answer,
    command: (hit) => resumeCommand(hit.session, hit.dir),
    env: process.env,
    color: wantsColor({ when: null, env: process.env, isTerminal: true }),
    nowMs: Date.UTC(2026, 5, 15, 12),
    print: (text) => process.stdout.write(text),
  });
  if (outcome.kind !== 'chosen') return outcome.exitCode;
  if (fault === 'print-id') {
    process.stdout.write(`${outcome.hit.session}\n`);
    return 0;
  }
  return resumeSession(plans[outcome.hit.session], { env: process.env });
}

function strikeWithLastHit(hits: readonly Hit[], strike: () => void): void {
  const last = hits[hits.length - 1];
  const { title } = last;
  Object.defineProperty(last, 'title', {
    get() {
      strike();
      return title;
    },
  });
}

main(process.argv[2], process.argv[3] ?? '').then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`driver: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
