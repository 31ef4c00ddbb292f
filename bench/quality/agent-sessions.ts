/**
 * Published sessions of coding agents, kept by SpecStory as Markdown: real work, in 146 sessions of very different lengths.
 *
 * AW: queries written by hand in other words (agent-words.json). AC: subjects of commits that were made while exactly one session
 * ran which names a changed file and does not hold the subject itself. Prompts, answers, thinking, calls of tools and their output
 * are told apart; parts of sub-agents (sidechains) are marked.
 */
import { readFileSync } from 'node:fs';
import type { Mirror } from './mirror.ts';
import type { Collection, Part, Query, Session } from './set.ts';
import { answerable } from './set.ts';

export const GETSPECSTORY = 'specstoryai/getspecstory';
export const TNYOFFICE = 'specstoryai/tnyOffice';
const WORDS = 'bench/quality/agent-words.json';
/** Whose commits were made beside the sessions. */
const AUTHOR = 'Sean Johnson';
const ROUTINE = /^(Merge|Bump|Minor|More|Code cleanup|Update (docs|dependencies)|Changelog)/i;
/** A commit may follow its session by so long. */
const AFTER_MS = 600_000;
const PILE = 'sessions';

export function readAgentSessions(mirror: Mirror): Collection {
  const sessions = [...readHistory(mirror, GETSPECSTORY, 'spec'), ...readHistory(mirror, TNYOFFICE, 'tny')];
  const piles = [{ name: PILE, sessions }];
  const words = JSON.parse(readFileSync(WORDS, 'utf8')) as { id: string; text: string; relevant: string[] }[];
  return {
    piles,
    sets: {
      AW: answerable(words.map(({ id, text, relevant }) => ({ id, text, pile: PILE, right: relevant })), piles),
      AC: answerable(commitQueries(mirror, sessions.filter(({ name }) => name.startsWith('spec/'))), piles),
    },
  };
}

function readHistory(mirror: Mirror, repository: string, prefix: string): Session[] {
  const lines = mirror.git(repository, 'ls-tree', '-r', '-l', '--full-tree', 'HEAD').split('\n');
  // Of one starting time the largest file: a session is saved again as it grows.
  const byTime = new Map<string, { path: string; size: number }>();
  for (const line of lines) {
    const [facts, path = ''] = line.split('\t');
    const start = /\.specstory\/history\/.*?(\d{4}-\d\d-\d\d_\d\d-\d\d(?:-\d\d)?Z).*\.md$/.exec(path)?.[1];
    const size = Number(facts.trim().split(/\s+/)[3]);
    if (start === undefined || path.includes('fixtures')) continue;
    if (size > (byTime.get(start)?.size ?? 0)) byTime.set(start, { path, size });
  }
  return [...byTime].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([start, { path }]) => {
    const text = mirror.file(repository, path).toString('utf8');
    const parts = readParts(text);
    if (parts.length < 4 || !parts.some(({ kind }) => kind === 'prompt')) return [];
    const title = /^# (?!\d{4}-\d\d-\d\d)(.+?)(?: \(\d{4}.*)?$/m.exec(text.slice(0, 400))?.[1] ?? '';
    return [{ name: `${prefix}/${start}`, title: title.startsWith('Generated') ? '' : title, parts }];
  });
}

/** Parts of a Markdown file: speeches under lines like `_**User (2025-06-30 12:46:48Z)**_`. */
function readParts(text: string): Part[] {
  const parts: Part[] = [];
  let speech: { isUser: boolean; isAgent: boolean } | null = null;
  let atMs: number | undefined;
  let lines: string[] = [];
  const close = (): void => {
    if (speech !== null) parts.push(...readSpeech(lines.join('\n'), speech.isUser, speech.isAgent).map((part) => ({ ...part, atMs })));
    lines = [];
  };
  for (const line of text.split('\n')) {
    const found = /^_\*\*(User|Agent)( - sidechain)?(?: \(([^)]*)\))?\*\*_\s*$/.exec(line);
    if (found === null) {
      lines.push(line);
      continue;
    }
    close();
    speech = { isUser: found[1] === 'User', isAgent: found[2] !== undefined };
    const time = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\dZ)/.exec(found[3] ?? '');
    if (time !== null) atMs = Date.parse(`${time[1]}T${time[2]}`);
  }
  close();
  return parts;
}

function readSpeech(text: string, isUser: boolean, isAgent: boolean): Part[] {
  const parts: Part[] = [];
  const add = (kind: Part['kind'], words: string, tool?: string): void => {
    if (words.trim() !== '') parts.push({ kind, text: words.trim(), isAgent, ...(tool === undefined ? {} : { tool }) });
  };
  if (isUser) {
    add('prompt', text.replace(/\n---\s*$/g, ''));
    return parts;
  }
  const addPlain = (words: string): void => add('answer', words.replace(/^---$/gm, ''));
  let end = 0;
  for (const found of text.matchAll(/<think>[\s\S]*?<\/think>|<tool-use[\s\S]*?<\/tool-use>/g)) {
    addPlain(text.slice(end, found.index));
    end = found.index + found[0].length;
    if (found[0].startsWith('<think')) {
      add('thinking', found[0].replace(/<[^>]+>/g, ' ').replace('Thought Process', ' '));
      continue;
    }
    const name = /data-tool-name="([^"]*)"/.exec(found[0])?.[1];
    const body = found[0].replace(/<\/?(tool-use|details|summary)[^>]*>/g, '').replace(/Tool use: \*\*[^*]*\*\*/, '');
    const cut = body.indexOf('\n```');
    add('tool', cut < 0 ? body : body.slice(0, cut), name);
    if (cut >= 0) add('output', body.slice(cut).replace(/```\w*/g, ''));
  }
  addPlain(text.slice(end));
  return parts;
}

function commitQueries(mirror: Mirror, sessions: readonly Session[]): Query[] {
  const spans = sessions.map((session) => {
    const times = session.parts.flatMap(({ atMs }) => atMs ?? []);
    return { name: session.name, text: session.parts.map(({ text }) => text).join('\n'), from: Math.min(...times), to: Math.max(...times) + AFTER_MS };
  });
  const log = mirror.git(GETSPECSTORY, 'log', '--no-merges', '--name-only', '--format=%x1e%H%x09%at%x09%an%x09%s').split('\x1e').slice(1);
  return log.flatMap((record): Query[] => {
    const [head, ...files] = record.trim().split('\n');
    const [hash, seconds, author, subject] = head.split('\t');
    const running = spans.filter(({ from, to }) => Number(seconds) * 1000 >= from && Number(seconds) * 1000 <= to);
    if (running.length !== 1 || author !== AUTHOR || ROUTINE.test(subject) || (subject.match(/[A-Za-z]{3,}/g) ?? []).length < 4) return [];
    const [{ name, text }] = running;
    const changed = files.filter((file) => file !== '' && !file.includes('.specstory/') && !/README|CHANGELOG/.test(file)).map((file) => file.replace(/^.*\//, ''));
    if (!changed.some((file) => text.includes(file)) || text.includes(subject)) return [];
    return [{ id: hash.slice(0, 9), text: subject, pile: PILE, right: [name] }];
  });
}
