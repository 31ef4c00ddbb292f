import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { configFolder } from './config-folder.ts';
import { CART, runFake } from './fake-engine.ts';
import type { FakeSetup } from './fake-engine.ts';

const POSIX = { skip: process.platform === 'win32' && 'terminals are shell scripts' };

/** A session that can be gone back into, and a terminal xterm that runs that script. */
function stage(t: TestContext, xterm: string | null): { folder: string; setup: FakeSetup } {
  const folder = configFolder(t);
  const bin = join(folder, 'bin');
  for (const name of [bin, join(folder, "it's")]) mkdirSync(name);
  writeFileSync(join(folder, `${CART}.jsonl`), '{}\n');
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\n', { mode: 0o755 });
  if (xterm !== null) writeFileSync(join(bin, 'xterm'), `#!/bin/sh\n${xterm}\n`, { mode: 0o755 });
  return { folder, setup: { plan: { session: CART, path: join(folder, `${CART}.jsonl`), dir: join(folder, "it's") }, env: { PATH: bin, DISPLAY: ':0' } } };
}

/** Takes the request as a window does; the folder is that of the script. */
const LIVES = 'PATH=/bin:/usr/bin; d=${3%/go}; mv "$d/request.json" "$d/taken.json"; echo \'{"error":null}\' > "$d/o"; mv "$d/o" "$d/outcome.json"';

test('open says where the session was opened', POSIX, async (t) => {
  const { folder, setup } = stage(t, LIVES);
  assert.deepEqual(await runFake(folder, ['open', 'd3e3'], setup).then(({ code, out, err }) => [code, out, err]), [0, `session ${CART} is open in a new window of xterm\n`, '']);
  const { code, out } = await runFake(folder, ['open', 'd3e3', '--json', '--window'], setup);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(out), { schema: 1, session: CART, opened: true, terminal: 'xterm', as: 'window', resume: `cd '${folder}/it'\\''s' && claude --resume ${CART}`, refused: [] });
});

test('open without a terminal prints the line to type and exits with 2', POSIX, async (t) => {
  const { folder, setup } = stage(t, null);
  const line = `cd '${folder}/it'\\''s' && claude --resume ${CART}`;
  assert.deepEqual(await runFake(folder, ['open', 'd3e3'], setup).then(({ code, out, err }) => [code, out, err]), [
    2, `${line}\n`, 'ccfind: no terminal to open a window in\nhint: type that line in a terminal\n',
  ]);
});

test('open says why no terminal would work, without characters that a terminal must not get', POSIX, async (t) => {
  const { folder, setup } = stage(t, 'printf "cannot \\033[31mconnect\\n" >&2; exit 1');
  const { code, out, err } = await runFake(folder, ['open', 'd3e3', '--json'], setup);
  assert.equal(code, 2);
  assert.equal(JSON.parse(out).opened, false);
  assert.equal(err, 'ccfind: no terminal would open a window: xterm (exit code 1: cannot connect)\nhint: type that line in a terminal\n');
});

test('open --dry-run prints what it would start, and starts nothing', POSIX, async (t) => {
  const { folder, setup } = stage(t, 'touch "$0.started"');
  const { code, out } = await runFake(folder, ['open', 'd3e3', '--dry-run'], setup);
  assert.equal(code, 0);
  const [first, second] = out.split('\n');
  assert.equal(first, `xterm, window: ${folder}/bin/xterm -e /bin/sh /FOLDER/go`);
  assert.match(second, new RegExp(`^which runs: \\S+ \\S+ resume ${CART} --handoff /FOLDER$`));
  assert.throws(() => writeFileSync(join(folder, 'bin', 'xterm.started'), '', { flag: 'r+' }), /ENOENT/);
});

test('open opens no window for a session that cannot be resumed', POSIX, async (t) => {
  const { folder, setup } = stage(t, LIVES);
  for (const flags of [[], ['--dry-run']]) {
    const { code, err } = await runFake(folder, ['open', 'd3e3', ...flags], { ...setup, plan: { session: CART, path: join(folder, `${CART}.jsonl`), dir: join(folder, 'gone') } });
    assert.equal(code, 2);
    assert.match(err, /^ccfind: folder of session \S+ is gone: /);
  }
});
