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

/** What is said of Claude Code where there is nothing but an empty config folder. */
const INSIDE = `warning  client    claude is not found on PATH: sessions cannot be resumed from here
                   → install Claude Code, or add its folder to PATH
ok       plugin    not installed as a plugin: Claude Code itself does not use it
                   → for the skill, the server and the hooks there: see Install in the README
ok       retention 0 transcripts, each kept for 30 days after its last change (the default)
                   → to keep them for 365 days: ccfind setup --apply
`;

test('doctor looks before anything is refreshed, and its exit code tells the worst that it found', async (t) => {
  const folder = configFolder(t);
  const well = await runFake(folder, ['doctor', '--seed', '3']);
  assert.deepEqual([well.code, well.calls], [0, ['doctor 3', 'close']]);
  assert.equal(well.out, `${INSIDE}nothing is wrong, 1 warning; to check the same samples again: --seed 3\n`);
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
${INSIDE}1 thing wrong, 2 warnings; to check the same samples again: --seed 7
`);
});

test('doctor --json prints the report of the engine, with the checks of Claude Code in the same form', async (t) => {
  const { out } = await runFake(configFolder(t), ['doctor', '--json'], { doctor: ILL });
  const report = JSON.parse(out) as DoctorReport;
  assert.deepEqual({ ...report, checks: report.checks.slice(0, ILL.checks.length) }, ILL);
  assert.deepEqual(report.checks.slice(ILL.checks.length).map(({ check, status, details }) => [check, status, details]), [['client', 'warning', []], ['plugin', 'ok', []], ['retention', 'ok', []]]);
});
