import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { listTranscripts } from '../../src/transcript/files.ts';
import type { TranscriptFile } from '../../src/transcript/file-list.ts';

const ID = '11111111-2222-4333-8444-555555555555';

/** A config folder with those files below `projects`, removed after the test. */
function makeRoot(context: TestContext, files: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'ccfind-files-'));
  context.after(() => {
    chmodAll(root);
    rmSync(root, { recursive: true, force: true });
  });
  mkdirSync(join(root, 'projects'));
  for (const file of files) write(join(root, 'projects', file));
  return root;
}

function write(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '{}\n');
}

function chmodAll(root: string): void {
  try {
    chmodSync(root, 0o700);
    chmodSync(join(root, 'projects'), 0o700);
  } catch {
    // gone already
  }
}

const brief = (file: TranscriptFile): string =>
  `${file.kind} ${file.relativePath} session=${file.session} agent=${file.agent}${file.isConflictCopy ? ' conflict' : ''}`;
const sorted = (files: readonly TranscriptFile[]): string[] => files.map(brief).sort();

/** Runs as a user who has no rights, also where the tests run as root. */
function asNobody<T>(run: () => T): T {
  if (process.getuid?.() !== 0 || process.seteuid === undefined) return run();
  process.seteuid(65534);
  try {
    return run();
  } finally {
    process.seteuid(0);
  }
}

test('listTranscripts() finds sessions, agents in both places, and titles; nothing else', (context) => {
  const root = makeRoot(context, [
    `-p/${ID}.jsonl`,
    `-p/${ID}/subagents/agent-a1.jsonl`,
    `-p/${ID}/subagents/agent-a1.meta.json`,
    `-p/${ID}/subagents/deeper/still/agent-acompact-b2.jsonl`,
    `-p/${ID}/tool-results/b0.txt`,
    `-p/${ID}/custom-title.json`,
    '-p/agent-c3.jsonl',
    '-p/sessions-index.json',
    '-p/memory/notes.jsonl',
    '-p/notes.md',
    '-q/only-agents/subagents/agent-d4.jsonl',
    'stray.jsonl',
  ]);
  const listing = listTranscripts([root]);
  assert.deepEqual(sorted(listing.files()), [
    `agent -p/${ID}/subagents/agent-a1.jsonl session=${ID} agent=a1`,
    `agent -p/${ID}/subagents/deeper/still/agent-acompact-b2.jsonl session=${ID} agent=acompact-b2`,
    'agent -p/agent-c3.jsonl session= agent=c3',
    'agent -q/only-agents/subagents/agent-d4.jsonl session=only-agents agent=d4',
    'index -p/sessions-index.json session= agent=',
    `main -p/${ID}.jsonl session=${ID} agent=`,
    `title -p/${ID}/custom-title.json session=${ID} agent=`,
  ]);
  assert.deepEqual(listing.roots, [{ path: root, state: 'listed', isComplete: true }]);
  assert.deepEqual(listing.trouble, []);
  const main = listing.files().find((file) => file.kind === 'main');
  assert.equal(main?.folder, '-p');
  assert.equal(main?.path, join(root, 'projects', `-p/${ID}.jsonl`));
  assert.equal(main?.sizeBytes, 3);
  assert.ok((main?.mtimeMs ?? 0) > 0 && (main?.ino ?? 0) > 0);
});

test('listTranscripts() takes ids of any name (demand 115)', (context) => {
  const names = ['with space', 'a;rm -rf x', `quote"'`, 'line\nfeed', 'Größe', '..x', '-dash'];
  const root = makeRoot(context, names.map((name) => `-p/${name}.jsonl`));
  const { files: list, trouble } = listTranscripts([root]);
  const files = list();
  assert.deepEqual(files.map((file) => file.session).sort(), [...names].sort());
  assert.deepEqual(trouble, []);
});

test('listTranscripts() reads copies of a file synchroniser as the same session', (context) => {
  const root = makeRoot(context, [`-p/${ID}.jsonl`, `-p/${ID}.sync-conflict-20260101-101010-ABCDEFG.jsonl`, '-p/agent-a1.sync-conflict-20260101-101010-ABCDEFG.jsonl']);
  assert.deepEqual(sorted(listTranscripts([root]).files()), [
    'agent -p/agent-a1.sync-conflict-20260101-101010-ABCDEFG.jsonl session= agent=a1 conflict',
    `main -p/${ID}.jsonl session=${ID} agent=`,
    `main -p/${ID}.sync-conflict-20260101-101010-ABCDEFG.jsonl session=${ID} agent= conflict`,
  ]);
});

test('listTranscripts() follows a linked folder and a linked file once (demand 136)', (context) => {
  const elsewhere = makeRoot(context, []);
  write(join(elsewhere, 'store/one.jsonl'));
  write(join(elsewhere, 'two.jsonl'));
  const root = makeRoot(context, ['-p/three.jsonl']);
  const projects = join(root, 'projects');
  symlinkSync(join(elsewhere, 'store'), join(projects, '-linked'));
  symlinkSync(join(elsewhere, 'store'), join(projects, '-linked-again'));
  symlinkSync(join(elsewhere, 'two.jsonl'), join(projects, '-p/two.jsonl'));
  symlinkSync(join(elsewhere, 'two.jsonl'), join(projects, '-p/two-again.jsonl'));
  const listing = listTranscripts([root]);
  assert.equal(listing.files().length, 3);
  assert.equal(listing.files().filter((file) => file.session === 'one').length, 1);
  assert.equal(listing.roots[0].isComplete, true);
});

test('listTranscripts() stops at links that lead back', (context) => {
  const root = makeRoot(context, [`-p/${ID}.jsonl`, `-p/${ID}/subagents/agent-a1.jsonl`]);
  const projects = join(root, 'projects');
  symlinkSync(projects, join(projects, '-loop'));
  symlinkSync(root, join(projects, '-up'));
  symlinkSync('/', join(projects, '-top'));
  symlinkSync(join(projects, '-p'), join(projects, '-alias'));
  symlinkSync('..', join(projects, `-p/${ID}/subagents/back`));
  symlinkSync(join(projects, `-p/${ID}.jsonl`), join(projects, '-p/alias.jsonl'));
  const listing = listTranscripts([root]);
  assert.deepEqual(sorted(listing.files()), [
    `agent -p/${ID}/subagents/agent-a1.jsonl session=${ID} agent=a1`,
    `main -p/${ID}.jsonl session=${ID} agent=`,
  ]);
});

test('listTranscripts() lists a link to a file below the root once, if it has no other name there', (context) => {
  const root = makeRoot(context, [`-p/${ID}.jsonl.bak`, '-p/one.jsonl', '-store/annex/objects/key.jsonl', '-p/some/subagents/other.jsonl']);
  const projects = join(root, 'projects');
  symlinkSync(`${ID}.jsonl.bak`, join(projects, `-p/${ID}.jsonl`));
  symlinkSync(`${ID}.jsonl.bak`, join(projects, '-p/again.jsonl'));
  symlinkSync('one.jsonl', join(projects, '-p/alias.jsonl'));
  symlinkSync('../-store/annex/objects/key.jsonl', join(projects, '-p/two.jsonl'));
  symlinkSync('other.jsonl', join(projects, '-p/some/subagents/no-agent.jsonl'));
  const listing = listTranscripts([root]);
  assert.deepEqual(sorted(listing.files()), [
    `main -p/${ID}.jsonl session=${ID} agent=`,
    'main -p/one.jsonl session=one agent=',
    'main -p/two.jsonl session=two agent=',
  ]);
  assert.deepEqual([listing.trouble, listing.roots[0].isComplete], [[], true]);
});

test('listTranscripts() tells a link that leads nowhere, and is complete all the same', (context) => {
  const root = makeRoot(context, ['-p/one.jsonl']);
  symlinkSync(join(root, 'gone'), join(root, 'projects/-lost'));
  symlinkSync(join(root, 'gone.jsonl'), join(root, 'projects/-p/two.jsonl'));
  const listing = listTranscripts([root]);
  assert.deepEqual(listing.trouble.map(({ reason }) => reason), ['dangling link', 'dangling link']);
  assert.deepEqual(listing.dangling, [{ root: 0, relativePath: '-p/two.jsonl' }, { root: 0, relativePath: '-lost' }]);
  assert.equal(listing.files().length, 1);
  assert.equal(listing.roots[0].isComplete, true);
});

test('listTranscripts() tells a link to itself, and is complete all the same', (context) => {
  const root = makeRoot(context, ['-p/one.jsonl']);
  symlinkSync('self.jsonl', join(root, 'projects/-p/self.jsonl'));
  const listing = listTranscripts([root]);
  assert.deepEqual(listing.trouble.map(({ reason }) => reason), ['link loop']);
  assert.deepEqual(listing.dangling, [{ root: 0, relativePath: '-p/self.jsonl' }]);
  assert.equal(listing.files().length, 1);
  assert.equal(listing.roots[0].isComplete, true);
});

test('listTranscripts() tells an unreadable project folder and lists the others (demand 83)', (context) => {
  const root = makeRoot(context, ['-open/one.jsonl', '-shut/two.jsonl']);
  for (const folder of ['', '/projects', '/projects/-open']) chmodSync(root + folder, 0o755);
  chmodSync(join(root, 'projects/-shut'), 0o000);
  const listing = asNobody(() => listTranscripts([root]));
  chmodSync(join(root, 'projects/-shut'), 0o700);
  assert.deepEqual(listing.files().map((file) => file.session), ['one']);
  assert.deepEqual(listing.trouble, [{ path: join(root, 'projects/-shut'), reason: 'permission denied' }]);
  assert.deepEqual(listing.roots, [{ path: root, state: 'listed', isComplete: false }]);
});

test('listTranscripts() tells a missing root, an empty one, an unreadable one and one given twice apart', (context) => {
  const full = makeRoot(context, ['-p/one.jsonl']);
  const empty = makeRoot(context, []);
  rmSync(join(empty, 'projects'), { recursive: true });
  const shut = makeRoot(context, ['-p/two.jsonl']);
  for (const root of [full, empty]) chmodSync(root, 0o755);
  chmodSync(join(full, 'projects'), 0o755);
  chmodSync(join(full, 'projects/-p'), 0o755);
  chmodSync(shut, 0o755);
  chmodSync(join(shut, 'projects'), 0o000);
  const listing = asNobody(() => listTranscripts([full, join(full, 'nowhere'), empty, shut, full]));
  assert.deepEqual(
    listing.roots.map((root) => [root.state, root.isComplete]),
    [['listed', true], ['missing', false], ['empty', true], ['unreadable', false], ['duplicate', false]],
  );
  assert.deepEqual(listing.files().map((file) => file.root), [0]);
});

test('listTranscripts() lists the files of several roots one root after another', (context) => {
  const first = makeRoot(context, ['-p/one.jsonl']);
  const second = makeRoot(context, ['-p/one.jsonl', '-p/two.jsonl']);
  const files = listTranscripts([first, second]).files();
  assert.deepEqual(files.map((file) => file.root), [0, 1, 1]);
});

test('listTranscripts() skips what is no regular file', (context) => {
  const root = makeRoot(context, ['-p/one.jsonl']);
  mkdirSync(join(root, 'projects/-p/folder.jsonl'));
  assert.deepEqual(listTranscripts([root]).files().map((file) => file.session), ['one']);
});

test('listTranscripts() tells a name that is not UTF-8', (context) => {
  const root = makeRoot(context, ['-p/one.jsonl']);
  try {
    writeFileSync(Buffer.concat([Buffer.from(join(root, 'projects/-p/')), Buffer.from([0xff, 0xfe]), Buffer.from('.jsonl')]), '{}\n');
  } catch {
    context.skip('this file system takes no such names');
    return;
  }
  const listing = listTranscripts([root]);
  assert.deepEqual(listing.trouble.map((trouble) => trouble.reason), ['name is not UTF-8']);
  assert.equal(listing.roots[0].isComplete, false);
});

test('listTranscripts() lists thousands of agent files under their parent (demand 48)', (context) => {
  const root = makeRoot(context, [`-p/${ID}.jsonl`, ...Array.from({ length: 3000 }, (_, index) => `-p/${ID}/subagents/agent-${index}.jsonl`)]);
  const files = listTranscripts([root]).files();
  assert.equal(files.length, 3001);
  assert.equal(files.filter((file) => file.kind === 'agent' && file.session === ID).length, 3000);
});
