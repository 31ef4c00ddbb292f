/**
 * A line of a change log, and the commit that added it: two descriptions of one piece of work, by hand, in different words.
 *
 * A commit is a turn: the subject as prompt, the message as answer, the names of the files as tool, the changed lines as output; the
 * change log itself is left out. CB: one commit a session. SB, SP: commits joined into made-up sessions of 1 to 21 of them. Lines
 * that say nearly the same as the commit's subject are no queries, nor are bumps of versions.
 */
import type { Mirror } from './mirror.ts';
import { createDraw, sampleOf } from './sample.ts';
import type { Collection, Part, Query, Session } from './set.ts';
import { answerable } from './set.ts';

export interface CommitSource {
  readonly repository: string;
  /** Of the change log's files. */
  readonly log: RegExp;
  /** Commits that are kept, newest first. */
  readonly limit: number;
  /** Keys of the sets, null for none. */
  readonly commitSet: string | null;
  readonly sessionSet: string | null;
}

export const BLACK: CommitSource = { repository: 'psf/black', log: /^(CHANGES\.md|CHANGELOG.*)$/, limit: 2000, commitSet: 'CB', sessionSet: 'SB' };
export const PYTEST: CommitSource = { repository: 'pytest-dev/pytest', log: /^(changelog\/|CHANGELOG|doc\/en\/changelog)/, limit: 4000, commitSet: null, sessionSet: 'SP' };

interface Commit {
  readonly name: string;
  readonly atMs: number;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
  readonly changes: string;
  /** Lines added to the first file of the change log. */
  readonly notes: readonly string[];
}

const RECORD = '\x1e';
const BORDER = '\x1f';
const ROUTINE = /^(Bump|\[pre-commit|build\(deps|Prepare release|Update pre-commit)/i;
const PATCH_HEAD = /^(index|---|\+\+\+|new file|deleted|similarity|rename)/;
const CHANGE_CHARS = 12_000;
const FILE_LIMIT = 30;
/** Turns of made-up sessions, drawn in turn. */
const SESSION_SIZES = [1, 1, 2, 3, 5, 8, 13, 21];
/** Share of words in common from which a line and a subject are one sentence. */
const SAME_SENTENCE = 0.5;
const QUERY_SAMPLE = [300, 11] as const;
const SESSION_SEED = 5;

export function readCommits(mirror: Mirror, { repository, log, limit, commitSet, sessionSet }: CommitSource): Collection {
  const format = `--format=${RECORD}%H${BORDER}%at${BORDER}%s${BORDER}%b${BORDER}`;
  const text = mirror.git(repository, 'log', '--no-merges', '-n', String(2 * limit), format, '-p', '-U1', '--no-color', '--no-ext-diff');
  const all = text.split(RECORD).slice(1).flatMap((record) => readCommit(record, log) ?? []);
  const commits = withoutBackports(all).slice(0, limit);
  const queries = sampleOf(commits.flatMap((commit) => queryOf(commit) ?? []), ...QUERY_SAMPLE);
  const collection: { piles: Collection['piles'][number][]; sets: Record<string, Query[]> } = { piles: [], sets: {} };
  const add = (key: string | null, pile: string, sessions: readonly Session[], sessionOf: (commit: string) => string): void => {
    if (key === null) return;
    collection.piles.push({ name: pile, sessions });
    collection.sets[key] = answerable(queries.map((query) => ({ ...query, pile, right: query.right.map(sessionOf) })), collection.piles);
  };
  const joined = joinCommits(commits);
  const holder = new Map(joined.flatMap(({ name, commits: held }) => held.map((commit) => [commit.name, name])));
  add(commitSet, 'commits', commits.map((commit) => ({ name: commit.name, title: '', parts: partsOf(commit) })), (name) => name);
  add(sessionSet, 'sessions', joined.map(({ name, commits: held }) => ({ name, title: '', parts: held.flatMap(partsOf) })), (name) => holder.get(name) ?? '');
  return collection;
}

/** Of a change and its backports the newest. */
function withoutBackports(commits: readonly Commit[]): Commit[] {
  const known = new Set<string>();
  return commits.filter(({ subject }) => {
    const plainSubject = subject.replace(/^\[.*?\]\s*/, '').replace(/\(#\d+\)/g, '').trim().toLowerCase();
    const isNew = !known.has(plainSubject);
    known.add(plainSubject);
    return isNew;
  });
}

function readCommit(record: string, log: RegExp): Commit | null {
  const [hash, seconds, subject, body, patch = ''] = record.split(BORDER);
  if (ROUTINE.test(subject)) return null;
  const files: string[] = [];
  const notes = new Map<string, string[]>();
  const changes: string[] = [];
  let file = '';
  let size = 0;
  for (const line of patch.split('\n')) {
    const found = /^diff --git a\/(\S+) b\//.exec(line);
    if (found !== null) {
      file = found[1];
      if (!log.test(file)) files.push(file);
    } else if (log.test(file)) {
      if (line.startsWith('+') && !PATCH_HEAD.test(line)) notes.set(file, [...(notes.get(file) ?? []), line.slice(1)]);
    } else if (!PATCH_HEAD.test(line) && size < CHANGE_CHARS) {
      changes.push(line.replace(/^@@.*?@@/, ''));
      size += line.length + 1;
    }
  }
  if (files.length === 0) return null;
  const words = body.replace(/^(Co-authored-by|Signed-off-by).*$/gm, '').replace(/\(cherry picked.*\)/g, '').trim();
  return { name: hash.slice(0, 9), atMs: Number(seconds) * 1000, subject, body: words, files, changes: changes.join('\n'), notes: [...notes.values()][0] ?? [] };
}

/** Without numbers of issues, marks of reStructuredText and Markdown, and names of authors. */
function plain(text: string): string {
  const unmarked = text.replace(/\(?#\d+\)?/g, ' ').replace(/:[a-z:]+:`([^`]*)`/g, '$1').replace(/`+/g, '');
  return unmarked.replace(/^[-*\s]+/, '').replace(/-- by .*$/i, '').replace(/\s+/g, ' ').trim();
}

function queryOf({ name, subject, notes }: Commit): Query | null {
  const text = plain(notes.join(' ')).split(/(?<=[.!?])\s/).slice(0, 2).join(' ').slice(0, 300);
  const [said, known] = [text, plain(subject)].map((line) => new Set(line.toLowerCase().match(/[a-z]{3,}/g) ?? []));
  if (said.size < 5 || text.length > 299) return null;
  const both = [...said].filter((word) => known.has(word)).length;
  return both / (said.size + known.size - both) > SAME_SENTENCE ? null : { id: name, text, pile: '', right: [name] };
}

function partsOf({ atMs, subject, body, files, changes }: Commit): Part[] {
  const parts: Part[] = [
    { kind: 'prompt', text: plain(subject), atMs },
    { kind: 'answer', text: plain(body), atMs },
    { kind: 'tool', text: files.slice(0, FILE_LIMIT).join('\n'), atMs },
    { kind: 'output', text: changes, atMs },
  ];
  return parts.filter(({ text }) => text.trim() !== '');
}

/** Neighbours in the log, oldest first in each session. */
function joinCommits(commits: readonly Commit[]): { name: string; commits: Commit[] }[] {
  const draw = createDraw(SESSION_SEED);
  const sessions: { name: string; commits: Commit[] }[] = [];
  for (let at = 0; at < commits.length; ) {
    const count = SESSION_SIZES[Math.floor(draw() * SESSION_SIZES.length)];
    sessions.push({ name: `s${sessions.length}`, commits: commits.slice(at, at + count).reverse() });
    at += count;
  }
  return sessions;
}
