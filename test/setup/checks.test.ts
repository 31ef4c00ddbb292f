import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { DoctorCheck } from '../../src/reports.ts';
import { examineClient } from '../../src/setup/checks.ts';
import type { ClientTools } from '../../src/setup/checks.ts';

const NOW = Date.UTC(2026, 2, 2, 9);
const DAY = 24 * 3600_000;

interface Place {
  readonly config: string;
  readonly write: (path: string, value: unknown) => string;
  readonly look: (changes?: Partial<ClientTools>) => Record<string, DoctorCheck>;
}

function place(t: TestContext): Place {
  const config = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-checks-')));
  t.after(() => rmSync(config, { recursive: true, force: true }));
  const tools: ClientTools = {
    config, managed: join(config, 'managed'), project: join(config, 'project'), roots: [config], nowMs: NOW, version: '1.2.0', claude: null, isRecallOn: false, runs: [], log: '/x/hooks.log',
  };
  return {
    config,
    write: (path, value) => {
      mkdirSync(dirname(join(config, path)), { recursive: true });
      writeFileSync(join(config, path), typeof value === 'string' ? value : JSON.stringify(value));
      return join(config, path);
    },
    look: (changes = {}) => Object.fromEntries(examineClient({ ...tools, ...changes }).map((check) => [check.check, check])),
  };
}

function install({ write }: Place, version = '1.2.0'): void {
  write('plugins/installed_plugins.json', { version: 2, plugins: { 'ccfind@ccfind': [{ scope: 'user', version }] } });
}

test('client: the check shows its version, and warns when it is too old or says nothing', { skip: process.platform === 'win32' }, (t) => {
  const here = place(t);
  const claude = (says: string): string => {
    const path = here.write('claude', `#!/bin/sh\necho '${says}'\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const path = claude('2.1.332 (Claude Code)');
  assert.deepEqual(here.look({ claude: path }).client, { check: 'client', status: 'ok', found: `Claude Code 2.1.332, ${path}`, mend: null, details: [] });
  claude('2.0.9 (Claude Code)');
  assert.deepEqual([here.look({ claude: path }).client.status, here.look({ claude: path }).client.mend], ['warning', 'claude update']);
  claude('segmentation fault');
  assert.equal(here.look({ claude: path }).client.found, `${path} does not say which version it is`);
  assert.equal(here.look().client.status, 'warning');
});

test('plugin: the check warns of another version than the program\'s, or one turned off, and says what to do', (t) => {
  const here = place(t);
  assert.match(here.look().plugin.found, /^not installed/);
  install(here);
  assert.equal(here.look().plugin.found, 'ccfind@ccfind 1.2.0, as this program');
  install(here, '1.10.0');
  assert.deepEqual([here.look().plugin.found, here.look().plugin.mend], ['ccfind@ccfind is 1.10.0, this program 1.2.0', 'start ccfind from the plugin: ccfind install']);
  install(here, '1.1.9');
  assert.match(String(here.look().plugin.mend), /^claude plugin marketplace update ccfind, then claude plugin update ccfind@ccfind/);
  here.write('settings.json', '{"enabledPlugins": {"ccfind@ccfind": false}}');
  assert.equal(here.look().plugin.mend, 'claude plugin enable ccfind@ccfind');
  here.write('plugins/installed_plugins.json', '[7');
  assert.match(here.look().plugin.found, /^not installed/);
});

test('hooks: the check shows the last run of each, and warns when one never ran, failed or may not run', (t) => {
  const here = place(t);
  install(here);
  assert.match(here.look().hooks.found, /^no run of a hook is in the log, \/x\/hooks\.log$/);
  const runs = [
    { event: 'Stop', at: '2026-03-01T08:00:00.000Z', ms: 90, outcome: 'nothing new' },
    { event: 'SessionEnd', at: '2026-03-01T09:15:00.000Z', ms: 210, outcome: 'read 1 file' },
    { event: 'Stop', at: '2026-03-02T08:30:00.000Z', ms: 80, outcome: 'read 2 files' },
  ];
  assert.deepEqual(here.look({ runs }).hooks, {
    check: 'hooks', status: 'ok', found: 'their last runs, from the log: /x/hooks.log', mend: null,
    details: ['Stop: 2026-03-02 08:30 UTC, 80 ms: read 2 files', 'SessionEnd: 2026-03-01 09:15 UTC, 210 ms: read 1 file'],
  });
  assert.equal(here.look({ runs: [...runs, { ...runs[0], outcome: 'failed: no space' }] }).hooks.found, 'the last Stop failed; log: /x/hooks.log');
  here.write('project/.claude/settings.json', '{"disableAllHooks": true}');
  assert.match(here.look({ runs }).hooks.found, /^no hook of a plugin runs: .*project\/\.claude\/settings\.json says so/);
});

test('rules and recall: the checks show what is set, and how to change it', (t) => {
  const here = place(t);
  assert.deepEqual([here.look().rules, here.look().recall], [undefined, undefined]);
  install(here);
  assert.deepEqual(here.look().rules.details.length, 3);
  here.write('settings.json', '{"permissions": {"allow": ["Skill", "mcp__plugin_ccfind_ccfind"]}}');
  assert.equal(here.look().rules.found, 'Claude may search and read without a question');
  assert.equal(here.look({ isRecallOn: true }).recall.mend, 'to have none: ccfind setup --no-recall --apply');
  const path = here.write('settings.json', '{"permissions": ');
  assert.deepEqual([here.look().rules.status, here.look().rules.mend], ['warning', `mend ${path}; Claude Code may leave out all of it`]);
});

test('retention: the check shows how many transcripts are deleted when, and who decided that', (t) => {
  const here = place(t);
  assert.equal(here.look().retention.found, '0 transcripts, each kept for 30 days after its last change (the default)');
  here.write('settings.json', '{"cleanupPeriodDays": 400');
  assert.equal(here.look().retention.found, '0 transcripts, each kept for 30 days after its last change (the default; your settings cannot be read)');
  rmSync(join(here.config, 'settings.json'));
  for (const [name, age] of [['a', 31], ['b', 29], ['c', 24], ['d', 1]] as const) {
    const path = here.write(`projects/tide/${name}.jsonl`, '');
    utimesSync(path, NOW / 1000, (NOW - age * DAY) / 1000);
  }
  assert.deepEqual(here.look().retention, {
    check: 'retention', status: 'warning', found: '4 transcripts, each kept for 30 days after its last change (the default); deleted when Claude Code starts next: 1, within 7 days: 2',
    mend: 'to keep them for 365 days: ccfind setup --apply', details: [],
  });
  const settings = here.write('settings.json', '{"cleanupPeriodDays": 400}');
  assert.deepEqual([here.look().retention.status, here.look().retention.found, here.look().retention.mend], ['ok', `4 transcripts, each kept for 400 days after its last change (${settings}); the next is deleted in 369 days`, null]);
  here.write('managed/managed-settings.json', '{"cleanupPeriodDays": 60}');
  assert.equal(here.look().retention.mend, 'your administrator has decided this');
  here.write('project/.claude/settings.json', '{"cleanupPeriodDays": 7}');
  assert.match(here.look().retention.details[0], /project\/\.claude\/settings\.json says 7 days/);
});
