/**
 * A state as rows of the screen: exactly as many as the screen has, none wider than it, and where the cursor is. Pure.
 *
 * The matching line is cut so that its first match is in sight. When room is short the facts give way before the title does, and
 * the age goes last. All text of a session comes from hit-text or a preview, sanitised.
 */
import type { Hit } from '../contract.ts';
import type { Cell } from '../terminal/screen.ts';
import { steady } from '../terminal/steady.ts';
import { cutAt, truncate, width } from '../terminal/width.ts';
import { wrap } from '../terminal/wrap.ts';
import { ageOf, factsOf, snippetOf, titleOf } from './hit-text.ts';
import { KEY_BINDINGS } from './keymap.ts';
import type { Layout } from './layout.ts';
import { layoutOf } from './layout.ts';
import type { Line, Span } from './line.ts';
import { besideLine, fitLine, lineWidth, span, spreadLine, truncateStart } from './line.ts';
import { countsOf, notesOf, sayFirst } from './notes.ts';
import { limitsOf } from './scope.ts';
import type { PickerState } from './state.ts';
import { modeOf } from './state.ts';
import { paneLines } from './view-preview.ts';

/** What is to be on the screen. */
export interface Frame {
  readonly lines: readonly Line[];
  /** null: hidden. */
  readonly cursor: Cell | null;
}

const SEPARATOR = ' · ';

/** Below this width the two columns of the help are set as one. */
const HELP_COLUMNS_COLS = 70;

/** The frame for a state, in the size that the state has. */
export function view(state: PickerState): Frame {
  const { cols, rows } = state;
  const layout = layoutOf(cols, rows, state);
  if (layout.isTiny) return tinyView(state);
  if (state.helpTop !== null) return { lines: filled(helpLines(state.helpTop, cols, rows), rows, footLines(state, layout)), cursor: null };
  const { line, cursor } = header(state);
  const lines = [line];
  if (layout.hasNotes) lines.push(fitLine([span(notesOf(state).join(SEPARATOR), 'dim')], cols));
  lines.push(...bodyLines(state, layout));
  return { lines: filled(lines, rows, footLines(state, layout)), cursor };
}

/** The lines cut or filled up to all rows but those of the foot, and then the foot. */
function filled(lines: Line[], rows: number, foot: readonly Line[]): Line[] {
  const body = lines.slice(0, rows - foot.length);
  while (body.length < rows - foot.length) body.push([]);
  return [...body, ...foot];
}

/** Below 20 by 4: what is being typed, else the selected hit. */
function tinyView(state: PickerState): Frame {
  const { cols, rows, answer, selected, question } = state;
  const hit = answer.hits[selected];
  const line = state.isTyping || hit === undefined ? [span('/', 'accent'), span(steady(question.query))] : [span(pointer(true), 'accent'), span(titleOf(hit))];
  const lines: Line[] = [fitLine(line, cols)];
  while (lines.length < rows) lines.push([]);
  return { lines, cursor: null };
}

/** The words, with the cursor in sight while typing, and the counts. */
function header(state: PickerState): { line: Line; cursor: Cell | null } {
  const { cols, question, cursor, isTyping } = state;
  const counts = countsOf(state);
  // The person knows the query: the counts may take two thirds of the row, or half of it during typing.
  const room = Math.floor(isTyping ? cols / 2 : (cols * 2) / 3);
  let shown = counts.length;
  while (shown > 1 && width(counts.slice(0, shown).join(SEPARATOR)) > room) shown--;
  const right = counts.slice(0, shown).join(SEPARATOR);
  const words = question.query === '' ? span(isTyping ? '' : 'newest sessions', 'dim') : span(steady(question.query), 'bold');
  const prompt = span(isTyping ? '/ ' : '  ', 'accent');
  if (!isTyping) return { line: spreadLine([prompt, words], [span(right, 'dim')], cols), cursor: null };
  // The text before the cursor is cut at its start, and leaves at least one column for the cursor.
  const left = Math.max(4, cols - 2 - (width(right) + 2 < cols - 8 ? width(right) + 2 : 0));
  const before = truncateStart(steady(question.query.slice(0, cursor)), left - 1);
  const behind = cutAt(steady(question.query.slice(cursor)), Math.max(0, left - width(before)));
  const line = spreadLine([prompt, span(before + behind, 'bold')], [span(right, 'dim')], cols);
  return { line, cursor: { col: Math.min(cols - 1, 2 + width(before)), row: 0 } };
}

function bodyLines(state: PickerState, layout: Layout): Line[] {
  const { list, preview, bodyRows } = layout;
  const left = list === null ? [] : listLines(state, layout, preview === null ? list.cols : list.cols - 1);
  if (preview === null) return left;
  const right = paneLines(state, preview);
  if (list === null) return right;
  return Array.from({ length: bodyRows }, (_, row) => besideLine(left[row] ?? [], right[row] ?? [], preview.col));
}

function listLines(state: PickerState, layout: Layout, cols: number): Line[] {
  const { answer, top, selected } = state;
  if (answer.hits.length === 0) return emptyText(state).map((text) => fitLine([span(`  ${text}`, 'dim')], cols));
  // Of the first hit that does not fit, its beginning is shown.
  const lines = answer.hits.slice(top, top + layout.hitCount + 1).flatMap((hit, offset) => hitLines(hit, state, top + offset === selected, layout, cols));
  return lines.slice(0, layout.bodyRows);
}

function emptyText(state: PickerState): string[] {
  if (state.progress !== '' && state.answer.index.sessions === 0) return ['reading the sessions for the first time'];
  if (state.number !== state.answerNumber) return ['…'];
  const limits = limitsOf(state);
  return limits.length === 0 ? ['nothing found'] : ['nothing found within these limits:', limits.join(SEPARATOR)];
}

function hitLines(hit: Hit, state: PickerState, isSelected: boolean, layout: Layout, cols: number): Line[] {
  const { hitRows, isNarrow } = layout;
  const { nowMs, hasColor } = state.setting;
  const title: Span[] = [span(pointer(isSelected), 'accent')];
  if (hit.weak) title.push(span('weak: ', 'dim'));
  title.push(span(titleOf(hit), isSelected ? 'bold' : 'plain'));
  const facts = factsOf(hit, nowMs);
  const snippet = aroundMatch(snippetOf(hit, hasColor), isNarrow ? '  ' : labelOf(hit), cols);
  if (hitRows === 3) return [fitLine(title, cols), fitLine([span(`  ${facts.join(SEPARATOR)}`, 'dim')], cols), snippet];
  return [spreadLine(title, [span(factsThatFit(hit, facts, nowMs, cols), 'dim')], cols), snippet];
}

/** As many facts as fit in half the row; the age alone where two are too many. */
function factsThatFit(hit: Hit, facts: readonly string[], nowMs: number, cols: number): string {
  for (let count = facts.length; count >= 2; count--) {
    const text = facts.slice(0, count).join(SEPARATOR);
    if (width(text) <= cols / 2) return text;
  }
  return ageOf(hit.when ?? hit.last, nowMs);
}

function labelOf(hit: Hit): string {
  return `    ${hit.agent ? 'agent ' : ''}${hit.field}: `;
}

/** The pieces after their label, cut so that the first match is in sight with some of what stands before it. */
function aroundMatch(pieces: readonly Span[], label: string, cols: number): Line {
  const room = cols - width(label);
  const firstMark = pieces.findIndex((piece) => piece.role === 'mark');
  if (firstMark < 1 || lineWidth(pieces) <= room) return fitLine([span(label, 'dim'), ...pieces], cols);
  // Everything before the first match is one piece.
  const rest = pieces.slice(firstMark);
  const before = Math.max(Math.floor(room / 3), room - lineWidth(rest));
  return fitLine([span(label, 'dim'), span(truncateStart(pieces[0].text, before)), ...rest], cols);
}

/** The message if there is one, over as many rows as it takes: it may hold a line to type. Else the keys. */
function footLines(state: PickerState, layout: Layout): Line[] {
  const { cols, rows, message } = state;
  if (message === '') return [hintLine(state, layout)];
  const most = rows - 1;
  const broken = wrap(message, cols);
  return broken.slice(0, most).map(({ start, end }, row) => [span(row === most - 1 ? truncate(message.slice(start), cols) : message.slice(start, end))]);
}

/** As many keys as fit; on a screen without notes, behind what the notes would say first. */
function hintLine(state: PickerState, { hasNotes }: Layout): Line {
  const { cols } = state;
  const first = hasNotes || state.helpTop !== null ? [] : sayFirst(state);
  const ranked = [...first.map((shown) => ({ shown, does: '' })), ...hintsOf(state)];
  for (let count = ranked.length; count > 0; count--) {
    const line = ranked.slice(0, count).flatMap((hint, index) => [span(index === 0 ? '' : SEPARATOR, 'dim'), span(hint.shown), span(hint.does === '' ? '' : ` ${hint.does}`, 'dim')]);
    if (lineWidth(line) <= cols) return line.filter((part) => part.text !== '');
  }
  return fitLine([span(ranked[0].shown)], cols);
}

function hintsOf(state: PickerState): { shown: string; does: string }[] {
  if (state.helpTop !== null) return [{ shown: 'Esc', does: 'close' }, { shown: '↑↓', does: 'scroll' }];
  const hints = KEY_BINDINGS.flatMap(({ hint }) => (hint === undefined ? [] : [hint])).sort((a, b) => a.rank - b.rank);
  switch (modeOf(state)) {
    case 'typing':
      return [{ shown: 'Enter', does: 'resume' }, { shown: 'Esc', does: 'end typing' }, { shown: '↑↓', does: 'move' }, { shown: 'Ctrl-U', does: 'clear' }, ...hints.filter(({ shown }) => /^(?:Ctrl|Tab)/.test(shown))];
    case 'reading':
      return [{ shown: 'Enter', does: 'resume' }, { shown: 'Esc', does: 'list' }, { shown: '↑↓', does: 'scroll' }, { shown: '←→', does: 'places' }, { shown: 'Ctrl-N', does: 'next hit' }, { shown: 'Ctrl-Y', does: 'copy' }];
    case 'list':
      return hints;
  }
}

function helpLines(top: number, cols: number, rows: number): Line[] {
  const keysWidth = Math.max(...KEY_BINDINGS.map((binding) => width(binding.shown)));
  const lines = KEY_BINDINGS.slice(top, top + rows).map(({ shown, does }) => {
    if (cols < HELP_COLUMNS_COLS) return fitLine([span(shown, 'accent'), span(` ${does}`)], cols);
    return fitLine([span(`  ${shown}${' '.repeat(keysWidth - width(shown) + 2)}`, 'accent'), span(does)], cols);
  });
  return [fitLine([span('Keys', 'bold')], cols), ...lines];
}

function pointer(isSelected: boolean): string {
  return isSelected ? '> ' : '  ';
}
