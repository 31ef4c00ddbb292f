/**
 * evals/: phrases that must fire the skill and near misses that must not, in the form of `claude plugin eval`.
 *
 * Whether a model fires can only be measured where one is reachable: `claude plugin eval . --trust-plugin` does it. What can be
 * checked without: that each case is of the one form that test/e2e/client-skill.test.ts has the client run, that no case is there twice, and that
 * they do not repeat the skill's own words.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readSkillFile } from './frontmatter.ts';

const FORM = new RegExp(`^schema_version: "1\\.0"
name: (?<name>(?<kind>fires|quiet)-(?<language>[a-z]{2})-\\d+)
tags: \\[\\k<kind>, \\k<language>\\]
execution:
  prompt: (?<prompt>".+")
  max_turns: 3
  allowed_tools: \\[Skill, Read, Glob, Grep\\]
graders:
  - name: (?<grader>the skill is called|the skill is left alone)
    type: tool_used
    tool: Skill
    input_match: ccfind
(?<bounds>    min: 1|    min: 0
    max: 0)
$`);

interface Case {
  readonly folder: string;
  readonly name: string;
  readonly kind: string;
  readonly language: string;
  readonly prompt: string;
  readonly isFired: boolean;
}

const cases: Case[] = readdirSync('evals').filter((name) => name !== 'results').map((folder) => {
  const groups = FORM.exec(readFileSync(`evals/${folder}/case.yaml`, 'utf8'))?.groups;
  assert.ok(groups, `evals/${folder}/case.yaml is of another form`);
  const isFired = groups.bounds.trim() === 'min: 1';
  assert.equal(groups.grader, isFired ? 'the skill is called' : 'the skill is left alone', folder);
  return { folder, name: groups.name, kind: groups.kind, language: groups.language, prompt: JSON.parse(groups.prompt) as string, isFired };
});

test('there are at least 60 cases in at least ten languages, a third or more of them near misses', () => {
  assert.ok(cases.length >= 60, `${cases.length}`);
  const languagesOf = (kind: string): number => new Set(cases.filter((one) => one.kind === kind).map(({ language }) => language)).size;
  assert.ok(languagesOf('fires') >= 10 && languagesOf('quiet') >= 10);
  assert.ok(cases.filter(({ kind }) => kind === 'quiet').length * 3 >= cases.length);
});

test('each case has a folder of its name, asks what no other asks, and demands what its name says', () => {
  assert.deepEqual(cases.filter(({ folder, name }) => folder !== name), []);
  assert.equal(new Set(cases.map(({ prompt }) => prompt)).size, cases.length);
  assert.deepEqual(cases.filter(({ kind, isFired }) => (kind === 'fires') !== isFired), []);
});

test('no phrase of the skill\'s description is in a case, or it would be measured by its own words', () => {
  const description = String(readSkillFile(readFileSync('skills/ccfind/SKILL.md', 'utf8')).fields.get('description'));
  const phrases = [...description.matchAll(/"([^"]+)"/g)].map(([, phrase]) => phrase.toLowerCase());
  assert.ok(phrases.length >= 8);
  assert.deepEqual(cases.filter(({ prompt }) => phrases.some((phrase) => prompt.toLowerCase().includes(phrase))), []);
});
