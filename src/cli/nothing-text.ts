/**
 * What is printed when nothing matched: what was searched, which filter may be to blame, what to try next.
 */
import type { Engine, SearchAnswer, SearchRequest } from '../contract.ts';
import { oneLine } from '../picker/hit-text.ts';
import { excludedLines, indexLine, leftOutLines, patternLines } from './answer-foot.ts';

/** The text, line feed at its end. Cost: one more look at the index when filters were given. */
export function renderNothing(answer: SearchAnswer, request: SearchRequest, filters: readonly string[], engine: Engine): string {
  const query = oneLine(request.query).trim();
  const lines = [query === '' ? 'nothing found' : `nothing found for: ${query}`, ...excludedLines(answer), ...leftOutLines(answer.leftOut), ...patternLines(answer.regex), indexLine(answer.index)];
  const given = filters.map(oneLine).join(' ');
  const passes = filters.length === 0 || (query !== '' && engine.recent({ ...request, query: '', limit: 1, offset: 0 }).total > 0);
  if (!passes) lines.push(`no session passes the filters: ${given}`);
  else if (filters.length > 0) lines.push(`only where these filters allow: ${given}`);
  if (request.currentSession !== null && !request.self) lines.push('the running session was left out: --self searches it too');
  // Where none passes, other words find nothing either.
  if (!passes) return `${lines.join('\n')}\n`;
  if (request.regex) {
    const hasSlashes = /^\/.*\/[a-z]*$/.test(query) ? 'write the pattern without slashes; ' : '';
    lines.push(`${hasSlashes}case counts unless the pattern begins with (?i)`);
  } else if (query !== '') lines.push('try fewer words, or words that were surely said: a name, an error text, a file');
  return `${lines.join('\n')}\n`;
}
