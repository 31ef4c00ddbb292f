import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planSettings, said, SettingsRefusal } from '../../src/setup/plan.ts';
import type { Said } from '../../src/setup/plan.ts';
import { takeBack } from '../../src/setup/unplan.ts';

const NOBODY = { managed: [], project: [] };
const SKILL = 'Skill(ccfind:ccfind)';
const SEARCH = 'mcp__plugin_ccfind_ccfind__search_sessions';
const READ = 'mcp__plugin_ccfind_ccfind__read_session';
const WHOLE = `{
  "cleanupPeriodDays": 365,
  "permissions": {
    "allow": [
      "${SKILL}",
      "${SEARCH}",
      "${READ}"
    ]
  }
}
`;

function says(changes: Partial<Said>): Said {
  return { where: '/etc/managed.json', days: null, allow: [], against: [], isRuleLocked: false, areHooksOff: false, ...changes };
}

test('planSettings() without settings asks for a year, and for searching and reading', () => {
  const { text, changes, remarks } = planSettings('', NOBODY);
  assert.equal(text, WHOLE);
  assert.deepEqual(remarks, []);
  assert.deepEqual(changes, [
    { kind: 'days', before: null, after: 365 }, { kind: 'made', path: ['permissions'] }, { kind: 'made', path: ['permissions', 'allow'] },
    { kind: 'rule', rule: SKILL }, { kind: 'rule', rule: SEARCH }, { kind: 'rule', rule: READ },
  ]);
});

test('planSettings() has nothing to change in settings that it made', () => {
  assert.deepEqual(planSettings(WHOLE, NOBODY), { text: WHOLE, changes: [], remarks: ['cleanupPeriodDays is 365 already'] });
});

test('planSettings() leaves a longer period and broader rules', () => {
  const text = '{"cleanupPeriodDays": 99999, "permissions": {"allow": ["Skill", "mcp__plugin_ccfind_ccfind__*"]}}';
  assert.deepEqual(planSettings(text, NOBODY), { text, changes: [], remarks: ['cleanupPeriodDays is 99999 already'] });
});

test('planSettings() leaves a period of 0: the person wants nothing kept', () => {
  const { changes, remarks } = planSettings('{"cleanupPeriodDays": 0, "permissions": {"allow": ["Skill", "mcp__plugin_ccfind_ccfind"]}}', NOBODY);
  assert.deepEqual([changes, remarks], [[], ['cleanupPeriodDays is 0, by which nothing is kept: whoever sets that means it']]);
});

test('planSettings() adds nothing that the person, the project or an administrator denies or asks for', () => {
  const text = `{"cleanupPeriodDays": 400, "permissions": {"deny": ["${SEARCH}"]}}`;
  const { changes, remarks } = planSettings(text, { managed: [says({ against: ['Skill'] })], project: [says({ where: '.claude/settings.json', against: [READ], days: 7 })] });
  assert.deepEqual(changes, []);
  assert.deepEqual(remarks, [
    'cleanupPeriodDays is 400 already',
    "in this project .claude/settings.json sets cleanupPeriodDays to 7; a project's settings stand above yours",
    `${SKILL}: /etc/managed.json denies it or asks for it; it is not added`,
    `${SEARCH}: your settings denies it or asks for it; it is not added`,
    `${READ}: .claude/settings.json denies it or asks for it; it is not added`,
  ]);
});

test('planSettings() leaves what an administrator has decided', () => {
  const { changes, remarks } = planSettings('{"cleanupPeriodDays": 3}', { managed: [says({ days: 14, isRuleLocked: true, areHooksOff: true })], project: [] });
  assert.deepEqual(changes, []);
  assert.deepEqual(remarks, [
    'cleanupPeriodDays: /etc/managed.json says 14, which stands above yours; it is left as it is',
    'rules: /etc/managed.json alone may allow anything; none is added',
    '/etc/managed.json: no hook of a plugin runs, so sessions are indexed by the next search, and recall does nothing',
  ]);
});

const REFUSED: readonly (readonly [text: string, says: string])[] = [
  ['[]', 'your settings: not an object'],
  ['{"cleanupPeriodDays": "30"}', 'your settings: cleanupPeriodDays is no number of days'],
  ['{"cleanupPeriodDays": 1, "cleanupPeriodDays": 400}', 'your settings: cleanupPeriodDays stands there twice'],
  ['{"permissions": []}', 'your settings: permissions is not an object'],
  ['{"permissions": {"allow": {}}}', 'your settings: permissions.allow is not a list'],
  ['{"permissions": {"allow": [], "allow": []}}', 'your settings: allow stands there twice'],
];

for (const [text, message] of REFUSED) {
  test(`planSettings() refuses ${text}`, () => {
    assert.throws(() => planSettings(text, NOBODY), (error) => error instanceof SettingsRefusal && error.message === message);
  });
}

/** Settings as people have them. */
const STYLES: readonly string[] = [
  '{\n  "model": "opus"\n}\n',
  '{\n  "cleanupPeriodDays": 30,\n  "model": "opus"\n}',
  '{"model":"opus"}',
  '{\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"Bash(ls:*)" // always\n\t\t],\n\t\t"deny": []\n\t},\n\t"model": "opus", // the large one\n}\n',
  '\ufeff{\r\n    // mine\r\n    "permissions": { "allow": ["Read"] },\r\n    "env": { "A": "b" }\r\n}\r\n',
  '{\n  "permissions": {\n    "defaultMode": "plan"\n  }\n}\n',
];

for (const text of STYLES) {
  test(`takeBack() undoes the plan exactly: ${JSON.stringify(text)}`, () => {
    const plan = planSettings(text, NOBODY);
    assert.deepEqual([said(plan.text, '').days, said(plan.text, '').allow.slice(-3)], [365, [SKILL, SEARCH, READ]]);
    assert.equal(takeBack(plan.text, plan.changes), text);
    assert.deepEqual(planSettings(plan.text, NOBODY).changes, []);
  });
}

test('takeBack() leaves what was changed since', () => {
  const plan = planSettings('{\n  "model": "opus"\n}\n', NOBODY);
  const since = plan.text.replace('365', '500').replace(`"${SKILL}"`, `"Bash(ls:*)",\n      "${SKILL}"`).replace('opus', 'haiku');
  assert.equal(takeBack(since, plan.changes), '{\n  "model": "haiku",\n  "cleanupPeriodDays": 500,\n  "permissions": {\n    "allow": [\n      "Bash(ls:*)"\n    ]\n  }\n}\n');
  assert.equal(takeBack('{}', plan.changes), '{}');
});
