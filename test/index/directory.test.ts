import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Directory } from '../../src/index/directory.ts';
import { isOurLeftover, openDiskDirectory } from '../../src/index/disk-directory.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';

function inFolder(run: (folder: string) => void): void {
  const folder = fs.mkdtempSync(join(tmpdir(), 'ccfind-directory-'));
  try {
    run(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const modeOf = (path: string): string => (fs.statSync(path).mode & 0o777).toString(8);
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
  return 'no error';
};

/** Parts of so many bytes each, all in the same memory; part i is made of bytes i. */
function* partsOf(lengths: readonly number[]): Generator<Uint8Array> {
  const memory = Buffer.alloc(70_000);
  for (const [i, length] of lengths.entries()) yield memory.fill(i).subarray(0, length);
}

function* cutParts(): Generator<Uint8Array> {
  yield Buffer.alloc(100_000);
  throw new Error('the parts end here');
}

/** Runs of equal bytes: byte, count. */
function countBytes(bytes: Buffer): [number, number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < bytes.length; ) {
    let end = at + 1;
    while (end < bytes.length && bytes[end] === bytes[at]) end++;
    runs.push([bytes[at], end - at]);
    at = end;
  }
  return runs;
}

/** The contract that both kinds keep. */
function checkContract(directory: Directory): void {
  assert.deepEqual(directory.list(), []);
  assert.equal(codeOf(() => directory.open('seg-1-aaaaaa')), 'ENOENT');
  directory.write('a', [Buffer.from('one '), Buffer.from('two')]);
  assert.equal(directory.readAll('a').toString(), 'one two');
  const file = directory.open('a');
  directory.write('a', [Buffer.from('three')], true);
  directory.remove('b');
  assert.equal(file.sizeBytes, 7);
  assert.equal(file.read(4, 3).toString(), 'two', 'an opened file keeps its content');
  assert.notEqual(codeOf(() => file.read(4, 4)), 'no error');
  assert.equal(directory.write('parts', partsOf([20_000, 1, 70_000, 0, 65_536, 50_000])), 205_537);
  assert.deepEqual(countBytes(directory.readAll('parts')), [[0, 20_000], [1, 1], [2, 70_000], [4, 65_536], [5, 50_000]]);
  assert.throws(() => directory.write('cut', cutParts()), /the parts end here/);
  assert.deepEqual(directory.list().sort(), ['a', 'parts'], 'nothing is written of what could not be made');
  directory.remove('parts');
  directory.remove('a');
  assert.equal(file.read(0, 3).toString(), 'one', 'a removed file stays readable');
  file.close();
  const lock = directory.lock(0);
  assert.notEqual(lock, null);
  assert.equal(directory.lock(0), null);
  lock?.release();
  const again = directory.lock(0);
  assert.equal(again?.isHeld(), true);
  again?.release();
}

test('a directory on disk keeps the contract', () => inFolder((folder) => checkContract(openDiskDirectory(join(folder, 'index')))));

test('a directory in memory keeps the contract', () => checkContract(createMemoryDirectory()));

test('a directory in memory fails when it is told to', () => {
  const directory = createMemoryDirectory((operation, name) => {
    if (operation === 'write' && name === 'full') throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  });
  assert.equal(codeOf(() => directory.write('full', [Buffer.from('x')])), 'ENOSPC');
  assert.deepEqual(directory.list(), []);
});

test('everything on disk is the owner\'s alone, whatever the umask', () => {
  for (const umask of [0o000, 0o022, 0o777]) {
    inFolder((folder) => {
      const before = process.umask(umask);
      try {
        const path = join(folder, 'config', 'ccfind');
        const directory = openDiskDirectory(path);
        directory.write('manifest.json', [Buffer.from('{}')], true);
        assert.equal(modeOf(path), '700');
        assert.equal(modeOf(join(path, 'manifest.json')), '600');
        const lock = directory.lock(0);
        assert.equal(modeOf(join(path, 'lock')), '600');
        lock?.release();
        assert.deepEqual(directory.list(), ['manifest.json']);
      } finally {
        process.umask(before);
      }
    });
  }
});

test('a folder that others can read is closed to them', () => {
  inFolder((folder) => {
    const path = join(folder, 'ccfind');
    fs.mkdirSync(path, { mode: 0o755 });
    openDiskDirectory(path).write('a', [Buffer.from('x')]);
    assert.equal(modeOf(path), '700');
  });
});

test('write() leaves nothing behind when it fails', () => {
  inFolder((folder) => {
    const directory = openDiskDirectory(folder);
    assert.equal(codeOf(() => directory.write('no-folder/a', [Buffer.from('x')])), 'ENOENT');
    assert.deepEqual(directory.list(), []);
  });
});

test('a folder in the place of a file is moved aside with what is in it', () => {
  inFolder((folder) => {
    const directory = openDiskDirectory(folder);
    for (const name of ['manifest.json', 'seg-1-aaaaaa']) fs.mkdirSync(join(folder, name));
    directory.write('manifest.json', [Buffer.from('x')], true);
    directory.remove('seg-1-aaaaaa');
    assert.deepEqual(directory.list(), ['manifest.json']);
    directory.remove('manifest.json');
    fs.mkdirSync(join(folder, 'manifest.json'));
    fs.writeFileSync(join(folder, 'manifest.json', 'letter'), 'not ours');
    directory.write('manifest.json', [Buffer.from('y')], true);
    const [file, moved, ...rest] = directory.list().sort();
    assert.deepEqual([file, rest, fs.readFileSync(join(folder, moved, 'letter'), 'utf8')], ['manifest.json', [], 'not ours']);
  });
});

test('isOurLeftover() knows our names and nobody else\'s', () => {
  for (const name of ['seg-12-k3j9x2', 'catalog-1-000000', 'marks-7-zzzzzz', 'tmp-5k2-0', 'lock-dead-1-2-3', 'last-list.json.12.tmp', 'recall.json.12.tmp', 'hooks.log.7.tmp']) assert.equal(isOurLeftover(name), true, name);
  for (const name of ['manifest.json', 'last-list.json', 'recall.json', 'hooks.log', 'lock', 'index.json.gz', 'seg-data.bin', 'catalog', 'tmp', 'marks-7', 'notes-1-abcdef']) assert.equal(isOurLeftover(name), false, name);
});

function holder(changes: Record<string, unknown>): string {
  const namespace = fs.existsSync('/proc/self/ns/pid') ? ` ${fs.readlinkSync('/proc/self/ns/pid')}` : '';
  return JSON.stringify({ pid: process.pid, started: '', host: hostname() + namespace, boot: '', nonce: 'a-b-c', ...changes });
}

test('lock() takes over from a process that died, even when another process has its pid', () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  for (const changes of [{ pid: dead }, { started: '1' }, { boot: 'another boot' }]) {
    if (!fs.existsSync('/proc/self/stat') && !('pid' in changes)) continue;
    inFolder((folder) => {
      fs.writeFileSync(join(folder, 'lock'), holder(changes));
      const lock = openDiskDirectory(folder).lock(0);
      assert.equal(lock?.isHeld(), true, JSON.stringify(changes));
      lock?.release();
      assert.equal(fs.existsSync(join(folder, 'lock')), false);
    });
  }
});

test('lock() respects a live process, another machine and what is being written, until it is stale', () => {
  for (const text of [holder({}), holder({ pid: 1, host: 'another machine' }), '']) {
    inFolder((folder) => {
      const path = join(folder, 'lock');
      fs.writeFileSync(path, text);
      assert.equal(openDiskDirectory(folder).lock(30), null, text);
      const longAgo = Date.now() / 1000 - 3600;
      fs.utimesSync(path, longAgo, longAgo);
      const lock = openDiskDirectory(folder).lock(0);
      assert.equal(lock?.isHeld(), true, text);
      lock?.release();
    });
  }
});

test('lock() takes over what is no lock: a folder, a link that leads nowhere, a time in the future', () => {
  const longAgo = Date.now() / 1000 - 60;
  const kinds: Record<string, (path: string) => void> = {
    'a folder': (path) => {
      fs.mkdirSync(path);
      fs.utimesSync(path, longAgo, longAgo);
    },
    'a link that leads nowhere': (path) => {
      fs.symlinkSync('nowhere', path);
      fs.lutimesSync(path, longAgo, longAgo);
    },
    'a time to come': (path) => {
      fs.writeFileSync(path, 'garbage');
      fs.utimesSync(path, longAgo + 10_000, longAgo + 10_000);
    },
  };
  for (const [kind, make] of Object.entries(kinds)) {
    inFolder((folder) => {
      make(join(folder, 'lock'));
      const lock = openDiskDirectory(folder).lock(0);
      assert.equal(lock?.isHeld(), true, kind);
      lock?.release();
      assert.deepEqual(fs.readdirSync(folder).filter((name) => !name.startsWith('lock-dead-')), [], kind);
    });
  }
});

test('a lock whose folder is gone is not held, and can be released', () => {
  inFolder((folder) => {
    const path = join(folder, 'index');
    const lock = openDiskDirectory(path).lock(0);
    fs.rmSync(path, { recursive: true });
    fs.writeFileSync(path, 'a file in its place');
    assert.equal(lock?.isHeld(), false);
    lock?.touch();
    lock?.release();
  });
});

test('a holder notices that its lock was taken over, and does not release the new one', () => {
  inFolder((folder) => {
    const lock = openDiskDirectory(folder).lock(0);
    fs.writeFileSync(join(folder, 'lock'), holder({ nonce: 'somebody-else' }));
    assert.equal(lock?.isHeld(), false);
    lock?.release();
    assert.equal(fs.existsSync(join(folder, 'lock')), true);
  });
});

test('lock() lets one process in at a time; the others wait', async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'ccfind-directory-'));
  const code = `
    const { openDiskDirectory } = await import(process.argv[1]);
    const fs = await import('node:fs');
    const log = process.argv[2] + '/log';
    for (let i = 0; i < 20; i++) {
      const lock = openDiskDirectory(process.argv[2]).lock(300_000);
      fs.appendFileSync(log, '(');
      fs.appendFileSync(log, ')');
      lock.release();
    }`;
  try {
    const { build } = await import('esbuild');
    const module = join(folder, 'directory.mjs');
    await build({ entryPoints: ['src/index/disk-directory.ts'], outfile: module, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
    const runs = [0, 1, 2].map(() => new Promise<number | null>((resolve) => {
      spawn(process.execPath, ['--input-type=module', '-e', code, module, folder], { stdio: ['ignore', 'inherit', 'inherit'] }).on('exit', resolve);
    }));
    assert.deepEqual(await Promise.all(runs), [0, 0, 0]);
    assert.equal(fs.readFileSync(join(folder, 'log'), 'utf8'), '()'.repeat(60));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

test('lock() tells again and again who holds it', () => {
  inFolder((folder) => {
    const told: unknown[] = [];
    const path = join(folder, 'lock');
    fs.writeFileSync(path, holder({ sinceMs: 1000 }));
    const lock = openDiskDirectory(folder).lock(60_000, (one) => {
      if (told.push(one) === 3) fs.rmSync(path);
    });
    assert.deepEqual([lock?.isHeld(), told.length], [true, 3]);
    lock?.release();
    fs.writeFileSync(join(folder, 'lock'), holder({ pid: 7, host: 'attic pid:[1]' }));
    openDiskDirectory(folder).lock(0, (one) => told.push(one));
    assert.deepEqual([told[0], told[told.length - 1]], [{ pid: process.pid, host: null, sinceMs: 1000 }, { pid: 7, host: 'attic', sinceMs: null }]);
  });
});
