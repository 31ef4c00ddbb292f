/**
 * `node rank.cjs INDEX < QUESTIONS`: what the engine answers to each line, as JSON, one a line.
 *
 * The whole search through the engine that front ends call, weak hits too; the index is loaded once. Only what is measured is told.
 */
import { readFileSync } from 'node:fs';
import type { SearchRequest } from '../../src/contract.ts';
import { openEngine } from '../../src/engine.ts';
import type { Answer } from '../quality/answers.ts';
import { ANSWER_LIMIT } from '../quality/answers.ts';

const REQUEST: Omit<SearchRequest, 'query'> = {
  limit: ANSWER_LIMIT, offset: 0, all: true, group: 'session', project: null, dir: null, branch: null, sessions: null, exclude: [], currentSession: null,
  self: false, fields: null, sinceMs: null, untilMs: null, agents: false, here: '/',
};

const engine = openEngine({ roots: [], indexDir: process.argv[2] });
// An index that this program cannot read answers nothing, which would be measured as a ranking that finds nothing.
if (engine.recent({ ...REQUEST, query: '', limit: 1 }).index.sessions === 0) throw new Error(`${process.argv[2]}: no sessions in this index, or another format: run without --kept to build it anew`);
const questions = JSON.parse(readFileSync(0, 'utf8')) as string[];
const answers = questions.map((query): Answer => {
  const { hits, relevant } = engine.search({ ...REQUEST, query });
  return { sessions: hits.map(({ session }) => session), kept: hits.map(({ weak }) => !weak), keptCount: relevant };
});
process.stdout.write(JSON.stringify(answers));
