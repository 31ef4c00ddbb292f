/**
 * A state as rows of the screen: exactly as many rows as it has, none wider than it is. Pure.
 *
 * The matching line is shown around its first match. When room is short the facts give way before the title does, and
 * the age goes last. All text of a session comes from hit-text, sanitised.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import { width } from '../terminal/width.ts';
import { ageOf, factsOf, oneLine, snippetOf, titleOf } from './hit-text.ts';
import { KEY_BINDINGS } from './keymap.ts';
import type { Layout } from './layout.ts';
import { layoutOf } from './layout.ts';
import type { Line, Span } from './line.ts';
import { fitLine, lineWidth, span, spreadLine, truncateStart } from './line.ts';
import type { PickerState } from './state.ts';

const SEPARATOR = ' · ';

/** Below this width the two columns of the help stand in one. */
const HELP_COLUMNS_COLS = 50;

/** The rows to show: `rows` lines of at most `cols` columns. */
export function view(state: PickerState, cols: number, rows: number): Line[] {
  const layout = layoutOf(cols, rows);
  const lines: Line[] = [];
  if (layout.isTiny) {
    lines.push(fitLine([span(pointer(true), 'accent'), span(titleOf(state.answer.hits[state.selected]))], cols));
  } else if (state.helpTop !== null) {
    lines.push(fitLine([span('Keys', 'bold')], cols));
    const shown = KEY_BINDINGS.slice(state.helpTop, state.helpTop + layout.bodyRows);
    for (const binding of shown) lines.push(helpLine(binding.shown, binding.does, cols));
  } else {
    lines.push(header(state, cols));
    for (const [offset, hit] of state.answer.hits.slice(state.top, state.top + layout.hitCount).entries()) {
      lines.push(...hitLines(hit, state, state.top + offset === state.selected, layout, cols));
    }
  }
  const lastRow = layout.isTiny ? rows : rows - 1;
  const body = lines.slice(0, lastRow);
  while (body.length < lastRow) body.push([]);
  return layout.isTiny ? body : [...body, hintLine(state.helpTop !== null, cols)];
}

function header(state: PickerState, cols: number): Line {
  const { answer } = state;
  const query = oneLine(answer.query) || 'newest sessions';
  const counts = countsOf(answer, state.selected);
  // The query is what the person knows already: the counts take up to two thirds of the row.
  let shown = counts.length;
  while (shown > 1 && width(counts.slice(0, shown).join(SEPARATOR)) > (cols * 2) / 3) shown--;
  return spreadLine([span(query, 'bold')], [span(counts.slice(0, shown).join(SEPARATOR), 'dim')], cols);
}

/** Where one is, and everything that is not in the list: nothing may be missing in silence. */
function countsOf(answer: SearchAnswer, selected: number): string[] {
  const counts = [`${selected + 1}/${answer.hits.length}`];
  const weakShown = answer.hits.filter((hit) => hit.weak).length;
  if (answer.relevant === 0) counts.push('nothing clearly fits');
  if (answer.relevant > answer.hits.length - weakShown) counts.push(`${answer.relevant} relevant`);
  if (answer.weak > weakShown) counts.push(`${answer.weak - weakShown} weak hidden`);
  if (answer.index.pending > 0) counts.push(`${answer.index.pending} files not yet read`);
  return counts;
}

function hitLines(hit: Hit, state: PickerState, isSelected: boolean, layout: Layout, cols: number): Line[] {
  const { hitRows, isNarrow } = layout;
  const title: Span[] = [span(pointer(isSelected), 'accent')];
  if (hit.weak) title.push(span('weak: ', 'dim'));
  title.push(span(titleOf(hit), isSelected ? 'bold' : 'plain'));
  const facts = factsOf(hit, state.nowMs);
  const snippet = aroundMatch(snippetOf(hit, state.hasColor), isNarrow ? '  ' : labelOf(hit), cols);
  if (hitRows === 3) return [fitLine(title, cols), fitLine([span(`  ${facts.join(SEPARATOR)}`, 'dim')], cols), snippet];
  return [spreadLine(title, [span(factsThatFit(hit, facts, state.nowMs, cols), 'dim')], cols), snippet];
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

/** The pieces after their label, cut so that the first match is seen with some of what stands before it. */
function aroundMatch(pieces: readonly Span[], label: string, cols: number): Line {
  const room = cols - width(label);
  const firstMark = pieces.findIndex((piece) => piece.role === 'mark');
  if (firstMark < 1 || lineWidth(pieces) <= room) return fitLine([span(label, 'dim'), ...pieces], cols);
  // Everything before the first match is one piece.
  const rest = pieces.slice(firstMark);
  const before = Math.max(Math.floor(room / 3), room - lineWidth(rest));
  return fitLine([span(label, 'dim'), span(truncateStart(pieces[0].text, before)), ...rest], cols);
}

function hintLine(isHelp: boolean, cols: number): Line {
  const hints = KEY_BINDINGS.flatMap((binding) => (binding.hint === undefined ? [] : [binding.hint]));
  const ranked = isHelp ? [{ shown: 'Esc', does: 'close', rank: 1 }, { shown: '↑↓', does: 'scroll', rank: 2 }] : hints.sort((a, b) => a.rank - b.rank);
  for (let count = ranked.length; count > 0; count--) {
    const line = ranked.slice(0, count).flatMap((hint, index) => [span(index === 0 ? '' : SEPARATOR, 'dim'), span(hint.shown), span(` ${hint.does}`, 'dim')]);
    if (lineWidth(line) <= cols) return line.filter((part) => part.text !== '');
  }
  return [];
}

function helpLine(shown: string, does: string, cols: number): Line {
  if (cols < HELP_COLUMNS_COLS) return fitLine([span(shown, 'accent'), span(` ${does}`)], cols);
  const keysWidth = Math.max(...KEY_BINDINGS.map((binding) => width(binding.shown)));
  return fitLine([span(`  ${shown}${' '.repeat(keysWidth - width(shown) + 2)}`, 'accent'), span(does)], cols);
}

function pointer(isSelected: boolean): string {
  return isSelected ? '> ' : '  ';
}
