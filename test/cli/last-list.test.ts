import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLastList, saveLastList } from '../../src/cli/last-list.ts';
import { configFolder } from './config-folder.ts';

test('saveLastList() keeps the list readable by its owner only, and leaves no other file', (t) => {
  const folder = configFolder(t);
  saveLastList(folder, { first: 11, sessions: ['a', 'b'] });
  assert.deepEqual(readLastList(folder), { first: 11, sessions: ['a', 'b'] });
  assert.equal(statSync(join(folder, 'last-list.json')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder).sort(), ['ccfind', 'last-list.json', 'projects']);
});

test('saveLastList() keeps the previous list when there is nothing to save', (t) => {
  const folder = configFolder(t);
  saveLastList(folder, { first: 1, sessions: ['a'] });
  saveLastList(folder, { first: 1, sessions: [] });
  assert.deepEqual(readLastList(folder), { first: 1, sessions: ['a'] });
});

test('readLastList() treats garbage as no list', (t) => {
  const folder = configFolder(t);
  assert.equal(readLastList(folder), null);
  for (const garbage of ['', '{', 'null', '3', '[]', '{"first":1}', '{"first":"1","sessions":[]}', '{"first":1,"sessions":[3]}', '{"first":1.5,"sessions":["a"]}', '\0\xff']) {
    writeFileSync(join(folder, 'last-list.json'), garbage);
    assert.equal(readLastList(folder), null, garbage);
  }
});

test('saveLastList() does nothing when the folder is missing', (t) => {
  const folder = join(configFolder(t), 'gone');
  saveLastList(folder, { first: 1, sessions: ['a'] });
  assert.equal(readLastList(folder), null);
  rmSync(folder, { recursive: true, force: true });
});
