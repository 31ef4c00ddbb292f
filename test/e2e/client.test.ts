/**
 * The plugin in the real client, offline: installed from a copy of the checkout, searching a history that the same client wrote.
 *
 * The model is a script that does to the letter what the skill tells it: it takes the command from the skill's own text and puts the
 * words in. All runs go without the permission bypass. The steps build on each other, so they are one test with parts.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientEnvironment, copyPlugin, findClient, openClientHome } from './real-client.ts';
import type { ClientHome, ScriptedTurn } from './real-client.ts';
import { untilRemoved } from './tmux.ts';

const ROOT = process.cwd();
const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

/** The Bash call that the loaded skill shows, with these words in it. */
function searchAsTold(words: string): { tool: string; input: Record<string, string> } {
  const shown = `{{request:/("[^"\\n]+\\/plugin\\/ccfind" search[^\\n]* <<'CCFIND_QUERY'\\n)WORDS/}}`;
  return { tool: 'Bash', input: { command: `${shown}${words}\nCCFIND_QUERY`, description: 'Search past sessions' } };
}

/** The skill's other command: read the first turn of the session that the search named. */
const SHOW_FIRST = { tool: 'Bash', input: { command: `{{request:/("[^"\\n]+\\/plugin\\/ccfind") show/}} show {{result:/([0-9a-f]{8}-[0-9a-f-]{27})/}} --turn 1` } };

const SCRIPT: readonly ScriptedTurn[] = [
  { match: 'command-name>/ccfind', steps: [[searchAsTold('{{request:/Asked for: ([^\\n]*)/}}')], ['The search said: {{result}}']] },
  {
    match: 'which session was that',
    steps: [
      [{ tool: 'Skill', input: { skill: 'ccfind:ccfind', args: 'exponential backoff' } }],
      [searchAsTold('exponential backoff')],
      ['It said: {{result}}', SHOW_FIRST],
      ['On with the work.', { tool: 'Bash', input: { command: 'echo albatross' } }],
      ['The albatross setting is changed.'],
    ],
  },
  { match: 'did we ever do this', steps: [[{ tool: 'Skill', input: { skill: 'ccfind:ccfind', args: 'exponential backoff' } }], ['I may not look.']] },
  { match: 'explain the payment retry', steps: [['The payment client retries three times with exponential backoff, but a 402 is final.']] },
  { match: 'one cent short', steps: [['The cart total was floored; it now rounds integer cents.']] },
];

const client = findClient();

test('the plugin in the real client', { skip: 'missing' in client ? client.missing : false, timeout: 1_200_000 }, async (t) => {
  if ('missing' in client) return;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-client-')));
  const checkout = join(folder, 'a checkout');
  copyPlugin(checkout);
  const claude = await openClientHome(client.path, folder, SCRIPT);
  t.after(async () => {
    claude.close();
    await untilRemoved(folder);
  });
  t.diagnostic(claude.isOffline ? 'offline: only loopback was reachable' : 'not isolated: no network namespace could be made here');
  let retrySession = '';
  let workSession = '';

  await t.test('validate --strict finds nothing to complain about', async () => {
    const { status, stdout } = await claude.run(['plugin', 'validate', checkout, '--strict']);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /skills: ccfind:ccfind/);
  });

  await t.test('validate --profile directory misses nothing but the icon', async () => {
    const { status, stdout } = await claude.run(['plugin', 'validate', checkout, '--profile', 'directory']);
    assert.equal(status, 0, stdout);
    assert.deepEqual(stdout.match(/(?<=\()[A-Z]+(?:_[A-Z]+)+(?=\))/g) ?? [], ['ICON_MISSING']);
  });

  await t.test('it installs from the checkout as a marketplace', async () => {
    const installed = await claude.run(['plugin', 'install', 'ccfind', '--marketplace', checkout]);
    assert.equal(installed.status, 0, installed.stdout + installed.stderr);
    const { stdout } = await claude.run(['plugin', 'list']);
    assert.match(stdout, /ccfind@ccfind/);
    assert.match(stdout, new RegExp(`Version: ${VERSION.replaceAll('.', '\\.')}`));
  });

  await t.test('the client writes two sessions', async () => {
    const ids: string[] = [];
    for (const prompt of ['explain the payment retry', 'the cart total is one cent short']) {
      const before = sessionIds(claude);
      const run = await claude.run(['-p', prompt]);
      assert.equal(run.status, 0, run.stdout + run.stderr);
      ids.push(...sessionIds(claude).filter((id) => !before.includes(id)));
    }
    assert.equal(ids.length, 2);
    retrySession = ids[0];
  });

  await t.test('/ccfind WORDS runs our search unasked and brings the session to the model', async () => {
    const { answer, messages, results } = await turn(claude, '/ccfind retry');
    assert.ok(messages.find((message) => message.subtype === 'init')?.skills?.includes('ccfind:ccfind'));
    assert.deepEqual(answer.permission_denials, []);
    assert.equal(results.length, 1);
    assert.ok(results[0].includes(retrySession), results[0]);
    assert.match(results[0], /explain the payment retry/);
    assert.match(results[0], new RegExp(`/resume ${retrySession}`));
    assert.match(results[0], /relevant/);
    assert.ok(String(answer.result).includes(retrySession));
  });

  await t.test('no shell reads the words', async () => {
    const words = `client's "exponential backoff" $(touch read-by-shell) \`touch read-by-shell\` ; touch read-by-shell`;
    const { answer, results } = await turn(claude, `/ccfind ${words}`);
    assert.deepEqual(answer.permission_denials, []);
    assert.ok(results[0].includes(retrySession), results[0]);
    assert.equal(existsSync(join(claude.project, 'read-by-shell')), false);
  });

  await t.test('the model is told when a search finds nothing', async () => {
    const { results } = await turn(claude, '/ccfind zebrafish');
    assert.match(results[0], /exit code 1/i);
    assert.match(results[0], /nothing found|no (session|match)/i);
  });

  await t.test('the model sees what the skill is for', () => {
    assert.match(claude.requestText(), /- ccfind:ccfind: Finds the past Claude Code session, turn and line/);
  });

  await t.test('a model that starts the skill by itself needs permission once', async () => {
    const { answer, results } = await turn(claude, 'did we ever do this?');
    assert.deepEqual(answer.permission_denials?.map((denial) => denial.tool_name), ['Skill']);
    assert.equal(results.length, 1);
    assert.match(results[0], /Execute skill: ccfind:ccfind/);
  });

  await t.test('with the rule Skill(ccfind:ccfind) it searches without asking', async () => {
    const { answer, results } = await turn(claude, 'we fixed this before, which session was that?', ['--allowedTools', 'Skill(ccfind:ccfind)']);
    assert.deepEqual(answer.permission_denials, []);
    assert.equal(results.length, 4);
    assert.match(results[0], /Launching skill/);
    assert.ok(results[1].includes(retrySession), results[1]);
    assert.match(results[1], /retries three times with \[exponential backoff\]/);
    assert.match(results[2], /explain the payment retry[^]*a 402 is final/);
    workSession = String(answer.session_id);
  });

  await t.test('a later search does not find what our search printed', () => {
    assert.deepEqual(search(claude, checkout, 'exponential backoff'), { status: 0, hits: [retrySession], total: 1 });
    assert.deepEqual(search(claude, checkout, 'zebrafish'), { status: 1, hits: [], total: 0 });
  });

  await t.test('a later search finds what was done after our search in the same turn', () => {
    // The client marks the whole rest of the turn as made in our skill.
    assert.deepEqual(search(claude, checkout, 'albatross'), { status: 0, hits: [workSession], total: 1 });
  });
});

interface StreamMessage {
  readonly type?: string;
  readonly subtype?: string;
  readonly skills?: readonly string[];
  readonly session_id?: string;
  readonly result?: string;
  readonly permission_denials?: readonly { readonly tool_name: string }[];
}

/** One prompt in print mode: the messages of the client, its closing one, and the tool results that the model got. */
async function turn(claude: ClientHome, prompt: string, flags: readonly string[] = []) {
  const before = claude.toolResults().length;
  const run = await claude.run(['-p', prompt, '--output-format', 'stream-json', '--verbose', ...flags]);
  assert.equal(run.status, 0, run.stdout + run.stderr);
  const messages = run.stdout.trim().split('\n').map((line) => JSON.parse(line) as StreamMessage);
  const answer = messages.find((message) => message.type === 'result');
  assert.ok(answer, run.stdout);
  return { messages, answer, results: claude.toolResults().slice(before) };
}

/** Ids of the sessions in the client's home, in no order. */
function sessionIds(claude: ClientHome): string[] {
  const projects = join(claude.home, '.claude', 'projects');
  if (!existsSync(projects)) return [];
  return readdirSync(projects).flatMap((name) => readdirSync(join(projects, name))).filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -6));
}

/** What a person finds who runs the launcher in a shell. */
function search(claude: ClientHome, checkout: string, words: string) {
  const run = spawnSync(join(checkout, 'plugin', 'ccfind'), ['search', '--json', '--all', '--', words], {
    cwd: claude.project,
    encoding: 'utf8',
    env: clientEnvironment(claude.home),
  });
  const answer = JSON.parse(run.stdout) as { total: number; hits: readonly { session: string }[] };
  return { status: run.status, hits: answer.hits.map((hit) => hit.session), total: answer.total };
}
