/**
 * The table of checks: one that throws is told like any other, and ends none of those behind it.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDiskDirectory } from '../../src/index/disk-directory.ts';
import { examineIndex } from '../../src/inspect/doctor.ts';

test('a check that throws is reported as wrong, and the others are made', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-doctor-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const fail = (error: Error) => (): never => {
    throw error;
  };
  const thrown: [Error, RegExp][] = [
    [new TypeError('the crane fell'), /^this check failed: TypeError: the crane fell$/],
    [Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }), /^cannot be looked at: EIO: i\/o error, read$/],
  ];
  for (const [error, found] of thrown) {
    const { status, checks } = examineIndex({ directory: openDiskDirectory(folder), roots: [folder], refresh: fail(error), countHits: fail(error), snapshot: fail(error), onProgress: () => {} }, 1);
    assert.equal(status, 'wrong');
    const fresh = checks.find(({ check }) => check === 'fresh');
    assert.equal(fresh?.status, 'wrong');
    assert.match(fresh.found, found);
    assert.notEqual(fresh.mend, null);
    assert.deepEqual(checks.slice(-1).map(({ check, found: told }) => [check, told]), [['samples', 'not looked at: see what fresh says']]);
  }
});
