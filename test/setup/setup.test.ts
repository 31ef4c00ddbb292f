/**
 * Setup on real files: what is written where, what stays, and that undoing puts back exactly what was.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { CcfindError } from '../../src/errors.ts';
import { applySetup, isChange, proposeSetup, undoSetup } from '../../src/setup/setup.ts';
import type { SetupPlaces } from '../../src/setup/setup.ts';
import { processorMsOf } from '../processor-time.ts';

const NOW = Date.UTC(2026, 2, 2, 9, 5, 7);
const COPY = 'settings-2026-03-02T09-05-07-000Z.json';
const ODD = '\ufeff{\r\n\t// mine\r\n\t"model": "opus", /* large */\r\n\t"permissions": { "allow": [ "Read", ] },\r\n}\r\n';

function places(t: TestContext): SetupPlaces {
  const config = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind setup ')));
  t.after(() => {
    chmodSync(config, 0o700);
    rmSync(config, { recursive: true, force: true });
  });
  const folder = join(config, 'ccfind-setup');
  return { settings: join(config, 'settings.json'), folder, recall: join(folder, 'recall'), managed: join(config, 'managed'), project: join(config, 'project') };
}

function apply(where: SetupPlaces, wantsRecall: boolean | null = null): string | null {
  return applySetup(where, proposeSetup(where, wantsRecall), NOW);
}

const read = (path: string): string => readFileSync(path, 'utf8');

test('applySetup() writes the settings and keeps a copy, and undoSetup() restores the very bytes', (t) => {
  const where = places(t);
  writeFileSync(where.settings, ODD, { mode: 0o640 });
  assert.equal(apply(where), COPY);
  const written = read(where.settings);
  assert.match(written, /^\ufeff\{\r\n\t\/\/ mine\r\n\t"model": "opus", \/\* large \*\/\r\n\t"permissions": \{ "allow": \[ "Read", "Skill\(ccfind:ccfind\)", .*\r\n\t"cleanupPeriodDays": 365,\r\n\}\r\n$/);
  assert.equal(statSync(where.settings).mode & 0o777, 0o640);
  assert.deepEqual([read(join(where.folder, COPY)), statSync(join(where.folder, COPY)).mode & 0o777, statSync(where.folder).mode & 0o777], [ODD, 0o600, 0o700]);
  assert.equal(undoSetup(where)?.after, ODD);
  assert.equal(read(where.settings), ODD);
  assert.equal(existsSync(where.folder), false);
  assert.equal(undoSetup(where), null);
});

test('applying twice changes nothing more, and one undo takes it all back', (t) => {
  const where = places(t);
  writeFileSync(where.settings, ODD);
  apply(where);
  const once = read(where.settings);
  assert.equal(isChange(proposeSetup(where, null)), false);
  apply(where);
  assert.equal(read(where.settings), once);
  undoSetup(where);
  assert.equal(read(where.settings), ODD);
});

test('undoing removes settings that did not exist before', (t) => {
  const where = places(t);
  assert.equal(apply(where), null);
  assert.deepEqual(JSON.parse(read(where.settings)).cleanupPeriodDays, 365);
  assert.equal(statSync(where.settings).mode & 0o777, 0o600);
  assert.equal(undoSetup(where)?.after, null);
  assert.deepEqual(readdirSync(join(where.settings, '..')), []);
});

test('undoSetup() takes back what is ours from settings that were changed since, and keeps the copy', (t) => {
  const where = places(t);
  writeFileSync(where.settings, '{\n  "model": "opus"\n}\n');
  apply(where);
  writeFileSync(where.settings, read(where.settings).replace('opus', 'haiku'));
  undoSetup(where);
  assert.equal(read(where.settings), '{\n  "model": "haiku"\n}\n');
  assert.deepEqual(readdirSync(where.folder), [COPY]);
});

test('undoSetup() takes back both of two applications, and keeps what others changed between them', (t) => {
  const where = places(t);
  writeFileSync(where.settings, '{\n  // mine\n  "model": "opus",\n  "permissions": { "allow": ["Read"] },\n}\n');
  apply(where);
  const rule = ', "mcp__plugin_ccfind_ccfind__read_session"';
  assert.ok(read(where.settings).includes(rule));
  writeFileSync(where.settings, read(where.settings).replace('365', '60').replace('opus', 'haiku').replace(rule, ''));
  apply(where);
  assert.ok(read(where.settings).includes(rule));
  assert.equal(undoSetup(where)?.after, '{\n  // mine\n  "model": "haiku",\n  "permissions": { "allow": ["Read"] },\n  "cleanupPeriodDays": 60,\n}\n');
});

test('undoSetup() restores settings that were first changed when recall was on already', (t) => {
  const where = places(t);
  mkdirSync(where.managed);
  const managed = join(where.managed, 'managed-settings.json');
  writeFileSync(managed, '{"cleanupPeriodDays": 400, "allowManagedPermissionRulesOnly": true}');
  writeFileSync(where.settings, ODD);
  apply(where, true);
  assert.equal(read(where.settings), ODD);
  rmSync(managed);
  apply(where);
  assert.notEqual(read(where.settings), ODD);
  assert.equal(undoSetup(where)?.after, ODD);
  assert.equal(existsSync(where.folder), false);
});

test('recall is switched on and off by a file, and switched off by undo', (t) => {
  const where = places(t);
  writeFileSync(where.settings, '{"cleanupPeriodDays": 999, "permissions": {"allow": ["Skill", "mcp__plugin_ccfind_ccfind"]}}');
  const before = read(where.settings);
  assert.equal(isChange(proposeSetup(where, true)), true);
  assert.equal(isChange(proposeSetup(where, false)), false);
  assert.equal(existsSync(where.recall), false);
  apply(where, true);
  assert.equal(existsSync(where.recall), true);
  assert.equal(isChange(proposeSetup(where, true)), false);
  apply(where, false);
  assert.equal(existsSync(where.recall), false);
  apply(where, true);
  assert.deepEqual(undoSetup(where), { before, after: before, wasRecallOn: true });
  assert.equal(existsSync(where.recall), false);
  assert.equal(read(where.settings), before);
});

test('settings behind a link stay there, and the link stays a link', (t) => {
  const where = places(t);
  const dotfiles = join(where.settings, '..', 'dotfiles');
  mkdirSync(dotfiles);
  writeFileSync(join(dotfiles, 'claude.json'), '{}');
  symlinkSync('dotfiles/claude.json', where.settings);
  apply(where);
  assert.equal(lstatSync(where.settings).isSymbolicLink(), true);
  assert.equal(JSON.parse(read(join(dotfiles, 'claude.json'))).cleanupPeriodDays, 365);
  assert.deepEqual(readdirSync(dotfiles), ['claude.json']);
  undoSetup(where);
  assert.equal(read(join(dotfiles, 'claude.json')), '{}');
});

const REFUSED: Readonly<Record<string, { readonly make: (path: string) => void; readonly says: RegExp }>> = {
  'no JSON': { make: (path) => writeFileSync(path, '{"model": opus}'), says: /no value at line 1, column 11$/ },
  'half of it': { make: (path) => writeFileSync(path, '{\n  "model": "op'), says: /the text ends too soon/ },
  'a key of ours twice': { make: (path) => writeFileSync(path, '{"permissions": {}, "permissions": {}}'), says: /permissions stands there twice$/ },
  'no UTF-8': { make: (path) => writeFileSync(path, Buffer.from('{"model": "\xff"}', 'latin1')), says: /not UTF-8$/ },
  'a folder': { make: (path) => mkdirSync(path), says: /not a regular file$/ },
  'a pipe': { make: (path) => void spawnSync('mkfifo', [path]), says: /not a regular file$/ },
  'a link to nowhere': { make: (path) => symlinkSync('nowhere', path), says: /a link that leads nowhere/ },
  'a link to itself': { make: (path) => symlinkSync('settings.json', path), says: /a link that leads nowhere/ },
};

for (const [what, { make, says }] of Object.entries(REFUSED)) {
  test(`settings that are ${what} are refused and left alone`, { skip: process.platform === 'win32' }, (t) => {
    const where = places(t);
    make(where.settings);
    const before = lstatSync(where.settings);
    assert.throws(() => proposeSetup(where, null), (error) => error instanceof CcfindError && error.exitCode === 2 && says.test(error.message));
    assert.deepEqual([lstatSync(where.settings).ino, lstatSync(where.settings).mtimeMs], [before.ino, before.mtimeMs]);
    assert.deepEqual(readdirSync(join(where.settings, '..')), ['settings.json']);
  });
}

test('settings that changed while they were looked at are not written', (t) => {
  const where = places(t);
  writeFileSync(where.settings, '{}');
  const proposal = proposeSetup(where, null);
  writeFileSync(where.settings, '{"model": "haiku"}');
  assert.throws(() => applySetup(where, proposal, NOW), /changed by another program/);
  assert.equal(read(where.settings), '{"model": "haiku"}');
  assert.deepEqual(readdirSync(join(where.settings, '..')).sort(), ['ccfind-setup', 'settings.json']);
});

test('settings that their owner may not write are left alone', { skip: process.getuid?.() === 0 ? 'root may write everything' : process.platform === 'win32' }, (t) => {
  const where = places(t);
  writeFileSync(where.settings, '{}', { mode: 0o400 });
  assert.throws(() => apply(where), /cannot be written: EACCES/);
  assert.equal(read(where.settings), '{}');
});

test('a folder that cannot be written is told, and nothing is changed', { skip: process.getuid?.() === 0 ? 'root may write everywhere' : process.platform === 'win32' }, (t) => {
  const where = places(t);
  writeFileSync(where.settings, '{}');
  chmodSync(join(where.settings, '..'), 0o500);
  assert.throws(() => apply(where), CcfindError);
  assert.equal(read(where.settings), '{}');
});

test('settings of 2 MB are changed in a moment', (t) => {
  const where = places(t);
  writeFileSync(where.settings, `{\n  "env": {\n${Array.from({ length: 40_000 }, (_, i) => `    "NAME_${i}": "${'x'.repeat(30)}"`).join(',\n')}\n  }\n}\n`);
  const before = read(where.settings);
  assert.ok(processorMsOf(() => apply(where)) < 20_000);
  undoSetup(where);
  assert.equal(read(where.settings), before);
});

test('managed and project settings are read, whatever state they are in', (t) => {
  const where = places(t);
  mkdirSync(join(where.managed, 'managed-settings.d'), { recursive: true });
  mkdirSync(join(where.project, '.claude'), { recursive: true });
  writeFileSync(join(where.managed, 'managed-settings.json'), '{"cleanupPeriodDays": 14}');
  writeFileSync(join(where.managed, 'managed-settings.d', '10-later.json'), '{"cleanupPeriodDays": 20}');
  writeFileSync(join(where.project, '.claude', 'settings.json'), '{"cleanupPeriodDays": 7}');
  writeFileSync(join(where.project, '.claude', 'settings.local.json'), 'no JSON');
  const { changes, remarks } = proposeSetup(where, null);
  assert.deepEqual(changes.map(({ kind }) => kind), ['made', 'made', 'rule', 'rule', 'rule']);
  assert.deepEqual(remarks, [
    `cleanupPeriodDays: ${join(where.managed, 'managed-settings.d', '10-later.json')} says 20, which stands above yours; it is left as it is`,
    `in this project ${join(where.project, '.claude', 'settings.json')} sets cleanupPeriodDays to 7; a project's settings stand above yours`,
  ]);
});

test('a record that makes no sense is told, and nothing is undone by it', (t) => {
  const where = places(t);
  writeFileSync(where.settings, '{}');
  apply(where);
  const written = read(where.settings);
  for (const record of ['', 'null', '{"schema":2}', '{"schema":1,"changes":[],"hash":"","backup":"../../etc/passwd","earlierCount":0,"recall":false}']) {
    writeFileSync(join(where.folder, 'record.json'), record);
    assert.throws(() => undoSetup(where), CcfindError, record);
    assert.equal(read(where.settings), written);
  }
});
