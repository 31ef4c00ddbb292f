/**
 * `ccfind WORDS`: brings the index up to date, searches, prints the answer as text or JSON.
 */
import type { SearchAnswer, SearchRequest } from '../contract.ts';
import { EXIT } from '../errors.ts';
import { toJson } from '../terminal/sanitize.ts';
import { createStyle, wantsColor } from '../terminal/style.ts';
import type { Arguments } from './args.ts';
import { renderAnswer } from './answer-text.ts';
import type { CliContext } from './context.ts';
import { saveLastList } from './last-list.ts';
import { isNothingThere, nothingThere, withIndex } from './open-index.ts';
import type { OpenIndex } from './open-index.ts';
import { buildRequest } from './request.ts';

/** Exit code 0 when something matched, else 1. */
export async function runSearch(args: Arguments, context: CliContext): Promise<number> {
  const query = args.isFromInput ? context.readInput().trim() : args.words.join(' ');
  if (args.values.regex) await checkPattern(query);
  return withIndex(args.values, context, async (index) => {
    const { engine, places } = index;
    const request = buildRequest(query, args.values, engine, places, context);
    const answer = answerTo(request, index);
    saveLastList(places.indexDir, { first: request.offset + 1, sessions: answer.hits.map((hit) => hit.session) });
    await printAnswer(answer, { request, args, index, context, hasNumbers: true });
    return answer.total > 0 ? EXIT.ok : EXIT.nothing;
  });
}

/** Throws a usage error for a bad pattern. Called first: whoever mistypes a pattern must not wait for an index. */
export async function checkPattern(query: string): Promise<void> {
  const { parsePattern } = await import('../pattern.ts');
  parsePattern(query);
}

/** A search or, without words, the newest sessions; empty where there is no config folder, and so no index to ask. */
export function answerTo(request: SearchRequest, { engine, places }: OpenIndex): SearchAnswer {
  if (places.roots.length === 0) return emptyAnswer(request);
  return request.query.trim() === '' ? engine.recent(request) : engine.search(request);
}

function emptyAnswer({ query, group }: SearchRequest): SearchAnswer {
  const index = { sessions: 0, files: 0, skipped: [], truncated: 0, pending: 0 };
  return { schema: 1, query, terms: [], expanded: [], group, total: 0, relevant: 0, weak: 0, hits: [], index };
}

/** What an answer was asked with. */
interface Asked {
  readonly request: SearchRequest;
  readonly args: Arguments;
  readonly index: OpenIndex;
  readonly context: CliContext;
  /** The list was kept for `show N`. */
  readonly hasNumbers: boolean;
}

/** Prints the answer as text or, with --json, as it is. When there are no sessions at all, throws the error that names the folders looked in. */
export async function printAnswer(answer: SearchAnswer, { request, args, index, context, hasNumbers }: Asked): Promise<void> {
  if (args.values.json) context.output.write(`${toJson(answer)}\n`);
  if (isNothingThere(answer)) throw nothingThere(index, answer.index.files);
  if (args.values.json) return;
  const { output, env } = context;
  const style = createStyle(wantsColor({ when: args.values.color ?? null, env, isTerminal: output.isTerminal() }));
  if (answer.total === 0) {
    const { renderNothing } = await import('./nothing-text.ts');
    output.write(renderNothing(answer, request, args.filters, index.engine));
    return;
  }
  const explaining = request.explain === true ? await import('./explain-text.ts') : null;
  output.write(renderAnswer(answer, { style, columns: output.columns(), offset: request.offset, isAll: request.all, hasNumbers, explaining }));
}
