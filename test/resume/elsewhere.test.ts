import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { ResumePlan } from '../../src/contract.ts';
import { mainFolder, movedFolder } from '../../src/resume/elsewhere.ts';

const ID = '11111111-2222-4333-8444-555555555555';

function folder(context: TestContext): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-elsewhere-')));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Makes the file and the folders above it. */
function touch(...parts: string[]): void {
  mkdirSync(join(...parts.slice(0, -1)), { recursive: true });
  writeFileSync(join(...parts), '');
}

/** A session of the folder `dir` that named these files below it; its transcript lies in the project folder `project`. */
function session(root: string, dir: string, files: readonly string[], project = dir): ResumePlan {
  const folder = join(root, 'config', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${ID}.jsonl`);
  writeFileSync(path, files.map((file) => `${JSON.stringify({ input: { file_path: `${dir}/${file}` }, text: `see "${dir}/${file}"` })}\n`).join('') || '{}\n');
  return { session: ID, path, dir };
}

test('mainFolder() finds the repository beside a worktree that git still remembers', (context) => {
  const root = folder(context);
  const main = join(root, 'shop');
  mkdirSync(join(main, '.git', 'worktrees', 'feature'), { recursive: true });
  writeFileSync(join(main, '.git', 'worktrees', 'feature', 'gitdir'), `${join(root, 'trees', 'feature', '.git')}\n`);
  mkdirSync(join(root, 'other', '.git'), { recursive: true });
  assert.equal(mainFolder(join(root, 'trees', 'feature')), main);
  assert.equal(mainFolder(join(root, 'trees', 'feature', 'src')), main);
  assert.equal(mainFolder(join(root, 'trees', 'feature2')), null);
});

test('mainFolder() gives nothing for a worktree whose main folder is gone too', (context) => {
  const root = folder(context);
  assert.equal(mainFolder(join(root, 'shop', '.claude', 'worktrees', 'x')), null);
});

test('movedFolder() recognises a project by its files: renamed, moved deeper or higher, or under a renamed folder', (context) => {
  for (const [before, after] of [['shop', 'store'], ['shop', 'work/shop'], ['work/shop', 'shop'], ['work/shop', 'jobs/shop'], ['work/shop/api', 'work/store/api']]) {
    const root = folder(context);
    touch(root, after, 'src', 'cart.ts');
    touch(root, after, 'src', 'a (b).ts');
    touch(root, 'other', 'src', 'cart.ts');
    mkdirSync(join(root, 'work'), { recursive: true });
    assert.equal(movedFolder(session(root, join(root, before), ['src/cart.ts', 'src/a (b).ts', 'src/gone.ts'])), join(root, after), `${before} to ${after}`);
  }
});

test('movedFolder() proposes nothing by one file that any project could have, or by too few of many', (context) => {
  const root = folder(context);
  touch(root, 'other', 'README.md');
  touch(root, 'other', 'package.json');
  assert.equal(movedFolder(session(root, join(root, 'shop'), ['README.md', 'src/a.ts'])), null);
  assert.equal(movedFolder(session(root, join(root, 'shop'), ['README.md', 'package.json', 'a', 'b', 'c'])), null);
  assert.equal(movedFolder(session(root, join(root, 'shop'), ['README.md'])), null);
  assert.equal(movedFolder(session(root, join(root, 'shop'), [])), null);
});

test('movedFolder() takes one file, or half of them, for enough where something else tells of the folder too', (context) => {
  const root = folder(context);
  touch(root, 'far', 'shop', 'README.md');
  const namesakes = [join(root, 'far', 'shop')];
  const found = (...files: string[]): string | null => movedFolder({ ...session(root, join(root, 'shop'), files), namesakes });
  assert.deepEqual([found('README.md'), found('README.md', 'a'), found('README.md', 'a', 'b'), found('a')], [namesakes[0], namesakes[0], null, null]);
});

test('movedFolder() of a folder that is unknown goes by the name of the project folder, whatever files are named', (context) => {
  const root = folder(context);
  mkdirSync(join(root, 'store'));
  assert.equal(movedFolder({ ...session(root, '', ['etc/hosts', 'etc/passwd'], join(root, 'store')), dir: '' }), join(root, 'store'));
});

test('movedFolder() never proposes the folder itself', (context) => {
  const root = folder(context);
  touch(root, 'shop', 'a.ts');
  touch(root, 'shop', 'b.ts');
  assert.equal(movedFolder({ ...session(root, join(root, 'shop'), ['a.ts', 'b.ts']), namesakes: [join(root, 'shop')] }), null);
});

test('movedFolder() takes no file outside the folder for one of its own', (context) => {
  const root = folder(context);
  touch(root, 'secret');
  touch(root, 'two');
  mkdirSync(join(root, 'other'));
  assert.equal(movedFolder(session(root, join(root, 'shop'), ['../secret', 'x/../../two'])), null);
});

test('movedFolder() finds the folder that the transcript\'s project is named after, though the name is lossy', (context) => {
  const root = folder(context);
  const now = join(root, 'my_shop', 'v1.2');
  mkdirSync(now, { recursive: true });
  mkdirSync(join(root, 'my'));
  assert.equal(movedFolder(session(root, join(root, 'shop'), [], now)), now);
});

test('movedFolder() finds a folder of that name in which another session worked', (context) => {
  const root = folder(context);
  mkdirSync(join(root, 'far', 'away', 'shop'), { recursive: true });
  const namesakes = [join(root, 'nowhere', 'shop'), join(root, 'far', 'away', 'shop')];
  assert.equal(movedFolder({ ...session(root, join(root, 'shop'), []), namesakes }), namesakes[1]);
});

test('movedFolder() finds the folder in which the session has gone on since', (context) => {
  const root = folder(context);
  mkdirSync(join(root, 'far', 'store'), { recursive: true });
  const plan = session(root, join(root, 'shop'), []);
  const wentOn = (cwd: string): string | null => {
    writeFileSync(plan.path, [plan.dir, cwd].map((at) => `${JSON.stringify({ type: 'user', sessionId: ID, cwd: at })}\n`).join(''));
    return movedFolder(plan);
  };
  assert.equal(wentOn(join(root, 'far', 'store')), join(root, 'far', 'store'));
  assert.equal(wentOn(join(root, 'nowhere')), null);
  assert.equal(wentOn('.'), null);
});
