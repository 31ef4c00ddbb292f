import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DoctorReport } from '../../src/reports.ts';
import { configFolder } from './config-folder.ts';
import { runFake } from './fake-engine.ts';

const ILL: DoctorReport = {
  schema: 1,
  status: 'wrong',
  seed: 7,
  checks: [
    { check: 'node', status: 'ok', found: 'Node 20.1.0', mend: null, details: [] },
    { check: 'lock', status: 'warning', found: 'held by att\x1b[2Jic', mend: 'wait', details: [] },
    { check: 'files', status: 'wrong', found: '2 of its files cannot be trusted', mend: 'ccfind index --full', details: ['seg-1: missing', 'marks: wrong checksum'] },
  ],
};

test('doctor looks before anything is refreshed, and says the worst by its exit code', async (t) => {
  const folder = configFolder(t);
  const well = await runFake(folder, ['doctor', '--seed', '3']);
  assert.deepEqual([well.code, well.calls], [0, ['doctor 3', 'close']]);
  assert.equal(well.out, 'nothing is wrong, 0 warnings; to look at the same lines again: --seed 3\n');
  assert.equal((await runFake(folder, ['doctor'], { doctor: { ...ILL, status: 'warning' } })).code, 0);
  assert.equal((await runFake(folder, ['doctor'], { doctor: ILL })).code, 2);
});

test('doctor prints a line for each check, what it found below it, and what mends it', async (t) => {
  const { out } = await runFake(configFolder(t), ['doctor'], { doctor: ILL });
  assert.equal(out, `ok       node      Node 20.1.0
warning  lock      held by attic
                   → wait
wrong    files     2 of its files cannot be trusted
                   seg-1: missing
                   marks: wrong checksum
                   → ccfind index --full
1 thing wrong, 1 warning; to look at the same lines again: --seed 7
`);
});

test('doctor --json prints the report as it is', async (t) => {
  const { out } = await runFake(configFolder(t), ['doctor', '--json'], { doctor: ILL });
  assert.deepEqual(JSON.parse(out), ILL);
});
