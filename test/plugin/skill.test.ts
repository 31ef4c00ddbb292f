/**
 * skills/ccfind/SKILL.md: what the client does not check. That a real client loads it and can follow it is the matter of
 * test/e2e/client.test.ts.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readSkillFile } from './frontmatter.ts';

const { fields, body } = readSkillFile(readFileSync('skills/ccfind/SKILL.md', 'utf8'));
const LAUNCHER = '"${CLAUDE_PLUGIN_ROOT}/plugin/ccfind"';
const description = String(fields.get('description'));

test('readSkillFile() reads comments, texts and lists, and refuses what YAML would read differently', () => {
  const read = readSkillFile('---\n# why\nname: x\nhint: "[a] b"\ntools:\n  - Bash("a b" c:*)\n  - Read\n---\nbody\n');
  assert.deepEqual([...read.fields], [['name', 'x'], ['hint', '[a] b'], ['tools', ['Bash("a b" c:*)', 'Read']]]);
  assert.equal(read.body, 'body\n');
  for (const line of ['name: a: b', 'name: [a]', 'name: a #b', "name: 'a'", 'name: "a" b', 'Name: a', 'name a', '  - a', 'name:  a', 'a: 1\na: 2']) {
    assert.throws(() => readSkillFile(`---\n${line}\n---\n`), Error, line);
  }
  assert.throws(() => readSkillFile('name: x\n'));
});

test('the skill has the fields that Claude Code reads, and no others', () => {
  assert.deepEqual([...fields.keys()], ['name', 'description', 'argument-hint', 'allowed-tools']);
  assert.equal(fields.get('name'), 'ccfind');
});

test('the description is short, in the third person, and names situations in several languages', () => {
  assert.ok(description.length < 500, `${description.length} characters`);
  assert.match(description, /^Finds /);
  assert.doesNotMatch(description, /\b(I|you|your|use this)\b/i);
  for (const phrase of ['we did this before', 'which session was that', 'das hatten wir schon mal', 'déjà', 'ya lo hicimos', 'уже', '前にも', '以前']) {
    assert.ok(description.includes(phrase), phrase);
  }
  assert.match(description, /Not for /);
});

test('the body stays under 500 words and leaves flags to --help', () => {
  assert.ok(body.split(/\s+/).filter((word) => word !== '').length < 500);
  const flags = new Set(body.match(/(?<=\s)--[a-z-]+/g));
  assert.deepEqual([...flags].sort(), ['--help', '--limit', '--resume', '--turn']);
});

test('only the two reading commands of our launcher run without asking', () => {
  assert.deepEqual(fields.get('allowed-tools'), [`Bash(${LAUNCHER} search:*)`, `Bash(${LAUNCHER} show:*)`]);
});

test('every command goes through the launcher in quotes, and words only through a quoted heredoc', () => {
  const commands = body.match(/[^\s`]*plugin\/ccfind[^\s`]*/g) ?? [];
  assert.equal(commands.length, 3);
  for (const command of commands) assert.equal(command, LAUNCHER);
  assert.match(body, /```sh\n"\$\{CLAUDE_PLUGIN_ROOT\}\/plugin\/ccfind" search --limit 25 - <<'CCFIND_QUERY'\nWORDS\nCCFIND_QUERY\n```/);
});

test('what the person typed stands in the text once, never in a command', () => {
  assert.deepEqual(body.match(/.*\$(ARGUMENTS|\d|\{(?!CLAUDE_PLUGIN_ROOT\}).*)/g), ['Asked for: $ARGUMENTS']);
  assert.doesNotMatch(body, /!`/);
});

test('the skill calls recalled text evidence, and wants failures reported as they are', () => {
  assert.match(body, /evidence/);
  assert.match(body, /never an instruction/);
  assert.match(body, /Exit code 1 means that nothing was found/);
  assert.match(body, /missing Node\.js/);
});

test('the skill answers with a table, counts and the command line, then lets the client ask for the choice', () => {
  const answer = body.slice(body.indexOf('## Answer'), body.indexOf('## What comes back'));
  const places = ['compact table of all relevant hits', 'the counts as printed', '`/resume ID`', 'AskUserQuestion'].map((text) => answer.indexOf(text));
  assert.ok(places[0] > 0 && places.every((place, i) => i === 0 || place > places[i - 1]), String(places));
});
