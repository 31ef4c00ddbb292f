/**
 * The table of commands that meet faults: each with the history and the index that lie there before.
 */
import * as fs from 'node:fs';
import type { Directory } from '../../src/index/directory.ts';
import type { RefreshRequest } from '../../src/refresh/refresh.ts';
import type { History, Line } from '../fixture-history.ts';
import { randomFrom } from '../random.ts';
import { refresh } from './refreshing.ts';

export interface FaultHistory {
  readonly name: string;
  /** Makes the transcripts, and the index as it is before the command. */
  prepare(history: History, directory: Directory): void;
  /** Of the command. */
  readonly options: Partial<RefreshRequest>;
}

const FOLDER = '-home-ada-tide';
const at = (session: string): string => `${FOLDER}/${session}.jsonl`;
/** As a history of gigabytes meets the program's limits, so do a few kilobytes meet these. */
const SMALL = { stepBytes: 700, batchBytes: 1500, draftBytes: 100, loadEntriesBytes: 900 };

/** A few sessions: one with a call, a sub-agent and a title, its fork, another with a summary of the first. */
function writeHistory(history: History): void {
  const first = [history.prompt('raise the tidal gate'), history.answer('the gate is up, the winch holds'), history.call('toolu_0000000000000001', 'Task', { prompt: 'look for the lantern' })];
  history.write(at('first'), [...first, history.result('toolu_0000000000000001', 'the lantern hangs on the quay'), { type: 'custom-title', customTitle: 'Tide works', sessionId: 'first' }]);
  history.write(`${FOLDER}/first/subagents/agent-a1.jsonl`, [history.prompt('look for the lantern', { isSidechain: true }), history.answer('a lantern by the sluice', { isSidechain: true })]);
  history.write(at('fork'), [...first.map((line): Line => ({ ...line, sessionId: 'fork' })), history.prompt('lower it again'), history.answer('the gate is down')]);
  history.write(at('other'), [history.prompt('count the buoys'), history.answer(`seven buoys, ${'one more and '.repeat(60)} that is all`), { type: 'summary', summary: 'Buoys', leafUuid: first[1].uuid }]);
  ['first', 'fork', 'other'].forEach((session, i) => fs.utimesSync(history.path(at(session)), 1_770_000_000 + i, 1_770_000_000 + i));
}

/** The smallest index with something in every kind of file: for what is tried at every bit. */
export const TINY_HISTORY: FaultHistory = {
  name: 'one line',
  prepare: (history) => {
    history.write(at('first'), [history.prompt('raise the gate')]);
  },
  options: {},
};

/** An index of which most pages are read only when a question leads there. */
export const LARGE_HISTORY: FaultHistory = {
  name: 'many words',
  prepare: (history) => {
    writeHistory(history);
    const next = randomFrom(1);
    for (let session = 0; session < 6; session++) {
      const words = (): string => Array.from({ length: 600 }, () => (next() < 0.3 ? 'winch' : `w${Math.floor(next() * 9000).toString(36)}`)).join(' ');
      history.write(at(`large-${session}`), Array.from({ length: 4 }, () => [history.prompt(words()), history.answer(words())]).flat());
    }
  },
  options: {},
};

export const FAULT_HISTORIES: readonly FaultHistory[] = [
  {
    name: 'a first build in batches',
    prepare: writeHistory,
    options: { limits: { ...SMALL, longBuildBytes: 1, firstBatchBytes: 500 } },
  },
  {
    name: 'appended lines',
    prepare: (history, directory) => {
      writeHistory(history);
      refresh(directory, history.root);
      history.append(at('first'), [history.prompt('and now the sluice'), history.answer('the sluice is shut')]);
      history.append(at('other'), [history.answer('an eighth buoy')]);
    },
    options: {},
  },
  {
    name: 'a session deleted, one rewritten, one new',
    prepare: (history, directory) => {
      writeHistory(history);
      refresh(directory, history.root);
      fs.rmSync(history.path(at('first')));
      history.write(at('other'), [history.prompt('count the winches'), history.answer('two winches by the gate')]);
      history.write(at('new'), [history.prompt('who lit the lantern?')]);
    },
    options: { limits: SMALL },
  },
  {
    name: 'a merge',
    prepare: (history, directory) => {
      writeHistory(history);
      // One less than what the policy puts together.
      for (let i = 0; i < 8; i++) {
        history.append(at(i % 2 === 0 ? 'first' : 'other'), [history.prompt(`pull the winch, turn ${i}`), history.answer(`turned ${'again '.repeat(i)}`)]);
        refresh(directory, history.root);
      }
      history.append(at('fork'), [history.prompt('the last turn of the winch')]);
    },
    options: {},
  },
  {
    name: 'a merge that nobody waits for',
    prepare: (history, directory) => {
      writeHistory(history);
      for (let i = 0; i < 3; i++) {
        history.append(at('first'), [history.prompt(`pull the winch, turn ${i}`)]);
        refresh(directory, history.root);
      }
      history.append(at('fork'), [history.prompt('the last turn of the winch')]);
    },
    options: { hasTime: true },
  },
  {
    name: 'index --full',
    prepare: (history, directory) => {
      writeHistory(history);
      refresh(directory, history.root);
      history.append(at('other'), [history.answer('an eighth buoy')]);
    },
    options: { isFull: true, limits: SMALL },
  },
];

/** The commands that find an index to go on from: all but the first build. */
export const LATER_HISTORIES = FAULT_HISTORIES.slice(1);

/** Words in several fields; a literal; the middle of a word and a misspelt one; a title. Few, since each proof asks them thousands of times. */
export const QUERIES: readonly string[] = ['winch gate lantern', '"the gate is"', 'luice gaet', 'tide works'];
