import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Backlog } from '../../src/contract.ts';
import { configFolder } from './config-folder.ts';
import { CART, RETRY, runFake, sampleAnswer, sampleHit } from './fake-engine.ts';
import { readLastList } from '../../src/cli/last-list.ts';

process.env.TZ = 'UTC';

test('a search refreshes, asks, prints, and closes', async (t) => {
  const run = await runFake(configFolder(t), ['total', 'cent', 'lost']);
  assert.equal(run.code, 0);
  assert.deepEqual(run.calls, ['refresh full=false waitMs=2000', 'search', 'close']);
  assert.match(run.out, /^1\. Checkout rounding fix\n/);
  assert.equal(run.err, '');
});

test('the request holds what the flags say', async (t) => {
  const folder = configFolder(t);
  const plain = await runFake(folder, ['a', 'b  c']);
  assert.deepEqual(plain.request, {
    query: 'a b  c', limit: 10, offset: 0, all: false, group: 'session', project: null, dir: null, branch: null, sessions: null, exclude: [],
    currentSession: null, self: false, fields: null, sinceMs: null, untilMs: null, agents: false, here: folder, roots: [folder], explain: false,
  });
  const argv = ['--limit', '3', '--offset', '6', '--group', 'turn', '--project', 'shop', '--dir', 'src', '--branch', 'main', '--session', 'd3e', '--exclude', RETRY, '--self', '--field', 'prompt', '--since', '2026-03-01', '--until', '2026-03-02', '--agents', '--explain', 'x'];
  const full = await runFake(folder, argv, { env: { CLAUDE_CODE_SESSION_ID: CART } });
  assert.deepEqual(full.request, {
    query: 'x', limit: 3, offset: 6, all: false, group: 'turn', project: 'shop', dir: join(folder, 'src'), branch: 'main', sessions: [CART], exclude: [RETRY],
    currentSession: CART, self: true, fields: ['prompt'], sinceMs: Date.UTC(2026, 2, 1), untilMs: Date.UTC(2026, 2, 3), agents: true, here: folder, roots: [folder], explain: true,
  });
});

test('--all removes the limit, unless one is given', async (t) => {
  const folder = configFolder(t);
  assert.equal((await runFake(folder, ['--all', 'x'])).request?.limit, Number.MAX_SAFE_INTEGER);
  assert.equal((await runFake(folder, ['--all', '--limit', '3', 'x'])).request?.limit, 3);
});

test('--days counts hours back from now; with --since the later of the two beginnings counts', async (t) => {
  const folder = configFolder(t);
  assert.equal((await runFake(folder, ['--days', '2', 'x'])).request?.sinceMs, Date.UTC(2026, 2, 18, 12));
  assert.equal((await runFake(folder, ['--days', '2', '--since', '2026-03-19', 'x'])).request?.sinceMs, Date.UTC(2026, 2, 19));
  assert.equal((await runFake(folder, ['--days', '1', '--since', '2026-03-01', 'x'])).request?.sinceMs, Date.UTC(2026, 2, 19, 12));
});

test('a period that ends before it begins is a usage error; one of a single day is not', async (t) => {
  const folder = configFolder(t);
  const run = await runFake(folder, ['--since', '2026-03-05', '--until', '2026-03-04', 'x']);
  assert.deepEqual([run.code, run.err], [2, 'ccfind: the period ends before it begins: --since is a later day than --until\n']);
  assert.equal((await runFake(folder, ['--since', '2026-03-05', '--until', '2026-03-05', 'x'])).code, 0);
});

test('--dir follows links, as transcripts do, and takes a folder that is gone as it was typed', async (t) => {
  const folder = configFolder(t);
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  assert.equal((await runFake(folder, ['--dir', 'link', 'x'])).request?.dir, join(folder, 'real'));
  assert.equal((await runFake(folder, ['--dir', '/gone/../there/', 'x'])).request?.dir, '/there');
});

test('an empty session variable names no running session', async (t) => {
  const run = await runFake(configFolder(t), ['x'], { env: { CLAUDE_CODE_SESSION_ID: '' } });
  assert.equal(run.request?.currentSession, null);
});

test('search - reads the query from standard input', async (t) => {
  const run = await runFake(configFolder(t), ['search', '-'], { input: '--dry-run $(x)\n\n' });
  assert.equal(run.request?.query, '--dry-run $(x)');
});

test('without words the newest sessions are listed', async (t) => {
  const folder = configFolder(t);
  for (const argv of [[], ['search'], ['  '], ['--project', 'shop'], ['search', '-']]) {
    const run = await runFake(folder, argv);
    assert.deepEqual(run.calls.slice(1, 2), ['recent'], JSON.stringify(argv));
    assert.match(run.out, /1 sessions?, newest first/);
  }
});

test('--no-refresh reads nothing new', async (t) => {
  const run = await runFake(configFolder(t), ['--no-refresh', 'x']);
  assert.deepEqual(run.calls, ['search', 'close']);
});

test('--json prints the answer as it is, with harmful characters escaped', async (t) => {
  const answer = sampleAnswer({ hits: [sampleHit({ title: 'a\x1b[31m\u202eb\u200b' })] });
  const run = await runFake(configFolder(t), ['--json', 'x'], { answer });
  assert.deepEqual(JSON.parse(run.out), answer);
  assert.match(run.out, /^\{"schema":1,.*a\\u001b\[31m\\u202eb\\u200b.*\}\n$/);
});

test('no control characters from a transcript reach the terminal', async (t) => {
  const bad = 'a\x1b]0;t\x07\x1b[2J\u202e\u200b\x9b1m\rb';
  const hit = sampleHit({ title: bad, project: bad, branch: bad, prompt: bad, opening: bad, snippet: bad, words: bad, session: `x${bad}`, dir: `/${bad}`, open: `/resume ${bad}`, copies: [bad] });
  const answer = sampleAnswer({ hits: [hit], expanded: [{ typed: bad, used: bad, kind: 'form' }], query: bad, index: { sessions: 1, files: 1, skipped: [{ reason: bad, count: 1 }], truncated: 0, pending: 0 } });
  for (const shown of [answer, sampleAnswer({ ...answer, hits: [], total: 0 })]) {
    const run = await runFake(configFolder(t), [bad], { answer: shown });
    assert.doesNotMatch(run.out + run.err, /[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]/);
  }
});

test('a line to type is printed whole or not at all', async (t) => {
  const lines = async (dir: string, session = CART): Promise<string[]> => {
    const run = await runFake(configFolder(t), ['x'], { answer: sampleAnswer({ hits: [sampleHit({ dir, session })] }), columns: 20 });
    return run.out.split('\n').filter((line) => /resume/.test(line) && !line.endsWith(' 1')).map((line) => line.trim());
  };
  assert.deepEqual(await lines('/home/dev/work/shop'), [`cd /home/dev/work/shop && claude --resume ${CART}`]);
  assert.deepEqual(await lines("/home/it's $HOME/`x`"), [`cd '/home/it'\\''s $HOME/\`x\`' && claude --resume ${CART}`]);
  assert.deepEqual(await lines('/home/a\nb'), [`ccfind resume ${CART}`]);
  assert.deepEqual(await lines(''), [`claude --resume ${CART}`]);
  assert.deepEqual(await lines('-rf'), [`claude --resume ${CART}`]);
  assert.deepEqual(await lines('/x', 'a;b'), []);
});

test('nothing found: exit code 1, what was searched, and what to try', async (t) => {
  const folder = configFolder(t);
  const none = sampleAnswer({ hits: [] });
  const plain = await runFake(folder, ['zebrafish'], { answer: { ...none, query: 'zebrafish' } });
  assert.equal(plain.code, 1);
  assert.equal(plain.out, 'nothing found for: zebrafish\nsearched 412 sessions in 1203 files\ntry fewer words, or words that were surely said: a name, an error text, a file\n');
  const filtered = await runFake(folder, ['x', '--project', 'shpo', '--days', '3'], { answer: none, recent: none });
  assert.match(filtered.out, /\nno session passes the filters: --project shpo --days 3\n$/);
  const narrow = await runFake(folder, ['x', '--project', 'shop'], { answer: none });
  assert.match(narrow.out, /\nonly where these filters allow: --project shop\n/);
  const only = await runFake(folder, ['--branch', 'x'], { recent: none });
  assert.equal(only.code, 1);
  assert.match(only.out, /^nothing found\n.*\nno session passes the filters: --branch x\n$/);
  const running = await runFake(folder, ['x'], { answer: none, env: { CLAUDE_CODE_SESSION_ID: CART } });
  assert.match(running.out, /\nthe running session was left out: --self searches it too\n/);
});

test('without any transcripts: exit code 1 and the folder looked in', async (t) => {
  const folder = configFolder(t);
  const empty = sampleAnswer({ hits: [], index: { sessions: 0, files: 0, skipped: [], truncated: 0, pending: 0 } });
  const run = await runFake(folder, [], { recent: empty });
  assert.equal(run.code, 1);
  assert.equal(run.out, '');
  assert.match(run.err, new RegExp(`^ccfind: no sessions: looked in ${folder}/projects\nhint: `));
  const json = await runFake(folder, ['--json', 'x'], { answer: empty });
  assert.equal(json.code, 1);
  assert.deepEqual(JSON.parse(json.out), empty);
  const waiting = await runFake(folder, ['x'], { answer: { ...empty, index: { ...empty.index, pending: 7 } } });
  assert.match(waiting.out, /7 files not indexed yet/);
});

test('with nothing indexed and no refresh allowed: exit code 1, what waits, and for whom', async (t) => {
  const folder = configFolder(t);
  const empty = sampleAnswer({ hits: [], index: { sessions: 0, files: 0, skipped: [], truncated: 0, pending: 0 } });
  const ask = async (backlog: Backlog, answer = empty): Promise<string> => {
    const { code, out, err } = await runFake(folder, ['--no-refresh', 'x'], { answer, backlog });
    assert.deepEqual([code, out], [1, '']);
    return err.replace(folder, 'FOLDER');
  };
  const idle = { transcripts: 2, isBeingWritten: false, writer: null };
  assert.equal(await ask(idle), 'ccfind: nothing is indexed yet of 2 transcripts in FOLDER/projects\nhint: ccfind index, or a search without --no-refresh\n');
  const writer = { pid: 4711, host: 'attic', sinceMs: Date.UTC(2026, 2, 14, 10, 32) };
  assert.equal(
    await ask({ transcripts: 1, isBeingWritten: true, writer }),
    'ccfind: nothing is indexed yet of 1 transcript in FOLDER/projects: that waits for process 4711 on attic, which has been writing the index since 2026-03-14 10:32\nhint: try again in a moment\n',
  );
  assert.match(await ask({ ...idle, transcripts: 0 }), /^ccfind: no sessions: looked in FOLDER/);
  assert.match(await ask(idle, { ...empty, index: { ...empty.index, files: 2 } }), /^ccfind: no sessions: looked in FOLDER/, 'files without a session');
});

test('the list is kept for its numbers, with --offset and --json too', async (t) => {
  const folder = configFolder(t);
  const index = join(folder, 'ccfind');
  const answer = sampleAnswer({ hits: [sampleHit(), sampleHit({ session: RETRY })] });
  await runFake(folder, ['x'], { answer });
  assert.deepEqual(readLastList(index), { first: 1, sessions: [CART, RETRY] });
  await runFake(folder, ['x', '--offset', '10', '--json'], { answer });
  assert.deepEqual(readLastList(index), { first: 11, sessions: [CART, RETRY] });
  await runFake(folder, ['demo'], { answer: sampleAnswer() });
  assert.deepEqual(readLastList(index), { first: 11, sessions: [CART, RETRY] });
  assert.equal((await runFake(folder, ['--session', '12', 'x'])).request?.sessions?.[0], RETRY);
  rmSync(index, { recursive: true });
  assert.equal((await runFake(folder, ['x'], { answer })).code, 0);
});

test('an id that leads nowhere is exit code 1 for --session, a warning for --exclude', async (t) => {
  const folder = configFolder(t);
  const unknown = await runFake(folder, ['--session', 'zz', 'x']);
  assert.deepEqual([unknown.code, unknown.out], [1, '']);
  assert.match(unknown.err, /^ccfind: session zz: no session id begins like that\nhint: /);
  const several = await runFake(folder, ['--session', 'd3', 'x']);
  assert.deepEqual([several.code, several.err], [2, `ccfind: session d3 is not unique: ${CART}, ${RETRY}\nhint: type more of its id\n`]);
  const excluded = await runFake(folder, ['--exclude', 'zz,d3e', 'x']);
  assert.deepEqual([excluded.code, excluded.request?.exclude], [0, [CART]]);
  assert.equal(excluded.err, 'ccfind: --exclude changes nothing: session zz: no session id begins like that\n');
});

test('an answer says when the query named a session', async (t) => {
  const run = await runFake(configFolder(t), [CART], { answer: sampleAnswer({ query: CART, hits: [sampleHit({ named: 'id' }), sampleHit({ session: RETRY })] }) });
  assert.match(run.out, /^1\. Checkout rounding fix\n {3}found by its id · shop/);
  assert.equal(run.out.match(/found by/g)?.length, 1);
});
