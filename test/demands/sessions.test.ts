/**
 * Which text belongs to which session: sub-agents, copies, titles, side files, times and folders (demands 42, 45,
 * 48 to 50, 54, 56, 69 to 72, 77, 89).
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textOf } from '../fixture-history.ts';
import type { Line } from '../fixture-history.ts';
import { bytesOf, makeBox, PROJECT, watch } from './box.ts';
import type { Box } from './box.ts';

function put(box: Box, path: readonly string[], text: string): void {
  const file = box.history.path(...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Columns on a terminal, said simply: these tests use no joined characters. */
function columnsOf(row: string): number {
  return [...row].reduce((sum, char) => sum + (/\p{M}/u.test(char) ? 0 : /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uff01-\uff60]/u.test(char) ? 2 : 1), 0);
}

test('demand 42: long titles and prompts are cut between characters, never inside one', (t) => {
  const box = makeBox(t);
  const { history } = box;
  const family = '👨‍👩‍👧‍👦';
  const texts = ['日本語の長い題名', 'ก็่า', 'e\u0301\u0302\u0303', family, '🇩🇪🇫🇷', '한국어', 'क्षि'];
  texts.forEach((text, i) => {
    for (const shift of [0, 1, 2, 3]) {
      const id = `t${i}-${shift}`;
      history.write(`${PROJECT}/${id}.jsonl`, [history.prompt('x'.repeat(shift) + text.repeat(300)), history.answer(`word ${id}`), { type: 'ai-title', aiTitle: 'x'.repeat(shift) + text.repeat(300) }]);
    }
  });
  const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const isWhole = (text: string): boolean => {
    const source = /^(x*)([^]*)$/.exec(text.replace(/…$/, '')) as RegExpExecArray;
    return texts.some((one) => {
      // Shown composed.
      const known = new Set([one, one.normalize('NFC')].flatMap((text) => [...clusters.segment(text.repeat(3))].map(({ segment }) => segment)));
      return [...clusters.segment(source[2])].every(({ segment }) => known.has(segment));
    });
  };
  const { hits } = box.list(['--limit', '100']);
  assert.equal(hits.length, 28);
  for (const { title, opening, prompt, session } of hits) {
    for (const text of [title, opening, prompt]) {
      assert.ok(text.length > 40 && !text.includes('\ufffd') && !/\p{Cs}/u.test(text), `${session}: ${text}`);
      assert.ok(isWhole(text), `${session}: a character is cut: ${JSON.stringify(text.slice(-12))}`);
    }
  }
});

test('demand 45: wide characters take two columns: no row of a list is wider than the terminal', (t) => {
  const box = makeBox(t);
  const { history } = box;
  const wide = '数据库迁移计划和部署回滚';
  ['全角', 'ｆｕｌｌ', '한국어제목'].forEach((title, i) => {
    const line = { cwd: `/home/ada/${wide}`, gitBranch: wide.repeat(3) };
    history.write(`p${i}/s${i}.jsonl`, [history.prompt(`${wide}${'回滚'.repeat(60)}`, line), history.answer(`${'前文'.repeat(200)}关键词${'后文'.repeat(200)}`, line), { type: 'custom-title', customTitle: `${title}${'长标题'.repeat(40)}` }]);
  });
  for (const argv of [['search', '关键词'], ['search'], ['show', 's1']]) {
    const { stdout } = box.run(argv);
    assert.match(stdout, /长标题/);
    // A line to type is never broken, and `show` leaves lines of text as they are.
    const rows = argv[0] === 'show' ? stdout.split('\n').slice(0, 1) : stdout.split('\n').filter((row) => !row.includes('claude --resume'));
    for (const row of rows) assert.ok(columnsOf(row) <= 80, `${columnsOf(row)}: ${row}`);
  }
});

test('demand 48: of thousands of sub-agent files, unchanged ones are not opened again', (t) => {
  const box = makeBox(t);
  const { history } = box;
  history.write(`${PROJECT}/main.jsonl`, [history.prompt('send out the workers'), history.answer('sent')]);
  for (let i = 0; i < 1500; i++) put(box, [PROJECT, 'main', 'subagents', `agent-${i}.jsonl`], textOf([history.prompt(`count to ${i}`, { isSidechain: true, sessionId: 'main' })]));
  assert.equal(box.list().total, 1);
  const { uses, outcome } = watch(box, ['search', '--json', '--', 'workers']);
  assert.equal(outcome.status, 0);
  assert.deepEqual(uses.filter(({ path }) => path.endsWith('.jsonl')), []);
  // One more is read alone.
  put(box, [PROJECT, 'main', 'subagents', 'agent-late.jsonl'], textOf([history.prompt('late one nuthatch', { isSidechain: true, sessionId: 'main' })]));
  const more = watch(box, ['search', '--json', '--', 'nuthatch']);
  assert.match(more.outcome.stdout, /"total":1/);
  assert.deepEqual([...new Set(more.uses.filter(({ path }) => path.endsWith('.jsonl')).map(({ path }) => path.split('/').pop()))], ['agent-late.jsonl']);
});

/** A session of two turns whose second one started an agent, and eight agents that nobody can link. */
function withAgents(box: Box): void {
  const { history } = box;
  history.write(`${PROJECT}/boss.jsonl`, [
    history.prompt('look around'), history.answer('fine'),
    history.prompt('find the leak'), history.call('toolu_agent_000000000001', 'Agent', { description: 'find it', prompt: 'find the leak in the pipes' }), history.result('toolu_agent_000000000001', 'report: found it'),
    history.prompt('thanks'), history.answer('you are welcome'),
  ]);
  const side = { isSidechain: true, sessionId: 'boss' };
  put(box, [PROJECT, 'boss', 'subagents', 'agent-linked.jsonl'], textOf([history.prompt('find the leak in the pipes', side), history.answer('it is the valve ptarmigan', side)]));
  put(box, [PROJECT, 'boss', 'subagents', 'agent-linked.meta.json'], JSON.stringify({ agentType: 'general', description: 'find it', toolUseId: 'toolu_agent_000000000001' }));
  for (let i = 0; i < 8; i++) put(box, [PROJECT, 'boss', 'subagents', 'deep', 'deeper', `agent-n${i}.jsonl`], textOf([history.prompt(`worker ${i} capercaillie`, side), history.answer(`done ${i}`, side)]));
  put(box, [PROJECT, 'agent-flat.jsonl'], textOf([history.prompt('flat file of an old client dotterel', side)]));
}

test('demand 49: nine sub-agent files of a session give one row, are counted, and listed with --agents', (t) => {
  const box = makeBox(t);
  withAgents(box);
  assert.deepEqual(box.list().hits.map(({ session, turns }) => [session, turns]), [['boss', 3]]);
  const together = box.search('capercaillie');
  assert.deepEqual([together.total, together.hits[0].session, together.hits[0].agent], [1, 'boss', true]);
  assert.ok(box.search('capercaillie', ['--agents']).hits.every(({ session, agent }) => session === 'boss' && agent));
  assert.equal(together.index.sessions, 1);
  assert.equal(together.index.files, 11);
});

test('demand 50: what only a sub-agent knew is found, under the turn that started it', (t) => {
  const box = makeBox(t);
  withAgents(box);
  const [linked, nested, flat] = box.searchAll(['ptarmigan', 'capercaillie', 'dotterel']).map(({ hits }) => hits[0]);
  assert.deepEqual([linked.session, linked.turn, linked.agent, linked.field, linked.prompt], ['boss', 2, true, 'answer', 'find the leak']);
  assert.deepEqual([nested.session, nested.agent], ['boss', true]);
  assert.deepEqual([flat.session, flat.agent], ['boss', true]);
  assert.match(box.run(['search', 'ptarmigan']).stdout, /sub-agent, answer: it is the valve \[ptarmigan\]/);
  assert.ok(box.show('boss', ['--turn', '2']).turns[0].parts.some(({ agent, text }) => agent && text.includes('ptarmigan')));
});

test('demand 54: what a fork copied counts once, and the newest session that has it is the one to resume', (t) => {
  const box = makeBox(t);
  const { history } = box;
  const lines: Line[] = [];
  for (let i = 0; i < 50; i++) lines.push(history.prompt(`question ${i} about the moorhen`), history.answer(`answer ${i} moorhen`));
  history.write(`${PROJECT}/parent.jsonl`, lines);
  history.write(`${PROJECT}/fork.jsonl`, [...lines.map((line) => ({ ...line, sessionId: 'fork', forkedFrom: { sessionId: 'parent', messageUuid: line.uuid } })), history.prompt('only in the fork: lapwing'), history.answer('lapwing indeed')]);
  const { total, hits } = box.search('moorhen', ['--all']);
  assert.deepEqual([total, hits.map(({ session, copies }) => [session, copies])], [1, [['fork', ['parent']]]]);
  assert.equal(box.search('question 7 moorhen', ['--group', 'turn', '--all']).hits.filter(({ prompt }) => prompt.startsWith('question 7 ')).length, 1);
  assert.deepEqual(box.search('lapwing').hits.map(({ session, copies, turn }) => [session, copies, turn]), [['fork', [], 51]]);
  // A list names the newer one alone: it holds all of the other.
  assert.deepEqual(box.list().hits.map(({ session, turns }) => [session, turns]), [['fork', 51]]);
  // The parent goes on: now it is the newer one, and each still holds what it alone holds.
  history.append(`${PROJECT}/parent.jsonl`, [history.prompt('only in the parent: dunnock'), history.answer('yes')]);
  assert.deepEqual(box.search('moorhen').hits.map(({ session, copies }) => [session, copies]), [['parent', ['fork']]]);
  rmSync(box.history.path(PROJECT, 'parent.jsonl'));
  const [left, gone, own] = box.searchAll(['moorhen', 'dunnock', 'lapwing']);
  assert.deepEqual(left.hits.map(({ session, copies }) => [session, copies]), [['fork', []]]);
  assert.deepEqual([gone.total, own.hits[0].session], [0, 'fork']);
});

test('demand 56: entries that a second compaction appends again keep their first place', (t) => {
  const box = makeBox(t);
  const { history } = box;
  const first = [history.prompt('where is the wryneck'), history.answer('in the old oak wryneck')];
  const second = [history.prompt('and the hoopoe'), history.answer('in the vineyard hoopoe')];
  history.write(`${PROJECT}/again.jsonl`, [...first, ...second, { type: 'system', subtype: 'compact_boundary', uuid: 'b', parentUuid: null }, ...first, ...second, history.prompt('and the bee-eater'), history.answer('gone south')]);
  const [wryneck, hoopoe, south] = box.searchAll(['wryneck', 'hoopoe', 'south'], ['--group', 'turn', '--all']);
  assert.deepEqual([wryneck, hoopoe, south].map(({ hits }) => hits.map(({ turn, turns }) => [turn, turns])), [[[1, 3]], [[2, 3]], [[3, 3]]]);
  assert.deepEqual(box.show('again').turns.map(({ turn, parts }) => [turn, parts.length]), [[1, 2], [2, 2], [3, 2]]);
});

test('demand 69: output in a side file is read once, within limits, and may be missing', (t) => {
  const box = makeBox(t);
  const { history } = box;
  const pointer = (name: string, preview: string): string => `<persisted-output>\nOutput too large (2.0MB). Full output saved to: /gone/${name}\n\nPreview (first 2KB):\n${preview}\n...\n</persisted-output>`;
  const result = (number: number, name: string, preview: string): Line =>
    history.result(`toolu_0000000000000000000${number}`, pointer(name, preview), { toolUseResult: { stdout: preview, stderr: '', persistedOutputPath: `/gone/${name}`, persistedOutputSize: 2_000_000 } });
  history.write(`${PROJECT}/side.jsonl`, [
    history.prompt('run the build'),
    history.call('toolu_00000000000000000001', 'Bash', { command: 'make' }), result(1, 'b1.txt', 'preview siskin'),
    history.call('toolu_00000000000000000002', 'Bash', { command: 'make big' }), result(2, 'b2.txt', 'start of b2'),
    history.call('toolu_00000000000000000003', 'Bash', { command: 'make none' }), result(3, 'b3.txt', 'preview linnet'),
    history.call('toolu_00000000000000000004', 'Bash', { command: 'make evil' }), result(4, '../../../secret.txt', 'preview twite'),
    history.call('toolu_00000000000000000005', 'Bash', { command: 'make odd' }), result(5, 'b5.txt', 'preview serin'),
    history.call('toolu_00000000000000000006', 'Bash', { command: 'make link' }), result(6, 'b6.txt', 'preview hawfinch'),
  ]);
  put(box, [PROJECT, 'side', 'tool-results', 'b1.txt'], 'preview siskin\nand the rest brambling\n');
  put(box, [PROJECT, 'side', 'tool-results', 'b2.txt'], `head crossbill ${'x y z\n'.repeat(400_000)} tail chaffinch`);
  mkdirSync(box.history.path(PROJECT, 'side', 'tool-results', 'b5.txt'));
  put(box, ['secret.txt'], 'greenfinch');
  writeFileSync(join(box.root, 'secret.txt'), 'greenfinch');
  symlinkSync(join(box.root, 'secret.txt'), box.history.path(PROJECT, 'side', 'tool-results', 'b6.txt'));
  const queries = ['brambling', 'crossbill', 'chaffinch', 'linnet', 'twite', 'serin', 'hawfinch'];
  assert.deepEqual(box.foundAll(queries), queries.map(() => ['side']));
  assert.deepEqual(box.found('greenfinch'), []);
  assert.equal(box.search('siskin', ['--group', 'turn']).hits.length, 1);
  const parts = box.show('side').turns.flatMap((turn) => turn.parts);
  assert.equal(parts.filter(({ text }) => text.includes('siskin')).length, 1);
  assert.ok(box.list().index.truncated > 1_000_000);
});

test('demand 70: the latest title that the person chose wins, wherever it stands', (t) => {
  const box = makeBox(t);
  const { history } = box;
  const talk: Line[] = [];
  for (let i = 0; i < 200; i++) talk.push(history.prompt(`step ${i}`), history.answer(`done ${i} ${'word '.repeat(50)}`));
  history.write(`${PROJECT}/early.jsonl`, [talk[0], talk[1], { type: 'custom-title', customTitle: 'First name' }, { type: 'custom-title', customTitle: 'Harbour wall' }, ...talk.slice(2), { type: 'ai-title', aiTitle: 'Generated name' }]);
  history.write(`${PROJECT}/beside.jsonl`, [history.prompt('hello'), { type: 'ai-title', aiTitle: 'Generated too' }]);
  put(box, [PROJECT, 'beside', 'custom-title.json'], '{"customTitle":"Lighthouse stairs","by":"user","at":"2026-03-03T00:00:00Z"}');
  history.write(`${PROJECT}/indexed.jsonl`, [history.prompt('hi')]);
  put(box, [PROJECT, 'sessions-index.json'], JSON.stringify({ version: 1, entries: [{ sessionId: 'indexed', summary: 'Pier repair' }, { sessionId: 'early', summary: 'Stale' }] }));
  history.write(`${PROJECT}/renamed.jsonl`, [history.prompt('hey'), { type: 'custom-title', customTitle: 'Old buoy' }]);
  const titles = (): Record<string, string> => Object.fromEntries(box.list().hits.map(({ session, title }) => [session, title]));
  assert.deepEqual(titles(), { early: 'Harbour wall', beside: 'Lighthouse stairs', indexed: 'Pier repair', renamed: 'Old buoy' });
  assert.deepEqual(box.foundAll(['harbour', 'lighthouse', 'pier', 'buoy']), [['early'], ['beside'], ['indexed'], ['renamed']]);
  // Renamed later, in either place.
  appendFileSync(box.history.path(PROJECT, 'renamed.jsonl'), textOf([{ type: 'custom-title', customTitle: 'New beacon' }]));
  put(box, [PROJECT, 'beside', 'custom-title.json'], '{"customTitle":"Lantern room","by":"user","at":"2026-03-04T00:00:00Z"}');
  assert.deepEqual(titles(), { early: 'Harbour wall', beside: 'Lantern room', indexed: 'Pier repair', renamed: 'New beacon' });
  assert.deepEqual(box.foundAll(['buoy', 'beacon', 'lighthouse', 'lantern']), [[], ['renamed'], [], ['beside']]);
});

test('demand 71: the time of a session is the newest inside it, never that of its file', (t) => {
  const box = makeBox(t);
  const { history } = box;
  const at = (day: string): Line => ({ timestamp: `2026-02-${day}T08:00:00.000Z` });
  const old = history.write(`${PROJECT}/old.jsonl`, [history.prompt('tern one', at('02')), history.answer('tern', at('03')), { type: 'ai-title', aiTitle: 'Old' }, { type: 'mode', mode: 'plan' }]);
  const recent = history.write(`${PROJECT}/new.jsonl`, [history.prompt('tern two', at('20')), history.answer('tern', at('19'))]);
  history.write(`${PROJECT}/undated.jsonl`, [history.prompt('tern three', { timestamp: undefined }), history.answer('tern', { timestamp: 'yesterday' })]);
  utimesSync(old, new Date(), new Date());
  utimesSync(recent, new Date('2020-01-01'), new Date('2020-01-01'));
  assert.deepEqual(box.list().hits.map(({ session, first, last }) => [session, first, last]), [
    ['new', '2026-02-19T08:00:00.000Z', '2026-02-20T08:00:00.000Z'], ['old', '2026-02-02T08:00:00.000Z', '2026-02-03T08:00:00.000Z'], ['undated', null, null],
  ]);
  assert.deepEqual(box.found('tern', ['--since', '2026-02-10', '--until', '2026-02-28']), ['new']);
  assert.deepEqual(box.found('tern', ['--until', '2026-02-02']), ['old']);
  assert.match(box.run(['search', 'three']).stdout, /no date/);
});

test('demand 72: the working folder comes from the transcript, since a project folder\'s name is ambiguous', (t) => {
  const box = makeBox(t);
  const { history } = box;
  const folders = ['/home/ada/my_app', '/home/ada/my-app', '/home/ada/my.app', `/home/ada/${'deep/'.repeat(60)}end`, '/home/ada/größe 🙂'];
  folders.forEach((cwd, i) => {
    const slug = cwd.replace(/[^A-Za-z0-9]/g, '-').slice(0, 200);
    history.write(`${slug}/s${i}.jsonl`, [history.prompt(`work ${i} plover`, { cwd }), history.answer('moved about', { cwd: `${cwd}/sub` })]);
  });
  const { hits } = box.search('plover', ['--all']);
  assert.deepEqual(Object.fromEntries(hits.map(({ session, cwd, dir, project }) => [session, [cwd, dir, project]])), Object.fromEntries(folders.map((cwd, i) => [`s${i}`, [cwd, cwd, cwd.split('/').pop()]])));
  assert.deepEqual(box.found('plover', ['--project', 'my_app']), ['s0']);
  assert.deepEqual(box.found('plover', ['--dir', '/home/ada/my-app']), ['s1']);
  assert.deepEqual(box.found('plover', ['--dir', '/home/ada/my.app/sub']), ['s2']);
});

test('demand 77: long arguments and results are indexed whole, nested agents read, side files counted', (t) => {
  const box = makeBox(t);
  const { history } = box;
  history.write(`${PROJECT}/long.jsonl`, [
    history.prompt('go'),
    history.call('toolu_00000000000000000001', 'Bash', { command: `${'echo x; '.repeat(400)} stonechat`, description: 'd', nested: { deep: [{ arg: 'whinchat' }] } }),
    history.result('toolu_00000000000000000001', `${'line of log\n'.repeat(1500)}wheatear${'\nmore log'.repeat(3000)}`),
  ]);
  put(box, [PROJECT, 'long', 'subagents', 'workflows', 'w1', 'agent-deep.jsonl'], textOf([history.prompt('redstart', { isSidechain: true })]));
  assert.deepEqual(box.foundAll(['stonechat', 'whinchat', 'wheatear', 'redstart']), Array(4).fill(['long']));
  assert.equal(box.list().index.truncated, 0);
});

test('demand 89: the client\'s own index file gives titles, but no sessions', (t) => {
  const box = makeBox(t);
  const { history } = box;
  for (let i = 0; i < 38; i++) history.write(`${PROJECT}/s${i}.jsonl`, [history.prompt(`number ${i} godwit`), history.answer('ok')]);
  const entries = [0, 1, 2, 3, 4, 5].map((i) => ({ sessionId: `s${i}`, firstPrompt: 'wrong curlew', summary: `Title ${i}`, messageCount: 99, modified: '2030-01-01T00:00:00Z', projectPath: '/wrong', isSidechain: i === 0 }));
  entries.push({ ...entries[0], sessionId: 'vanished', summary: 'Ghost' });
  put(box, [PROJECT, 'sessions-index.json'], JSON.stringify({ version: 1, entries }));
  const { total, hits } = box.search('godwit', ['--all']);
  assert.deepEqual([total, hits.length], [38, 38]);
  assert.deepEqual(hits.filter(({ title }) => title !== '').map(({ title }) => title).sort(), entries.slice(0, 6).map(({ summary }) => summary));
  assert.deepEqual(box.foundAll(['ghost', 'curlew']), [[], []]);
  assert.ok(hits.every(({ cwd, last, turns }) => cwd === '/home/ada/tide' && last?.startsWith('2026-03-02') && turns === 1));
  assert.equal(bytesOf(watch(box, ['search', '--json', '--', 'godwit']).uses, '.jsonl'), 0);
});
