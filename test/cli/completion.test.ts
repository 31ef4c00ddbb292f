/**
 * The completion scripts, in the shells themselves: what a person is offered behind what is typed. `ccfind` is a script that lists three sessions and three projects.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bashScript } from '../../src/cli/completion-bash.ts';
import { fishScript } from '../../src/cli/completion-fish.ts';
import { zshScript } from '../../src/cli/completion-zsh.ts';
import { completedFlags, valuesOfFlag } from '../../src/cli/completion-values.ts';
import { configFolder } from './config-folder.ts';
import { runFake } from './fake-engine.ts';

/** A folder may have any name, and what completion makes of it may run nothing. */
const ODD = `odd $(touch hacked) \`touch hacked\` it's "so"; touch hacked; \\ ! * = a,b %s #`;

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-completion-')));
after(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'folder one'));
writeFileSync(join(root, 'ccfind'), [
  '#!/bin/sh',
  'case $2 in',
  "  sessions) printf 'aaaa1111-1\\tshop: it'\\''s $(odd)\\nbbbb2222-2\\tshop: other\\nbbbb3333-3\\tledger: last\\n'; [ -z \"$3\" ] || printf 'cccc4444-4\\tshop: too old for a list of all\\n' ;;",
  `  projects) printf '%s\\t/work\\n' 'my shop' ledger '${ODD.replaceAll("'", "'\\''")}' ;;`,
  "  branches) printf 'fix/retry\\tshop\\na=b\\tshop\\n' ;;",
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
  { typed: ['show', 'cc'], offered: ['cccc4444-4'] },
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

const BEHIND_EQUALS: readonly Case[] = [
  { typed: ['--group=se'], offered: ['--group=session'], not: ['--group=turn'] },
  { typed: ['--field=title,pro'], offered: ['--field=title,prompt'] },
  { typed: ['--branch=a='], offered: ['--branch=a=b'] },
];

/** What each shell offers in these cases, case by case. */
const OFFERS: Readonly<Record<string, (cases: readonly Case[]) => string[][]>> = { bash: offersOfBash, zsh: offersOfZsh, fish: offersOfFish };

function offersOfBash(cases: readonly Case[]): string[][] {
  const lines = cases.map(({ typed }) => `COMP_WORDS=(ccfind ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}; _ccfind; printf '%s\\t' "\${COMPREPLY[@]}"; echo`);
  return run('bash', ['--norc', '--noprofile', '-c'], `${bashScript()}\n${lines.join('\n')}`).split('\n').map((line) => line.split('\t'));
}

function offersOfZsh(cases: readonly Case[]): string[][] {
  // Outside of its line editor zsh has none of these: they tell what would be offered.
  const stubs = [
    'compdef() { : }',
    '_files() { print -n -- "files $*" }',
    // As zsh does: the longest beginning that fits the pattern is set aside.
    `compset() { [[ $1 == -P ]] || return 1; local before=$PREFIX; PREFIX=\${PREFIX##\${~2}}; ASIDE+=\${before%$PREFIX} }`,
    `compadd() { local -a all; local name=''; while [[ $1 == -* ]]; do case $1 in (-V|-d) shift 2 ;; (-a) name=$2; shift 2 ;; (--) shift; break ;; (*) shift ;; esac; done
      if [[ -n $name ]]; then all=("\${(@P)name}"); else all=("$@"); fi
      for word in $all; do [[ $word == $PREFIX* ]] && print -rn -- "$ASIDE$word"$'\\t'; done; return 0 }`,
  ];
  const lines = cases.map(({ typed }) => `words=(ccfind ${typed.map((word) => `'${word}'`).join(' ')}); CURRENT=${typed.length + 1}; PREFIX='${typed.at(-1)}'; ASIDE=''; _ccfind; print`);
  return run('zsh', ['-f', '-c'], `${stubs.join('\n')}\n${zshScript()}\n${lines.join('\n')}\ntrue`).split('\n').map((line) => line.split('\t'));
}

function offersOfFish(cases: readonly Case[]): string[][] {
  const lines = cases.map(({ typed }) => `echo (complete -C 'ccfind ${typed.join(' ')}' | string join '\\n')`);
  const said = run('fish', ['--no-config', '-c'], `${fishScript()}\n${lines.join('\n')}`).split('\n');
  return said.map((line) => line.split('\\n').map((offer) => offer.split('\t')[0]));
}

for (const [shell, offersOf] of Object.entries(OFFERS)) {
  test(`${shell}: completion offers commands, flags, values and sessions`, hasShell(shell), () => {
    // Bash makes words of --flag, = and its value.
    const cases = shell === 'bash' ? CASES : [...CASES, ...BEHIND_EQUALS];
    const all = offersOf(cases);
    cases.forEach(({ typed, offered, not = [] }, at) => {
      for (const word of offered) assert.ok(all[at].includes(word), `${typed.join(' ')}: ${word} is not in ${all[at].join(' ')}`);
      for (const word of not) assert.ok(!all[at].includes(word), `${typed.join(' ')}: ${word} is in ${all[at].join(' ')}`);
    });
  });
}

test('bash: completion handles = as a word of its own and a cursor inside a word, quotes what needs it, and tells sessions apart', hasShell('bash'), () => {
  const ask = (...typed: string[]): string => {
    const words = typed.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    return run('bash', ['--norc', '--noprofile', '-c'], `${bashScript()}\nCOMP_WORDS=(ccfind ${words}); COMP_CWORD=${typed.length}; _ccfind; printf '%s|' "\${COMPREPLY[@]}"`);
  };
  assert.equal(ask('--group', '=', 'se'), 'session|');
  assert.equal(ask('--group', '='), 'session|turn|');
  assert.equal(ask('--project', 'my'), 'my\\ shop|');
  assert.equal(ask('--project', '"my s'), 'my shop|');
  assert.equal(ask('show', 'bbbb'), 'bbbb2222-2  (shop: other)|bbbb3333-3  (ledger: last)|');
  // As in bash 3.2, which has no compopt.
  assert.equal(ask('--dir', 'fol'), 'folder\\ one|');
  assert.equal(ask('--dir', '~/fol'), '~/folder\\ one|');
  assert.equal(run('bash', ['--norc', '--noprofile', '-c'], `${bashScript()}\nCOMP_WORDS=(ccfind shw x); COMP_CWORD=1 COMP_LINE='ccfind shw x' COMP_POINT=9; _ccfind; echo "\${COMPREPLY[@]}"`), 'show\n');
});

test('bash: completion quotes whatever a name holds, in each kind of quotes', hasShell('bash'), () => {
  for (const quote of ['', '"', "'"]) {
    const word = quote === "'" ? `"'odd"` : `'${quote}odd'`;
    const line = `COMP_WORDS=(ccfind --project ${word}); COMP_CWORD=2; _ccfind; eval "set -- ${quote === '"' ? '\\"' : quote}\${COMPREPLY[0]}${quote === '"' ? '\\"' : quote}"; printf %s "$1"`;
    assert.equal(run('bash', ['--norc', '--noprofile', '-c'], `${bashScript()}\n${line}`), ODD, quote);
  }
  assert.equal(existsSync(join(root, 'hacked')), false);
});

test('zsh: completion works where ~/.zshrc holds nothing else', hasShell('zsh'), () => {
  assert.equal(run('zsh', ['-f', '-c'], `${zshScript()}\nprint -r -- $_comps[ccfind]`), '_ccfind\n');
});

test('zsh: completion tells what a flag means to the command', hasShell('zsh'), () => {
  const stubs = `compdef() { : }\ncompadd() { print -rl -- $shown }`;
  const told = (command: string): string[] => run('zsh', ['-f', '-c'], `${stubs}\n${zshScript()}\nwords=(ccfind ${command} --d); CURRENT=3; PREFIX=--d; _ccfind`).split('\n').filter((line) => line.startsWith('--d'));
  assert.deepEqual([told('install'), told('uninstall')], [['--dir  the folder for the launcher'], ['--dir  only the launcher in this folder']]);
  assert.deepEqual(told('search')[0], '--dir  sessions in this folder or below');
});

test('fish: completion tells what a flag means to the command', hasShell('fish'), () => {
  const told = (command: string): string => run('fish', ['--no-config', '-c'], `${fishScript()}\ncomplete -C 'ccfind ${command} --di'`);
  assert.deepEqual([told('install'), told('uninstall'), told('search')], ['--dir\tthe folder for the launcher\n', '--dir\tonly the launcher in this folder\n', '--dir\tsessions in this folder or below\n']);
});

test('fish: completion offers folders behind a flag, and behind =', hasShell('fish'), () => {
  for (const typed of ['--dir fol', '--dir=', '--dir=fol', 'resume --in=']) {
    assert.equal(run('fish', ['--no-config', '-c'], `${fishScript()}\ncomplete -C 'ccfind ${typed}'`).split('\t')[0], `${/--\w+=/.exec(typed)?.[0] ?? ''}folder one/`);
  }
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
