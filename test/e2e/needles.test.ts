/**
 * The whole path on a generated history: the built program indexes 25 MB, and every planted needle is found.
 *
 * Then the same history again, dirtied: cut and empty lines, rubbish, glued lines, other line ends, a byte order mark,
 * a tail of NUL. What people said is the same, so every answer must be the same.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeCorpus, type Corpus } from '../../bench/corpus/make-corpus.ts';
import type { Needle } from '../../bench/corpus/needles.ts';
import type { Hit, SearchRequest } from '../../src/contract.ts';
import { openEngine } from '../../src/engine.ts';
import { randomFrom, seedOf } from '../random.ts';

const PROGRAM = join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');
const MEGABYTES = 25;
/** Of the 60 needles that are neither the start nor the middle of a word so many must come first. */
const FIRST = 57;

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-needles-')));
after(() => rmSync(root, { recursive: true, force: true }));

interface History {
  readonly corpus: Corpus;
  readonly config: string;
  readonly index: string;
}

function makeHistory(name: string, isDirty: boolean): History {
  const config = join(root, name);
  return { corpus: makeCorpus({ outDir: config, megabytes: MEGABYTES, isDirty, hasAgents: true }), config, index: join(root, `${name}-index`) };
}

function ccfind(history: History, ...words: string[]): string {
  const env = { PATH: '/usr/bin:/bin', HOME: root, LANG: 'C.UTF-8', CLAUDE_CONFIG_DIR: history.config, CCFIND_DIR: history.index };
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], { env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** All hits of each needle's query, in the index that the program made. */
function answersOf(history: History): Map<string, Hit[]> {
  const engine = openEngine({ roots: [history.config], indexDir: history.index });
  const request: Omit<SearchRequest, 'query'> = {
    limit: Infinity, offset: 0, all: true, group: 'session', project: null, dir: null, branch: null, sessions: null, exclude: [],
    currentSession: null, self: false, fields: null, sinceMs: null, untilMs: null, agents: false, here: '/',
  };
  try {
    return new Map(history.corpus.needles.map((needle) => [needle.id, engine.search({ ...request, query: needle.query }).hits]));
  } finally {
    engine.close();
  }
}

/** Place of the needle's session, or of one that begins with a copy of it, among the hits; -1 when it is not found. */
function placeOf(needle: Needle, hits: readonly Hit[]): number {
  return hits.findIndex(({ session }) => session === needle.session || needle.forkedTo.includes(session));
}

const clean = makeHistory('clean', false);
ccfind(clean, 'index');
const answers = answersOf(clean);

test('every needle is found', () => {
  assert.equal(clean.corpus.needles.length, 70);
  const missing = clean.corpus.needles.filter((needle) => placeOf(needle, answers.get(needle.id) ?? []) < 0);
  assert.deepEqual(missing, []);
});

test(`at least ${FIRST} of the 60 needles that are whole words come first`, () => {
  const whole = clean.corpus.needles.filter(({ kind }) => kind !== 'prefix' && kind !== 'substring');
  assert.equal(whole.length, 60);
  const later = whole.filter((needle) => placeOf(needle, answers.get(needle.id) ?? []) !== 0);
  assert.ok(later.length <= 60 - FIRST, JSON.stringify(later, null, 1));
});

test('the program gives the same answers as the engine', () => {
  for (const needle of clean.corpus.needles.slice(0, 3)) {
    const answer = JSON.parse(ccfind(clean, 'search', '--json', '--all', '--no-refresh', '--', needle.query)) as { hits: Hit[] };
    assert.deepEqual(answer.hits.map(({ session }) => session), answers.get(needle.id)?.map(({ session }) => session));
  }
});

test('broken lines change no answer', () => {
  const seed = seedOf();
  const dirty = makeHistory('dirty', true);
  dirty.corpus.files.forEach((file, index) => writeFileSync(file, dirtied(readFileSync(file), randomFrom(seed + index))));
  ccfind(dirty, 'index');
  const found = answersOf(dirty);
  const shown = ({ session, turn, field, score, copies }: Hit): unknown => ({ session, turn, field, score, copies });
  for (const needle of clean.corpus.needles) {
    const [before, now] = [answers, found].map((all) => all.get(needle.id)?.map(shown));
    assert.deepEqual(now, before, `SEED=${seed}: ${needle.query}`);
  }
});

/** Lines that say nothing. */
const RUBBISH: readonly Buffer[] = [
  '', '   ', '\0\0\0\0', 'no JSON', '{}', '[]', 'null', '"text"', '{"type":"user"', '{"type":"user","message":{"role":"user","content":"never finis',
  '{"type":"user","message":{"role":"user","content":12}}', '{"type":"assistant","message":{"content":[{"type":"text","text":{"a":1}}]}}',
  '{"type":["user"],"message":"text"}', '{"type":"type-of-tomorrow","message":{"role":"user","content":"not known yet"}}', '['.repeat(5000),
  '{"type":"user","message":{"role":"user","content":"\\ud800"', '{"type":"user","uuid":"x","message":null}', '}{', '{"type":"user",}',
].map((line) => Buffer.from(line));

/** The same lines, with rubbish between, at the head and at the tail. The random numbers decide. */
function dirtied(text: Buffer, random: () => number): Buffer {
  const lineEnd = Buffer.from(random() < 0.3 ? '\r\n' : '\n');
  const parts: Buffer[] = random() < 0.3 ? [Buffer.from('\ufeff')] : [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(0x0a, at);
    const isLast = end < 0;
    parts.push(text.subarray(at, isLast ? text.length : end));
    at = isLast ? text.length : end + 1;
    // Two writers at once leave two objects on one line.
    const isGlued = !isLast && random() < 0.002 && text[at] === 0x7b;
    if (!isGlued && !isLast) parts.push(lineEnd);
    if (isGlued || isLast || random() > 0.01) continue;
    parts.push(RUBBISH[Math.floor(random() * RUBBISH.length)], lineEnd);
    if (random() < 0.2) parts.push(Buffer.from([0xff, 0xfe, 0x80, 0x22, 0x7b]), lineEnd);
  }
  if (random() < 0.3) parts.push(Buffer.alloc(2500));
  return Buffer.concat(parts);
}
