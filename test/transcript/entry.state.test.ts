/**
 * It must not matter where a refresh ended: a reader that is thrown away and restored between two lines reads on as if
 * nothing had happened. Checked at every line border of every recorded transcript, and of made-up ones that have
 * something to remember.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createEntryReader, factsOfState } from '../../src/transcript/entry.ts';
import type { EntryReader, ReaderContext } from '../../src/transcript/entry.ts';
import type { SessionFacts } from '../../src/transcript/facts.ts';
import { listTranscripts } from '../../src/transcript/files.ts';
import { randomFrom, seedOf } from '../random.ts';
import { recordedRoot } from './recorded.ts';
import { assistant, call, enqueue, feed, fingerprint, MAIN, result, toLines, user } from './reading.ts';

interface Outcome {
  readonly entries: string[];
  readonly facts: unknown;
  readonly summaries: unknown[];
}

/** Reads the lines with a new reader from the old one's state at each border that `isBorder` names. */
function readInParts(context: ReaderContext, lines: readonly Buffer[], isBorder: (index: number) => boolean): Outcome {
  const entries: string[] = [];
  const summaries: unknown[] = [];
  let reader: EntryReader = createEntryReader(context);
  lines.forEach((line, index) => {
    if (index > 0 && isBorder(index)) {
      summaries.push(...reader.takeSummaries());
      const state = reader.state();
      assert.deepEqual(keptFacts(context, factsOfState(state)), keptFacts(context, reader.facts));
      reader = createEntryReader(context, state);
    }
    feed(reader, [line], (entry) => entries.push(fingerprint(entry)));
  });
  summaries.push(...reader.takeSummaries());
  return { entries, facts: keptFacts(context, reader.facts), summaries };
}

/** Of a sub-agent only the times are kept. */
function keptFacts({ kind }: ReaderContext, facts: SessionFacts | null): Partial<SessionFacts> | null {
  return facts === null || kind === 'main' ? facts : { firstMs: facts.firstMs, lastMs: facts.lastMs };
}

test('state() leaves out what is as at the beginning', () => {
  const agent: ReaderContext = { kind: 'agent', folder: '-home-dev-app', sessionDir: '/nowhere' };
  assert.equal(createEntryReader(agent).state(), '{"facts":{}}');
  const reader = createEntryReader(agent);
  feed(reader, toLines([user('find the gate', { timestamp: '2026-03-02T09:00:00.000Z', isSidechain: true })]), () => {});
  assert.equal(reader.state(), '{"facts":{"firstMs":1772442000000,"lastMs":1772442000000}}');
});

function linesOf(path: string): Buffer[] {
  return toLines(readFileSync(path, 'utf8').split('\n').filter((line) => line !== ''));
}

for (const version of ['1.0.44', '1.0.128', '2.0.42', '2.0.77', '2.1.12', '2.1.63', '2.1.120', '2.1.200', '2.1.332']) {
  test(`client ${version}: a refresh may end after any line`, () => {
    for (const file of listTranscripts([recordedRoot(version)]).files()) {
      if (file.kind !== 'main' && file.kind !== 'agent') continue;
      const context: ReaderContext = { kind: file.kind, folder: file.folder, sessionDir: file.path.replace(/\.jsonl$/, '') };
      const lines = linesOf(file.path);
      assert.deepEqual(readInParts(context, lines, () => true), readInParts(context, lines, () => false), file.relativePath);
    }
  });
}

test('a refresh may end after any line, even while something is pending', () => {
  const seed = seedOf();
  const random = randomFrom(seed);
  const [own, other] = ['own', 'other'].map((name) => `toolu_${name.padEnd(16, '0')}`);
  const shapes: readonly (() => unknown[])[] = [
    () => [enqueue('explain the retry'), assistant('working'), user('explain the retry')],
    () => [enqueue('log it too'), enqueue('and test it'), assistant('working'), user('log it too\nand test it')],
    () => [call(own, 'Bash', { command: 'ccfind retry' }), assistant('meanwhile'), result(own, 'ECHO')],
    () => [call(other, 'Task', { prompt: 'go' }), user('go', { isSidechain: true }), assistant('went', { isSidechain: true }), result(other, 'report')],
    () => [user('<command-message>ccfind</command-message>\n<command-name>/ccfind</command-name>'), assistant('ECHO'), user('go on')],
    () => [user('<bash-input>ccfind x</bash-input>'), user('<bash-stdout>ECHO</bash-stdout>')],
    () => [user('Warmup', { isSidechain: true }), assistant('ready', { isSidechain: true }), user('real', { isSidechain: true }), assistant('done', { isSidechain: true })],
    () => [{ type: 'ai-title', aiTitle: 'a' }, { type: 'summary', summary: 's', leafUuid: 'l' }, user('hi', { cwd: '/home/dev/other', gitBranch: 'b' })],
  ];
  for (let round = 0; round < 40; round++) {
    const lines = toLines(Array.from({ length: 4 }, () => shapes[Math.floor(random() * shapes.length)]()).flat());
    const whole = readInParts(MAIN, lines, () => false);
    for (let border = 1; border < lines.length; border++) {
      assert.deepEqual(readInParts(MAIN, lines, (index) => index === border), whole, `seed ${seed}, round ${round}, border ${border}`);
    }
  }
});

test('a reader never throws, whichever byte is changed', () => {
  const seed = seedOf();
  const random = randomFrom(seed);
  const root = recordedRoot('2.1.332');
  const lines = listTranscripts([root]).files().filter((file) => file.kind === 'main').flatMap((file) => linesOf(file.path));
  for (const line of lines) {
    for (let change = 0; change < 3; change++) line[Math.floor(random() * line.length)] = Math.floor(random() * 256);
  }
  const reader = createEntryReader({ ...MAIN, sessionDir: root });
  assert.doesNotThrow(() => feed(reader, lines, fingerprint), `seed ${seed}`);
});
