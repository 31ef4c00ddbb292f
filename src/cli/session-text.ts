/**
 * A session as text, to be read like a page. Pure.
 *
 * The head makes it recognisable: title, where and when, the first prompt, the last one and the last answer. On a page
 * each text is shortened to some lines, with most left of what people and Claude said; a tool call takes one line, and so does what it
 * printed; of a long run of them the middle is left out. Whatever is left out is counted in its place, with the flag that shows it.
 * What sub-agents did stands under their turn, behind a rule. Lines are not wrapped, so code and tables stay as they were; but a line
 * that looks like the beginning of a turn or a part is moved in, so that no text passes for what another said. Everything is sanitized.
 */
import type { SessionPage, SessionTurn } from '../contract.ts';
import { oneLine } from '../picker/hit-text.ts';
import { shellQuote } from '../resume/command.ts';
import type { FieldName } from '../schema.ts';
import { sanitize, sanitizeLines } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';
import { truncate, width } from '../terminal/width.ts';
import { formatTime } from './days.ts';
import { foldRuns } from './fold-runs.ts';
import type { Part } from './fold-runs.ts';
import { counted } from '../sizes.ts';
import { wayBack } from './way-back.ts';

/** How a page is printed. */
export interface SessionTextOptions {
  readonly style: Style;
  readonly columns: number;
  /** Columns of a tool call, and of what it printed. */
  readonly lineColumns: number;
  /** Turns that are shown whole. */
  readonly fullTurns: readonly number[];
}

/** Lines of each field on a page; a tool call, and what it printed, go on one line. */
const PAGE_LINES: Readonly<Record<FieldName, number>> = { title: 1, prompt: 12, answer: 12, tool: 1, thinking: 3, output: 1, summary: 6 };

/** A line of so many columns counts as one; a paragraph on a longer line counts as several. */
const PAGE_COLUMNS = 240;

/** Columns of what a tool printed: at most so many, so that the count of further lines stands near, and at least so many. */
const OUTPUT_COLUMNS = 100;
const LEAST_COLUMNS = 20;

/** UTF-16 units by which a sub-agent's task is recognised: less could stand anywhere by chance, and more is not needed. */
const TASK_UNITS = { least: 20, most: 300 };

/** Stands for a text of which nothing can be shown. */
const NOTHING = '(nothing)';

/** Before each line of a sub-agent. */
const RULE = '  | ';

/** Begins a line of a text that could be taken for one of ours. */
const OURS = new RegExp(`^(?=--- (?:turn \\d|before the first prompt)|(?:${[...Object.keys(PAGE_LINES), 'sub-agent'].join('|')}):)`);

/** What stands above the turns. */
export function headText(page: SessionPage, { style, columns }: SessionTextOptions): string {
  const title = oneLine(page.title) || oneLine(page.opening) || '(no prompt)';
  const facts = [oneLine(page.project), oneLine(page.branch ?? ''), period(page), counted(page.total, 'turn')];
  const recognise: [string, string][] = [
    ['first prompt: ', page.opening],
    ['last prompt:  ', page.lastPrompt],
    ['last answer:  ', page.lastAnswer],
  ];
  const known = recognise.map(([label, text]) => [label, oneLine(text).trim()]).filter(([, text]) => text !== '' && text !== title);
  return asText([
    style.bold(truncate(title, Math.max(20, columns))),
    style.dim(facts.filter((fact) => fact !== '').join(' · ')),
    style.dim(`session ${sanitize(page.session)}${page.cwd === '' ? '' : ` in ${sanitize(page.cwd)}`}`),
    ...known.map(([label, text]) => truncate(`${label}${text}`, Math.max(20, columns))),
  ]);
}

/** From when to when, in words. */
export function period({ first, last }: SessionPage): string {
  const from = formatTime(first);
  const to = formatTime(last);
  return from === to ? from : `${from} to ${to}`;
}

/** The turns of the page, an empty line before each. */
export function turnsText({ turns }: SessionPage, options: SessionTextOptions): string {
  return turns.map((turn) => `\n${asText(turnLines(turn, options))}`).join('');
}

/** What stands below the turns. isPart: says how to read on if there are more turns. */
export function footText(page: SessionPage, { style }: SessionTextOptions, isPart: boolean): string {
  const lines: string[] = [];
  if (isPart && page.turns.length > 0 && page.turns.length < page.total) {
    const from = page.turns[0].turn;
    const to = page.turns[page.turns.length - 1].turn;
    const next = page.next === null ? '' : `; to read on: show ${shellQuote(sanitize(page.session))} --from ${page.next}`;
    lines.push(`${from === to ? `turn ${from}` : `turns ${from} to ${to}`} of ${page.total}${next}`);
  }
  lines.push(wayBack(page.session, page.cwd) || 'no line to type: the name of its transcript is not safe in a shell');
  return asText(lines.map((line) => style.dim(line)));
}

/** `turn 4`, or what there is before the first one. */
export function turnName({ turn }: SessionTurn): string {
  return turn === 0 ? 'before the first prompt' : `turn ${turn}`;
}

/** In words, how much of a turn around a hit is not shown; '' for nothing. */
export function leftOutAround({ around }: SessionTurn, side: 'before' | 'behind'): string {
  const count = around?.[side] ?? 0;
  return count === 0 ? '' : `… about ${count} KB ${side} this`;
}

/** Recognises the task with which a sub-agent's text begins: one of the turn's own tool calls holds it. */
export function taskTest({ parts }: SessionTurn): (part: Part) => boolean {
  const given = parts.filter(({ field, agent }) => field === 'tool' && !agent).map(({ text }) => text).join('\n');
  return ({ field, agent, text }) => agent && field === 'tool' && text.length > TASK_UNITS.least && given.includes(text.slice(0, TASK_UNITS.most));
}

function turnLines(turn: SessionTurn, options: SessionTextOptions): string[] {
  const { style, fullTurns } = options;
  const isFull = fullTurns.includes(turn.turn);
  const lines = [style.accent(`--- ${turnName(turn)} · ${formatTime(turn.when)} ---`)];
  const add = (isAgent: boolean, text: string): void => {
    lines.push(!isAgent ? text : text === '' ? style.dim(RULE.trimEnd()) : `${style.dim(RULE)}${text}`);
  };
  const addLeftOut = (text: string, isAgent = false): void => {
    if (text !== '') add(isAgent, style.dim(`${text}: --turn ${turn.turn}`));
  };
  addLeftOut(leftOutAround(turn, 'before'));
  const isTask = taskTest(turn);
  let wasAgent = false;
  for (const item of isFull ? turn.parts : foldRuns(turn.parts)) {
    if ('leftOut' in item) {
      addLeftOut(`… ${item.leftOut}`, wasAgent);
      continue;
    }
    if (item.agent && (!wasAgent || isTask(item))) lines.push(style.bold('sub-agent:'));
    wasAgent = item.agent;
    for (const line of isFull ? wholePart(item, style) : pagePart(item, turn.turn, options)) add(item.agent, line);
  }
  addLeftOut(leftOutAround(turn, 'behind'));
  return lines;
}

function wholePart(part: Part, style: Style): string[] {
  const text = linesOf(part);
  const label = style.bold(`${part.field}:`);
  const cut = part.cut === undefined ? [] : [style.dim(`… ${counted(part.cut, 'more character')}`)];
  return text.length === 1 ? [`${label} ${text[0]}`, ...cut] : [label, ...text.map(notOurs), ...cut];
}

function pagePart(part: Part, turn: number, { style, lineColumns }: SessionTextOptions): string[] {
  const label = style.bold(`${part.field}:`);
  const text = linesOf(part);
  const columns = Math.max(LEAST_COLUMNS, lineColumns - part.field.length - 2 - (part.agent ? RULE.length : 0));
  if (part.field === 'tool') return [`${label} ${truncate(oneLine(text.join('\n')), columns)}`];
  if (part.field === 'output') {
    const shown = text.find((line) => line.trim() !== '')?.trim() ?? '';
    if (text.length === 1) return [`${label} ${truncate(shown, columns)}`];
    const more = ` (${counted(text.length, 'line')}: --turn ${turn})`;
    return [`${label} ${truncate(shown, Math.max(LEAST_COLUMNS, Math.min(OUTPUT_COLUMNS, columns - more.length)))}${style.dim(more)}`];
  }
  const { shown, leftOut } = beginningOf(text, PAGE_LINES[part.field]);
  const more = leftOut === '' ? [] : [style.dim(`… ${leftOut}: --turn ${turn}`)];
  return text.length === 1 ? [`${label} ${shown[0]}`, ...more] : [label, ...shown.map(notOurs), ...more];
}

/** The first lines of a text, the last of them perhaps cut, and in words what is left out behind them; '' for nothing. */
function beginningOf(lines: readonly string[], most: number): { shown: string[]; leftOut: string } {
  const shown: string[] = [];
  let left = most * PAGE_COLUMNS;
  let cutUnits = 0;
  for (const line of lines) {
    if (left <= 0) break;
    const kept = truncate(line, left);
    shown.push(kept);
    cutUnits = kept === line ? 0 : line.length - (kept.length - 1);
    left -= Math.max(1, Math.ceil(width(kept) / PAGE_COLUMNS)) * PAGE_COLUMNS;
  }
  const lineCount = lines.length - shown.length;
  return { shown, leftOut: lineCount > 0 ? counted(lineCount, 'more line') : cutUnits > 0 ? counted(cutUnits, 'more character') : '' };
}

/** The line, moved in by a column if it could be taken for one of ours. */
function notOurs(line: string): string {
  return line.replace(OURS, ' ');
}

/** The lines of a part, sanitized, without empty ones at both ends; at least one. */
export function linesOf(part: Part): string[] {
  return (sanitizeLines(part.text).replace(/^\n+|\s+$/g, '') || NOTHING).split('\n');
}

function asText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
