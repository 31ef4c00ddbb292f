import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { listOnDisk, sampleDisk } from '../../src/inspect/disk-sample.ts';
import type { Sampling } from '../../src/inspect/disk-sample.ts';
import { withHistory } from '../fixture-history.ts';
import type { History } from '../fixture-history.ts';
import { randomFrom } from '../random.ts';

const FOLDER = '-home-ada-tide';

function sample(history: History, seed = 1): Sampling {
  return sampleDisk(listOnDisk(history.root), 40, randomFrom(seed));
}

function wordsOf({ samples }: Sampling): string[] {
  return [...new Set(samples.map(({ words }) => words))].sort();
}

test('listOnDisk() finds sessions and sub-agents where clients put them, and nothing else', () => {
  withHistory((history) => {
    const line = [history.prompt('here')];
    for (const path of ['one.jsonl', 'agent-flat.jsonl', 'one/subagents/agent-a.jsonl', 'one/subagents/work/agent-b.jsonl', 'one/other.jsonl', 'memory/note.jsonl', 'one.sync-conflict-2.jsonl', 'notes.md']) {
      history.write(`${FOLDER}/${path}`, line);
    }
    symlinkSync(history.path(FOLDER), history.path('-home-ada-linked'));
    const found = listOnDisk(history.root).map(({ path, session, isMain }) => `${path.slice(history.path(FOLDER).length + 1)} ${session} ${isMain}`);
    assert.deepEqual(found.sort(), ['agent-flat.jsonl  false', 'one.jsonl one true', 'one/subagents/agent-a.jsonl one false', 'one/subagents/work/agent-b.jsonl one false']);
  });
});

test('sampleDisk() samples what was said, and nothing that a client wrote', () => {
  withHistory((history) => {
    history.write(`${FOLDER}/said.jsonl`, [
      history.prompt('please mend the northern sluice'),
      history.answer('the northern sluice works again'),
      history.prompt('潮汐闸门维修'),
      history.prompt('these words stand inside meta', { isMeta: true }),
      history.prompt('<command-name>these words stand inside</command-name>'),
      history.prompt('This session is being continued from another'),
      history.answer('these words stand inside errors', { isApiErrorMessage: true }),
      history.result('t1', 'these words stand inside output'),
      '{"type":"user","message":{"role":"user","content":"these words stand inside halves"}',
    ]);
    assert.deepEqual(wordsOf(sample(history)), ['please mend the northern', 'the northern sluice works', '潮汐闸门维修']);
    assert.equal(sample(history).samples[0].session, 'said');
  });
});

test('sampleDisk() samples the same lines with the same seed', () => {
  withHistory((history) => {
    for (let i = 0; i < 30; i++) history.write(`${FOLDER}/s${i}.jsonl`, [history.prompt(`session number ${i} speaks about tides`)]);
    assert.deepEqual(sample(history, 5), sample(history, 5));
    assert.notDeepEqual(sample(history, 5), sample(history, 6));
  });
});

test('sampleDisk() reads in the middle of large files, and passes over lines longer than its window', () => {
  withHistory((history) => {
    history.write(`${FOLDER}/long.jsonl`, [history.answer('x'.repeat(3_000_000)), ...Array.from({ length: 3000 }, (_, i) => history.answer(`paragraph${i} closes chapter number ${'a '.repeat(150)}`))]);
    const offsets = sample(history).samples.map(({ offset }) => offset);
    assert.ok(Math.max(...offsets) > 3_500_000, String(offsets));
    assert.ok(new Set(offsets).size > 10, String(offsets));
  });
});

test('sampleDisk() counts unknown kinds, and knows the newest client', () => {
  withHistory((history) => {
    history.write(`${FOLDER}/a.jsonl`, [{ type: 'hologram', version: '2.1.9' }, { type: 'user', version: '2.1.100', message: { content: [{ type: 'scent' }] } }, { type: 'mode', version: '1.9.999' }]);
    const { kinds, client } = sample(history);
    assert.deepEqual([kinds.map(({ kind, version }) => `${kind} ${version}`), client], [['line hologram 2.1.9', 'block scent 2.1.100'], '2.1.100']);
  });
});

test('sampleDisk() of no files has no samples', () => {
  assert.deepEqual(sampleDisk([], 10, randomFrom(1)), { samples: [], lineCount: 0, kinds: [], client: '' });
});
