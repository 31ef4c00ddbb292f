/**
 * What stands below the hits of an answer as text: the counts, and everything that was not shown, not searched or not looked for. Pure.
 *
 * Nothing that is missing is missing in silence. Shared with the reply of the MCP server, and with an answer that found nothing.
 */
import type { Expansion, SearchAnswer } from '../contract.ts';
import { oneLine } from '../picker/hit-text.ts';
import { counted, elapsed, formatBytes } from '../sizes.ts';
import type { AnswerTextOptions } from './answer-text.ts';

/** How many of the terms that were used for a typed word are named. */
const NAMED_EXPANSIONS = 5;

/** What a term, or several, are to the word that they stand for. */
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

/** A way in words for people, by how many terms it found; its own name where the table has none. */
export function wayName(way: string, count: number): string {
  const names: Readonly<Record<string, readonly [string, string] | undefined>> = WAY_NAMES;
  return names[way]?.[count > 1 ? 1 : 0] ?? way;
}

/** The counts, everything that may be missing from the answer, and how to go on; each on a line of any length. */
export function footLines(answer: SearchAnswer, { offset, isAll, hasNumbers, explaining }: Pick<AnswerTextOptions, 'offset' | 'isAll' | 'hasNumbers' | 'explaining'>): string[] {
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

/** `also searched for retrys: retries, retry (other forms), …`, one line for each typed word. */
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

/** Typed words that are named where something was left out. */
const NAMED_LEFT_OUT = 3;

/** `left out: 283 rarer words like total and cart, close spellings of fooo, …`: what was not looked for. */
export function leftOutLines(leftOut: SearchAnswer['leftOut']): string[] {
  if (leftOut === undefined) return [];
  const words = new Set<string>();
  let rarerCount = 0;
  const others: string[] = [];
  for (const { typed, kind, count } of leftOut) {
    const name = oneLine(typed);
    if (count === null) others.push(`close spellings of ${name}`);
    else if (kind === 'word') others.push(`the ${counted(count, 'commonest word')} of the query`);
    else if (kind === 'quotation') others.push(`“${name}…” as it stands: ${count} characters are looked for by their words`);
    else if (kind === 'exclusion') others.push(`the exclusion of “${name}…”: it is ${count} characters long`);
    else {
      words.add(name);
      rarerCount += count;
    }
  }
  const rarer = rarerCount === 0 ? [] : [`${counted(rarerCount, 'rarer word')} like ${someOf([...words])}`];
  return [`left out: ${[...rarer, ...others].join(', ')}`];
}

/** `a`, `a and b`, `a, b, c and 4 more`. */
function someOf(names: readonly string[]): string {
  const named = names.slice(0, NAMED_LEFT_OUT);
  const rest = names.length > named.length ? `${names.length - named.length} more` : (named.pop() as string);
  return named.length === 0 ? rest : `${named.join(', ')} and ${rest}`;
}

/** `left out: 3 sessions with m (-m; in quotes it is searched for)`: a command that was pasted may exclude what it should find. */
export function excludedLines({ excluded, group }: Pick<SearchAnswer, 'excluded' | 'group'>): string[] {
  if (excluded === undefined) return [];
  const words = excluded.words.map(oneLine);
  const dashed = words.map((word) => (word.includes(' ') ? `-"${word}"` : `-${word}`)).join(' ');
  return [`left out: ${counted(excluded.count, group)} with ${words.join(' or ')} (${dashed}; in quotes it is searched for)`];
}

/** What a search for a regular expression cost, and what it may have missed. */
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

/** How much was searched, and what was not: `searched 412 sessions in 1203 files; skipped: …`. */
export function indexLine({ sessions, files, skipped, truncated, pending }: SearchAnswer['index']): string {
  const parts = [`searched ${counted(sessions, 'session')} in ${counted(files, 'file')}`];
  const reasons = skipped.filter(({ count }) => count > 0).map(({ reason, count }) => `${oneLine(reason)} ${count}`);
  if (reasons.length > 0) parts.push(`skipped: ${reasons.join(', ')}`);
  if (truncated > 0) parts.push(`cut short: ${formatBytes(truncated)} of long outputs`);
  if (pending > 0) parts.push(`${counted(pending, 'file')} not indexed yet, so the answer may lack something`);
  return parts.join('; ');
}
