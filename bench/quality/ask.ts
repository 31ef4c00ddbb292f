/**
 * Asks engines the queries of a set: ccfind in a process with the index loaded once, peers by bench/peers, ripgrep as a count.
 *
 * Peers are used as for speed: fed the chunks that ccfind would store, any of the words, the session of the best chunk first. Of
 * ripgrep, which does not rank, the sessions with most lines that hold any of the words.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extractChunks } from '../extract-chunks.ts';
import { ANSWER_LIMIT, type Answer } from './answers.ts';
import { indexOf, type Asked, type Work } from './histories.ts';

const RANK = '.build/bench/rank.cjs';
const RUN_ENGINE = 'bench/peers/run.cjs';
const MAX_OUTPUT_BYTES = 2 ** 30;
const MAX_MEGABYTES = 4000;

/** Gives the answer to each question about a history. */
export type Engine = (history: string, questions: readonly string[]) => Answer[];

/** Asks history by history; answers in the order of the queries. */
export function askAll(engine: Engine, queries: readonly Asked[]): Answer[] {
  const answers: Answer[] = [];
  for (const history of new Set(queries.map((query) => query.history))) {
    const here = queries.map((query, index) => ({ query, index })).filter(({ query }) => query.history === history);
    engine(history, here.map(({ query }) => query.text)).forEach((answer, i) => (answers[here[i].index] = answer));
  }
  return answers;
}

export function ccfindOf(work: Work): Engine {
  const built = new Map<string, string>();
  return (history, questions) => {
    const index = built.get(history) ?? indexOf(work, history);
    built.set(history, index);
    const output = execFileSync(process.execPath, [RANK, index], { input: JSON.stringify(questions), maxBuffer: MAX_OUTPUT_BYTES, stdio: ['pipe', 'pipe', 'inherit'] });
    return JSON.parse(output.toString('utf8')) as Answer[];
  };
}

/** An engine of bench/peers/engines.cjs, or null when this Node cannot use it. modules: folder of the packages. */
export function peerOf(name: string, modules: string): Engine | null {
  const run = (input: string, ...words: string[]) => spawnSync(process.execPath, [`--max-old-space-size=${MAX_MEGABYTES}`, RUN_ENGINE, ...words], {
    input, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES, env: { ...process.env, NODE_PATH: modules, NODE_NO_WARNINGS: '1' },
  });
  if (run('', 'check', name).status !== 0) return null;
  return (history, questions) => {
    const index = `${history}-${name.replace(':', '-')}`;
    if (!existsSync(index)) {
      const chunks = `${history}-chunks`;
      if (!existsSync(chunks)) extractChunks(history, chunks);
      mkdirSync(index);
      const { status, stderr } = run('', 'build', name, chunks, index);
      if (status !== 0) throw new Error(`${name}: ${stderr}`);
    }
    const { stdout } = run(JSON.stringify(questions.map(wordsOf)), 'rank', name, index, String(ANSWER_LIMIT));
    return (JSON.parse(stdout) as string[][]).map(answerOf);
  };
}

export const ripgrep: Engine = (history, questions) => questions.map((question) => {
  const words = wordsOf(question).flatMap((word) => ['-e', word]);
  if (words.length === 0) return answerOf([]);
  const { stdout } = spawnSync('rg', ['-c', '-i', '-F', '--no-messages', ...words, join(history, 'projects')], { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  const counts = stdout.split('\n').filter((line) => line !== '').map((line) => line.split(/:(?=\d+$)/)).map(([path, count]) => ({ session: basename(path, '.jsonl'), count: Number(count) }));
  counts.sort((a, b) => b.count - a.count || (a.session < b.session ? -1 : 1));
  return answerOf(counts.map(({ session }) => session).slice(0, ANSWER_LIMIT));
});

function wordsOf(question: string): string[] {
  return [...new Set(question.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])];
}

/** Peers have no gate. */
function answerOf(sessions: readonly string[]): Answer {
  return { sessions, kept: sessions.map(() => true), keptCount: sessions.length };
}
