import { test } from 'node:test';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { saveLastList } from '../../src/cli/last-list.ts';
import { configFolder } from './config-folder.ts';
import { CART, RETRY, runFake } from './fake-engine.ts';

test('a number names a session of the last list, an id its start, a file the session in it', async (t) => {
  const folder = configFolder(t);
  const index = join(folder, 'ccfind');
  const digits = '12345678-0000-4000-8000-000000000000';
  saveLastList(index, { first: 1, sessions: [RETRY, CART, 'gone'] });
  const shown = async (id: string): Promise<string> => {
    const run = await runFake(folder, ['show', id], { sessions: [CART, RETRY, digits, `${digits}-more`] });
    return run.sessionRequest?.session ?? run.err.split('\n')[0];
  };
  assert.equal(await shown('1'), RETRY);
  assert.equal(await shown('2'), CART);
  assert.equal(await shown(' d3e '), CART);
  assert.equal(await shown(CART), CART);
  assert.equal(await shown(digits), digits);
  assert.equal(await shown(`/home/x/.claude/projects/-work/${RETRY}.jsonl`), RETRY);
  assert.equal(await shown(`${digits}.jsonl`), digits);
  assert.equal(await shown(`C:\\x\\${CART}\\subagents\\workflows\\wf_1\\agent-a1.jsonl`), CART);
  assert.equal(await shown('gone.jsonl'), 'ccfind: session gone.jsonl: no session id begins like that');
  assert.equal(await shown('3'), 'ccfind: session gone, number 3 of the last list, is gone');
  assert.equal(await shown('4'), 'ccfind: session 4: no session id begins like that; the last list has the numbers 1 to 3');
  assert.equal(await shown('12345'), `ccfind: session 12345 is not unique: ${digits}, ${digits}-more`);
  assert.equal(await shown(''), "ccfind: session '': expected the start of an id, or a number of the last list");
});

test('a number without a last list is the start of an id', async (t) => {
  const run = await runFake(configFolder(t), ['show', '4'], { sessions: ['404f1825-7e2b-49f2-bdd7-2f0393d2146b'] });
  assert.equal(run.sessionRequest?.session, '404f1825-7e2b-49f2-bdd7-2f0393d2146b');
});

test('an unknown whole id may be of a session that is gone: the error says how to get it back', async (t) => {
  const missing = '404f1825-7e2b-49f2-bdd7-2f0393d2146b';
  const run = await runFake(configFolder(t), ['resume', missing], { sessions: [CART] });
  assert.equal(run.code, 1);
  assert.equal(run.err, `ccfind: session ${missing}: no session id begins like that
hint: Claude Code removes old transcripts: put it back below projects/ from a backup; or, if it belongs to another config folder, set CLAUDE_CONFIG_DIR
`);
});
