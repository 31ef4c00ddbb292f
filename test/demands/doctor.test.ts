/**
 * The doctor: looks at everything, finds what is wrong, says what mends it, and changes nothing (demand 26).
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckStatus, DoctorCheck, DoctorReport } from '../../src/reports.ts';
import { textOf } from '../fixture-history.ts';
import { makeBox, PROJECT } from './box.ts';
import type { Box } from './box.ts';
import { AS_NOBODY, whyNotAsNobody } from './other-user.ts';

/** Sessions, their index, and a client that keeps them: so that what a test spoils is all that is wrong. */
function fill(box: Box): void {
  const { history } = box;
  writeFileSync(join(box.root, 'settings.json'), '{ "cleanupPeriodDays": 365 }\n');
  mkdirSync(join(box.folder, '.local', 'bin'), { recursive: true });
  writeFileSync(join(box.folder, '.local', 'bin', 'claude'), '#!/bin/sh\necho "2.1.332 (Claude Code)"\n', { mode: 0o755 });
  history.write(`${PROJECT}/harbour.jsonl`, [
    history.prompt('why does the harbour crane stop at noon'),
    history.answer('the crane controller loses its clock when daylight saving begins'),
  ]);
  history.write(`${PROJECT}/lantern.jsonl`, [history.prompt('replace the lantern battery before winter comes')]);
  history.write(`${PROJECT}/lantern/subagents/agent-a1.jsonl`, [history.answer('three kinds of battery would fit here', { isSidechain: true })]);
  box.run(['index']);
}

interface Visit {
  readonly status: number | null;
  readonly report: DoctorReport;
  check(name: string): DoctorCheck;
}

function visit(box: Box, flags: readonly string[] = []): Visit {
  const { status, stdout, stderr } = box.run(['doctor', '--json', '--seed', '1', ...flags]);
  assert.equal(stdout.split('\n').length, 2, stderr);
  const report = JSON.parse(stdout) as DoctorReport;
  const check = (name: string): DoctorCheck => {
    const found = report.checks.find((one) => one.check === name);
    assert.ok(found, `no check ${name}`);
    return found;
  };
  return { status, report, check };
}

/** Names of the checks that are not ok. */
function troubled({ report }: Visit): [string, CheckStatus][] {
  return report.checks.filter(({ status }) => status !== 'ok').map(({ check, status }) => [check, status]);
}

function indexFile(box: Box, start: string): string {
  const name = readdirSync(box.index).find((one) => one.startsWith(start));
  assert.ok(name, start);
  return join(box.index, name);
}

function flipByte(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] ^= 4;
  writeFileSync(path, bytes);
}

/** Every file of the index with its bytes. */
function contents(box: Box): [string, string][] {
  return readdirSync(box.index, { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => [name, readFileSync(join(box.index, name), 'base64')]);
}

test('the doctor says that all is well, with what it looked at, and exits with 0', (t) => {
  const box = makeBox(t);
  fill(box);
  const well = visit(box);
  assert.deepEqual([well.status, well.report.status, well.report.schema, well.report.seed], [0, 'ok', 1, 1]);
  assert.deepEqual(well.report.checks.map(({ check }) => check), ['node', 'history', 'folder', 'lock', 'files', 'fresh', 'leftovers', 'sessions', 'samples', 'kinds', 'client', 'plugin', 'retention']);
  assert.deepEqual(troubled(well), []);
  assert.equal(well.check('samples').found, '6 of 6 texts from disk are found in their sessions');
  assert.equal(well.check('sessions').found, 'all 2 sessions on disk are known');
  const { stdout, stderr, status } = box.run(['doctor', '--seed', '1']);
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /^ok {7}node {6}Node \d/);
  assert.match(stdout, /\nnothing is wrong, 0 warnings; to check the same samples again: --seed 1\n$/);
});

test('the doctor of a history of one line says what it looked at, and which side file is missing', (t) => {
  const box = makeBox(t);
  box.history.write(`${PROJECT}/tiny.jsonl`, [
    box.history.prompt('hi'),
    box.history.result('toolu_1', '<persisted-output>\nOutput too large. Full output saved to: /x/out.txt\n\nPreview:\nbegin\n</persisted-output>'),
  ]);
  const { status, check } = visit(box);
  assert.equal(status, 0);
  assert.equal(check('samples').found, 'no text was looked up: nowhere that was looked at in 1 transcript do four plain words stand in a row that a person or Claude said');
  assert.equal(check('sessions').found, 'the one session on disk is known');
  assert.match(check('fresh').found, /; 1 side file is not there: of those outputs the beginnings are found, all once they come$/);
});

test('the doctor needs no index, and makes one as a search would', (t) => {
  const box = makeBox(t);
  fill(box);
  rmSync(box.index, { recursive: true });
  const first = visit(box);
  assert.deepEqual([first.status, troubled(first), first.check('files').found], [0, [], 'there is no index yet: a search makes it']);
  assert.equal(first.check('fresh').found, 'the index is up to date; 3 files new');
});

test('a flipped bit in any file of the index is found and named, not touched, and mended by the command told', (t) => {
  const box = makeBox(t);
  fill(box);
  for (const kind of ['seg-', 'catalog-', 'marks-', 'manifest']) {
    const path = indexFile(box, kind);
    // Behind the header of a table; the middle of a segment is dictionary or text, which nothing reads at opening.
    flipByte(path, kind === 'seg-' ? statSync(path).size >>> 1 : statSync(path).size - 20);
    const before = contents(box);
    const ill = visit(box);
    assert.deepEqual([ill.status, troubled(ill)[0], ill.check('files').mend], [2, ['files', 'wrong'], 'ccfind index --full'], kind);
    assert.match(ill.check('files').details[0], new RegExp(`^${kind.replace('-', '')}.*checksum`), kind);
    assert.deepEqual(contents(box), before, kind);
    assert.equal(box.run(['index', '--full']).status, 0, kind);
  }
  assert.deepEqual(troubled(visit(box)), []);
});

test('a file of the index that is cut or missing is found', (t) => {
  const box = makeBox(t);
  fill(box);
  const path = indexFile(box, 'seg-');
  truncateSync(path, statSync(path).size - 1);
  assert.match(visit(box).check('files').details[0], /^seg-\S+: \d+ bytes, expected \d+$/);
  rmSync(path);
  assert.match(visit(box).check('files').details[0], /^seg-\S+: missing$/);
});

test('words on disk that the index lacks are named with file and line', (t) => {
  const box = makeBox(t);
  const { history } = box;
  fill(box);
  // Rewritten in a way that no listing shows: size, time and inode stay.
  const lines = [history.prompt('polish the brass'), history.answer('every morning somebody polishes the brass railing')];
  const path = history.write(`${PROJECT}/brass.jsonl`, lines);
  utimesSync(path, 1_770_000_000, 1_770_000_000);
  box.run(['index']);
  writeFileSync(path, textOf(lines).replace('every morning somebody polishes', 'never evening anybody scratches'));
  utimesSync(path, 1_770_000_000, 1_770_000_000);
  const ill = visit(box);
  assert.deepEqual([ill.status, troubled(ill)], [2, [['samples', 'wrong']]]);
  assert.match(ill.check('samples').found, /^\d of \d texts from disk/);
  assert.deepEqual(ill.check('samples').details.filter((detail) => !detail.startsWith(`${path}:2: `)), []);
  const text = box.run(['doctor', '--seed', '1']);
  assert.match(text.stdout, /\nwrong {4}samples {3}\d of \d texts[^\n]*\n {19}\/\S+\/brass\.jsonl:2: [^\n]*\n {19}→ ccfind index --full\n/);
  box.run(['index', '--full']);
  assert.deepEqual(troubled(visit(box)), []);
});

test('the doctor calls an index that other users can read wrong', { skip: process.platform === 'win32' }, (t) => {
  const box = makeBox(t);
  fill(box);
  const path = indexFile(box, 'seg-');
  chmodSync(path, 0o644);
  const open = visit(box);
  assert.deepEqual([open.status, troubled(open), open.check('folder').details], [2, [['folder', 'wrong']], [path]]);
  chmodSync(path, 0o600);
  chmodSync(box.index, 0o755);
  assert.deepEqual(visit(box).check('folder').details, [box.index]);
  const { mend } = visit(box).check('folder');
  assert.equal(mend, `chmod -R go-rwx '${box.index}'`);
  spawnSync('sh', ['-c', mend]);
  assert.deepEqual(troubled(visit(box)), []);
});

test('the doctor tells of a lock of another machine, of files that wait, and of leftovers', (t) => {
  const box = makeBox(t);
  fill(box);
  box.history.append(`${PROJECT}/lantern.jsonl`, [box.history.prompt('and the wick')]);
  const lock = join(box.index, 'lock');
  writeFileSync(lock, JSON.stringify({ pid: 7, started: '', host: 'attic pid:[1]', boot: '', nonce: 'a-b' }), { mode: 0o600 });
  writeFileSync(join(box.index, 'seg-9-abcdef'), 'left', { mode: 0o600 });
  const held = visit(box);
  assert.deepEqual(troubled(held), [['lock', 'warning'], ['fresh', 'warning']]);
  assert.match(held.check('lock').found, /^process 7 on attic holds the lock, touched \d+ s ago/);
  assert.equal(held.check('fresh').found, '1 file not indexed yet: another process is writing it');
  assert.equal(held.status, 0);
  rmSync(lock);
  assert.deepEqual(troubled(visit(box)), [], 'bringing the index up to date cleared it');
  assert.deepEqual(readdirSync(box.index).filter((name) => name === 'seg-9-abcdef'), []);
});

test('the doctor counts kinds of lines and blocks that nobody knows', (t) => {
  const box = makeBox(t);
  fill(box);
  const { history } = box;
  history.write(`${PROJECT}/new.jsonl`, [
    { type: 'hologram', version: '9.9.9' }, history.prompt('say it with a hologram please'),
    { ...history.answer(''), message: { role: 'assistant', content: [{ type: 'scent', data: 'x' }] } },
  ]);
  const { check, status } = visit(box);
  assert.deepEqual([status, check('kinds').status], [0, 'warning']);
  assert.match(check('kinds').found, /^2 kinds of lines or blocks are new to this version; \d+ lines looked at, the newest by client 9\.9\.9; /);
  assert.deepEqual(check('kinds').details.map((detail) => detail.replace(/\d+/, 'N')).sort(), ['block scent: N', 'line hologram: N of client 9.9.9']);
});

test('the doctor names files that cannot be read', { skip: whyNotAsNobody() }, (t) => {
  const box = makeBox(t);
  fill(box);
  const secret = box.history.write(`${PROJECT}/secret.jsonl`, [box.history.prompt('nobody may read these words')]);
  AS_NOBODY.own(box);
  chmodSync(secret, 0);
  const { stdout } = box.run(['doctor', '--json', '--seed', '1'], { through: AS_NOBODY.through });
  const report = JSON.parse(stdout) as DoctorReport;
  assert.deepEqual(report.checks.filter(({ check }) => check === 'fresh').map(({ status, details }) => [status, details]), [['warning', [`${secret}: permission denied`]]]);
});

test('the doctor has nothing to look at without a config folder', (t) => {
  const box = makeBox(t);
  const { status, stdout } = box.run(['doctor'], { env: { CLAUDE_CONFIG_DIR: '', CCFIND_DIR: join(box.folder, 'index') } });
  assert.equal(status, 0);
  assert.match(stdout, /\nwarning {2}history {3}no config folder of Claude Code is there\n/);
  assert.deepEqual(readdirSync(box.folder).filter((name) => name === 'index'), []);
});

/** Every check that needs the index folder says that it cannot look, and the others look. */
function checkRefused({ status, stdout, stderr }: { status: number | null; stdout: string; stderr: string }, why: RegExp): void {
  assert.deepEqual([status, stderr], [2, ''], String(why));
  const { checks } = JSON.parse(stdout) as DoctorReport;
  const refused = checks.filter((check) => check.status !== 'ok');
  assert.deepEqual(refused.map(({ check, status: one }) => [check, one]), ['folder', 'lock', 'files', 'fresh', 'samples'].map((name) => [name, 'wrong']), String(why));
  for (const { found, mend } of refused) {
    assert.match(found, why);
    assert.match(String(mend), /CCFIND_DIR/);
  }
  assert.equal(checks[1].found.startsWith('2 sessions and 1 file of sub-agents'), true);
}

test('the doctor tells of an index folder that is no folder, and makes the other checks', { skip: process.platform === 'win32' }, (t) => {
  const box = makeBox(t);
  fill(box);
  const path = join(box.folder, 'elsewhere');
  const doctor = (folder: string): ReturnType<Box['run']> => box.run(['doctor', '--json', '--seed', '1'], { env: { CCFIND_DIR: folder } });
  writeFileSync(path, 'a file');
  checkRefused(doctor(path), /elsewhere is no folder$/);
  checkRefused(doctor(join(path, 'below')), /below lies below a file$/);
  for (const [target, why] of [['elsewhere', /is a link that leads back to itself$/], ['nowhere', /is a link that leads nowhere$/]] as const) {
    rmSync(path);
    symlinkSync(target, path);
    checkRefused(doctor(path), why);
  }
});

test('the doctor tells of an index folder of another user, and makes the other checks', { skip: whyNotAsNobody() }, (t) => {
  const box = makeBox(t);
  fill(box);
  const path = join(box.folder, 'secret');
  mkdirSync(path);
  AS_NOBODY.own(box);
  chmodSync(path, 0);
  checkRefused(box.run(['doctor', '--json', '--seed', '1'], { through: AS_NOBODY.through, env: { CCFIND_DIR: path } }), /secret cannot be read: permission denied$/);
  chmodSync(path, 0o700);
});

test('segments without a manifest are told as leftovers, neither as a sound index nor as a damaged one', (t) => {
  const box = makeBox(t);
  fill(box);
  rmSync(join(box.index, 'manifest.json'));
  const lost = visit(box);
  assert.deepEqual([lost.status, troubled(lost)], [0, [['files', 'warning']]]);
  assert.equal(lost.check('files').found, 'there is no index: manifest.json is missing; 3 files of an old one left');
  assert.match(String(lost.check('files').mend), /^ccfind index /);
  assert.deepEqual(troubled(visit(box)), [], 'bringing the index up to date made it anew');
});

test('the doctor\'s advice for a full or forbidden index folder is to free or permit it, not to try again', { skip: whyNotAsNobody() }, (t) => {
  const box = makeBox(t);
  fill(box);
  box.history.append(`${PROJECT}/lantern.jsonl`, [box.history.prompt('polish every brass ornament')]);
  const full = ['sh', '-c', 'ulimit -f 0 && exec "$@"', 'sh'];
  const reportOf = (through: readonly string[], env = {}): DoctorReport => JSON.parse(box.run(['doctor', '--json', '--seed', '1'], { through, env }).stdout) as DoctorReport;
  const mends = ({ checks }: DoctorReport): string[] => checks.filter(({ check, status }) => (check === 'fresh' || check === 'samples') && status !== 'ok').map(({ mend }) => String(mend));
  const check = (found: readonly string[]): void => {
    assert.ok(found.length > 0);
    for (const mend of found) assert.match(mend, /^free the disk.*rights.*CCFIND_DIR/);
  };
  check(mends(reportOf(full)));
  AS_NOBODY.own(box);
  chmodSync(box.index, 0o500);
  check(mends(reportOf(AS_NOBODY.through)));
  chmodSync(box.index, 0o700);
  const empty = join(box.folder, 'empty');
  mkdirSync(empty);
  AS_NOBODY.own(box);
  chmodSync(empty, 0o500);
  const none = reportOf(AS_NOBODY.through, { CCFIND_DIR: empty });
  assert.doesNotMatch(JSON.stringify(none), /damaged|ccfind index/);
  assert.match(String(none.checks.find((one) => one.check === 'fresh')?.mend), /^free the disk/);
  chmodSync(empty, 0o700);
});

test('the doctor does not advise to change permissions for a link that leads nowhere', { skip: process.platform === 'win32' }, (t) => {
  const box = makeBox(t);
  fill(box);
  symlinkSync('nowhere.jsonl', box.history.path(PROJECT, 'gone.jsonl'));
  const { mend, details } = visit(box).check('fresh');
  assert.deepEqual([mend, details.length], ['remove or mend the links that lead nowhere; what they hold is not found', 1]);
});
