import { test } from 'node:test';
import assert from 'node:assert/strict';
import { configFolder } from './config-folder.ts';
import { CART, runFake, samplePage } from './fake-engine.ts';

process.env.TZ = 'UTC';

test('show asks for a page, a turn, or the turns around a hit', async (t) => {
  const folder = configFolder(t);
  const asked = async (...flags: string[]): Promise<unknown> => (await runFake(folder, ['show', 'd3e', ...flags])).sessionRequest;
  const base = { session: CART, turn: null, around: null, from: 0, turns: 10 };
  assert.deepEqual(await asked(), base);
  assert.deepEqual(await asked('--from', '11', '--turns', '5'), { ...base, from: 11, turns: 5 });
  assert.deepEqual(await asked('--turn', '4'), { ...base, turn: 4, from: 4 });
  assert.deepEqual(await asked('--turn', '4', '--turns', '2'), { ...base, from: 4, turns: 2 });
  assert.deepEqual(await asked('--around', `${CART}:4:2`), { ...base, around: `${CART}:4:2`, turns: 3 });
});

test('flags that contradict each other are wrong', async (t) => {
  const folder = configFolder(t);
  for (const flags of [['--turn', '1', '--around', `${CART}:1:1`], ['--turn', '1', '--from', '1'], ['--around', `${CART}:1:1`, '--from', '1']]) {
    assert.equal((await runFake(folder, ['show', 'd3e', ...flags])).code, 2, flags.join(' '));
  }
});

test('--json prints the page as it is', async (t) => {
  const run = await runFake(configFolder(t), ['show', 'd3e', '--json']);
  assert.deepEqual(JSON.parse(run.out), samplePage());
  assert.equal(run.code, 0);
});

test('a turn that is not there: exit code 1', async (t) => {
  const run = await runFake(configFolder(t), ['show', 'd3e', '--turn', '99'], { page: samplePage({ turns: [] }) });
  assert.deepEqual([run.code, run.out, run.err], [1, '', `ccfind: session ${CART} has no turn 99, it has 12\n`]);
});

test('nothing in a page acts on a terminal', async (t) => {
  const bad = 'a\x1b]0;t\x07\x1b[2J\u202e\u200b\x9b1m\r\nb';
  const page = samplePage({ title: bad, project: bad, branch: bad, cwd: `/${bad}`, opening: bad, lastPrompt: bad, lastAnswer: bad, turns: [{ turn: 1, when: bad, parts: [{ field: 'output', text: bad, agent: false }] }] });
  const run = await runFake(configFolder(t), ['show', 'd3e'], { page });
  assert.doesNotMatch(run.out, /[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]/);
});
