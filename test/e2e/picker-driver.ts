/**
 * The picker and the resume behind it, over invented hits: a program for the tests, with faults to order.
 *
 *   node driver.cjs STAGE [FAULT]
 *
 * STAGE is a JSON file {answer, plans}: plans by session id. Searching finds the hits whose titles hold all words. A FAULT
 * strikes when the last hit is first drawn: `throw` in the view, `uncaught` outside any handler, `exit` of the process;
 * `mute` never answers a question. Its process id is written beside STAGE, so that a test can send it signals.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Hit, ResumePlan, SearchAnswer } from '../../src/contract.ts';
import { findPickerTerminal, runPicker } from '../../src/picker/picker.ts';
import { buildPreview } from '../../src/picker/preview-text.ts';
import type { PickerReply, PickerRequest, PickerSource } from '../../src/picker/question.ts';
import { wordsOf } from '../../src/picker/question.ts';
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
  const device = findPickerTerminal(process.env);
  if (device === null) {
    process.stdout.write('no terminal\n');
    return 0;
  }
  const outcome = await runPicker(device, {
    setting: {
      project: 'shop', branch: 'main', filters: [], mostHits: 2000,
      hasColor: wantsColor({ when: null, env: process.env, isTerminal: true }),
    },
    nowMs: () => Date.UTC(2026, 5, 15, 12),
    question: { query: answer.query, isHere: false, isOnBranch: false, field: null, isAll: false, isUnfinished: false, limit: 25 },
    answer,
    source: sourceOver(answer, fault === 'mute'),
    command: (hit) => resumeCommand(hit.session, hit.dir),
    open: () => Promise.resolve('opened in a new pane'),
    hasMouse: true,
  });
  return outcome.kind === 'chosen' ? resumeSession(plans[outcome.hit.session], { env: process.env }) : outcome.exitCode;
}

function sourceOver(answer: SearchAnswer, isMute: boolean): PickerSource {
  let hear: (reply: PickerReply) => void = () => {};
  const reply = (request: PickerRequest): PickerReply => {
    switch (request.kind) {
      case 'search': {
        const query = wordsOf(request.question);
        const words = query.split(' ').filter((word) => !answer.query.split(' ').includes(word));
        const hits = answer.hits.filter(({ title }) => words.every((word) => title.includes(word)));
        return { kind: 'answer', number: request.number, answer: { ...answer, query, hits, total: hits.length, relevant: hits.length } };
      }
      case 'read': {
        const text = Array.from({ length: 90 }, (_, index) => `line ${index + 1} of the answer`).join('\n');
        const { place, key } = request;
        const turn = { turn: place.turn, when: place.when, parts: [{ field: 'prompt' as const, agent: false, text: place.prompt }, { field: 'answer' as const, agent: false, text }] };
        return { kind: 'preview', key, preview: buildPreview(turn, place) };
      }
      case 'places':
        return { kind: 'places', key: request.key, places: answer.hits.filter(({ session }) => session === request.session) };
    }
  };
  return {
    listen: (listener) => (hear = listener),
    ask(request) {
      if (!isMute) setImmediate(() => hear(reply(request)));
    },
    refresh: () => {},
    close: () => {},
  };
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
