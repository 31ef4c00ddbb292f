import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCommand, parseTyped, parseWrapper, promptOf } from '../../src/transcript/commands.ts';

const local = (name: string, args: string): string =>
  `<command-name>/${name}</command-name>\n            <command-message>${name}</command-message>\n            <command-args>${args}</command-args>`;
const skill = (name: string, args: string): string =>
  `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>${args === '' ? '' : `\n<command-args>${args}</command-args>`}`;

/** Wrapper, what it is, how it reads. */
const CASES: readonly [string, string, string][] = [
  [local('clear', ''), 'noise', '/clear'],
  [local('model', 'opus'), 'noise', '/model opus'],
  [local('rename', 'Checkout work'), 'noise', '/rename Checkout work'],
  [local('resume', ''), 'noise', '/resume'],
  [local('compact', ''), 'noise', '/compact'],
  [local('compact', 'keep the rounding decision'), 'aside', '/compact keep the rounding decision'],
  [local('plan', 'move the cache'), 'aside', '/plan move the cache'],
  [local('security-review', 'all of it'), 'prompt', '/security-review all of it'],
  [local('deploy', 'staging now'), 'prompt', '/deploy staging now'],
  [skill('init', ''), 'prompt', '/init'],
  [skill('shop:recall', 'rounding decision'), 'prompt', '/shop:recall rounding decision'],
  [skill('export', 'as a table'), 'prompt', '/export as a table'],
  ['<command-message>The "deploy" skill is loading</command-message>\n<command-name>deploy</command-name>\n<command-args>staging</command-args>', 'prompt', '/deploy staging'],
  ['<command-message>init is analyzing your codebase…</command-message>\n<command-name>/init</command-name>', 'prompt', '/init'],
  ['<command-name></command-name>', 'noise', '/'],
];

for (const [text, kind, prompt] of CASES) {
  test(`judgeCommand() takes ${prompt} for ${kind}`, () => {
    const command = parseWrapper(text);
    assert.ok(command !== null);
    assert.equal(judgeCommand(command), kind);
    assert.equal(promptOf(command), prompt);
  });
}

test('parseWrapper() keeps tags inside the arguments', () => {
  assert.equal(parseWrapper(skill('idea', 'use the <idea> of </command-args> tags'))?.args, 'use the <idea> of </command-args> tags');
});

test('parseWrapper() takes words about the tags for words', () => {
  for (const text of ['<command-name> stands in my transcripts, strip it', '<command-message>a</command-name>']) assert.equal(parseWrapper(text), null);
});

test('parseTyped() tells a command from a path', () => {
  assert.equal(parseTyped('/compact now')?.name, 'compact');
  assert.equal(parseTyped('/pr:review 12')?.args, '12');
  assert.equal(parseTyped('/home/dev/work is full'), null);
  assert.equal(parseTyped('look at /etc'), null);
});
