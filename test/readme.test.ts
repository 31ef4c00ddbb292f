/**
 * README against the program's tables: what it says that one can type is what the tables know.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { flagsOf } from '../src/cli/args.ts';
import { COMMANDS, commandNamed } from '../src/cli/commands.ts';
import { KEY_BINDINGS } from '../src/picker/keymap.ts';
import { FIELDS } from '../src/schema.ts';
import { parseQuery } from '../src/search/query.ts';

const README = readFileSync(join(process.cwd(), 'README.md'), 'utf8');

/** Flags in README that are no flags of ours: those of `claude`. */
const FOREIGN_FLAGS = ['--marketplace', '--resume'];

/** Lines of code blocks and code spans, without the comments behind them. */
const CODE = [
  ...[...README.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block]) => block.split('\n')),
  ...[...README.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span),
].map((line) => line.replace(/\s+#.*$/, ''));

/** First cell of each row of the table of queries. */
function queryForms(): string[] {
  const table = /^\| you type \| it means \|\n.*\n((?:\|.*\n)+)/m.exec(README)?.[1] ?? '';
  return table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, form]) => form));
}

test('README names the fields of the schema, in their order', () => {
  const listed = /in one field: ([^|]+) \|/.exec(README)?.[1].trim().split(/, | or /);
  assert.deepEqual(listed, FIELDS.map(({ name }) => name));
});

test('README calls no command that is not built', () => {
  const called = CODE.flatMap((line) => /(?:^|\/)ccfind(?:\.cjs)? ([a-z]+)/.exec(line)?.[1] ?? []).filter((word) => commandNamed(word) !== null);
  assert.deepEqual(called.filter((word) => commandNamed(word)?.isBuilt !== true), []);
  for (const word of ['demo', 'pick', 'show', 'search']) assert.ok(called.includes(word), word);
});

test('README names no flag that is not built', () => {
  const known = new Set(['--help', '--version', ...COMMANDS.flatMap(({ name }) => flagsOf(name).map((flag) => flag.name))]);
  const named = new Set(CODE.flatMap((line) => (line.startsWith('npm ') ? [] : (line.match(/--[a-z-]+/g) ?? []))));
  assert.deepEqual([...named].filter((flag) => !known.has(flag) && !FOREIGN_FLAGS.includes(flag)), []);
});

test('README explains each form of a query as the parser reads it', () => {
  const made = queryForms().map((form) => {
    const { words, excluded } = parseQuery(form);
    const shown = words.map(({ kind, typed, field }) => `${field < 0 ? '' : `${FIELDS[field].name}:`}${kind} ${typed}`);
    return [...shown, ...excluded.map(({ typed }) => `not ${typed}`)].join(', ');
  });
  assert.deepEqual(made, [
    'plain token, plain rotation',
    'literal exact words',
    'plain redis, not cluster',
    'prompt:plain redis',
    'identifier --dry-run',
    'identifier src/app/',
    'identifier host:8080',
  ]);
});

test('README lists the keys of the picker as its help does', () => {
  const table = /^\| key \| what it does \|\n.*\n((?:\|.*\n)+)/m.exec(README)?.[1] ?? '';
  assert.deepEqual(table.trim().split('\n'), KEY_BINDINGS.map(({ shown, does }) => `| ${shown} | ${does} |`));
});
