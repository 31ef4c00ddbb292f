/**
 * Lines that a person wrote for the thesaurus: folded like terms; what is invalid is left out and reported. Loaded on demand. Pure.
 */
import { analyzeText } from '../analysis/analyzer.ts';
import { BETWEEN, SIGN_OF_COMMENT } from './thesaurus.ts';

/** A person's own lines, once read. */
export interface OwnSynonyms {
  /** Folded, each ended by a line feed. */
  readonly lines: string;
  /** What is wrong with them, to follow the file's name in a sentence; null when nothing is. */
  readonly trouble: string | null;
}

/** What is longer, in characters, is no word. */
const LONGEST_ENTRY = 64;
/** Most lines that are read. A bound of work. */
const LINE_LIMIT = 5000;
/** Most line numbers that are named. */
const NAMED_LINES = 5;

/** Reads the lines: `repository, repo`, one group on each; empty lines and those that begin with # are for people. Never throws. */
export function readSynonyms(text: string): OwnSynonyms {
  const lines: string[] = [];
  const bad: number[] = [];
  const all = text.split(/\r?\n/);
  for (const [index, line] of all.slice(0, LINE_LIMIT).entries()) {
    const bare = line.trim();
    if (bare === '' || bare.startsWith(SIGN_OF_COMMENT)) continue;
    const typed = bare.split(',');
    const entries = [...new Set(typed.map(foldEntry).filter((entry) => entry !== ''))];
    if (entries.length < 2 || typed.some((entry) => entry.length > LONGEST_ENTRY)) bad.push(index + 1);
    else lines.push(`${entries.join(BETWEEN)}\n`);
  }
  const said: string[] = [];
  if (bad.length > 0) {
    const named = bad.slice(0, NAMED_LINES).join(', ');
    const more = bad.length > NAMED_LINES ? ` and ${bad.length - NAMED_LINES} more` : '';
    said.push(`${bad.length === 1 ? 'line' : 'lines'} ${named}${more} left out: a line is two words or more with commas between them`);
  }
  if (all.length > LINE_LIMIT) said.push(`only the first ${LINE_LIMIT} lines are used`);
  return { lines: lines.join(''), trouble: said.length > 0 ? said.join('; ') : null };
}

/** An entry folded like terms; its words separated by one space. */
function foldEntry(entry: string): string {
  return entry.trim().split(/\s+/).map((word) => analyzeText(word)[0]?.term ?? '').filter((word) => word !== '').join(' ');
}
