/**
 * A search answer as text: what a person reads in a terminal, and Claude in a pipe. Pure.
 *
 * Each hit says which session it is (title or opening, project, branch, date, turns), why it is here
 * (the prompt it belongs to, the field and the text around the match, a row for each further passage, words
 * found) and how to get back into it. The counts follow (answer-foot.ts). Rows fit the terminal, except for the lines to
 * type: a broken line cannot be copied. All text of a session goes through the sanitizer before anything else.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import { oneLine, titleOf, wordsOf } from '../picker/hit-text.ts';
import type { Style } from '../terminal/style.ts';
import { truncate } from '../terminal/width.ts';
import { wrap } from '../terminal/wrap.ts';
import { footLines } from './answer-foot.ts';
import { formatTime } from './days.ts';
import { passageRow, snippetRows } from './hit-snippet.ts';
import { counted } from '../sizes.ts';
import { wayBack } from './way-back.ts';

/** How an answer is printed. */
export interface AnswerTextOptions {
  readonly style: Style;
  /** Columns of the terminal, or 80. */
  readonly columns: number;
  readonly offset: number;
  /** Weak hits were asked for. */
  readonly isAll: boolean;
  /** False where `show` and `resume` would not know the numbers of the list. */
  readonly hasNumbers: boolean;
  /** The functions of explain-text.ts if the answer is to be explained, else null. */
  readonly explaining: Explaining | null;
}

/** Explains an answer, in lines no wider than columns. */
export interface Explaining {
  explainQuery(answer: SearchAnswer, style: Style, columns: number): string[];
  explainHit(hit: Hit, answer: SearchAnswer, style: Style, columns: number): string[];
}

const SEPARATOR = ' · ';

/** The layout goes no narrower, where the terminal wraps, and no wider, which is hard to read. */
const LEAST_COLUMNS = 20;
const MOST_COLUMNS = 110;

/** The text, line feed at its end. The answer has at least one match. */
export function renderAnswer(answer: SearchAnswer, options: AnswerTextOptions): string {
  const columns = Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, options.columns));
  const { explaining, style } = options;
  const lines = explaining?.explainQuery(answer, style, columns) ?? [];
  if (answer.hits.length === 0) {
    lines.push(`no hits beyond the first ${options.offset}`, '');
  } else if (answer.relevant === 0) {
    lines.push(`nothing clearly fits; ${options.isAll ? 'all that matched' : `nearest ${answer.hits.length}`}:`, '');
  }
  for (const [index, hit] of answer.hits.entries()) {
    lines.push(...hitLines(hit, options.offset + index + 1, answer, style, columns));
    lines.push(...(explaining?.explainHit(hit, answer, style, columns - 3) ?? []).map((line) => `   ${line}`), '');
  }
  for (const line of footLines(answer, options)) {
    lines.push(...wrap(line, columns).map((row) => style.dim(line.slice(row.start, row.end))));
  }
  return `${lines.join('\n')}\n`;
}

function hitLines(hit: Hit, number: number, answer: SearchAnswer, style: Style, columns: number): string[] {
  const label = `${number}. `;
  const weak = hit.weak ? 'weak: ' : '';
  const title = titleOf(hit);
  const inner = columns - 3;
  const lines = [`${style.accent(label)}${style.dim(weak)}${style.bold(truncate(title, columns - label.length - weak.length))}`];
  const facts = factsOf(hit).join(SEPARATOR);
  lines.push(...wrap(facts, inner).map((row) => style.dim(facts.slice(row.start, row.end))));
  const prompt = oneLine(hit.prompt);
  const hasSnippet = hit.snippet.trim() !== '';
  const isSaid = isBeginning(prompt, title) || (hasSnippet && hit.field === 'prompt' && !hit.agent);
  if (!isSaid) lines.push(truncate(`prompt: ${prompt}`, inner));
  if (hasSnippet && !(answer.query.trim() === '' && oneLine(hit.snippet) === title)) {
    lines.push(...snippetRows(hit, `${hit.agent ? `sub-agent, ${hit.field}` : hit.field}: `, style, inner));
  }
  lines.push(...hit.passages.map((passage) => passageRow(passage, hit.turn, style, inner)));
  lines.push(...waysBack(hit).map((line) => style.accent(line.command) + style.dim(line.note)));
  return lines.map((line, index) => (index === 0 ? line : `   ${line}`));
}

/** True when one is the other or, where it was shortened, the beginning of it. */
function isBeginning(prompt: string, title: string): boolean {
  return title.startsWith(withoutDots(prompt)) || prompt.startsWith(withoutDots(title));
}

function withoutDots(text: string): string {
  return text.endsWith('…') ? text.slice(0, -1) : text;
}

/** Most telling first: where, when, which turn, how much of the query, what else is worth knowing. */
function factsOf(hit: Hit): string[] {
  const facts = [hit.named === undefined ? '' : `found by its ${hit.named}`];
  facts.push(oneLine(hit.project), oneLine(hit.branch ?? ''), formatTime(hit.when ?? hit.last));
  facts.push(hit.turn > 0 ? `turn ${hit.turn} of ${hit.turns}` : counted(hit.turns, 'turn'));
  if (hit.words !== '') facts.push(wordsOf(hit));
  if (hit.copies.length > 0) facts.push(`also in ${hit.copies.map((id) => oneLine(id).slice(0, 8)).join(', ')}`);
  if (hit.archived) facts.push('from the archive');
  if (hit.deletedInDays !== null) facts.push(`Claude Code deletes it in ${counted(hit.deletedInDays, 'day')}`);
  return facts.filter((fact) => fact !== '');
}

/** The lines to type: `/resume` only where the client can follow it. */
function waysBack(hit: Hit): { command: string; note: string }[] {
  const inShell = wayBack(hit.session, hit.dir);
  if (inShell === '') return [{ command: '', note: 'no line to type: the name of its transcript is not safe in a shell' }];
  const inClient = hit.open === null ? [] : [{ command: hit.open, note: '  in Claude Code, in this project' }];
  return [...inClient, { command: inShell, note: '' }];
}
