/**
 * A generated Claude Code history of any size, with planted needles: the same options give the same bytes.
 *
 * The folder becomes a config folder: `projects/<slug>/<session>.jsonl`, and `needles.json` beside it.
 */
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeNeedles, sessionIdOf, type Needle } from './needles.ts';
import { createRandom, randomHex } from './random.ts';
import { writeSession, type SessionResult } from './session.ts';
import { makeProject, type Project } from './text.ts';

export interface CorpusOptions {
  readonly outDir: string;
  readonly megabytes: number;
  /** How many sessions share the bytes; by default one for each 1.15 MB. */
  readonly sessions?: number;
  readonly seed?: number;
  /** Broken lines here and there. */
  readonly isDirty?: boolean;
  /** A sub-agent file beside every fourth session. */
  readonly hasAgents?: boolean;
}

export interface Corpus {
  readonly needles: readonly Needle[];
  readonly bytes: number;
  readonly files: readonly string[];
}

const NEEDLE_COUNT = 70;
const FORK_SHARE = 0.03;
/** A fork begins with that part of the session it comes from. */
const FORK_PREFIX = 0.4;
const SESSION_MEGABYTES = 1.15;

/** Writes the history; returns what was planted where. */
export function makeCorpus(options: CorpusOptions): Corpus {
  const seed = options.seed ?? 1;
  const sessionCount = options.sessions ?? Math.max(8, Math.round(options.megabytes / SESSION_MEGABYTES));
  const projects = makeProjects(seed, sessionCount);
  const needles = makeNeedles(seed, NEEDLE_COUNT, sessionCount);
  const weights = Array.from({ length: sessionCount }, (_, i) => Math.min(12, Math.max(0.03, createRandom(seed ^ 0x517e, i).logNormal(0.55, 1.1))));
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  let bytes = 0;
  let copied: string[] | null = null;
  let copiedNeedles: Needle[] = [];
  const files: string[] = [];
  for (let i = 0; i < sessionCount; i++) {
    // A share of what is left, so that long last turns do not add up.
    const targetBytes = Math.max(4000, Math.floor((weights[i] / weightLeft) * (options.megabytes * 1048576 - bytes)));
    weightLeft -= weights[i];
    const id = sessionIdOf(seed, i);
    const planted = needles.filter((needle) => needle.sessionIndex === i);
    const lines: string[] = [];
    const result = writeSession({
      seed, number: i, id, projects, targetBytes, needles: planted, copied,
      isDirty: options.isDirty === true, emit: (line) => lines.push(line),
    });
    for (const needle of copiedNeedles) needle.forkedTo.push(id);
    bytes += result.bytes;
    const file = writeFile(options.outDir, id, result, lines);
    files.push(file);
    if (options.hasAgents === true && result.random.chance(0.25)) bytes += writeAgent(file, seed, i, id, projects, result);
    copied = isFork(seed, i + 1) ? prefixOf(lines, result.bytes * FORK_PREFIX) : null;
    const holders = [...planted, ...copiedNeedles];
    copiedNeedles = copied === null ? [] : holders.filter((needle) => isPlantedIn(needle, copied as string[]));
  }
  writeFileSync(join(options.outDir, 'needles.json'), JSON.stringify(needles, null, 1));
  return { needles, bytes, files };
}

/** Appends about that many kilobytes of realistic lines to a session's file; returns the bytes appended. */
export function growSession(file: string, kilobytes: number, seed = 1): number {
  const head = readFileSync(file, 'utf8').slice(0, 4000);
  const id = /"sessionId":"([^"]+)"/.exec(head)?.[1] ?? basename(file, '.jsonl');
  const lines: string[] = [];
  const limit = kilobytes * 1024;
  writeSession({
    seed, number: 1e6 + seed, id, projects: makeProjects(seed, 70), targetBytes: limit, needles: [], copied: null, isDirty: false,
    emit: (line) => lines.push(line),
  });
  let text = '';
  for (const line of lines) {
    if (line.length > limit) continue;
    if (text !== '' && text.length + line.length > limit) break;
    text += line;
  }
  appendFileSync(file, text);
  return Buffer.byteLength(text);
}

function makeProjects(seed: number, sessionCount: number): Project[] {
  const count = Math.max(5, Math.min(40, Math.round(sessionCount / 14)));
  return Array.from({ length: count }, (_, i) => makeProject(createRandom(seed + 1000, i)));
}

/** Whether that session begins with a copy of the one before it. */
function isFork(seed: number, index: number): boolean {
  return index > 0 && createRandom(seed ^ 0xf04c, index).chance(FORK_SHARE);
}

function prefixOf(lines: readonly string[], characters: number): string[] {
  const prefix: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length;
    if (length > characters) break;
    prefix.push(line);
  }
  return prefix;
}

function isPlantedIn(needle: Needle, lines: readonly string[]): boolean {
  const escaped = JSON.stringify(needle.text).slice(1, -1);
  return lines.some((line) => line.includes(escaped));
}

function writeFile(outDir: string, id: string, result: SessionResult, lines: readonly string[]): string {
  const folder = join(outDir, 'projects', result.project.slug);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${id}.jsonl`);
  const descriptor = openSync(file, 'w');
  for (let i = 0; i < lines.length; i += 500) writeSync(descriptor, lines.slice(i, i + 500).join(''));
  closeSync(descriptor);
  utimesSync(file, result.endMs / 1000, result.endMs / 1000);
  return file;
}

function writeAgent(file: string, seed: number, index: number, id: string, projects: readonly Project[], parent: SessionResult): number {
  const folder = join(file.replace(/\.jsonl$/, ''), 'subagents');
  mkdirSync(folder, { recursive: true });
  let text = '';
  writeSession({
    seed, number: 2e6 + index, id, projects, targetBytes: 60000, needles: [], copied: null, isDirty: false,
    emit: (line) => {
      text += line.replace(/"isSidechain":false/, '"isSidechain":true');
    },
  });
  writeFileSync(join(folder, `agent-${randomHex(parent.random, 8)}.jsonl`), text);
  return Buffer.byteLength(text);
}
