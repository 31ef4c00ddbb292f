/**
 * A page of a session as text. Pure.
 *
 * The head lets one recognise the session: its title, where and when, the first prompt, the last one
 * and the last answer. On a page each text is shortened to some lines, most for what people and
 * Claude said, few for what tools printed, and the number of lines left out stands there. Lines are
 * not wrapped: code and tables stay as they were. Everything is sanitized.
 */
import type { SessionPage, SessionTurn } from '../contract.ts';
import { oneLine } from '../picker/hit-text.ts';
import { shellQuote } from '../resume/command.ts';
import type { FieldName } from '../schema.ts';
import { sanitize, sanitizeLines } from '../terminal/sanitize.ts';
import type { Style } from '../terminal/style.ts';
import { truncate } from '../terminal/width.ts';
import { formatTime } from './days.ts';
import { counted } from './sizes.ts';
import { wayBack } from './way-back.ts';

/** How a page is printed. */
export interface SessionTextOptions {
  readonly style: Style;
  readonly columns: number;
  /** Turns that are shown whole. */
  readonly fullTurns: readonly number[];
}

/** Lines of each field on a page; of a tool call all is put on one. */
const PAGE_LINES: Readonly<Record<FieldName, number>> = { title: 1, prompt: 12, answer: 12, tool: 1, thinking: 3, output: 3, summary: 6 };

/** Columns of one line on a page. */
const PAGE_COLUMNS = 240;

/** The text, line feed at its end. */
export function renderSession(page: SessionPage, options: SessionTextOptions): string {
  const lines = [...head(page, options)];
  for (const turn of page.turns) lines.push('', ...turnLines(turn, options));
  lines.push('', ...foot(page, options));
  return `${lines.join('\n')}\n`;
}

function head(page: SessionPage, { style, columns }: SessionTextOptions): string[] {
  const title = oneLine(page.title) || oneLine(page.opening) || '(no prompt)';
  const facts = [oneLine(page.project), oneLine(page.branch ?? ''), period(page), counted(page.total, 'turn')];
  const recognise: [string, string][] = [
    ['first prompt: ', page.opening],
    ['last prompt:  ', page.lastPrompt],
    ['last answer:  ', page.lastAnswer],
  ];
  const known = recognise.map(([label, text]) => [label, oneLine(text).trim()]).filter(([, text]) => text !== '' && text !== title);
  return [
    style.bold(truncate(title, Math.max(20, columns))),
    style.dim(facts.filter((fact) => fact !== '').join(' · ')),
    style.dim(`session ${sanitize(page.session)}${page.cwd === '' ? '' : ` in ${sanitize(page.cwd)}`}`),
    ...known.map(([label, text]) => truncate(`${label}${text}`, Math.max(20, columns))),
  ];
}

function period({ first, last }: SessionPage): string {
  const from = formatTime(first);
  const to = formatTime(last);
  return from === to ? from : `${from} to ${to}`;
}

function turnLines(turn: SessionTurn, { style, fullTurns }: SessionTextOptions): string[] {
  const name = turn.turn === 0 ? 'before the first prompt' : `turn ${turn.turn}`;
  const lines = [style.accent(`--- ${name} · ${formatTime(turn.when)} ---`)];
  const isFull = fullTurns.includes(turn.turn);
  for (const part of turn.parts) {
    const label = style.bold(`${part.agent ? 'sub-agent, ' : ''}${part.field}:`);
    const whole = sanitizeLines(part.text).replace(/^\n+|\s+$/g, '');
    const text = part.field === 'tool' && !isFull ? [oneLine(whole)] : whole.split('\n');
    const limit = isFull ? Infinity : PAGE_LINES[part.field];
    const shown = isFull ? text : text.slice(0, limit).map((line) => truncate(line, PAGE_COLUMNS));
    if (text.length === 1) lines.push(`${label} ${shown[0]}`);
    else lines.push(label, ...shown);
    if (text.length > limit) lines.push(style.dim(`… ${counted(text.length - limit, 'more line')}: --turn ${turn.turn}`));
  }
  return lines;
}

function foot(page: SessionPage, { style }: SessionTextOptions): string[] {
  const lines: string[] = [];
  if (page.turns.length > 0 && page.turns.length < page.total) {
    const from = page.turns[0].turn;
    const to = page.turns[page.turns.length - 1].turn;
    const next = page.next === null ? '' : `; to read on: show ${shellQuote(sanitize(page.session))} --from ${page.next}`;
    lines.push(`${from === to ? `turn ${from}` : `turns ${from} to ${to}`} of ${page.total}${next}`);
  }
  lines.push(wayBack(page.session, page.cwd) || 'no line to go back in: the name of its transcript is not safe to type');
  return lines.map((line) => style.dim(line));
}
