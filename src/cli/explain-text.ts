/**
 * What `--explain` adds to an answer as text: above the hits, what the search made of the words of the query; under each hit, the sum that
 * makes up its score. Pure; loaded on demand.
 *
 * A line is a head, whose cells are aligned in columns, and a note. Where there is no room for both side by side, the note goes
 * below, so that nothing is cut off in a narrow terminal. All numbers of a hit include their shares, so they add up.
 */
import type { Hit, SearchAnswer } from '../contract.ts';
import type { AnswerExplanation, ExplainedTerm, HitExplanation, HitTerm } from '../explanation.ts';
import { oneLine } from '../picker/hit-text.ts';
import type { Style } from '../terminal/style.ts';
import { truncate, width } from '../terminal/width.ts';
import { wrap } from '../terminal/wrap.ts';
import { wayName } from './answer-foot.ts';
import { counted } from '../sizes.ts';

interface Line {
  /** Cells of the head: text in the first column, numbers in the others. */
  readonly cells: readonly string[];
  readonly note: string;
}

/** Columns that a note needs to stand beside its head. */
const NOTE_COLUMNS = 24;
/** Most columns of a term. */
const TERM_COLUMNS = 28;
/** How many of the terms that stand for a word are named. */
const NAMED_MEMBERS = 6;

const KIND_NOTES: Readonly<Record<AnswerExplanation['words'][number]['kind'], string>> = {
  plain: '',
  identifier: ' (identifier)',
  grams: ' (run without spaces)',
  literal: ' (literal)',
};

const PART_NAMES: Readonly<Record<HitExplanation['parts'][number]['part'], string>> = {
  chunk: 'best chunk',
  turn: 'best turn',
  spread: 'spread',
  count: 'chunk count',
  closeness: 'closeness',
  exact: 'as typed',
};

/** The lines above the hits; none where nothing is explained. */
export function explainQuery({ explain }: SearchAnswer, style: Style, columns: number): string[] {
  if (explain === undefined) return [];
  const { words, terms, gate, reachable, best } = explain;
  const lines = words.flatMap((word): Line[] => {
    const about = [`${word.role}${KIND_NOTES[word.kind]}`];
    if (word.field !== null) about.push(`in ${word.field} only`);
    else if (word.required) about.push('required');
    if (word.terms.length === 1) about.push(aboutTerm(terms[word.terms[0]], explain));
    const head: Line = { cells: [nameOf(word.typed)], note: about.join(', ') };
    return word.terms.length === 1 ? [head] : [head, ...word.terms.map((term) => ({ cells: [`  ${nameOf(terms[term].term)}`], note: aboutTerm(terms[term], explain) }))];
  });
  const sentence =
    `relevant: from ${number(gate.ratio)} of the best score (${number(best)}) if that is ${number(gate.share)} of what a session could reach (${number(reachable)}), ` +
    'or whatever holds a short query or a name as typed';
  return [...laidOut(lines, style, columns), ...wrapped(sentence, columns).map((row) => style.dim(row)), ''];
}

/** The lines under a hit; none where it is not explained. */
export function explainHit({ explain, score }: Hit, answer: SearchAnswer, style: Style, columns: number): string[] {
  const whole = answer.explain;
  if (explain === undefined || whole === undefined) return [];
  const given = explain.parts.filter(({ value }) => value !== 0);
  const valueColumns = Math.max(...given.map(({ value }) => number(value).length));
  const parts = given.map((part): Line => ({
    cells: [PART_NAMES[part.part], number(part.points), part.share === 1 ? '' : `${number(part.share)} x ${number(part.value).padStart(valueColumns)}`],
    note: aboutPart(part.part, explain, whole),
  }));
  const sum: Line = { cells: ['score', number(score), ''], note: aboutGate(explain.gate, whole) };
  const head: Line = { cells: ['by word', 'chunk', 'turn', 'spread', 'count'], note: '' };
  const terms = explain.terms.map((term): Line => {
    const { chunk, turn, spread, count } = term.points;
    return { cells: [nameOf(whole.terms[term.term].term), ...[chunk, turn, spread, count].map(number)], note: aboutUse(term, whole) };
  });
  return [...laidOut([...parts, sum], style, columns), ...(terms.length === 0 ? [] : laidOut([head, ...terms], style, columns))];
}

function aboutTerm({ importance, idf, chunks, members }: ExplainedTerm, { chunks: all }: AnswerExplanation): string {
  const facts = [`${importance === 1 ? '' : `weight ${number(importance)}, `}idf ${number(idf)}, in ${chunks} of ${counted(all, 'chunk')}`];
  for (const others of byWay(members)) {
    const [{ way, tier }] = others;
    const named = others.slice(0, NAMED_MEMBERS).map(({ term, chunks: holding }) => `${nameOf(term)} ${holding}`);
    facts.push(`${wayName(way, others.length)} at ${number(tier)}: ${named.join(', ')}${others.length > named.length ? ` and ${others.length - named.length} more` : ''}`);
  }
  return facts.join('; ');
}

/** The members other than the word itself, grouped by way and tier. */
function byWay(members: ExplainedTerm['members']): ExplainedTerm['members'][] {
  const runs = new Map<string, ExplainedTerm['members']>();
  for (const member of members) {
    const key = `${member.way} ${member.tier}`;
    if (member.way !== 'exact') runs.set(key, [...(runs.get(key) ?? []), member]);
  }
  return [...runs.values()];
}

function aboutPart(part: HitExplanation['parts'][number]['part'], { chunk, turn, length, closeness, exact }: HitExplanation, { terms, averageTokens }: AnswerExplanation): string {
  if (part === 'chunk') return `${placeOf(chunk)}, weight ${number(chunk.weight)}, ${counted(chunk.tokens, 'token')} (average ${Math.round(averageTokens)})`;
  if (part === 'turn') return `${turnName(turn)}, with the one behind it`;
  if (part === 'spread') return `divided by ${number(length.divisor)}: ${counted(length.chunks, 'chunk')} (average ${Math.round(length.average)})`;
  if (part === 'count') return `of ${counted(length.chunks, 'chunk')}`;
  if (part === 'exact') return exact.map(({ typed, points }) => `${nameOf(typed)} ${number(points)}`).join(', ');
  if (closeness === null) return '';
  const pairs = closeness.pairs.map(({ terms: [a, b], distance, worth }) => `${nameOf(terms[a].term)} and ${nameOf(terms[b].term)} ${distance} apart ${number(worth)}`);
  return `${placeOf(closeness)}: ${pairs.join(', ')}`;
}

function aboutGate({ ratio, share, verdict, knownBy }: HitExplanation['gate'], { gate }: AnswerExplanation): string {
  const measured = `${number(ratio)} of the best, ${number(share)} of the reachable`;
  if (verdict === 'known item') return `${measured}; relevant: holds ${knownBy.map(nameOf).join(' and ')} as typed`;
  if (verdict === 'relevant') return `${measured}; relevant`;
  const missed = [verdict.includes('ratio') ? number(gate.ratio) : '', verdict.includes('share') ? number(gate.share) : ''].filter((limit) => limit !== '');
  return `${measured}; weak: below ${missed.join(' and ')}`;
}

function aboutUse({ inChunk, fields, exact }: HitTerm, { terms }: AnswerExplanation): string {
  const uses = inChunk?.members.map(({ term, way, times }) => `${times} x ${nameOf(term)}${way === 'exact' ? '' : ` (${wayName(way, 1)})`}`) ?? [];
  const measured = inChunk === null ? '' : `weighted ${number(inChunk.weighted)}, tier ${number(inChunk.tier)}, saturation ${number(inChunk.saturation)}`;
  const here = inChunk === null ? 'not in the best chunk' : `best chunk ${uses.join(', ')}: ${measured}`;
  const places = fields.map(({ field, chunks, times }) => `${field} ${times > 0 ? times : chunks}`);
  return `${here}; in all ${places.join(', ')}${exact || terms.length === 0 ? '' : ', never as typed'}`;
}

function placeOf({ field, turn }: { readonly field: string; readonly turn: number }): string {
  return turn > 0 ? `${field}, ${turnName(turn)}` : field;
}

function turnName(turn: number): string {
  return turn > 0 ? `turn ${turn}` : 'before the first prompt';
}

function nameOf(text: string): string {
  return truncate(oneLine(text), TERM_COLUMNS);
}

function number(value: number): string {
  return value.toFixed(2);
}

/** Heads with aligned cells, notes beside or below. */
function laidOut(lines: readonly Line[], style: Style, columns: number): string[] {
  const cellCount = Math.max(...lines.map(({ cells }) => cells.length));
  const widths = Array.from({ length: cellCount }, (_, at) => Math.max(...lines.map(({ cells }) => width(cells[at] ?? ''))));
  const headColumns = widths.reduce((sum, cell) => sum + cell + 2, 0);
  const isBeside = headColumns + NOTE_COLUMNS <= columns;
  return lines.flatMap(({ cells, note }) => {
    const padded = widths.map((cell, at) => padTo(cells[at] ?? '', cell, at > 0)).join('  ');
    if (isBeside) {
      const rows = note === '' ? [''] : wrapped(note, columns - headColumns);
      return rows.map((row, index) => (index === 0 ? padded : ' '.repeat(headColumns - 2)) + (row === '' ? '' : `  ${style.dim(row)}`)).map((row) => row.trimEnd());
    }
    const head = width(padded.trimEnd()) <= columns ? [padded.trimEnd()] : wrapped(cells.filter((cell) => cell !== '').join('  '), columns);
    return [...head, ...wrapped(note, columns - 2).map((row) => `  ${style.dim(row)}`)];
  });
}

function padTo(text: string, columns: number, isNumber: boolean): string {
  const blanks = ' '.repeat(Math.max(0, columns - width(text)));
  return isNumber && /^[\d.]/.test(text) ? blanks + text : text + blanks;
}

function wrapped(text: string, columns: number): string[] {
  return wrap(text, columns).map((row) => text.slice(row.start, row.end));
}
