/**
 * The hooks in the real client, offline: they run at the end of sessions however these end, after answers, and at starts when a person
 * asked for that; what they make is there for the next search without any work, and nobody sees anything of them.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loggedRuns } from '../../src/hook/log.ts';
import { clientEnvironment, copyPlugin, findClient, openClientHome, untilIdle } from './real-client.ts';
import type { ScriptedTurn } from './real-client.ts';
import { hasTmux, startTmux, until, untilRemoved } from './tmux.ts';


const SCRIPT: readonly ScriptedTurn[] = [
  { match: 'explain the payment retry', steps: [['The payment client retries three times with exponential backoff, but a 402 is final.']] },
  { match: 'one cent short', steps: [['The albatross cart was floored; it rounds half up now.']] },
  { match: 'about the lighthouse', steps: [['The lighthouse lamp turns twice a minute.']] },
];

const client = findClient();

test('the hooks in the real client', { skip: 'missing' in client ? client.missing : false, timeout: 1_200_000 }, async (t) => {
  if ('missing' in client) return;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-hooks-')));
  const checkout = join(folder, 'a checkout');
  copyPlugin(checkout);
  const claude = await openClientHome(client.path, folder, SCRIPT);
  t.after(async () => {
    claude.close();
    await untilRemoved(folder);
  });
  const config = join(claude.home, '.claude');
  const index = join(config, 'ccfind');

  const ccfind = (...words: string[]) => spawnSync(join(checkout, 'plugin', 'ccfind'), words, { cwd: claude.project, encoding: 'utf8', env: clientEnvironment(claude.home) });
  /** Ids that are found in the index as it is. */
  const found = (words: string): string[] => {
    const run = ccfind('search', '--no-refresh', '--json', '--all', '--', words);
    return run.stdout === '' ? [] : (JSON.parse(run.stdout) as { hits: readonly { session: string }[] }).hits.map(({ session }) => session);
  };
  const runsOf = (event: string): number => loggedRuns(index).filter((run) => run.event === event).length;
  const untilRun = (event: string, count: number): Promise<true> =>
    until(() => (runsOf(event) >= count ? true : null), () => `${event} ran ${runsOf(event)} times, not ${count}: ${JSON.stringify(loggedRuns(index))}`);
  const sessionWith = (text: string): string => {
    const files = readdirSync(join(config, 'projects')).flatMap((name) => readdirSync(join(config, 'projects', name)).map((file) => join(config, 'projects', name, file)));
    return files.find((file) => file.endsWith('.jsonl') && readFileSync(file, 'utf8').includes(text))?.slice(-'.jsonl'.length - 36, -'.jsonl'.length) ?? '';
  };

  await t.test('it installs with its hooks', async () => {
    const installed = await claude.run(['plugin', 'install', 'ccfind', '--marketplace', checkout]);
    assert.equal(installed.status, 0, installed.stdout + installed.stderr);
    const { stdout } = await claude.run(['plugin', 'details', 'ccfind@ccfind']);
    for (const event of ['SessionStart', 'Stop', 'SessionEnd']) assert.ok(stdout.includes(event), stdout);
  });

  await t.test('a session that ends is indexed, and the hook says nothing in it', async () => {
    const run = await claude.run(['-p', 'explain the payment retry']);
    assert.deepEqual([run.status, run.stderr], [0, ''], run.stdout);
    await untilRun('SessionEnd', 1);
    assert.deepEqual(found('exponential backoff'), [sessionWith('explain the payment retry')]);
    assert.equal(runsOf('SessionStart'), 0);
  });

  await t.test('a new session starts with past findings only once a person has asked for that', async () => {
    const zero = '0'.repeat(40);
    mkdirSync(join(claude.project, '.git', 'logs'), { recursive: true });
    writeFileSync(join(claude.project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(claude.project, '.git', 'logs', 'HEAD'), `${zero} ${zero} A <a@b> 1 +0000\tcommit: payment retries: exponential backoff\n`);
    assert.doesNotMatch(claude.requestText(), /quoted-history/);
    assert.equal(ccfind('setup', '--recall', '--apply').status, 0);
    const session = sessionWith('explain the payment retry');
    // On a machine under load it may be silent at first, which its own tests cover; what the end of a session prepares needs no time.
    for (let i = 0; i < 2 && !/quoted-history/.test(claude.requestText()); i++) {
      const ended = runsOf('SessionEnd') + 1;
      assert.equal((await claude.run(['-p', 'about the lighthouse'])).stderr, '');
      await untilRun('SessionEnd', ended);
    }
    const told = new RegExp(`Quoted history: it shows what was said then[^]*<quoted-history source="ccfind">\\n- \\S+ ${session} .*exponential backoff`);
    assert.ok(told.test(claude.requestText()), JSON.stringify(loggedRuns(index)));
    await until(() => (found('lighthouse').length > 0 ? true : null), () => 'the session about the lighthouse is not found');
    // What the hook told is not found again as something that was said.
    assert.deepEqual(found('"exponential backoff"'), [session]);
    assert.deepEqual(found('"shows what was said then"'), []);
  });

  await t.test('doctor knows the installed plugin and when its hooks ran', () => {
    const { checks } = JSON.parse(ccfind('doctor', '--json').stdout) as { checks: readonly { check: string; status: string; found: string; details: readonly string[] }[] };
    const of = (name: string) => checks.find(({ check }) => check === name);
    assert.match(of('plugin')?.found ?? '', /^ccfind@ccfind \d+\.\d+\.\d+, as this program$/);
    assert.equal(of('hooks')?.status, 'ok', JSON.stringify(of('hooks')));
    assert.deepEqual(of('hooks')?.details.map((line) => line.slice(0, line.indexOf(':'))).sort(), ['SessionEnd', 'SessionStart']);
    assert.match(of('recall')?.found ?? '', /^on: /);
  });

  await t.test('the hooks work in a terminal: after an answer, after /clear and /resume, and when the client is ended', { skip: hasTmux() ? false : 'tmux is not installed' }, async (t) => {
    rmSync(join(claude.project, '.git'), { recursive: true });
    await untilRun('SessionEnd', runsOf('SessionStart') + 1);
    rmSync(join(index, 'hooks.log'));
    const tmux = startTmux(folder);
    t.after(() => tmux.close());
    const pane = tmux.open(120, 40, claude.project, { ...claude.env, TERM: 'xterm-256color' }, [...claude.command, '--permission-mode', 'default']);
    const say = async (text: string): Promise<void> => {
      await untilIdle(claude);
      pane.type(text);
      await pane.untilShown(new RegExp(text.slice(0, 30).replace(/[/]/g, '\\/')));
      pane.keys('Enter');
    };
    await say('the cart total is one cent short');
    await pane.untilShown(/rounds half up now/);
    await untilRun('Stop', 1);
    const session = sessionWith('the cart total is one cent short');
    assert.deepEqual(found('albatross'), [session]);

    await say('/clear');
    await untilRun('SessionEnd', 1);
    await say('about the lighthouse');
    await pane.untilShown(/lamp turns twice/);
    await say(`/resume ${session}`);
    await untilRun('SessionEnd', 2);
    await pane.untilShown(/rounds half up now/);

    await untilIdle(claude);
    const [pid] = readdirSync(join(config, 'sessions')).map((name) => Number.parseInt(name, 10));
    process.kill(pid, 'SIGTERM');
    await untilRun('SessionEnd', 3);
    assert.equal(ccfind('search', '--json', '--', 'lighthouse').status, 0);
    assert.deepEqual(loggedRuns(index).filter(({ outcome }) => /failed|cannot/.test(outcome)), []);
    assert.equal(existsSync(join(index, 'lock')), false);
  });
});
