/**
 * The hits as plain text, for places where no picker can be shown: no terminal, or one that cannot move its cursor.
 *
 * Each hit with what the picker would show of it, and the line to type to get back into it. Pure; harmless text.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import { counted } from '../sizes.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { factsOf, oneLine, snippetOf, titleOf } from './hit-text.ts';

/**
 * The list, with a line feed at its end; a sentence when there is no hit. Lines have any length, since there is no terminal
 * to cut them. command: the line to type for a hit.
 */
export function plainList(answer: SearchAnswer, command: (hit: Hit) => string, nowMs: number): string {
  if (answer.hits.length === 0) return 'nothing found\n';
  const numberWidth = String(answer.hits.length).length;
  const indent = ' '.repeat(numberWidth + 2);
  const lines: string[] = [];
  for (const [index, hit] of answer.hits.entries()) {
    lines.push(`${String(index + 1).padStart(numberWidth)}. ${hit.weak ? 'weak: ' : ''}${titleOf(hit)}`);
    lines.push(`${indent}${factsOf(hit, nowMs).join(' · ')}`);
    const snippet = snippetOf(hit, false).map((piece) => piece.text).join('').trim();
    if (snippet !== '') lines.push(`${indent}${hit.agent ? 'agent ' : ''}${hit.field}: ${snippet}`);
    const line = sanitize(command(hit));
    if (line !== '') lines.push(`${indent}${line}`);
  }
  lines.push(countsLine(answer));
  return `${lines.join('\n')}\n`;
}

function countsLine(answer: SearchAnswer): string {
  const query = oneLine(answer.query);
  const pending = answer.index.pending > 0 ? `, ${counted(answer.index.pending, 'file')} not yet read` : '';
  return `${answer.relevant} relevant, ${answer.weak} weak${query === '' ? '' : ` for: ${query}`}${pending}`;
}
