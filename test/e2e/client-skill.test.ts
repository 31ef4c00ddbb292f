/**
 * The skill in the real client, offline: its written cases are of the form that `claude plugin eval` takes, and the choice between hits is
 * the client's own question.
 *
 * The model is a script, so nothing here says how readily a real one fires the skill.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyPlugin, findClient, openClientHome, untilIdle } from './real-client.ts';
import type { ScriptedTurn } from './real-client.ts';
import { hasTmux, startTmux, untilRemoved } from './tmux.ts';


const SEARCH = `{{request:/("[^"\\n]+\\/plugin\\/ccfind" search[^\\n]* <<'CCFIND_QUERY'\\n)WORDS/}}retry\nCCFIND_QUERY`;
const QUESTION = {
  question: 'Which session shall it be?', header: 'Session', multiSelect: false,
  options: [{ label: 'explain the payment retry', description: 'shop, turn 1' }, { label: 'the retry of uploads', description: 'shop, turn 1' }],
};

const SCRIPT: readonly ScriptedTurn[] = [
  {
    match: 'command-name>/ccfind',
    steps: [
      [{ tool: 'Bash', input: { command: SEARCH, description: 'Search past sessions' } }],
      ['Two sessions fit.', { tool: 'AskUserQuestion', input: { questions: [QUESTION] } }],
      ['You chose so: {{result}}'],
    ],
  },
  { match: 'TLS handshake error', steps: [[{ tool: 'Skill', input: { skill: 'ccfind:ccfind', args: 'TLS handshake' } }], ['It was the clock.']] },
  { match: 'explain the payment retry', steps: [['The payment client retries three times.']] },
  { match: 'the retry of uploads', steps: [['Uploads are retried twice.']] },
];

const client = findClient();

test('the skill in the real client', { skip: 'missing' in client ? client.missing : false, timeout: 1_200_000 }, async (t) => {
  if ('missing' in client) return;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-skill-')));
  const checkout = join(folder, 'a checkout');
  copyPlugin(checkout);
  rmSync(join(checkout, 'evals', 'results'), { recursive: true, force: true });
  const claude = await openClientHome(client.path, folder, SCRIPT);
  t.after(async () => {
    claude.close();
    await untilRemoved(folder);
  });

  await t.test('the client loads every written case, and judges by which tool the model called', async () => {
    const eval_ = ['plugin', 'eval', checkout, '--trust-plugin', '--runs', '1', '--no-publish', '--ablation', 'none', '--json'];
    const scoresOf = async (glob: string): Promise<{ status: number | null; text: string }> => {
      const { status, stdout, stderr } = await claude.run([...eval_, '--case', glob]);
      return { status, text: stdout + stderr };
    };
    const fires = await scoresOf('fires-en-1');
    assert.equal(fires.status, 0, fires.text);
    assert.doesNotMatch(fires.text, /Couldn't load|invalid case/);
    assert.match(fires.text, /Skill called 1x/);
    const missed = await scoresOf('fires-de-1');
    assert.equal(missed.status, 1, missed.text);
    assert.match(missed.text, /Skill called 0x/);
    assert.equal((await scoresOf('quiet-en-5')).status, 0);
  });

  await t.test('the client itself asks the person to choose between hits', { skip: hasTmux() ? false : 'tmux is not installed' }, async (t) => {
    assert.equal((await claude.run(['plugin', 'install', 'ccfind', '--marketplace', checkout])).status, 0);
    for (const prompt of ['explain the payment retry', 'the retry of uploads']) assert.equal((await claude.run(['-p', prompt])).status, 0);
    const tmux = startTmux(folder);
    t.after(() => tmux.close());
    const pane = tmux.open(120, 50, claude.project, { ...claude.env, TERM: 'xterm-256color' }, [...claude.command, '--permission-mode', 'default']);
    await untilIdle(claude);
    pane.type('/ccfind retry');
    await pane.untilShown(/❯\s\/ccfind retry/);
    pane.keys('Enter');
    const shown = await pane.untilShown(/Which session shall it be\?/);
    assert.match(shown, /1\. explain the payment retry[^]*2\. the retry of uploads/);
    pane.keys('Down', 'Enter');
    await pane.untilShown(/You chose so: [^]*the retry of uploads/);
    const [search] = claude.toolResults().filter((text) => text.includes('/resume '));
    const sessions = readdirSync(join(claude.home, '.claude', 'projects')).flatMap((name) => readdirSync(join(claude.home, '.claude', 'projects', name)).map((file) => join(claude.home, '.claude', 'projects', name, file)));
    const uploads = sessions.find((path) => path.endsWith('.jsonl') && readFileSync(path, 'utf8').includes('Uploads are retried twice'));
    assert.ok(uploads !== undefined && search.includes(uploads.slice(-42, -6)), search);
  });
});
