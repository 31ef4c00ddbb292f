/**
 * The completion scripts, in the shells themselves: what a person is offered behind what is typed. `ccfind` is a script that lists two sessions and two projects.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bashScript } from '../../src/cli/completion-bash.ts';
import { fishScript } from '../../src/cli/completion-fish.ts';
import { zshScript } from '../../src/cli/completion-zsh.ts';
import { completedFlags, valuesOfFlag } from '../../src/cli/completion-values.ts';
import { configFolder } from './config-folder.ts';
import { runFake } from './fake-engine.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-completion-')));
after(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'folder one'));
writeFileSync(join(root, 'ccfind'), [
  '#!/bin/sh',
  'case $2 in',
  "  sessions) printf 'aaaa1111-1\\tshop: it'\\''s $(odd)\\nbbbb2222-2\\tshop: other\\nbbbb3333-3\\tledger: last\\n' ;;",
  "  projects) printf 'my shop\\t/work/my shop\\nledger\\t/work/ledger\\n' ;;",
  "  branches) printf 'fix/retry\\tshop\\n' ;;",
  'esac | while IFS= read -r line; do case $line in "$3"*) printf "%s\\n" "$line" ;; esac; done',
  '',
].join('\n'), { mode: 0o755 });

const hasShell = (shell: string) => ({ skip: process.platform === 'win32' || spawnSync(shell, ['-c', ':']).status !== 0 ? `${shell} is not installed` : false });

function run(shell: string, args: readonly string[], script: string): string {
  const { stdout, stderr, status } = spawnSync(shell, [...args, script], { cwd: root, encoding: 'utf8', env: { PATH: `${root}:/usr/bin:/bin:/usr/local/bin`, HOME: root, TERM: 'dumb' } });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

interface Case {
  readonly typed: readonly string[];
  /** Some of what must be offered. */
  readonly offered: readonly string[];
  /** What must not be offered. */
  readonly not?: readonly string[];
}

/** The last word is the one that is being typed. */
const CASES: readonly Case[] = [
  { typed: [''], offered: ['search', 'show', 'open', 'install', 'completion'], not: ['--limit', 'graph'] },
  { typed: ['sho'], offered: ['show'], not: ['search'] },
  { typed: ['show', 'aa'], offered: ['aaaa1111-1'], not: ['bbbb2222-2'] },
  { typed: ['open', 'aaaa1111-1', 'b'], offered: [], not: ['bbbb2222-2'] },
  { typed: ['open', '--'], offered: ['--window', '--dry-run', '--help'], not: ['--limit', '--handoff'] },
  { typed: ['why', 'did', '--gr'], offered: ['--group'] },
  { typed: ['--group', ''], offered: ['session', 'turn'], not: ['search'] },
  { typed: ['--group', 'turn', 'sho'], offered: ['show'] },
  { typed: ['--field', 'pro'], offered: ['prompt'], not: ['title'] },
  { typed: ['--field', 'title,pro'], offered: ['title,prompt'] },
  { typed: ['--session', 'x,aa'], offered: ['x,aaaa1111-1'] },
  { typed: ['--branch', 'fix'], offered: ['fix/retry'] },
  { typed: ['completion', 'z'], offered: ['zsh'], not: ['bash', 'sessions'] },
  { typed: ['--limit', ''], offered: [], not: ['search', 'show'] },
  { typed: ['--', 'sho'], offered: [], not: ['show'] },
];

test('bash: completion offers commands, flags, values and sessions', hasShell('bash'), () => {
  const lines = CASES.map(({ typed }) => `COMP_WORDS=(ccfind ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}; _ccfind; printf '%s\\t' "\${COMPREPLY[@]}"; echo`);
  const said = run('bash', ['--norc', '--noprofile', '-c'], `${bashScript()}\n${lines.join('\n')}`).split('\n');
  CASES.forEach(({ typed, offered, not = [] }, at) => {
    const got = said[at].split('\t');
    for (const word of offered) assert.ok(got.includes(word), `${typed.join(' ')}: ${word} is not in ${said[at]}`);
    for (const word of not) assert.ok(!got.includes(word), `${typed.join(' ')}: ${word} is in ${said[at]}`);
  });
});

test('bash: completion handles = as a word of its own, quotes what needs it, and tells sessions apart', hasShell('bash'), () => {
  const ask = (...typed: string[]): string => {
    const words = typed.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    return run('bash', ['--norc', '--noprofile', '-c'], `${bashScript()}\nCOMP_WORDS=(ccfind ${words}); COMP_CWORD=${typed.length}; _ccfind; printf '%s|' "\${COMPREPLY[@]}"`);
  };
  assert.equal(ask('--group', '=', 'se'), 'session|');
  assert.equal(ask('--group', '='), 'session|turn|');
  assert.equal(ask('--project', 'my'), 'my\\ shop|');
  assert.equal(ask('--project', '"my s'), 'my shop|');
  assert.equal(ask('show', 'bbbb'), 'bbbb2222-2  (shop: other)|bbbb3333-3  (ledger: last)|');
  assert.equal(ask('--dir', 'fol'), 'folder one|');
});

test('zsh: completion offers commands, flags, values and sessions', hasShell('zsh'), () => {
  // Outside of its line editor zsh has none of these: they tell what would be offered.
  const stubs = [
    'compdef() { : }',
    '_files() { print -n -- "files $*" }',
    // As zsh does: the part of the word before the pattern's end is set aside.
    `compset() { [[ $1 == -P ]] || return 1; local before=$PREFIX; PREFIX=\${PREFIX#\${~2}}; if [[ $2 == '*,' ]]; then PREFIX=\${before##*,}; fi; ASIDE+=\${before%$PREFIX} }`,
    `compadd() { local -a all; local name=''; while [[ $1 == -* ]]; do case $1 in (-V|-d) shift 2 ;; (-a) name=$2; shift 2 ;; (--) shift; break ;; (*) shift ;; esac; done
      if [[ -n $name ]]; then all=("\${(@P)name}"); else all=("$@"); fi
      for word in $all; do [[ $word == $PREFIX* ]] && print -rn -- "$ASIDE$word"$'\\t'; done; return 0 }`,
  ];
  const lines = CASES.map(({ typed }) => `words=(ccfind ${typed.map((word) => `'${word}'`).join(' ')}); CURRENT=${typed.length + 1}; PREFIX='${typed.at(-1)}'; ASIDE=''; _ccfind; print`);
  const said = run('zsh', ['-f', '-c'], `${stubs.join('\n')}\n${zshScript()}\n${lines.join('\n')}\ntrue`).split('\n');
  CASES.forEach(({ typed, offered, not = [] }, at) => {
    const got = said[at].split('\t');
    for (const word of offered) assert.ok(got.includes(word), `${typed.join(' ')}: ${word} is not in ${said[at]}`);
    for (const word of not) assert.ok(!got.includes(word), `${typed.join(' ')}: ${word} is in ${said[at]}`);
  });
});

test('fish: completion offers commands, flags, values and sessions', hasShell('fish'), () => {
  const lines = CASES.map(({ typed }) => `echo (complete -C 'ccfind ${typed.join(' ')}' | string join '\\n')`);
  const said = run('fish', ['--no-config', '-c'], `${fishScript()}\n${lines.join('\n')}`).split('\n');
  CASES.forEach(({ typed, offered, not = [] }, at) => {
    const got = said[at].split('\\n').map((line) => line.split('\t')[0]);
    for (const word of offered) assert.ok(got.includes(word), `${typed.join(' ')}: ${word} is not in ${said[at]}`);
    for (const word of not) assert.ok(!got.includes(word), `${typed.join(' ')}: ${word} is in ${said[at]}`);
  });
});

test('completion offers every value of a flag whose values are known', () => {
  const known = completedFlags().filter((flag) => flag.value !== null && valuesOfFlag(flag).kind !== 'anything').map(({ name }) => name);
  for (const name of ['--group', '--project', '--dir', '--branch', '--session', '--exclude', '--field', '--color', '--root', '--in']) assert.ok(known.includes(name), name);
});

test('completion lists sessions, projects and branches without a refresh, harmless and on one line', async (t) => {
  const folder = configFolder(t);
  const listed = [
    { session: 'd3e35d23-1', name: 'a title\nof \u001b[31mtwo lines and more than sixty characters, which is too long for a list', project: 'shop', cwd: '/work/shop', branches: ['main', 'fix/a'] },
    { session: '-rm', name: 'x', project: 'shop', cwd: '/work/other/shop', branches: ['main'] },
    { session: 'd3f0', name: '', project: 'bad\u001b[2Jname', cwd: '/work/x', branches: [] },
  ];
  const run = (...argv: string[]) => runFake(folder, ['completion', ...argv], { listed });
  const { code, out, calls } = await run('sessions', 'd3');
  assert.deepEqual([code, calls], [0, ['close']]);
  assert.equal(out, 'd3e35d23-1\tshop: a title of two lines and more than sixty characters, w\nd3f0\tbadname: (no prompt)\n');
  assert.equal((await run('projects')).out, 'shop\t/work/shop\n');
  assert.equal((await run('branches')).out, 'main\tshop\nfix/a\tshop\n');
  assert.equal((await run('branches', 'fix')).out, 'fix/a\tshop\n');
});

test('completion prints one script for the shell that is named, and nothing else', async (t) => {
  const folder = configFolder(t);
  for (const [shell, script] of [['bash', bashScript()], ['zsh', zshScript()], ['fish', fishScript()]]) assert.equal((await runFake(folder, ['completion', shell])).out, script);
  assert.equal((await runFake(folder, ['completion', 'tcsh'])).code, 2);
});
