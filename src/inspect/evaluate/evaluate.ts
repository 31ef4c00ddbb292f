/**
 * Measures the search on the person's own history: questions whose answer a literal scan of the transcripts knows, asked one
 * after the other, and held to lines.
 *
 *   transcripts ─► gather: names, samples, families ─► questions + truth ─► ask ─► figures ─► met or missed, worst misses
 *
 * The transcripts are read before the index is brought up to date, so that whatever was read must be in it. Sessions are split by
 * a hash of their id: who tunes the ranking may look at the even half, and the odd half tells whether it was only that.
 */
import type { Progress, SearchAnswer, SearchRequest } from '../../contract.ts';
import { CcfindError } from '../../errors.ts';
import { keyOfText } from '../../hash.ts';
import type { EvaluationReport, EvaluationRequest, Measure, Miss } from '../../reports.ts';
import { chanceFrom } from '../chance.ts';
import { listOnDisk } from '../disk-sample.ts';
import type { Outcome } from './ask.ts';
import { gather } from './gather.ts';
import type { Gathered } from './gather.ts';
import { KINDS, MIN_QUESTIONS, heldTo, meanReciprocalRank } from './measures.ts';
import type { MeasuredKind } from './measures.ts';
import { openRounds } from './rounds.ts';
import { makeQuestions } from './questions.ts';

/** What a measurement is made with. */
export interface EvaluationTools {
  /** Config folders, absolute. */
  readonly roots: readonly string[];
  readonly refresh: () => void;
  readonly search: (request: SearchRequest) => SearchAnswer;
  readonly onProgress: (progress: Progress) => void;
}

/** Of a kind when nobody says how many: all kinds took 86 s for 700 MB. */
const DEFAULT_QUERIES = 60;
const MISSES_A_KIND = 20;
const NAMED_MISSING = 3;
const MAX_TEXT = 200;

/** Measures. Throws a usage error for a kind that does not exist. */
export function evaluateSearch(tools: EvaluationTools, { seed = 0, queries = DEFAULT_QUERIES, kinds }: EvaluationRequest): EvaluationReport {
  const startMs = Date.now();
  for (const name of kinds ?? []) {
    if (!KINDS.some(({ kind }) => kind === name)) throw new CcfindError('usage', `--kind ${name}: expected one of ${KINDS.map(({ kind }) => kind).join(', ')}`);
  }
  const chance = chanceFrom(seed);
  const gathered = gather(tools.roots.flatMap(listOnDisk), queries, chance, tools.onProgress);
  tools.refresh();
  const rounds = openRounds(tools, gathered, makeQuestions(gathered, queries, chance), queries, chance);
  const wanted = KINDS.filter(({ kind }) => kinds === undefined || kinds.includes(kind));
  const misses: Miss[] = [];
  const measures = wanted.map((kind): Measure => {
    const { n, figures, outcomes } = rounds.of(kind.kind);
    const { kind: name, asks } = kind;
    if (n < MIN_QUESTIONS) return { kind: name, asks, n, figures: {}, lines: [], isMet: null, halves: null };
    misses.push(...missesOf(kind, outcomes, gathered));
    const lines = heldTo(kind.lines, figures);
    return { kind: name, asks, n, figures, lines, isMet: lines.every(({ isMet }) => isMet), halves: halvesOf(outcomes, gathered) };
  });
  const trouble = gathered.kinds.trouble();
  const isMissed = measures.some(({ isMet }) => isMet === false) || trouble.some(({ isKnown }) => isKnown);
  const { fileCount, bytes, textCount, sessions } = gathered;
  return {
    schema: 1, status: isMissed ? 'missed' : 'met', seed, queries, sessions: sessions.length, files: fileCount, bytes, texts: textCount,
    elapsedMs: Date.now() - startMs, measures, misses, kinds: trouble,
  };
}

/** The worst of a kind: what is missing from the list, then what is not in ten, then what is not first where that is asked. */
function missesOf({ kind, lines }: MeasuredKind, outcomes: readonly Outcome[], { sessions, families }: Gathered): Miss[] {
  const wants = (figure: string): boolean => lines.some((line) => line.figure === figure);
  const badness = ({ missing, rank }: Outcome): number => {
    if (missing.length > 0 && wants('atAll')) return 1000 + missing.length;
    if (rank === null && wants('atAll') && !wants('inTen')) return 0;
    return rank === null ? 100 : wants('p1') || wants('mrr') ? rank - 1 : 0;
  };
  const idOf = (family: number): string => sessions[families.indexOf(family)].id;
  const bad = outcomes.filter((outcome) => badness(outcome) > 0).sort((a, b) => badness(b) - badness(a)).slice(0, MISSES_A_KIND);
  return bad.map(({ question, rank, missing, firstHit }) => ({
    kind,
    query: question.text.slice(0, MAX_TEXT),
    session: sessions[question.session].id,
    rank,
    missing: missing.slice(0, NAMED_MISSING).map(idOf),
    missingCount: missing.length,
    first: firstHit === null ? null : { session: firstHit.session, title: firstHit.title.slice(0, MAX_TEXT) },
  }));
}

function halvesOf(outcomes: readonly Outcome[], { sessions }: Gathered): Measure['halves'] {
  if (outcomes.length === 0) return null;
  const half = (parity: number): { n: number; mrr: number } => {
    const own = outcomes.filter(({ question }) => (keyOfText(sessions[question.session].id).lo & 1) === parity);
    return { n: own.length, mrr: meanReciprocalRank(own) };
  };
  return { even: half(0), odd: half(1) };
}
