import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBeside } from '../../src/cli/open-beside.ts';
import type { Engine, ResumePlan } from '../../src/contract.ts';
import { configFolder } from './config-folder.ts';

const ID = '3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c01';
const POSIX = { skip: process.platform === 'win32' && 'terminals are shell scripts' };

/** Takes the request as a window does. */
const LIVES = '#!/bin/sh\nd=${3%/go}; /bin/mv "$d/request.json" "$d/taken.json"; echo \'{"error":null}\' > "$d/o"; /bin/mv "$d/o" "$d/outcome.json"\n';

test('openBeside() says where the session was opened, or why it was not and what to type', POSIX, async (t) => {
  const folder = configFolder(t);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(folder, `${ID}.jsonl`), '{}\n');
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\n', { mode: 0o755 });
  const plan: ResumePlan = { session: ID, path: join(folder, `${ID}.jsonl`), dir: folder };
  const open = (dir = folder) => openBeside(ID, { resumePlan: () => ({ ...plan, dir }) } as unknown as Engine, join(folder, 'ccfind'), { PATH: bin, DISPLAY: ':0' });
  assert.equal(await open(), `no terminal to open a window in; to type: cd ${folder} && claude --resume ${ID}`);
  writeFileSync(join(bin, 'xterm'), '#!/bin/sh\necho cannot connect >&2; exit 1\n', { mode: 0o755 });
  assert.equal(await open(), `no terminal would open a window: xterm (exit code 1: cannot connect); to type: cd ${folder} && claude --resume ${ID}`);
  writeFileSync(join(bin, 'xterm'), LIVES, { mode: 0o755 });
  assert.equal(await open(), 'open in a new window of xterm');
  assert.match(await open(join(folder, 'gone')), /^folder of session \S+ is gone: \S+; \S/);
});

test('openBeside() gives a line that leads to the very session: in its config folder, and by its path where its id would not', POSIX, async (t) => {
  const folder = configFolder(t);
  const project = join(folder, 'projects', '-gone-elsewhere');
  mkdirSync(project, { recursive: true });
  mkdirSync(join(folder, 'bin'));
  const path = join(project, `${ID}.jsonl`);
  writeFileSync(path, `{"type":"user","sessionId":"${ID}"}\n`);
  mkdirSync(join(folder, 'projects', folder.replace(/[^A-Za-z0-9]/g, '-')));
  writeFileSync(join(folder, 'projects', folder.replace(/[^A-Za-z0-9]/g, '-'), `${ID}.jsonl`), '');
  writeFileSync(join(folder, 'bin', 'claude'), '#!/bin/sh\n', { mode: 0o755 });
  const engine = { resumePlan: () => ({ session: ID, path, dir: folder }) } as unknown as Engine;
  assert.equal(await openBeside(ID, engine, join(folder, 'ccfind'), { PATH: join(folder, 'bin'), HOME: '/nowhere' }), `no terminal to open a window in; to type: cd ${folder} && CLAUDE_CONFIG_DIR=${folder} claude --resume ${path}`);
});
