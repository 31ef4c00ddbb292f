/**
 * A session as Markdown, to be pasted into an issue, a note or a chat. Pure.
 *
 * What was said goes into block quotes, what tools printed into fences, shortened; markdown.ts makes sure that nothing breaks out of them.
 * Whatever is left out is counted in its place.
 */
import type { SessionPage, SessionTurn } from '../contract.ts';
import { oneLine } from '../picker/hit-text.ts';
import type { FieldName } from '../schema.ts';
import { truncate } from '../terminal/width.ts';
import { formatTime } from './days.ts';
import { foldRuns } from './fold-runs.ts';
import type { Part } from './fold-runs.ts';
import { codeSpan, fenced, plainInline, quoted, quotedLines } from './markdown.ts';
import { leftOutAround, linesOf, period, taskTest, turnName } from './session-text.ts';
import { counted } from '../sizes.ts';
import { wayBack } from './way-back.ts';

/** Which part of a session is printed. */
export interface MarkdownOptions {
  /** Turns that are shown whole. */
  readonly fullTurns: readonly number[];
  /** True for the first, and the last, of several pages in a row. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** True when only some turns were asked for. */
  readonly isPart: boolean;
}

/** Lines that are left of a shortened text; what people and Claude said is never shortened. */
const SHORTENED: Readonly<Partial<Record<FieldName, number>>> = { output: 12, thinking: 6, summary: 12 };

/** Columns of a line of a shortened text, and of a tool call. */
const LINE_COLUMNS = 400;

/** The page, with an empty line between its blocks and a line feed at its end. */
export function markdownOf(page: SessionPage, options: MarkdownOptions): string {
  const blocks = page.turns.map((turn) => turnBlocks(turn, options.fullTurns.includes(turn.turn)).map((lines) => lines.join('\n')).join('\n\n'));
  if (options.isFirst) blocks.unshift(head(page));
  if (options.isLast) blocks.push(foot(page, options));
  return `${options.isFirst ? '' : '\n'}${blocks.join('\n\n')}\n`;
}

function head(page: SessionPage): string {
  const title = oneLine(page.title) || oneLine(page.opening) || '(no prompt)';
  const facts = [page.project, page.branch ?? '', period(page), counted(page.total, 'turn')].map(oneLine).filter((fact) => fact !== '');
  return `# ${plainInline(title)}\n\n${facts.map(plainInline).join(' · ')}`;
}

function foot(page: SessionPage, { isPart }: MarkdownOptions): string {
  const isAll = !isPart || page.turns.length >= page.total;
  const shown = page.turns.map(({ turn }) => turn);
  const which = isAll || shown.length === 0 ? '' : `Turns ${shown[0]} to ${shown[shown.length - 1]} of ${page.total}. `;
  const line = wayBack(page.session, page.cwd);
  return `---\n\n${which}${line === '' ? '' : `To go back in: ${codeSpan(line)}`}`.trimEnd();
}

function turnBlocks(turn: SessionTurn, isFull: boolean): string[][] {
  const blocks: string[][] = [[`## ${turnName(turn).replace(/^./, (letter) => letter.toUpperCase())} · ${formatTime(turn.when)}`]];
  const note = (text: string, isAgent: boolean): void => {
    if (text !== '') blocks.push(isAgent ? quotedLines([`*${text}*`]) : [`*${text}*`]);
  };
  note(leftOutAround(turn, 'before'), false);
  const isTask = taskTest(turn);
  let wasAgent = false;
  for (const item of isFull ? turn.parts : foldRuns(turn.parts)) {
    if ('leftOut' in item) {
      note(`… ${item.leftOut}`, wasAgent);
      continue;
    }
    if (item.agent && (!wasAgent || isTask(item))) blocks.push(['**Sub-agent**']);
    wasAgent = item.agent;
    const lines = partLines(item, isFull);
    blocks.push(item.agent ? quotedLines(lines) : lines);
  }
  note(leftOutAround(turn, 'behind'), false);
  return blocks;
}

function partLines(part: Part, isFull: boolean): string[] {
  const label = `**${part.field[0].toUpperCase()}${part.field.slice(1)}**`;
  const lines = linesOf(part);
  const cut = part.cut === undefined ? [] : ['', `*… ${counted(part.cut, 'more character')}*`];
  if (part.field === 'tool' && !isFull) return [`${label}: ${codeSpan(truncate(oneLine(lines.join('\n')), LINE_COLUMNS))}`, ...cut];
  if (part.field === 'prompt' || part.field === 'answer' || part.field === 'summary') {
    const limit = part.field === 'summary' && !isFull ? SHORTENED.summary : undefined;
    return [`${label}:`, '', ...shortened(lines, limit, (shown) => quoted(shown.join('\n'))), ...cut];
  }
  return [`${label}:`, '', ...shortened(lines, isFull ? undefined : SHORTENED[part.field], fenced), ...cut];
}

/** The first `limit` lines, shown, and how many more there are; all lines without a limit. */
function shortened(lines: readonly string[], limit: number | undefined, show: (lines: readonly string[]) => string[]): string[] {
  if (limit === undefined || lines.length <= limit) return show(limit === undefined ? lines : lines.map((line) => truncate(line, LINE_COLUMNS)));
  return [...show(lines.slice(0, limit).map((line) => truncate(line, LINE_COLUMNS))), '', `*… ${counted(lines.length - limit, 'more line')}*`];
}
