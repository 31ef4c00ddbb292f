import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { readAgentCall, readAgentHead } from '../../src/transcript/agent-head.ts';
import { listTranscripts } from '../../src/transcript/files.ts';
import { recordedRoot } from './recorded.ts';
import { assistant, user } from './reading.ts';

function write(context: TestContext, lines: readonly unknown[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'ccfind-agent-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'agent-a1.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

test('readAgentHead() names the parent and tells a warm-up from an agent', (context) => {
  assert.deepEqual(readAgentHead(write(context, [user('Warmup'), assistant('ready')])), { session: 's', isWarmup: true });
  assert.deepEqual(readAgentHead(write(context, [assistant('ready')])), { session: 's', isWarmup: true });
  assert.deepEqual(readAgentHead(write(context, [assistant('first'), assistant('second')])), { session: 's', isWarmup: false });
  assert.deepEqual(readAgentHead(write(context, [user('list'), assistant('two')])), { session: 's', isWarmup: false });
  assert.deepEqual(readAgentHead(write(context, [user('list')])), { session: 's', isWarmup: false });
  assert.deepEqual(readAgentHead(write(context, [user('x'.repeat(100_000))])), { session: '', isWarmup: false });
  assert.deepEqual(readAgentHead(write(context, [])), { session: '', isWarmup: false });
});

test('readAgentHead() finds one real agent among the 21 and the 31 files that two clients left', () => {
  for (const version of ['2.0.42', '2.0.77']) {
    const agents = listTranscripts([recordedRoot(version)]).files().filter((file) => file.kind === 'agent');
    const real = agents.filter((file) => !readAgentHead(file.path).isWarmup).map((file) => file.agent);
    assert.deepEqual([agents.length, real], version === '2.0.42' ? [21, ['d9f4fe32']] : [31, ['ae7966c']]);
  }
});

test('readAgentCall() survives a missing and a broken file', (context) => {
  const path = write(context, []);
  assert.equal(readAgentCall(path), '');
  const meta = path.replace('.jsonl', '.meta.json');
  for (const text of ['', 'null', '7', '{', '{"toolUseId":7}']) {
    writeFileSync(meta, text);
    assert.equal(readAgentCall(path), '', text);
  }
  writeFileSync(meta, '{"toolUseId":"toolu_1","description":"Survey"}');
  assert.equal(readAgentCall(path), 'toolu_1');
});
