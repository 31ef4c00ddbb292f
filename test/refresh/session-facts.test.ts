import { test } from 'node:test';
import assert from 'node:assert/strict';
import { emptySession } from '../../src/index/catalog.ts';
import { settleRecord } from '../../src/refresh/session-facts.ts';
import type { MainFacts } from '../../src/refresh/session-facts.ts';
import { emptyFacts } from '../../src/transcript/facts.ts';

/** A transcript of the session in that project folder, last written at that time, in which the person worked in /home/ada/tide. */
function main(folder: string, lastMs: number, isConflictCopy = false): MainFacts {
  const relativePath = `${folder}/s1.jsonl`;
  const file = { root: 0, relativePath, path: `/nowhere/projects/${relativePath}`, folder, kind: 0, session: 's1', agent: '', isConflictCopy, sizeBytes: 10, mtimeMs: 0, ino: 1, mark: -1 };
  return { file, facts: { ...emptyFacts(), firstMs: 1, lastMs, cwds: ['/home/ada', '/home/ada/tide'] } };
}

/** The transcript to resume, and the folder. */
function settled(...mains: MainFacts[]): string[] {
  const record = emptySession('s1');
  settleRecord(record, mains);
  return [record.path, record.dir];
}

test('settleRecord() takes the transcript that was active last', () => {
  const [home, disk] = [main('-home-ada-tide', 5), main('-media-disk-tide', 6)];
  for (const mains of [[home, disk], [disk, home]]) assert.deepEqual(settled(...mains)[0], '-media-disk-tide/s1.jsonl');
  assert.deepEqual(settled(home, main('-media-disk-tide', 7, true)), ['-home-ada-tide/s1.jsonl', '/home/ada/tide']);
});

test('settleRecord() of equal copies takes the one in the folder where the person worked', () => {
  const [home, disk] = [main('-home-ada-tide', 5), main('-media-disk-tide', 5)];
  for (const mains of [[home, disk], [disk, home]]) assert.deepEqual(settled(...mains), ['-home-ada-tide/s1.jsonl', '/home/ada/tide']);
});

test('settleRecord() names a session by what its person said first, in any file, else by its task', () => {
  const opening = (...facts: Partial<MainFacts['facts']>[]): string => {
    const record = emptySession('s1');
    settleRecord(record, facts.map((some, at) => ({ ...main(`-p${at}`, at), facts: { ...emptyFacts(), ...some } })));
    return record.opening;
  };
  assert.equal(opening({ task: 'mend the gate' }), 'mend the gate');
  assert.equal(opening({ task: 'mend the gate', opening: 'and paint it' }), 'and paint it');
  assert.equal(opening({ task: 'mend the gate' }, { opening: 'and paint it' }), 'and paint it');
  assert.equal(opening({}, { task: 'mend the gate' }), 'mend the gate');
});
