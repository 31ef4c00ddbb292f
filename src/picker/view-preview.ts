/**
 * The preview pane as rows: which place it shows, and the text around the match. Pure.
 *
 * Until the text has come, it shows what the hit itself knows: the pane is never empty, and never shows another hit's text.
 */
import { span, fitLine } from './line.ts';
import type { Line } from './line.ts';
import { ageOf, oneLine, snippetOf } from './hit-text.ts';
import type { Area } from './layout.ts';
import { previewRows } from './preview.ts';
import type { Place } from './question.ts';
import { HEAD_ROWS, placeIndex, presentPreview, shownRows, wantedPlace } from './reading.ts';
import type { PickerState } from './state.ts';

/** At most as many rows as the area has, none wider. */
export function paneLines(state: PickerState, area: Area): Line[] {
  const wanted = wantedPlace(state);
  if (wanted === null) return [];
  const { place } = wanted;
  const shown = shownRows(state);
  const { rows, top } = shown ?? { rows: previewRows(inAdvance(place), area.cols, state.setting.hasColor), top: 0 };
  const room = Math.max(0, area.rows - HEAD_ROWS);
  const below = rows.lines.length - top - room;
  const beyond = [top > 0 ? `↑${top}` : '', below > 0 ? `↓${below}` : ''].filter((rows) => rows !== '');
  const more = shown === null ? ['…'] : beyond.length > 0 ? [`${beyond.join(' ')} rows`] : [];
  const { turn } = presentPreview(state) ?? place;
  return [fitLine([span([...headOf(state, { ...place, turn }), ...more].join(' · '), 'dim')], area.cols), ...rows.lines.slice(top, top + room).map((line) => fitLine(line, area.cols))];
}

/** `turn 3 of 12`, `2d`, `place 2 of 7`. */
function headOf(state: PickerState, place: Place): string[] {
  const facts = [place.turn > 0 ? `turn ${place.turn} of ${place.turns}` : 'before the first prompt'];
  const age = ageOf(place.when, state.setting.nowMs);
  if (age !== '') facts.push(age);
  const index = placeIndex(state);
  if (index >= 0 && state.places !== null) facts.push(`place ${index + 1} of ${state.places.list.length}`);
  return facts;
}

/** What a hit knows of its turn, in the form of a preview. Made once for each place, so that its rows are laid out only once. */
const advance = new WeakMap<Place, ReturnType<typeof makeAdvance>>();

function inAdvance(place: Place): ReturnType<typeof makeAdvance> {
  const known = advance.get(place) ?? makeAdvance(place);
  advance.set(place, known);
  return known;
}

function makeAdvance(place: Place) {
  const prompt = oneLine(place.prompt).trim();
  let snippet = '';
  const marks: [number, number][] = [];
  for (const { text, role } of snippetOf(place, true)) {
    if (role === 'mark') marks.push([snippet.length, snippet.length + text.length]);
    snippet += text;
  }
  const isPrompt = place.field === 'prompt' && !place.agent;
  return {
    turn: place.turn, turns: place.turns, when: place.when, before: 0, behind: 0, target: null,
    parts: [
      ...(isPrompt || prompt === '' ? [] : [{ field: 'prompt' as const, agent: false, text: prompt, marks: [] }]),
      ...(snippet.trim() === '' ? [] : [{ field: place.field, agent: place.agent, text: snippet, marks }]),
    ],
  };
}
