import { test } from 'node:test';
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openPager, pagerCommand } from '../../src/terminal/pager.ts';

const POSIX = { skip: process.platform === 'win32' && 'stubs are shell scripts' };

/** A folder with these programs; the text of each is a shell script. */
function programs(t: TestContext, scripts: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-pager-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, script] of Object.entries(scripts)) writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

test('pagerCommand() splits $PAGER as a shell would, without starting one', POSIX, (t) => {
  const folder = programs(t, { less: '', most: '', 'my pager': '' });
  const words = (PAGER: string | undefined) => {
    const command = pagerCommand({ PATH: `relative:${folder}`, PAGER });
    return command === null ? null : [command.program.replace(`${folder}/`, ''), ...command.words, ...Object.entries(command.env).map(([name, value]) => `${name}=${value}`)];
  };
  // Of less only: colours pass through, whatever the person has in LESS.
  assert.deepEqual(words(undefined), ['less', '-R']);
  assert.deepEqual(words('most'), ['most']);
  assert.deepEqual(words(' less  -X +G '), ['less', '-R', '-X', '+G']);
  assert.deepEqual(words(`${folder}/my\\ pager -x`), ['my pager', '-x']);
  assert.deepEqual(words(`'${folder}/my pager' "a b"c ''`), ['my pager', 'a bc', '']);
  assert.deepEqual(words('LESS="-R -F" most -x'), ['most', '-x', 'LESS=-R -F']);
  // None is wanted.
  for (const none of ['', ' ', 'cat']) assert.equal(words(none), null, none);
  // Missing, in a folder that must not choose what runs, or for a shell: the usual one.
  for (const odd of ['gone', './most', 'bin/most', 'most | cat', 'most; touch x', 'most $(touch x)', 'most `x`', '$HOME/most', '~/most', "most 'x", 'most &', 'A=b']) assert.deepEqual(words(odd), ['less', '-R'], odd);
  assert.equal(pagerCommand({ PATH: '/nowhere', PAGER: 'most' }), null);
  assert.equal(pagerCommand({}), null);
});

test('pagerCommand() refuses a folder, and a file that is not executable', POSIX, (t) => {
  const folder = programs(t, { less: '' });
  chmodSync(join(folder, 'less'), 0o644);
  assert.equal(pagerCommand({ PATH: folder }), null);
  rmSync(join(folder, 'less'));
  mkdirSync(join(folder, 'less'));
  assert.equal(pagerCommand({ PATH: folder }), null);
});

test('openPager() gives the pager all the text, and the variables that git sets if the person has not', POSIX, async (t) => {
  const folder = programs(t, {});
  writeFileSync(join(folder, 'keep'), `#!/bin/sh\ncat > '${folder}/text'; echo "$LESS|$LV" > '${folder}/set'\n`, { mode: 0o755 });
  const pager = await openPager({ PATH: `${folder}:/usr/bin:/bin`, PAGER: 'keep', LV: '-x' });
  assert.ok(pager);
  const text = `${'x'.repeat(99_999)}\n`;
  for (let i = 0; i < 5; i++) assert.equal(await pager.write(text), true);
  assert.equal(process.listenerCount('SIGINT'), 1);
  await pager.close();
  assert.equal(readFileSync(join(folder, 'text'), 'utf8'), text.repeat(5));
  assert.equal(readFileSync(join(folder, 'set'), 'utf8'), 'FRX|-x\n');
  assert.equal(process.listenerCount('SIGINT'), 0);
});

test('openPager() says when the pager was left while there was more', POSIX, async (t) => {
  const folder = programs(t, { short: 'head -c 10 >/dev/null; exit 3' });
  const pager = await openPager({ PATH: `${folder}:/usr/bin:/bin`, PAGER: 'short' });
  assert.ok(pager);
  let writes = 0;
  while (await pager.write('x'.repeat(100_000))) assert.ok(++writes < 1000);
  assert.equal(await pager.write('more'), false);
  await pager.close();
});

test('openPager() returns the text that nobody can have read when the pager fails at once', POSIX, async (t) => {
  const folder = programs(t, { odd: 'echo "odd: no such flag" >&2; exit 2', late: 'cat >/dev/null; sleep 1.1; exit 2', quick: 'cat >/dev/null', crashed: 'kill -SEGV $$', interrupted: 'kill -INT $$' });
  const given = async (name: string) => {
    const pager = await openPager({ PATH: `${folder}:/usr/bin:/bin`, PAGER: name });
    assert.ok(pager);
    await pager.write('one\n');
    await pager.write('two\n');
    return pager.close();
  };
  assert.deepEqual(await given('odd'), { problem: `${folder}/odd ended with exit code 2`, texts: ['one\n', 'two\n'] });
  assert.deepEqual(await given('crashed'), { problem: `${folder}/crashed ended with SIGSEGV`, texts: ['one\n', 'two\n'] });
  assert.equal(await given('interrupted'), null);
  assert.equal(await given('late'), null);
  assert.equal(await given('quick'), null);
});

test('openPager() opens none when the pager cannot be started', POSIX, async (t) => {
  const folder = programs(t, {});
  writeFileSync(join(folder, 'less'), '#!/nowhere/at/all\n', { mode: 0o755 });
  assert.equal(await openPager({ PATH: folder }), null);
  assert.equal(process.listenerCount('SIGINT'), 0);
  assert.equal(existsSync(join(folder, 'text')), false);
});

test('openPager() returns the text also when the pager failed long before there was any', POSIX, async (t) => {
  const folder = programs(t, { odd: 'exit 2' });
  const pager = await openPager({ PATH: `${folder}:/usr/bin:/bin`, PAGER: 'odd' });
  assert.ok(pager);
  const { uptime } = process;
  t.after(() => (process.uptime = uptime));
  process.uptime = () => uptime.call(process) + 60;
  await pager.write('one\n');
  assert.deepEqual(await pager.close(), { problem: `${folder}/odd ended with exit code 2`, texts: ['one\n'] });
});
