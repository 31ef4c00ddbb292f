import { test } from 'node:test';
import assert from 'node:assert/strict';
import { parseArguments } from '../../src/cli/args.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import type { FlagValues } from '../../src/cli/flags.ts';
import { CcfindError } from '../../src/errors.ts';
import { seededRandom } from '../terminal/seeded-random.ts';

function failure(argv: readonly string[]): CcfindError {
  try {
    parseArguments(argv);
  } catch (error) {
    assert.ok(error instanceof CcfindError, String(error));
    return error;
  }
  assert.fail(`no error for ${JSON.stringify(argv)}`);
}

const ACCEPTED: readonly (readonly [argv: readonly string[], command: string, words: readonly string[], values?: FlagValues])[] = [
  [[], 'search', []],
  [['retry', 'payment'], 'search', ['retry', 'payment']],
  [['search', 'retry'], 'search', ['retry']],
  [['search', 'search'], 'search', ['search']],
  [['search', 'stats'], 'search', ['stats']],
  [['index the database'], 'search', ['index the database']],
  [['--', 'stats'], 'search', ['stats']],
  [['search', '--', 'stats', '--dry-run', '-x', '--'], 'search', ['stats', '--dry-run', '-x', '--']],
  [['retry', '-payment'], 'search', ['retry', '-payment']],
  [['retry', '-n', '5'], 'search', ['retry', '-n', '5']],
  [['--limit', '5', 'retry', '--all'], 'search', ['retry'], { limit: 5, all: true }],
  [['--limit=5', '--limit=7', 'retry'], 'search', ['retry'], { limit: 7 }],
  [['--json', 'stats'], 'stats', [], { json: true }],
  [['show', 'd3e3', '--turn', '0'], 'show', ['d3e3'], { turn: 0 }],
  [['show', '1', '--around', 'a-b:3:12', '--turns', '2'], 'show', ['1'], { around: 'a-b:3:12', turns: 2 }],
  [['index', '--full'], 'index', [], { full: true }],
  [['pick'], 'pick', []],
  [['pick', 'stats'], 'pick', ['stats']],
  [['demo', 'index', 'it'], 'demo', ['index', 'it']],
  [['resume', '3', '--print'], 'resume', ['3'], { print: true }],
  [['--root', 'a', '--root', 'b', 'x'], 'search', ['x'], { roots: ['a', 'b'] }],
  [['--exclude', 'a,b', '--exclude', 'c'], 'search', [], { exclude: ['a', 'b', 'c'] }],
  [['--session', '1,2', 'x'], 'search', ['x'], { sessions: ['1', '2'] }],
  [['--field', 'Prompt,answer', 'x'], 'search', ['x'], { fields: ['prompt', 'answer'] }],
  [['--project=--odd', 'x'], 'search', ['x'], { project: '--odd' }],
  [['--since', '2024-02-29', '--until', '2026-12-31'], 'search', [], { since: { year: 2024, month: 2, day: 29 }, until: { year: 2026, month: 12, day: 31 } }],
  [['--days', '1', '--group', 'turn', '--color', 'never'], 'search', [], { days: 1, group: 'turn', color: 'never' }],
  [['--offset', '0', '--self', '--agents', '--no-refresh', '--branch', 'main', '--dir', '.'], 'search', [], { offset: 0, self: true, agents: true, noRefresh: true, branch: 'main', dir: '.' }],
  [[''], 'search', ['']],
  [['constructor', '__proto__', 'toString'], 'search', ['constructor', '__proto__', 'toString']],
];

test('parseArguments() tells command, words and flags apart', () => {
  for (const [argv, command, words, values] of ACCEPTED) {
    const args = parseArguments(argv);
    assert.deepEqual({ command: args.command, words: args.words, values: args.values }, { command, words, values: values ?? {} }, JSON.stringify(argv));
  }
});

test('parseArguments() takes `help` for --help where nothing but a command follows', () => {
  const told = (...argv: string[]) => {
    const { command, isNamed, words, wantsHelp } = parseArguments(argv);
    return { command, isNamed, words, wantsHelp };
  };
  assert.deepEqual(told('help'), { command: 'search', isNamed: false, words: [], wantsHelp: true });
  assert.deepEqual(told('help', 'resume'), { command: 'resume', isNamed: true, words: [], wantsHelp: true });
  assert.deepEqual(told('--help', 'search'), { command: 'search', isNamed: true, words: [], wantsHelp: true });
  for (const argv of [['help', 'me'], ['help', 'resume', 'it'], ['search', 'help'], ['--', 'help']]) assert.equal(parseArguments(argv).wantsHelp, false, argv.join(' '));
});

test('parseArguments() keeps what stands behind -- for the program that a command starts', () => {
  const parts = (...argv: string[]) => {
    const { command, words, extra, values } = parseArguments(argv);
    return { command, words, extra, values };
  };
  assert.deepEqual(parts('resume', '3', '--print', '--', '--model', 'opus', '--', '-p'), { command: 'resume', words: ['3'], extra: ['--model', 'opus', '--', '-p'], values: { print: true } });
  assert.deepEqual(parts('resume', '3', '--in', '..', '--'), { command: 'resume', words: ['3'], extra: [], values: { inDir: '..' } });
  // Nothing before it: its first word is the session.
  assert.deepEqual(parts('open', '--dry-run', '--', '3'), { command: 'open', words: ['3'], extra: [], values: { dryRun: true } });
  assert.deepEqual(parts('resume', '--', '3', '--model', 'opus'), { command: 'resume', words: ['3'], extra: ['--model', 'opus'], values: {} });
  assert.deepEqual(parts('show', '--', '3'), { command: 'show', words: ['3'], extra: [], values: {} });
  assert.match(failure(['resume', '--']).message, /^resume takes ID .*, got nothing$/);
});

const REFUSED: readonly (readonly [argv: readonly string[], message: string, hint: string | null])[] = [
  [['index', 'the', "client's", 'data'], 'index takes no words, got 3 words', "to search for these words: ccfind search -- index the 'client'\\''s' data"],
  [['show'], 'show takes ID, got nothing', 'to search for these words: ccfind search -- show'],
  [['show', 'me', 'it'], 'show takes ID, got 2 words', 'to search for these words: ccfind search -- show me it'],
  [['stats', '--', 'x'], 'stats takes no words, got 1 word', 'to search for these words: ccfind search -- stats x'],
  [['graph'], 'graph is not in this version', 'to search for these words: ccfind search -- graph'],
  [['graph', 'theory'], 'graph takes no words, got 1 word', 'to search for these words: ccfind search -- graph theory'],
  [['forget', '3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c01'], 'forget is not in this version', 'to search for these words: ccfind search -- forget 3f0c2c1e-5a51-4d0a-9c7e-0d6f3a1b2c01'],
  [['graph'], 'graph is not in this version', 'to search for these words: ccfind search -- graph'],
  [['forget', 'd3e35d23'], 'forget takes ID, got 1 word', 'to search for these words: ccfind search -- forget d3e35d23'],
  [['retry', '--limi', '5'], '--limi: no such flag; did you mean --limit?', 'to search for these words: ccfind search -- retry --limi 5'],
  [['git', 'commit', '--amend=x y', '--json'], '--amend: no such flag', "to search for these words: ccfind search --json -- git commit '--amend=x y'"],
  [['--dry-run', 'go'], '--dry-run: no such flag of search', 'to search for these words: ccfind search -- --dry-run go'],
  [['--force-push', '--limit', '5', 'go'], '--force-push: no such flag', 'to search for these words: ccfind search --limit 5 -- --force-push go'],
  [['node', '--version'], '--version stands alone', 'to search for these words: ccfind search -- node --version'],
  [['--no-mask', 'a.b'], '--no-mask is not in this version', 'to search for these words: ccfind search -- --no-mask a.b'],
  [['show', '1', '--no-mask'], '--no-mask is not in this version', 'to search for these words: ccfind search -- show 1 --no-mask'],
  [['stats', '--limit', '5'], 'stats takes no --limit; it takes --json, --no-refresh, --root', 'to search for these words: ccfind search --limit 5 -- stats'],
  [['x', '--all=yes'], '--all takes no value, got yes', 'to search for these words: ccfind search -- x --all yes'],
  [['x', '--project'], '--project: its value is missing: expected TEXT', 'to search for these words: ccfind search -- x --project'],
  [['x', '--project', '--json'], '--project: its value is missing: expected TEXT', 'to search for these words: ccfind search --json -- x --project'],
  [['--limit', '-1', 'x'], '--limit -1: expected a whole number from 1 to 1000000000', null],
  [['--limit', '0', 'x'], '--limit 0: expected a whole number from 1 to 1000000000', null],
  [['--limit', '1e9', 'x'], '--limit 1e9: expected a whole number from 1 to 1000000000', null],
  [['--limit', '9999999999', 'x'], '--limit 9999999999: expected a whole number from 1 to 1000000000', null],
  [['--limit', '99999999999999999999', 'x'], '--limit 99999999999999999999: expected a whole number from 1 to 1000000000', null],
  [['--limit=', 'x'], "--limit '': expected a whole number from 1 to 1000000000", null],
  [['--limit', ' 5', 'x'], '--limit  5: expected a whole number from 1 to 1000000000', null],
  [['--days', 'abc', 'x'], '--days abc: expected a whole number from 1 to 1000000000', null],
  [['--days', '1.5', 'x'], '--days 1.5: expected a whole number from 1 to 1000000000', null],
  [['--offset', 'x'], '--offset x: expected a whole number from 0 to 1000000000', null],
  [['--since', '2026-02-30', 'x'], '--since 2026-02-30: expected a day that exists, as in 2026-03-14', null],
  [['--since', '2026-13-01', 'x'], '--since 2026-13-01: expected a day that exists, as in 2026-03-14', null],
  [['--until', '14.3.2026', 'x'], '--until 14.3.2026: expected a day that exists, as in 2026-03-14', null],
  [['--until', '2026-00-10', 'x'], '--until 2026-00-10: expected a day that exists, as in 2026-03-14', null],
  [['--field', 'prompt,body', 'x'], '--field body: expected one of title, prompt, answer, tool, thinking, output, summary', null],
  [['--field', ',', 'x'], '--field ,: expected names with commas between them', null],
  [['--group', 'day', 'x'], '--group day: expected one of session, turn', null],
  [['--color', 'yes', 'x'], '--color yes: expected one of auto, always, never', null],
  [['--project', '', 'x'], "--project '': expected some text", null],
  [['show', '1', '--turn', '-3'], '--turn -3: expected a whole number from 0 to 1000000000', null],
  [['show', '1', '--around', '3'], '--around 3: expected the key of a hit, SESSION:TURN:N', 'ccfind search --json -- WORDS names the key of each hit'],
];

test('parseArguments() refuses with the flag, the value and what was expected, and shows the search form', () => {
  for (const [argv, message, hint] of REFUSED) {
    const error = failure(argv);
    assert.deepEqual([error.code, error.message, error.hint], ['usage', message, hint], JSON.stringify(argv));
  }
});

test('commands that are not built are recognised in their exact shape only', () => {
  const id = 'd3e35d23-e1df-4c12-8b91-0eea8f6c2595';
  const exact: Record<string, string[]> = {
    open: ['3'], restore: [id], exclude: ['add', '/x'], forget: [id], completion: ['zsh'], hook: ['SessionEnd'], recall: ['yesterday'], files: ['a.ts'], commands: ['npm', 'test'],
  };
  for (const command of COMMANDS.filter((one) => !one.isBuilt)) {
    assert.match(failure([command.name, ...(exact[command.name] ?? [])]).message, /is not in this version$/, command.name);
  }
  for (const argv of [['restore', 'd3e3'], ['exclude', 'that'], ['exclude', 'list', 'x'], ['completion', 'sh'], ['install', 'it'], ['hook'], ['recall'], ['files', 'a', 'b'], ['eval', 'x'], ['mcp', 'x'], ['archive', 'it']]) {
    const error = failure(argv);
    assert.match(error.message, / takes /, argv.join(' '));
    assert.equal(error.hint, `to search for these words: ccfind search -- ${argv.join(' ')}`);
  }
});

test('--help and --version count only before --', () => {
  assert.equal(parseArguments(['-h']).wantsHelp, true);
  assert.equal(parseArguments(['show', '--help']).command, 'show');
  assert.equal(parseArguments(['graph', '-h']).wantsHelp, true);
  assert.equal(parseArguments(['--version']).wantsVersion, true);
  assert.equal(parseArguments(['--', '-h', '--help']).wantsHelp, false);
});

test('a lone - before any -- reads standard input', () => {
  assert.equal(parseArguments(['search', '-']).isFromInput, true);
  assert.equal(parseArguments(['search', '--limit', '25', '-']).isFromInput, true);
  assert.equal(parseArguments(['-']).isFromInput, true);
  assert.equal(parseArguments(['search', '--', '-']).isFromInput, false);
  assert.equal(parseArguments(['search', 'a', '-']).isFromInput, false);
  assert.equal(parseArguments(['pick', '-']).isFromInput, false);
});

test('whatever the arguments, parseArguments() fails only by a usage error', () => {
  const pieces = ['--', '-', '--limit', '--limit=', '--json', '--json=1', '-h', '--help', '--versio', '--=', '---', '-x', '', ' ', 'search', 'show', 'index', 'graph', '5', '-1', 'a b', "'", '\x1b[31m', '\ud800', '日本', '__proto__', '--__proto__', '--constructor', '--field', '--since', '2026-01-01'];
  const seed = Number(process.env.SEED ?? 20260305);
  const random = seededRandom(seed);
  for (let round = 0; round < 5000; round++) {
    const argv = Array.from({ length: Math.floor(random() * 6) }, () => pieces[Math.floor(random() * pieces.length)]);
    try {
      parseArguments(argv);
    } catch (error) {
      assert.ok(error instanceof CcfindError && error.code === 'usage', `seed ${seed}, ${JSON.stringify(argv)}: ${String(error)}`);
    }
  }
});
