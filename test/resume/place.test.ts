import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { needsFork, placeOf, resumeWord } from '../../src/resume/place.ts';

const ID = '11111111-2222-4333-8444-555555555555';

function folder(context: TestContext): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-place-')));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes the session's transcript into the project folder of that directory, which it makes. */
function transcript(root: string, dir: string, name = ID): string {
  const project = join(root, 'projects', dir.replace(/[^A-Za-z0-9]/g, '-'));
  for (const path of [project, dir]) mkdirSync(path, { recursive: true });
  writeFileSync(join(project, `${name}.jsonl`), '{}\n');
  return join(project, `${name}.jsonl`);
}

test('placeOf() takes a path apart, and recognises paths of other kinds', () => {
  assert.deepEqual(placeOf('/home/dev/.claude/projects/-home-dev-shop/x.jsonl'), { root: '/home/dev/.claude', folder: '-home-dev-shop' });
  assert.equal(placeOf('/home/dev/x.jsonl'), null);
  assert.equal(placeOf(''), null);
});

test('resumeWord() is the id where a client that starts in the folder finds that very transcript', (context) => {
  const root = folder(context);
  const dir = join(root, 'my_shop 1.0');
  assert.equal(resumeWord({ session: ID, path: transcript(root, dir), dir }, dir), ID);
});

test('resumeWord() is the path where the folder leads to another copy of the session', (context) => {
  const root = folder(context);
  const [old, present] = [join(root, 'old'), join(root, 'present')];
  transcript(root, old);
  const path = transcript(root, present);
  const plan = { session: ID, path, dir: present };
  assert.equal(resumeWord(plan, old), path);
  assert.equal(resumeWord(plan, present), ID);
});

test('resumeWord() is the path where the project has moved: through a link, or into a folder without sessions', (context) => {
  const root = folder(context);
  mkdirSync(join(root, 'store'));
  symlinkSync(join(root, 'store'), join(root, 'shop'));
  const project = join(root, 'projects', join(root, 'shop').replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(project, { recursive: true });
  const path = join(project, `${ID}.jsonl`);
  writeFileSync(path, '{}\n');
  assert.equal(resumeWord({ session: ID, path, dir: join(root, 'shop') }, join(root, 'shop')), path);
  assert.equal(resumeWord({ session: ID, path, dir: join(root, 'shop') }, join(root, 'nowhere')), path);
});

test('resumeWord() is the id where the project folder is a link to the one with the transcript', (context) => {
  const root = folder(context);
  const dir = join(root, 'shop');
  const path = transcript(root, dir);
  mkdirSync(join(root, 'store'));
  symlinkSync(join(path, '..'), join(root, 'projects', join(root, 'store').replace(/[^A-Za-z0-9]/g, '-')));
  assert.equal(resumeWord({ session: ID, path, dir }, join(root, 'store')), ID);
});

test('resumeWord() is the path for a name that clients take for a title', (context) => {
  const root = folder(context);
  const dir = join(root, 'shop');
  const path = transcript(root, dir, 'deploy');
  assert.equal(resumeWord({ session: 'deploy', path, dir }, dir), path);
});

test('needsFork() tells by the last entry of the conversation where a client would go on', (context) => {
  const root = folder(context);
  const dir = join(root, 'shop');
  const path = transcript(root, dir);
  const other = '22222222-2222-4333-8444-555555555555';
  const entry = (type: string, sessionId: string): string => `${JSON.stringify({ type, message: `{"sessionId":"${other}"}`, sessionId })}\n`;
  const needed = (text: string, from = join(root, 'elsewhere')): boolean => {
    writeFileSync(path, text);
    return needsFork({ session: ID, path, dir }, from);
  };
  assert.equal(needed(entry('user', other) + entry('assistant', ID) + entry('mode', other) + '{"type":"us'), false);
  assert.equal(needed(entry('user', ID) + entry('assistant', other) + entry('mode', ID)), true);
  assert.equal(needed(entry('assistant', other), dir), false, 'by its id the file is found, and gone on in');
  assert.equal(needed('null\n7\n'), true, 'in doubt');
  assert.equal(needsFork({ session: 'deploy', path: transcript(root, dir, 'deploy'), dir }, dir), true);
});
