/**
 * Wrong usage and missing places: named, never bent into something else (demands 25, 91, 137, 149).
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBox, PROJECT } from './box.ts';
import { AS_NOBODY, whyNotAsNobody } from './other-user.ts';

/** Arguments, and what the message must name. */
const WRONG: readonly (readonly [argv: string, named: RegExp])[] = [
  ['--days abc x', /--days abc: expected a whole number/],
  ['--days 0 x', /--days 0/],
  ['--days -1 x', /--days -1/],
  ['--days 1.5 x', /--days 1\.5/],
  ['--days 1e3 x', /--days 1e3/],
  ['--days 99999999999999999999 x', /--days 99999999999999999999/],
  ['--days ٣ x', /--days ٣/],
  ['--limit -1 x', /--limit -1/],
  ['--limit 0 x', /--limit 0/],
  ['--limit 0x10 x', /--limit 0x10/],
  ['--limit= x', /--limit ''/],
  ['--limit NaN x', /--limit NaN/],
  ['--limit', /--limit: its value is missing/],
  ['--offset -5 x', /--offset -5/],
  ['--since yesterday x', /--since yesterday: expected a day/],
  ['--since 2026-02-30 x', /--since 2026-02-30/],
  ['--since 2026-13-01 x', /--since 2026-13-01/],
  ['--since 2026-1-1 x', /--since 2026-1-1/],
  ['--until 03/14/2026 x', /--until 03\/14\/2026/],
  ['--since 2026-03-02 --until 2026-03-01 x', /ends before it begins/],
  ['--group word x', /--group word: expected one of session, turn/],
  ['--field body x', /--field body: expected one of title, prompt/],
  ['--field , x', /--field ,/],
  ['--color sometimes x', /--color sometimes/],
  ['--dry-run now', /--dry-run: no such flag/],
  ['--projct shop x', /--projct: no such flag; did you mean --project\?/],
  ['--json=yes x', /--json takes no value, got yes/],
  ['--project', /--project: its value is missing/],
  ['show', /show takes ID, got nothing/],
  ['show a b', /show takes ID, got 2 words/],
  ['show a --turn -1', /--turn -1/],
  ['show a --around 7', /--around 7/],
  ['show a --turn 1 --from 2', /--turn/],
  ['resume', /resume takes ID/],
  ['index now', /index takes no words/],
  ['stats of what', /stats takes no words/],
  ['graph', /graph is not in this version/],
  ['recall yesterday', /recall is not in this version/],
  ['--no-mask x', /--no-mask is not in this version/],
  ['--regex a(b', /--regex a\(b: at character 2: expected \) for this \(/],
];

test('demand 149: a value or flag that makes no sense is exit code 2, named, with nothing printed or written', (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/a.jsonl`, [box.history.prompt('x')]);
  box.runAll(WRONG.map(([argv]) => argv.split(' '))).forEach(({ status, stdout, stderr }, i) => {
    const [argv, named] = WRONG[i];
    assert.deepEqual([status, stdout], [2, ''], argv);
    assert.match(stderr, named);
    assert.match(stderr, /^ccfind: [^\n]+\n(hint: [^\n]+\n)?$/, argv);
  });
  assert.deepEqual(readdirSync(box.root), ['projects']);
});

test('the error for an unknown flag shows the search form of what was typed, and that form works', (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/a.jsonl`, [box.history.prompt("try --dry-run; it's harmless")]);
  const { status, stderr } = box.run(['run', '--dry-run', "it's"]);
  assert.equal(status, 2);
  assert.match(stderr, /hint: [^\n]*ccfind search -- run --dry-run 'it'\\''s'\n/);
  assert.deepEqual(box.found("--dry-run it's"), ['a']);
});

test('demand 137: a missing config folder is a failure if it was named, not if it is the default', (t) => {
  const box = makeBox(t);
  const cases: [Record<string, string>, string[], number, RegExp][] = [
    [{ CLAUDE_CONFIG_DIR: join(box.folder, 'gone') }, ['x'], 2, /config folder \S+gone \(CLAUDE_CONFIG_DIR\): no such folder/],
    [{}, ['--root', 'nowhere', 'x'], 2, /nowhere \(--root\): no such folder/],
    [{}, ['--root', join(box.folder, 'file'), 'x'], 2, /file \(--root\): not a folder/],
    [{ CLAUDE_CONFIG_DIR: '' }, ['x'], 1, /no sessions: looked in \S+\/\.claude\/projects/],
    [{}, ['x'], 1, /no sessions: looked in/],
    [{}, ['x', '--json'], 1, /no sessions: looked in/],
  ];
  writeFileSync(join(box.folder, 'file'), '');
  for (const [env, argv, code, message] of cases) {
    const { status, stderr } = box.run(argv, { env });
    assert.deepEqual([status, message.test(stderr)], [code, true], stderr);
  }
  assert.deepEqual(readdirSync(box.folder), ['file']);
});

test('an unreadable root is a failure, and deletes nothing', { skip: whyNotAsNobody() }, (t) => {
  const box = makeBox(t);
  const projects = box.history.path();
  box.history.write(`${PROJECT}/a.jsonl`, [box.history.prompt('basilisk')]);
  AS_NOBODY.own(box);
  const options = { through: AS_NOBODY.through };
  assert.deepEqual(box.found('basilisk', [], options), ['a']);
  for (const mode of [0, 0o300, 0o600]) {
    chmodSync(projects, mode);
    const { status, stdout, stderr } = box.run(['search', 'basilisk'], options);
    assert.deepEqual([status, stdout], [2, ''], mode.toString(8));
    assert.match(stderr, /ccfind: folder \S+projects cannot be read: EACCES\nhint: /);
  }
  chmodSync(projects, 0o700);
  // The whole config folder shut, and the index with it.
  const elsewhere = { ...options, env: { CCFIND_DIR: join(box.folder, 'index') } };
  assert.deepEqual(box.found('basilisk', [], elsewhere), ['a']);
  chmodSync(box.root, 0);
  assert.equal(box.run(['search', 'basilisk'], elsewhere).status, 2);
  chmodSync(box.root, 0o700);
  assert.deepEqual(box.found('basilisk', [], options), ['a']);
});

test('demand 25: totals count more than the page shows, and a filter that selects nothing says so', (t) => {
  const box = makeBox(t);
  for (let i = 0; i < 60; i++) box.history.write(`${PROJECT}/s${i}.jsonl`, [box.history.prompt(`wyvern number ${i}`)]);
  const pages = box.searchAll(['wyvern', 'wyvern'], ['--limit', '7', '--offset', '50']);
  assert.deepEqual([pages[0].total, pages[0].hits.length], [60, 7]);
  const seen = [0, 25, 50].flatMap((offset) => box.searchAll(['wyvern'], ['--limit', '25', '--offset', String(offset)])[0].hits.map(({ session }) => session));
  assert.equal(new Set(seen).size, 60);
  const none = box.run(['search', '--project', 'tidde', 'wyvern']);
  assert.deepEqual([none.status, /no session passes the filters: --project tidde/.test(none.stdout)], [1, true]);
});

test('demand 91: exit code and counts are right when one file fails', { skip: whyNotAsNobody() }, (t) => {
  const box = makeBox(t);
  const shut = box.history.write(`${PROJECT}/shut.jsonl`, [box.history.prompt('roc')]);
  box.history.write(`${PROJECT}/open.jsonl`, [box.history.prompt('roc')]);
  mkdirSync(box.index);
  AS_NOBODY.own(box);
  chmodSync(shut, 0);
  const options = { through: AS_NOBODY.through };
  const index = box.run(['index'], options);
  assert.equal(index.status, 0);
  assert.match(index.stdout, /^read 1 file, \d+ B; 1 session indexed/);
  assert.match(index.stderr, /shut\.jsonl: permission denied/);
  const stats = JSON.parse(box.run(['stats', '--json'], options).stdout) as { sessions: number; skipped: unknown[] };
  assert.deepEqual([stats.sessions, stats.skipped], [1, [{ reason: 'permission denied', count: 1 }]]);
  rmSync(shut, { force: true });
  assert.deepEqual(box.search('roc', [], options).index.skipped, []);
});
