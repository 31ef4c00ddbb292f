import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkedOutBranch } from '../../src/cli/git-branch.ts';

const root = mkdtempSync(join(tmpdir(), 'ccfind-branch-'));
after(() => rmSync(root, { recursive: true, force: true }));

function repository(name: string, head: string): string {
  const folder = join(root, name);
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(join(folder, 'src', 'deep'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), head);
  return folder;
}

test('checkedOutBranch() reads the branch in the repository and below', () => {
  const folder = repository('plain', 'ref: refs/heads/feature/retry\n');
  assert.equal(checkedOutBranch(folder), 'feature/retry');
  assert.equal(checkedOutBranch(join(folder, 'src', 'deep')), 'feature/retry');
});

test('checkedOutBranch() follows the file of a worktree', () => {
  const folder = repository('main', 'ref: refs/heads/main\n');
  mkdirSync(join(folder, '.git', 'worktrees', 'side'), { recursive: true });
  writeFileSync(join(folder, '.git', 'worktrees', 'side', 'HEAD'), 'ref: refs/heads/side\n');
  mkdirSync(join(root, 'side'));
  writeFileSync(join(root, 'side', '.git'), 'gitdir: ../main/.git/worktrees/side\n');
  assert.equal(checkedOutBranch(join(root, 'side')), 'side');
});

test('checkedOutBranch() is null without a branch, without a repository, and where nothing can be read', () => {
  assert.equal(checkedOutBranch(repository('detached', `${'a'.repeat(40)}\n`)), null);
  assert.equal(checkedOutBranch(root), null);
  assert.equal(checkedOutBranch(join(root, 'is not there')), null);
});
