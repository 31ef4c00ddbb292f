/**
 * A search answer as text: what a person reads in a terminal, and Claude in a pipe. Pure.
 *
 * Each hit says which session it is (title or opening, project, branch, date, turns), why it is here
 * (the prompt it hangs off, the field and the text around the match, a row for each further passage, words
 * found) and how to be back in it. Below stand the counts: nothing that is missing is missing in silence. Rows fit the
 * terminal, but for the lines to type: a broken line cannot be copied. All text of a session goes
 * through the sanitizer before anything else.
 */
import type { Expansion, Hit, SearchAnswer } from '../contract.ts';
import { oneLine, titleOf } from '../picker/hit-text.ts';
import type { Style } from '../terminal/style.ts';
import { truncate } from '../terminal/width.ts';
import { wrap } from '../terminal/wrap.ts';
import { formatTime } from './days.ts';
import { passageRow, snippetRows } from './hit-snippet.ts';
import { counted, elapsed, formatBytes } from '../sizes.ts';
import { wayBack } from './way-back.ts';

/** How an answer is printed. */
export interface AnswerTextOptions {
  readonly style: Style;
  /** Of the terminal, or 80. */
  readonly columns: number;
  readonly offset: number;
  /** Weak hits were asked for. */
  readonly isAll: boolean;
  /** False where the list has no numbers that `show` and `resume` would know. */
  readonly hasNumbers: boolean;
  /** explain-text.ts, where the answer is to be explained. */
  readonly explaining: Explaining | null;
}

/** What explains an answer: lines no wider than columns. */
export interface Explaining {
  explainQuery(answer: SearchAnswer, style: Style, columns: number): string[];
  explainHit(hit: Hit, answer: SearchAnswer, style: Style, columns: number): string[];
}

const SEPARATOR = ' · ';

/** Narrower is not laid out: the terminal will wrap. Wider is hard to read. */
const LEAST_COLUMNS = 20;
const MOST_COLUMNS = 110;

/** So many words that were used are named for each word that was typed. */
const NAMED_EXPANSIONS = 5;

/** How a term, or several, came to stand for a word. */
const WAY_NAMES: Readonly<Record<Expansion['kind'], readonly [one: string, several: string]>> = {
  form: ['another form', 'other forms'],
  part: ['a part', 'parts'],
  compound: ['a compound', 'compounds'],
  start: ['a longer word', 'longer words'],
  middle: ['a word that holds it', 'words that hold it'],
  spelling: ['a close spelling', 'close spellings'],
  synonym: ['a synonym', 'synonyms'],
  script: ['another script', 'another script'],
};

/** The way for people; what it is called itself where it has no name. */
export function wayName(way: string, count: number): string {
  const names: Readonly<Record<string, readonly [string, string] | undefined>> = WAY_NAMES;
  return names[way]?.[count > 1 ? 1 : 0] ?? way;
}

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
  for (const line of foot(answer, options)) {
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

/** True when one is the other, or what is left of it where it was shortened. */
function isBeginning(prompt: string, title: string): boolean {
  return title.startsWith(withoutDots(prompt)) || prompt.startsWith(withoutDots(title));
}

function withoutDots(text: string): string {
  return text.endsWith('…') ? text.slice(0, -1) : text;
}

/** Most telling first: where, when, which turn, how much of the query, what else there is to know. */
function factsOf(hit: Hit): string[] {
  const facts = [hit.named === undefined ? '' : `found by its ${hit.named}`];
  facts.push(oneLine(hit.project), oneLine(hit.branch ?? ''), formatTime(hit.when ?? hit.last));
  facts.push(hit.turn > 0 ? `turn ${hit.turn} of ${hit.turns}` : counted(hit.turns, 'turn'));
  if (hit.words !== '') facts.push(`${oneLine(hit.words)} words`);
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

/** What was counted and not shown, each on a line. */
function foot(answer: SearchAnswer, { offset, isAll, hasNumbers, explaining }: AnswerTextOptions): string[] {
  const { total, relevant, weak, hits, index } = answer;
  const isRecent = answer.query.trim() === '';
  const unit = answer.group === 'turn' ? ' (turns)' : '';
  const hidden = weak > 0 && !isAll && !isRecent ? ': --all shows them' : '';
  const lines = [isRecent ? `${counted(total, 'session')}, newest first` : `${total} matched${unit}, ${relevant} relevant, ${weak} weak${hidden}`];
  const last = offset + hits.length;
  const reachable = isAll || isRecent ? total : Math.max(relevant, last);
  if (hits.length > 0 && (offset > 0 || last < reachable)) {
    lines.push(`shown: ${offset + 1} to ${last} of ${reachable}${last < reachable ? `; --offset ${last} shows the next` : ''}`);
  }
  // An explanation has named them.
  if (explaining === null) lines.push(...expansionLines(answer.expanded));
  lines.push(...excludedLines(answer), ...leftOutLines(answer.leftOut), ...patternLines(answer.regex), indexLine(index));
  if (hasNumbers && hits.length > 0) {
    const { turn } = hits[0];
    lines.push(`to read on: show ${offset + 1}${turn > 0 ? ` --turn ${turn}` : ''}; to go back in: resume ${offset + 1}`);
  }
  return lines;
}

/** `also searched for retrys: retries, retry (other forms), …`, one line for each word that was typed. */
export function expansionLines(expanded: readonly Expansion[]): string[] {
  const byTyped = new Map<string, Expansion[]>();
  for (const one of expanded) byTyped.set(one.typed, [...(byTyped.get(one.typed) ?? []), one]);
  return [...byTyped].map(([typed, ways]) => {
    const byKind = new Map<Expansion['kind'], string[]>();
    for (const { kind, used } of ways.slice(0, NAMED_EXPANSIONS)) byKind.set(kind, [...(byKind.get(kind) ?? []), oneLine(used)]);
    const named = [...byKind].map(([kind, terms]) => `${terms.join(', ')} (${wayName(kind, terms.length)})`);
    const more = ways.length > NAMED_EXPANSIONS ? `, and ${ways.length - NAMED_EXPANSIONS} more` : '';
    return `also searched for ${oneLine(typed)}: ${named.join(', ')}${more}`;
  });
}

/** `left out: 280 rarer terms for test, close spellings of fooo, …`: what was not looked for. */
export function leftOutLines(leftOut: SearchAnswer['leftOut']): string[] {
  if (leftOut === undefined) return [];
  const terms = new Map<string, number>();
  const others: string[] = [];
  for (const { typed, kind, count } of leftOut) {
    const name = oneLine(typed);
    if (count === null) others.push(`close spellings of ${name}`);
    else if (kind === 'word') others.push(`the ${counted(count, 'commonest word')} of the query`);
    else if (kind === 'quotation') others.push(`“${name}…” as it stands: ${count} characters are looked for by their words`);
    else if (kind === 'exclusion') others.push(`the exclusion of “${name}…”: it is ${count} characters long`);
    else terms.set(name, (terms.get(name) ?? 0) + count);
  }
  return [`left out: ${[...[...terms].map(([name, count]) => `${counted(count, 'rarer term')} for ${name}`), ...others].join(', ')}`];
}

/** `left out: 3 sessions with m (-m; in quotes it is searched for)`: a command that was pasted may exclude what it should find. */
export function excludedLines({ excluded, group }: Pick<SearchAnswer, 'excluded' | 'group'>): string[] {
  if (excluded === undefined) return [];
  const words = excluded.words.map(oneLine);
  const dashed = words.map((word) => (word.includes(' ') ? `-"${word}"` : `-${word}`)).join(' ');
  return [`left out: ${counted(excluded.count, group)} with ${words.join(' or ')} (${dashed}; in quotes it is searched for)`];
}

/** What a regular expression cost, and what it may have missed. */
export function patternLines(report: SearchAnswer['regex']): string[] {
  if (report === undefined) return [];
  const { bytes, ms, chunks, ruledOut, unread, givenUp, cut } = report;
  const by = ruledOut > 0 ? `, ${percent(ruledOut, chunks)} of it ruled out by the index` : '';
  const lines = [`read ${formatBytes(bytes)} of stored text in ${elapsed(ms)}${by}`];
  if (unread > 0) lines.push(`stopped when time was up: ${percent(unread, chunks)} of the text was not read, so the answer may lack something; --project and --days leave less to read`);
  if (givenUp > 0) lines.push(`the pattern ran too long on ${counted(givenUp, 'text')}, so the answer may lack something there`);
  if (cut > 0) lines.push(`${counted(cut, 'text')} longer than 250,000 characters searched in pieces: a match of tens of thousands of them may be missing`);
  return lines;
}

function percent(part: number, whole: number): string {
  const share = (100 * part) / whole;
  return `${share < 1 ? 'less than 1' : share > 99 && part < whole ? 'over 99' : Math.round(share)} %`;
}

/** How much was searched, and what was not: `412 sessions in 1203 files searched; skipped: …`. */
export function indexLine({ sessions, files, skipped, truncated, pending }: SearchAnswer['index']): string {
  const parts = [`searched ${counted(sessions, 'session')} in ${counted(files, 'file')}`];
  const reasons = skipped.filter(({ count }) => count > 0).map(({ reason, count }) => `${oneLine(reason)} ${count}`);
  if (reasons.length > 0) parts.push(`skipped: ${reasons.join(', ')}`);
  if (truncated > 0) parts.push(`cut short: ${formatBytes(truncated)} of long outputs`);
  if (pending > 0) parts.push(`${counted(pending, 'file')} not indexed yet, so the answer may lack something`);
  return parts.join('; ');
}
