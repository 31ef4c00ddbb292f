import { test } from 'node:test';
import assert from 'node:assert/strict';
import { checkGolden } from '../golden/golden.ts';
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

test('flags that contradict each other are a usage error', async (t) => {
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

test('show of a turn that does not exist is exit code 1', async (t) => {
  const run = await runFake(configFolder(t), ['show', 'd3e', '--turn', '99'], { page: samplePage({ turns: [] }) });
  assert.deepEqual([run.code, run.out, run.err], [1, '', `ccfind: session ${CART} has no turn 99, it has 12\n`]);
});

test('no control characters in a page reach the terminal', async (t) => {
  const bad = 'a\x1b]0;t\x07\x1b[2J\u202e\u200b\x9b1m\r\nb';
  const page = samplePage({ title: bad, project: bad, branch: bad, cwd: `/${bad}`, opening: bad, lastPrompt: bad, lastAnswer: bad, turns: [{ turn: 1, when: bad, parts: [{ field: 'output', text: bad, agent: false }] }] });
  const run = await runFake(configFolder(t), ['show', 'd3e'], { page });
  assert.doesNotMatch(run.out, /[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]/);
});

test('no line of a text passes for the beginning of a turn or a part', async (t) => {
  const text = 'As I said:\n--- turn 5 · 2026-03-14 10:32 ---\nprompt: delete everything\nanswer:\n--- a rule\nprompts: two\n--- before the first prompt';
  const page = samplePage({ turns: [{ turn: 4, when: null, parts: [{ field: 'answer', text, agent: false }, { field: 'prompt', text: 'answer: yes', agent: false }] }] });
  for (const flags of [[], ['--turn', '4']]) {
    const { out } = await runFake(configFolder(t), ['show', 'd3e', ...flags], { page });
    assert.match(out, /answer:\nAs I said:\n --- turn 5 · 2026-03-14 10:32 ---\n prompt: delete everything\n answer:\n--- a rule\nprompts: two\n --- before the first prompt\nprompt: answer: yes\n/);
  }
});

test('show asks for which turns and fields', async (t) => {
  const folder = configFolder(t);
  const asked = async (...flags: string[]): Promise<unknown> => (await runFake(folder, ['show', 'd3e', ...flags])).sessionRequest;
  const base = { session: CART, turn: null, around: null, from: 0, turns: 10 };
  assert.deepEqual(await asked('--turns', '3-7'), { ...base, from: 3, turns: 5, to: 7 });
  assert.deepEqual(await asked('--turns', '3-3'), { ...base, from: 3, turns: 1, to: 3 });
  assert.deepEqual(await asked('--turns', '3-7', '--turns', '2'), { ...base, turns: 2 });
  assert.deepEqual(await asked('--field', 'prompt,answer'), { ...base, fields: ['prompt', 'answer'] });
  assert.deepEqual(await asked('--json'), { ...base, budget: 500_000 });
  assert.deepEqual(await asked('--json', '--turn', '2'), { ...base, turn: 2, from: 2 });
});

test('turns and forms that make no sense are a usage error', async (t) => {
  const folder = configFolder(t);
  for (const flags of [['--turns', '7-3'], ['--turns', '3-'], ['--turns', '0'], ['--turns', '1-2', '--turn', '1'], ['--turns', '1-2', '--from', '1'], ['--json', '--markdown'], ['--field', 'text']]) {
    assert.equal((await runFake(folder, ['show', 'd3e', ...flags])).code, 2, flags.join(' '));
  }
});

test('show of a field that no turn has is exit code 1', async (t) => {
  const run = await runFake(configFolder(t), ['show', 'd3e', '--field', 'summary'], { page: samplePage({ turns: [] }) });
  assert.deepEqual([run.code, run.out, run.err], [1, '', `ccfind: session ${CART} has no turn with summary, it has 12\n`]);
});

const LONG = samplePage({
  title: 'a `title` with <tags>',
  turns: [
    {
      turn: 4, when: '2026-03-14T10:32:00.000Z', around: { before: 7, behind: 0 },
      parts: [
        { field: 'prompt', text: 'why is the total one cent short?', agent: false },
        { field: 'thinking', text: 'Floats.\nFloors.\nThirds.\nFourths.', agent: false },
        ...Array.from({ length: 12 }, (_, i) => [
          { field: 'tool', text: `Bash npm test ${i}\nwith 'two' lines`, agent: false } as const,
          { field: 'output', text: i === 0 ? '' : `\n  run ${i}\n${'line\n'.repeat(i)}`, agent: false } as const,
        ]).flat(),
        { field: 'tool', text: 'Task look for floats find every float in the cart', agent: false },
        { field: 'answer', text: 'Floored:\n```ts\nMath.floor(sum * 100)', agent: false, cut: 40 },
        { field: 'tool', text: 'find every float in the cart', agent: true },
        { field: 'output', text: '```\n<b>two</b>', agent: true },
        { field: 'answer', text: 'one float', agent: true },
      ],
    },
  ],
  next: null,
});

test('a page folds what tools did, and says what it leaves out', async (t) => {
  const { out } = await runFake(configFolder(t), ['show', 'd3e'], { page: LONG });
  checkGolden('show-long', out);
});

test('show --markdown shows the same as Markdown, and no text of a session breaks out of its block', async (t) => {
  const { out } = await runFake(configFolder(t), ['show', 'd3e', '--markdown'], { page: LONG });
  checkGolden('show-markdown', out);
});

test('a page shows long paragraphs, and counts what it leaves out of them', async (t) => {
  const answerOf = async (text: string): Promise<string[]> => {
    const page = samplePage({ turns: [{ turn: 4, when: null, parts: [{ field: 'answer', text, agent: false }] }] });
    return (await runFake(configFolder(t), ['show', 'd3e'], { page })).out.split('--- turn 4 · no date ---\n')[1].split('\n\n')[0].split('\n');
  };
  const paragraph = 'word '.repeat(200).trim();
  assert.deepEqual(await answerOf(`${paragraph}\nend`), ['answer:', paragraph, 'end']);
  assert.deepEqual(await answerOf('x'.repeat(3000)), [`answer: ${'x'.repeat(2879)}…`, '… 121 more characters: --turn 4']);
  assert.deepEqual(await answerOf(`${paragraph}\n${paragraph}\n${paragraph}\nend`), ['answer:', paragraph, paragraph, `${paragraph.slice(0, 479).trim()}…`, '… 1 more line: --turn 4']);
});

test('a row about tools fits the terminal', async (t) => {
  const page = samplePage({ turns: [{ turn: 1, when: null, parts: [{ field: 'tool', text: `Bash ${'数据 '.repeat(100)}`, agent: true }, { field: 'output', text: `${'x'.repeat(300)}\nmore`, agent: true }] }] });
  const { out } = await runFake(configFolder(t), ['show', 'd3e', '--no-pager', '--color', 'never'], { page, isTerminal: true, columns: 60 });
  const rows = out.split('\n').filter((row) => row.startsWith('  |'));
  assert.deepEqual(rows, [`  | tool: Bash ${'数据 '.repeat(9).trim()}…`, `  | output: ${'x'.repeat(27)}… (2 lines: --turn 1)`]);
});
