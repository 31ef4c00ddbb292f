/**
 * `ccfind eval`: how well the search finds what is in this history, kind by kind, and what it missed.
 */
import type { EvaluationReport, KindTrouble, Measure, MeasureLine, Miss } from '../reports.ts';
import { EXIT } from '../errors.ts';
import { sanitize, toJson } from '../terminal/sanitize.ts';
import { truncate } from '../terminal/width.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { nothingThere, withIndex } from './open-index.ts';
import { counted, elapsed, formatBytes } from '../sizes.ts';

/** Misses shown for each kind; --json has more. */
const SHOWN_MISSES = 3;
const SHOWN_KINDS = 10;
const COLUMNS: readonly (readonly [title: string, figure: string])[] = [['P@1', 'p1'], ['in 10', 'inTen'], ['at all', 'atAll'], ['MRR', 'mrr']];
const COLUMN_WIDTH = 7;
const FIGURE_NAMES: Readonly<Record<string, string>> = { p1: 'P@1', p3: 'P@3', inTen: 'in 10', atAll: 'at all', mrr: 'MRR' };

const NOT_ASKED: readonly string[] = [
  'Nothing is asked that the index leaves out on purpose: reminders, what a client writes in your name, notices, base64, and what',
  'ccfind itself printed; nor titles in another language than their session, or of words too common to tell which one is meant.',
  'Copies of a session count as one session; where the same task was run several times, any of the runs is right.',
];

/** Exit code 0 when every target is met, 1 when one was missed. */
export function runEval(args: Arguments, context: CliContext): Promise<number> {
  // evaluate() reads the transcripts first, and brings the index up to date afterwards.
  const values = { ...args.values, noRefresh: true as const };
  return withIndex(values, context, (index) => {
    const { seed, queries, kinds } = args.values;
    const report = index.engine.evaluate({ seed, queries, kinds });
    index.clearProgress();
    if (report.sessions === 0) throw nothingThere(index, 0);
    context.output.write(args.values.json ? `${toJson(report)}\n` : renderReport(report, context.output.columns()));
    return report.status === 'met' ? EXIT.ok : EXIT.nothing;
  });
}

function renderReport(report: EvaluationReport, columns: number): string {
  const { measures, misses, kinds, seed, queries } = report;
  const missed = measures.filter(({ isMet }) => isMet === false).length;
  const read = `${counted(report.sessions, 'session')}, ${counted(report.texts, 'text')} in ${formatBytes(report.bytes)}; ${elapsed(report.elapsedMs)}`;
  const lines = [
    `${'kind'.padEnd(11)}${'n'.padStart(5)}${COLUMNS.map(([title]) => title.padStart(COLUMN_WIDTH)).join('')}  target`,
    ...measures.map(rowOf),
    ...misses.flatMap((miss, at) => (isShown(misses, at) ? ['', ...linesOfMiss(miss).map((line) => truncate(sanitize(line), columns))] : [])),
    ...linesOfKinds(kinds).map(sanitize),
    '',
    `${missed === 0 ? 'every target is met' : `${counted(missed, 'kind')} missed`}; read: ${read}; to repeat it: --seed ${seed} --queries ${queries}`,
    ...NOT_ASKED,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function rowOf({ kind, n, figures, lines, isMet }: Measure): string {
  const head = `${kind.padEnd(11)}${String(n).padStart(5)}`;
  if (isMet === null) return `${head}  too few to say anything`;
  const cells = COLUMNS.map(([, figure]) => (figure in figures ? figures[figure].toFixed(3) : '').padStart(COLUMN_WIDTH)).join('');
  return `${head}${cells}  ${isMet ? 'met' : 'missed'}: ${lines.map((line) => describeLine(line, figures)).join(', ')}`;
}

/** `MRR >= 0.85`, with the value reached where no column shows it; a missed target is marked. */
function describeLine({ figure, least, most, isMet }: MeasureLine, figures: Measure['figures']): string {
  const reached = COLUMNS.some(([, shown]) => shown === figure) ? '' : ` ${Number(figures[figure].toFixed(3))}`;
  return `${isMet ? '' : '! '}${FIGURE_NAMES[figure] ?? figure}${reached} ${least === null ? `<= ${most}` : `>= ${least}`}`;
}

function isShown(misses: readonly Miss[], at: number): boolean {
  return misses.slice(0, at).filter(({ kind }) => kind === misses[at].kind).length < SHOWN_MISSES;
}

function linesOfMiss({ kind, query, session, rank, missing, missingCount, first }: Miss): string[] {
  const place = rank === null ? 'not in the first ten' : `at ${rank}`;
  const lost = missingCount === 0 ? '' : `; nowhere: ${missing.map(shortId).join(' ')}${missingCount > missing.length ? ` and ${missingCount - missing.length} more` : ''}`;
  return [
    `${kind}: ${query}`,
    `    of ${shortId(session)}, found ${place}${lost}`,
    `    first: ${first === null ? 'nothing' : `${shortId(first.session)} ${first.title}`}`,
  ];
}

function linesOfKinds(kinds: readonly KindTrouble[]): string[] {
  const told = kinds.slice(0, SHOWN_KINDS).map(({ kind, version, count, isKnown }) => {
    const what = isKnown ? 'without the words that it used to hold' : 'new to this version of ccfind';
    return `${kind}: ${count} of client ${version === '' ? 'unknown' : version}, ${what}`;
  });
  const more = kinds.length > SHOWN_KINDS ? [`and ${counted(kinds.length - SHOWN_KINDS, 'more such kind')}`] : [];
  return kinds.length === 0 ? [] : ['', ...told, ...more];
}

function shortId(id: string): string {
  return id.slice(0, 8);
}
