/**
 * Every session that nine real clients recorded, read and compared with what was said in it (tables beside this file),
 * and every marker word of the newest recording where it must be found and where it must not.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOfText } from '../../src/hash.ts';
import { FIELD } from '../../src/schema.ts';
import { readAgentCall, readAgentHead } from '../../src/transcript/agent-head.ts';
import { resumeFolder } from '../../src/transcript/facts.ts';
import { listTranscripts } from '../../src/transcript/files.ts';
import { agentKey, callKey } from '../../src/transcript/identity.ts';
import { readSideFile } from '../../src/transcript/side-files.ts';
import { readCustomTitle, readIndexTitles, titleOf } from '../../src/transcript/titles.ts';
import { keyText, readRoot, recordedRoot } from './recorded.ts';
import type { RecordedFile } from './recorded.ts';
import { EXPECTED as CLIENT_1_0_128 } from './recorded/1.0.128.ts';
import { EXPECTED as CLIENT_1_0_44 } from './recorded/1.0.44.ts';
import { EXPECTED as CLIENT_2_0_42 } from './recorded/2.0.42.ts';
import { EXPECTED as CLIENT_2_0_77 } from './recorded/2.0.77.ts';
import { EXPECTED as CLIENT_2_1_12 } from './recorded/2.1.12.ts';
import { EXPECTED as CLIENT_2_1_120 } from './recorded/2.1.120.ts';
import { EXPECTED as CLIENT_2_1_200 } from './recorded/2.1.200.ts';
import { EXPECTED as CLIENT_2_1_332 } from './recorded/2.1.332.ts';
import { EXPECTED as CLIENT_2_1_63 } from './recorded/2.1.63.ts';
import type { ExpectedFile, ExpectedFiles } from './recorded/scenario.ts';

const CLIENTS: readonly [string, ExpectedFiles][] = [
  ['1.0.44', CLIENT_1_0_44],
  ['1.0.128', CLIENT_1_0_128],
  ['2.0.42', CLIENT_2_0_42],
  ['2.0.77', CLIENT_2_0_77],
  ['2.1.12', CLIENT_2_1_12],
  ['2.1.63', CLIENT_2_1_63],
  ['2.1.120', CLIENT_2_1_120],
  ['2.1.200', CLIENT_2_1_200],
  ['2.1.332', CLIENT_2_1_332],
];

for (const [version, expected] of CLIENTS) {
  const files = readRoot(recordedRoot(version));
  test(`client ${version}: the files that are read are those of the table`, () => {
    assert.deepEqual(files.map(nameOf).sort(), Object.keys(expected).sort());
  });
  for (const file of files) {
    test(`client ${version}: ${nameOf(file)} is read as it was said`, () => compare(file, expected[nameOf(file)] ?? { talk: [] }, files));
  }
}

function nameOf({ file }: RecordedFile): string {
  return file.relativePath.replace(/\.jsonl$/, '');
}

function compare(file: RecordedFile, expected: ExpectedFile, all: readonly RecordedFile[]): void {
  const { facts } = file.reader;
  const talk = file.talk.map((line, index) => {
    const wanted = expected.talk[index] ?? '';
    return wanted.endsWith('…') && line.startsWith(wanted.slice(0, -1)) ? wanted : line;
  });
  assert.deepEqual(talk, [...expected.talk]);
  const summary = all.flatMap((other) => other.summaries).find((line) => file.uuids.has(keyText(keyOfText(line.leaf))))?.title ?? '';
  assert.deepEqual(
    { title: titleOf(facts, null, ''), summary, folder: resumeFolder(facts), branch: facts.branches.join() },
    { title: expected.title ?? '', summary: expected.summary ?? '', folder: expected.folder ?? '', branch: expected.branch ?? '' },
  );
  assert.equal(facts.opening, oneLineOf(expected.talk.find((line) => line.startsWith('> '))));
  const shares = all.filter((other) => other !== file).map((other) => [other.file.session.slice(0, 8), sharedTurns(file, other)] as const);
  assert.deepEqual(shares.filter(([, count]) => count > 0), [...(expected.shares ?? [])]);
  if (expected.startedIn !== undefined) {
    const parent = all.find((other) => other.file.kind === 'main' && other.file.session.startsWith(expected.startedIn?.[0] ?? '?'));
    assert.equal(readAgentHead(file.file.path).session, parent?.file.session);
    assert.equal(parent?.links.get(keyText(agentKey(file.file.agent))), expected.startedIn[1]);
  }
}

function oneLineOf(line: string | undefined): string {
  return (line ?? '').slice(2).replace(/\s+/g, ' ').trim();
}

/** Turns of the file that the other one holds too: by the prompt's identity, or by the first answer's message.id. */
function sharedTurns(file: RecordedFile, other: RecordedFile): number {
  return file.turns.filter((turn) => other.turns.some((same) => same.prompt === turn.prompt || (turn.message !== '' && same.message === turn.message))).length;
}

const NEWEST = readRoot(recordedRoot('2.1.332'));
/** Words of the recording, and the fields and sessions (starts of ids) where they stand; `side` is a side file. */
const MARKS: readonly [string, readonly string[]][] = [
  ['HELPER-REPORT-TOKEN-7QX', ['404f1825 output', 'agent answer', 'd3e35d23 output']],
  ['NEEDLE-AT-THE-END-OF-HUGE-OUTPUT', ['404f1825 tool', 'd3e35d23 side', 'd3e35d23 tool']],
  ['SUMMARY-ONLY-TOKEN-K3Z', ['d3e35d23 summary']],
  ['PLAN-ONLY-TOKEN-M9R', ['6cb1e61e answer', '6cb1e61e output', '6cb1e61e tool']],
  ['MIDTURN-TOKEN-Q4D', ['404f1825 prompt', 'd3e35d23 prompt']],
  ['CLAUDEMD-TOKEN-Z1P', []],
  ['NESTED-CLAUDEMD-TOKEN-W8Q', []],
  ['SAMPLER-CONTEXT', []],
  ['SAMPLER-UPS-CONTEXT', []],
  ['system-reminder', []],
  ['local-command-', []],
  ['iVBORw0KGgo', []],
  ['No response requested', []],
  ['prompt is weird', []],
  ['Request interrupted by user', []],
  ["user doesn't want to proceed", []],
  ['Output token limit hit', []],
  ['ENOSUCHTABLE', ['404f1825 output', '404f1825 tool', 'd3e35d23 output', 'd3e35d23 tool']],
  ['カートの合計は整数', ['037151a4 answer', '0b9cf8a1 answer', '2357e60e answer']],
  ['Größe der Bestellung', ['2357e60e answer', '2357e60e prompt', '404f1825 answer', '404f1825 prompt', 'd3e35d23 answer', 'd3e35d23 prompt']],
  ['🚀', ['2357e60e answer', '404f1825 answer', 'd3e35d23 answer']],
  ['abandoned branch', ['0b9cf8a1 prompt']],
];

for (const [mark, places] of MARKS) {
  test(`client 2.1.332: ${mark} is found where it stands and nowhere else`, () => {
    const found = NEWEST.flatMap((file) => {
      const owner = file.file.kind === 'agent' ? 'agent' : file.file.session.slice(0, 8);
      const fields = Object.entries(FIELD).filter(([, field]) => file.text.get(field)?.includes(mark)).map(([name]) => `${owner} ${name}`);
      const inSide = file.sideFiles.some((path) => readSideFile(path).bytes.includes(mark));
      return inSide ? [...fields, `${owner} side`] : fields;
    });
    assert.deepEqual(found.sort(), [...places].sort());
  });
}

test('client 2.1.332: titles in side files are those of the transcripts', () => {
  const titles = listTranscripts([recordedRoot('2.1.332')]).files().filter((file) => file.kind === 'title');
  assert.deepEqual(titles.map((file) => [file.session.slice(0, 8), readCustomTitle(file.path)?.title]).sort(), [
    ['3848125e', 'Checkout rounding work'],
    ['404f1825', 'try-another-way'],
    ['d3e35d23', 'Checkout rounding work'],
  ]);
});

test('client 2.1.332: a sub-agent leads to the call that started it', () => {
  const agent = NEWEST.find((file) => file.file.kind === 'agent');
  const parent = NEWEST.find((file) => file.file.session.startsWith('d3e35d23') && file.file.kind === 'main');
  assert.equal(parent?.links.get(keyText(callKey(readAgentCall(agent?.file.path ?? '')))), 2);
});

test('client 2.1.332: the times of a session are those inside its file', () => {
  const { facts } = NEWEST.find((file) => file.file.session.startsWith('159abd29'))?.reader ?? assert.fail();
  assert.equal(new Date(facts.firstMs ?? NaN).toISOString(), '2026-11-29T20:00:08.507Z');
  assert.equal(new Date(facts.lastMs ?? NaN).toISOString(), '2026-11-29T20:00:15.956Z');
  assert.deepEqual(facts.cwds, ['/home/dev/work/shop', '/home/dev/work/other']);
});

test('client 2.1.12: the index file gives the one title that it has', () => {
  const index = listTranscripts([recordedRoot('2.1.12')]).files().find((file) => file.kind === 'index');
  assert.deepEqual([...readIndexTitles(index?.path ?? '')], [['869130ab-b89b-4c0d-b325-253f9efdde80', 'Checkout rounding work']]);
});
