import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { CcfindError } from '../src/errors.ts';
import { configFor, findPlaces } from '../src/paths.ts';

function home(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-paths-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function failure(use: () => unknown): { code: string; message: string } {
  try {
    use();
  } catch (error) {
    assert.ok(error instanceof CcfindError, String(error));
    return { code: error.code, message: error.message };
  }
  assert.fail('no error');
}

test('findPlaces() takes ~/.claude, and works when it is missing', (t) => {
  const folder = home(t);
  const nothing = { roots: [], indexDir: join(folder, '.claude/ccfind'), searched: [join(folder, '.claude/projects')], synonyms: join(folder, '.config/ccfind/synonyms.txt') };
  assert.deepEqual(findPlaces({ env: { HOME: folder }, cwd: '/', extraRoots: [] }), nothing);
  assert.deepEqual(findPlaces({ env: { HOME: folder, CLAUDE_CONFIG_DIR: '', CCFIND_DIR: '' }, cwd: '/', extraRoots: [] }), nothing);
  mkdirSync(join(folder, '.claude'));
  assert.deepEqual(findPlaces({ env: { HOME: folder }, cwd: '/', extraRoots: [] }).roots, [join(folder, '.claude')]);
});

test('findPlaces() takes no folder when the home is unknown', (t) => {
  const known = process.env.HOME;
  t.after(() => (process.env.HOME = known));
  process.env.HOME = '';
  assert.deepEqual(failure(() => findPlaces({ env: { HOME: '' }, cwd: '/', extraRoots: [] })), { code: 'failure', message: 'no home folder: HOME is not set' });
});

test('findPlaces() makes a relative HOME absolute', () => {
  assert.equal(findPlaces({ env: { HOME: 'home' }, cwd: '/nowhere', extraRoots: [] }).indexDir, '/nowhere/home/.claude/ccfind');
});

test('findPlaces() looks for synonyms where XDG_CONFIG_HOME says', () => {
  assert.equal(findPlaces({ env: { HOME: '/nowhere', XDG_CONFIG_HOME: '/conf' }, cwd: '/', extraRoots: [] }).synonyms, '/conf/ccfind/synonyms.txt');
});

test('findPlaces() obeys CLAUDE_CONFIG_DIR, CCFIND_DIR and --root, and takes each folder once', (t) => {
  const folder = home(t);
  for (const name of ['a/projects', 'b']) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(join(folder, 'a'), join(folder, 'link'));
  const places = findPlaces({ env: { HOME: '/nowhere', CLAUDE_CONFIG_DIR: 'a', CCFIND_DIR: 'index' }, cwd: folder, extraRoots: ['b', 'link', join(folder, 'a')] });
  assert.deepEqual(places.roots, [join(folder, 'a'), join(folder, 'b')]);
  assert.equal(places.indexDir, join(folder, 'index'));
  assert.deepEqual(places.searched.slice(0, 2), [join(folder, 'a/projects'), join(folder, 'b/projects')]);
});

test('findPlaces() refuses a named folder that is missing, or no folder', (t) => {
  const folder = home(t);
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'odd'));
  writeFileSync(join(folder, 'odd/projects'), '');
  const find = (config: string | undefined, extraRoots: string[]) => () => findPlaces({ env: { HOME: folder, CLAUDE_CONFIG_DIR: config }, cwd: folder, extraRoots });
  assert.deepEqual(failure(find('gone', [])), { code: 'failure', message: `config folder ${folder}/gone (CLAUDE_CONFIG_DIR): no such folder` });
  assert.deepEqual(failure(find(undefined, ['gone'])), { code: 'failure', message: `config folder ${folder}/gone (--root): no such folder` });
  assert.deepEqual(failure(find('file', [])), { code: 'failure', message: `config folder ${folder}/file (CLAUDE_CONFIG_DIR): not a folder` });
  assert.deepEqual(failure(find('odd', [])), { code: 'failure', message: `projects folder ${folder}/odd/projects: not a folder` });
});

test('configFor() names the config folder for a client, wherever it is started', (t) => {
  const folder = home(t);
  for (const name of ['.claude', 'work', 'other']) mkdirSync(join(folder, name));
  symlinkSync(join(folder, 'work'), join(folder, 'link'));
  const [usual, work] = [join(folder, '.claude'), join(folder, 'work')];
  const change = (root: string, config?: string) => configFor(root, { HOME: folder, CLAUDE_CONFIG_DIR: config }, folder);
  assert.equal(change(usual), null);
  assert.equal(change(usual, ''), null);
  assert.equal(change(work, work), null);
  // As the person calls it: the client keeps settings by that name.
  assert.equal(change(work, join(folder, 'link')), null);
  // Elsewhere it would be another folder.
  assert.equal(change(work, 'work'), work);
  assert.equal(change(usual, '.claude'), usual);
  // Found through --root.
  assert.equal(change(work), work);
  assert.equal(change(work, join(folder, 'other')), work);
  assert.equal(change(work, join(folder, 'gone')), work);
  assert.equal(change(usual, work), '');
});
