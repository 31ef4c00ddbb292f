/**
 * Several commands at once on one index, while a session grows (demand 139).
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import type { SearchAnswer } from '../../src/contract.ts';
import { indexFiles, makeBox, PROJECT } from './box.ts';
import type { Box } from './box.ts';

const SEARCHES = 8;
const ROUNDS = 2;

function ask(box: Box, query: string): Promise<SearchAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [box.program, 'search', '--json', '--', query], { cwd: box.folder, env: box.environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    const text = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text.stdout += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (text.stderr += part));
    child.on('close', (status) => {
      if ((status === 0 || status === 1) && /^(?:ccfind: waiting [^\n]*\n)?$/.test(text.stderr)) resolve(JSON.parse(text.stdout) as SearchAnswer);
      else reject(new Error(`exit ${status}: ${text.stderr}`));
    });
  });
}

test('eight searches at once find what was written before they began, or say that something is pending', async (t) => {
  const box = makeBox(t);
  const { history } = box;
  const at = `${PROJECT}/grows.jsonl`;
  history.write(at, [history.prompt('watch the heronry')]);
  let growing: NodeJS.Timeout | null = null;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      history.append(at, [history.prompt(`heron${round} has landed`)]);
      // What comes meanwhile makes every search a writer.
      growing = setInterval(() => history.append(at, [history.answer('more reeds')]), 20);
      const answers = await Promise.all(Array.from({ length: SEARCHES }, () => ask(box, `heron${round}`)));
      clearInterval(growing);
      for (const { total, hits, index } of answers) {
        const isFound = total === 1 && hits[0].session === 'grows' && hits[0].snippet.includes(`heron${round} has landed`);
        assert.ok(isFound || index.pending > 0, `round ${round}: ${total} found, ${index.pending} pending`);
      }
    }
  } finally {
    if (growing !== null) clearInterval(growing);
  }
  const { total, index } = await ask(box, 'heron0 heron1');
  assert.deepEqual([total, index.pending, index.sessions], [1, 0, 1]);
  assert.deepEqual(indexFiles(box).filter((name) => /^(?:lock|tmp)/.test(name)), []);
});
