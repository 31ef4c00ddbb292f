import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { checkedOutBranch, findRepository } from '../../src/hook/repository.ts';

const OLD = '0'.repeat(40);

function folder(t: TestContext): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind repo ')));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A log of HEAD with these lines, oldest first. */
function log(...whats: readonly string[]): string {
  return whats.map((what) => `${OLD} ${OLD} Ada <ada@example.org> 1772442000 +0000\t${what}\n`).join('');
}

test('findRepository() reads branch and subjects, newest first, from any folder below', (t) => {
  const root = folder(t);
  write(join(root, '.git', 'HEAD'), 'ref: refs/heads/fix/payment-retry\n');
  write(join(root, '.git', 'logs', 'HEAD'), log(
    'clone: from https://example.org/tide', 'commit (initial): draw the tide table', 'checkout: moving from main to fix/payment-retry',
    'commit: fix(pay): retry three times', 'commit (amend): fix(pay): retry three times', 'commit: wip', 'rebase (pick): of another day', 'commit: v1.2.0', 'commit: round the cart total',
  ));
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  const expected = { folder: root, branch: 'fix/payment-retry', subjects: ['round the cart total', 'fix(pay): retry three times', 'draw the tide table'] };
  assert.deepEqual(findRepository(join(root, 'src', 'deep')), expected);
});

test('findRepository() follows a worktree to where its HEAD lies', (t) => {
  const root = folder(t);
  write(join(root, 'main', '.git', 'worktrees', 'side', 'HEAD'), 'ref: refs/heads/side\n');
  write(join(root, 'main', '.git', 'worktrees', 'side', 'logs', 'HEAD'), log('commit: only in the side tree'));
  write(join(root, 'side', '.git'), 'gitdir: ../main/.git/worktrees/side\n');
  assert.deepEqual(findRepository(join(root, 'side')), { folder: join(root, 'side'), branch: 'side', subjects: ['only in the side tree'] });
});

test('findRepository() agrees with git itself', { skip: spawnSync('git', ['--version']).status !== 0 && 'git is not installed' }, (t) => {
  const root = folder(t);
  const git = (...args: string[]) => spawnSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: root, env: { PATH: process.env.PATH, HOME: root } });
  git('init', '-q');
  git('checkout', '-q', '-b', 'tide-table');
  git('commit', '-q', '--allow-empty', '-m', 'draw the tide table\n\nwith a body');
  assert.deepEqual(findRepository(root), { folder: root, branch: 'tide-table', subjects: ['draw the tide table'] });
});

const STRANGE: Readonly<Record<string, (root: string) => void>> = {
  'a detached HEAD': (root) => write(join(root, '.git', 'HEAD'), `${OLD}\n`),
  'no HEAD': (root) => mkdirSync(join(root, '.git')),
  'a HEAD of bytes': (root) => write(join(root, '.git', 'HEAD'), '\0ref: refs/heads/\xff\n'),
  'a branch of absurd length': (root) => write(join(root, '.git', 'HEAD'), `ref: refs/heads/${'a'.repeat(3000)}\n`),
  'a pipe as HEAD': (root) => {
    mkdirSync(join(root, '.git', 'logs'), { recursive: true });
    spawnSync('mkfifo', [join(root, '.git', 'HEAD'), join(root, '.git', 'logs', 'HEAD')]);
  },
  'a log without line feeds': (root) => write(join(root, '.git', 'logs', 'HEAD'), 'commit: '.repeat(100_000)),
};

for (const [what, make] of Object.entries(STRANGE)) {
  test(`findRepository() gives no branch and no subject for ${what}`, { skip: process.platform === 'win32' }, (t) => {
    const root = folder(t);
    make(root);
    assert.deepEqual(findRepository(root), { folder: root, branch: null, subjects: [] });
  });
}

test('findRepository() does not follow a stranger\'s .git file to where it should not lead', (t) => {
  for (const target of ['//evil.example/share', '\\\\evil.example\\share', '']) {
    const root = folder(t);
    write(join(root, 'a', '.git'), `gitdir: ${target}\n`);
    assert.equal(findRepository(join(root, 'a')), null, target);
  }
  const root = folder(t);
  symlinkSync('nowhere', join(root, '.git'));
  assert.equal(findRepository(root), null);
});

test('checkedOutBranch() reads the branch, also from below the repository; null for a commit and outside', (t) => {
  const root = folder(t);
  write(join(root, 'plain', '.git', 'HEAD'), 'ref: refs/heads/feature/retry\n');
  write(join(root, 'detached', '.git', 'HEAD'), `${OLD}\n`);
  mkdirSync(join(root, 'plain', 'src', 'deep'), { recursive: true });
  assert.equal(checkedOutBranch(join(root, 'plain')), 'feature/retry');
  assert.equal(checkedOutBranch(join(root, 'plain', 'src', 'deep')), 'feature/retry');
  assert.equal(checkedOutBranch(join(root, 'detached')), null);
  assert.equal(checkedOutBranch(root), null);
  assert.equal(checkedOutBranch(join(root, 'is not there')), null);
});
