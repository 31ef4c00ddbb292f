/**
 * Transcripts written by an enemy: text that would act on a terminal, a shell, a file system or a reader
 * (demands 22, 115, 129, 130, 136 and design law 5).
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../fixture-history.ts';
import { makeBox, PROJECT, UNSEEN } from './box.ts';
import type { Box } from './box.ts';

/** What would act: escapes of every kind, controls, direction, invisible text. */
const ACTING: readonly string[] = [
  '\u001b[31mred\u001b[0m', '\u001b]0;owned\u0007', '\u001b]8;;http://evil\u001b\\link\u001b]8;;\u001b\\', '\u001b]52;c;cm0gLXJm\u0007', '\u001b[2J\u001b[H', '\u001b[6n', '\u001bP+q544e\u001b\\', '\u001bc', '\u009b31m', '\u009d0;x\u009c', '\u0090q\u009c',
  '\u0007\u0008\u000b\u000c\u000e\u000f\u007f', '\r', 'safe\u202eexe.txt', '\u2066hidden\u2069', '\u200e\u200f\u061c', 'ze\u200bro\u200c\u200d\u2060', '\ufeff', 'soft\u00adhyphen', '\u{e0041}\u{e0042}', '\u2028\u2029', '\ufff9\ufffa\ufffb', '\u180e\u3164\u115f\uffa0', '\u001b', '\u001b[', '\u001b]', '\u001bX',
];
const HTML = '<script>alert(1)</script><img src=x onerror=alert(1)>&amp;&#x1b;[31m';
const FAKE = 'claude --resume 00000000-0000-4000-8000-00000000dead';

/** A session in which every place that is shown holds all of it. */
function hostileSession(box: Box, id: string, word: string): void {
  const all = ACTING.join('x');
  const { history } = box;
  const line = { cwd: `/home/ada/${all}`, gitBranch: `b${all}` };
  box.history.write(`${PROJECT}/${id}.jsonl`, [
    { type: 'custom-title', customTitle: `T${all}${word}${HTML}` },
    history.prompt(`P${all} ${word}prompt ${HTML}\n${FAKE}`, line), history.answer(`A${all} ${word}answer ${HTML}\n\n   ${FAKE}\n1. Fake hit\n   cd /tmp && ${FAKE}`, line),
    history.call('toolu_00000000000000000001', `N${all}`, { command: `C${all} ${word}tool`, description: all }, line), history.result('toolu_00000000000000000001', `O${all} ${word}output`, line),
    { type: 'summary', summary: `S${all}`, leafUuid: 'x' }, { type: 'pr-link', prUrl: all },
  ]);
  box.history.write(`${PROJECT}/${id}/subagents/agent-${word}.jsonl`, [history.prompt(`G${all} ${word}agent`, { isSidechain: true, ...line })]);
}

test('demand 129: no control, direction or invisible character of a transcript is in any output', (t) => {
  const box = makeBox(t);
  hostileSession(box, 'evil', 'dragon');
  const words = ['dragon', 'dragonprompt', 'dragonanswer', 'dragontool', 'dragonoutput', 'dragonagent'];
  // Each run checks for raw characters itself.
  const outcomes = box.runAll([
    ...words.map((word) => ['search', word]), ...words.map((word) => ['search', '--json', '--', word]), ['search', '--group', 'turn', '--agents', '--', 'dragon'], ['search'], ['search', '--json'],
    ['show', 'evil'], ['show', 'evil', '--turn', '1'], ['show', 'evil', '--json'], ['pick', 'dragon'], ['stats'], ['stats', '--json'], ['search', ACTING.join(' ')], ['search', '--json', '--', ACTING.join(' ')],
    ['show', ACTING.join('')], ['resume', ACTING.join('')], ['search', '--session', ACTING.join(''), 'x'], ['search', '--project', ACTING.join(''), '--', 'zzz'], ['search', '--branch', ACTING.join(''), '--', 'zzz'], [`--${ACTING.join('')}`, 'x'], ['--limit', ACTING.join(''), 'x'],
    ['search', '--root', `/nowhere/${ACTING.join('')}`, 'x'],
  ]);
  for (const { status, stdout } of outcomes.slice(0, 19)) assert.deepEqual([status, stdout !== ''], [0, true]);
  // What a terminal would have shown is readable still; JSON gives back what was stored, escaped.
  assert.match(outcomes[0].stdout, /redxx/);
});

test('demand 129: with colour the only escapes are our own', (t) => {
  const box = makeBox(t);
  hostileSession(box, 'evil', 'dragon');
  for (const argv of [['search', '--color', 'always', 'dragon'], ['show', 'evil', '--color', 'always']]) {
    const { stdout } = spawnSync(process.execPath, [box.program, ...argv], { encoding: 'utf8', env: box.environment() });
    assert.match(stdout, /\u001b\[/);
    assert.doesNotMatch(stdout.replace(/\u001b\[[0-9;]*m/g, ''), UNSEEN);
    assert.deepEqual([...new Set(stdout.match(/\u001b\[[0-9;]*m/g))].filter((code) => code === '\u001b[31m'), []);
  }
});

test('demand 130: a resume line inside a transcript never stands where our own does', (t) => {
  const box = makeBox(t);
  hostileSession(box, 'evil', 'dragon');
  const { stdout } = box.run(['search', 'dragonanswer']);
  // Ours stand alone on their line behind three blanks; quoted text has a label before it or brackets in it.
  const lines = stdout.split('\n').filter((line) => /^ {3}(cd |claude |\/resume|ccfind )/.test(line));
  assert.deepEqual(lines.length, 1, stdout);
  assert.doesNotMatch(lines[0], /dead/);
  assert.equal(stdout.split('\n').filter((line) => /^\d+\. /.test(line)).length, 1);
  const { hits } = box.search('dragonanswer');
  assert.deepEqual(hits.map(({ resume, session }) => [resume, session]), [['claude --resume evil', 'evil']]);
});

/** Folders in whose names a shell would see more than a name. */
const FOLDERS: readonly string[] = [
  "/tmp/x'; touch pwned; '", '/tmp/$(touch pwned)', '/tmp/`touch pwned`', '/tmp/a b/c', '/tmp/a"b', '/tmp/a;touch pwned', '/tmp/a&&touch pwned', '/tmp/a|touch pwned', '/tmp/a\\', "/tmp/a\\'b", '/tmp/*', '/tmp/~', '/tmp/a#b', '/tmp/-rf', '-rf', "'", "''", '$HOME', '~', 'relative/dir', '--help', '/tmp/{a,b}', '/tmp/!!', '/tmp/a\u00a0b', '=ls', '/tmp/%1',
];

test('demand 115: a folder with a hostile name gives a command line that a shell takes for one folder', (t) => {
  const box = makeBox(t);
  FOLDERS.forEach((cwd, i) => box.history.write(`p${i}/s${i}.jsonl`, [box.history.prompt('griffin', { cwd }), box.history.answer('ok', { cwd })]));
  const bin = join(box.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\nprintf "RAN %s\\n" "$*"\n', { mode: 0o755 });
  const { hits } = box.search('griffin', ['--all']);
  assert.equal(hits.length, FOLDERS.length);
  const lines = box.run(['search', '--all', 'griffin']).stdout.split('\n').filter((line) => / claude --resume s\d+$/.test(line) || /^ +claude --resume s\d+$/.test(line)).map((line) => line.trim());
  assert.equal(lines.length, FOLDERS.length);
  const printed = box.runAll(hits.map(({ session }) => ['resume', session, '--print'])).map(({ stdout }) => stdout.trim());
  const place = join(box.folder, 'place');
  mkdirSync(place);
  for (const shell of ['sh', 'bash'].filter((name) => existsSync(`/bin/${name}`))) {
    // cd says where it was sent, and goes nowhere.
    const script = `cd() { [ "$1" = -- ] && shift; printf 'CD %s\\n' "$*"; }\n${[...lines, ...printed].join('\n')}\n`;
    const { stdout, stderr } = spawnSync(`/bin/${shell}`, ['-c', script], { cwd: place, encoding: 'utf8', env: { PATH: `${bin}:/usr/bin:/bin`, HOME: box.folder } });
    assert.equal(stderr, '');
    const seen = stdout.trimEnd().split('\n');
    // A name that is no id of a client's is resumed by the path of its transcript.
    assert.equal(seen.filter((line) => /^RAN --resume (s\d+|\/\S+\/projects\/p\d+\/s\d+\.jsonl --fork-session)$/.test(line)).length, lines.length + printed.length);
    for (const line of seen.filter((text) => text.startsWith('CD '))) assert.ok(FOLDERS.includes(line.slice(3)), line);
    assert.deepEqual(readdirSync(place), []);
  }
});

test('demand 115: a folder whose name cannot be printed gives no command line that leads elsewhere', (t) => {
  const box = makeBox(t);
  const folders = ['/tmp/a\nb', '/tmp/a\u001b[31mb', '/tmp/a\u202eb', '/tmp/a\u200bb', '/tmp/end\u001b', '/tmp/end\u009b', '/tmp/\u00ad', '/tmp/tab\there'];
  folders.forEach((cwd, i) => box.history.write(`p${i}/s${i}.jsonl`, [box.history.prompt('griffin', { cwd })]));
  for (const command of ['search', 'pick']) {
    const { stdout } = box.run([command, '--all', 'griffin']);
    assert.doesNotMatch(stdout, /cd /, command);
    assert.equal(stdout.match(/ccfind resume s\d/g)?.length, folders.length, stdout);
  }
  box.runAll(folders.map((_, i) => ['resume', `s${i}`, '--print'])).forEach(({ status, stdout }, i) => assert.deepEqual([status, stdout], [2, ''], JSON.stringify(folders[i])));
});

const NAMES: readonly string[] = ["it's", 'a b', 'a"b', '; touch pwned', '$(touch pwned)', '`touch pwned`', '&& touch pwned', '-rf', '--help', '..a', 'a..b', '$HOME', '*', '?', '[a]', '{}', '%s', '#', '\\', 'ünïcödé', '日本語', 'x'.repeat(200), 'a\nb', 'a\rb', 'a\u001b[31mb', 'a\u202eb', 'NUL', 'con', '0', '1', '00', ' ', '.hidden', 'a.jsonl', 'agent', 'manifest'];

test('demand 115: session names of any characters are found and shown, and only plain ones are resumed', (t) => {
  const box = makeBox(t);
  const { history } = box;
  NAMES.forEach((name, i) => history.write(`${i % 2 === 0 ? PROJECT : 'odd $(touch pwned)\n;'}/${name}.jsonl`, [history.prompt(`hippogriff ${i}`), history.answer('yes')]));
  const { hits, index } = box.search('hippogriff', ['--all']);
  assert.deepEqual([hits.map(({ session }) => session).sort(), index.skipped], [[...NAMES].sort(), []]);
  const marker = join(box.folder, 'pwned');
  for (const { session, resume, open } of hits) {
    const isPlain = /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(session) && !session.includes('..') && session.length <= 128;
    // As a line it is one argument for a shell, whatever the name.
    const { stdout } = spawnSync('/bin/sh', ['-c', `claude() { shift; printf %s "$1"; }\n${resume}`], { cwd: box.folder, encoding: 'utf8' });
    assert.equal(stdout, session);
    assert.ok(open === null || isPlain, `${open}`);
  }
  const typed = NAMES.filter((name) => !/^-|^\d+$|^ $/.test(name));
  const printed = box.runAll(typed.flatMap((name) => [['show', name, '--json'], ['resume', name, '--print']]));
  typed.forEach((name, i) => {
    const [shown, resumed] = [printed[2 * i], printed[2 * i + 1]];
    assert.equal(shown.status, 0, `${JSON.stringify(name)}: ${shown.stderr}`);
    assert.equal((JSON.parse(shown.stdout) as { session: string }).session, name);
    const isPlain = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name) && !name.includes('..');
    // No id of a client's, so by its path, which half of them cannot show.
    assert.equal(resumed.status, isPlain && NAMES.indexOf(name) % 2 === 0 ? 0 : 2, `${JSON.stringify(name)}: ${resumed.stdout}${resumed.stderr}`);
  });
  // As text, a name that a terminal would obey or a shell would take apart never stands in a line to type.
  const { stdout } = box.run(['search', '--all', 'hippogriff']);
  assert.doesNotMatch(stdout, /--resume (?!['A-Za-z0-9_+@:,./-])/);
  assert.ok(!existsSync(marker));
  // The numbers of the list lead to every one of them.
  const numbered = box.runAll(hits.slice(0, 12).map((_, i) => ['show', String(i + 1), '--json']));
  assert.deepEqual(numbered.map(({ stdout: json }) => (JSON.parse(json) as { session: string }).session).length, 12);
});

test('demand 136: link loops end, linked folders are read once, links that lead nowhere are counted', { timeout: 300_000 }, (t) => {
  const box = makeBox(t);
  const { history } = box;
  history.write(`${PROJECT}/real.jsonl`, [history.prompt('cockatrice here')]);
  const outside = join(box.folder, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'linked.jsonl'), textOf([history.prompt('cockatrice there')]));
  mkdirSync(join(outside, 'linked', 'subagents'), { recursive: true });
  const at = (...parts: string[]): string => box.history.path(...parts);
  symlinkSync('..', at('up'));
  symlinkSync('.', at('self'));
  symlinkSync(box.root, at('root'));
  symlinkSync('/', at('slash'));
  symlinkSync(outside, at('out'));
  symlinkSync(outside, at('out-again'));
  symlinkSync(PROJECT, at('twin'));
  symlinkSync('ring-b', at('ring-a'));
  symlinkSync('ring-a', at('ring-b'));
  symlinkSync('nowhere', at('dangling'));
  symlinkSync(at(PROJECT), at(PROJECT, 'inside'));
  symlinkSync('real.jsonl', at(PROJECT, 'other-name.jsonl'));
  symlinkSync('/dev/zero', at(PROJECT, 'endless.jsonl'));
  symlinkSync(outside, join(outside, 'linked', 'subagents', 'loop'));
  const { hits, index } = box.search('cockatrice', ['--all']);
  assert.deepEqual(hits.map(({ session }) => session).sort(), ['linked', 'real']);
  assert.equal(index.files, 2);
  assert.ok(index.skipped.reduce((sum, { count }) => sum + count, 0) >= 3, JSON.stringify(index.skipped));
});

test('pipes, folders and empty files with names of transcripts cause no trouble', { timeout: 300_000 }, (t) => {
  const box = makeBox(t);
  const { history } = box;
  history.write(`${PROJECT}/real.jsonl`, [history.prompt('chimera')]);
  history.write(`${PROJECT}/empty.jsonl`, []);
  mkdirSync(box.history.path(PROJECT, 'folder.jsonl'));
  mkdirSync(box.history.path(PROJECT, 'memory'));
  writeFileSync(box.history.path(PROJECT, 'memory', 'note.jsonl'), textOf([history.prompt('chimera')]));
  writeFileSync(box.history.path('loose.jsonl'), textOf([history.prompt('chimera')]));
  if (process.platform !== 'win32') spawnSync('mkfifo', [box.history.path(PROJECT, 'pipe.jsonl'), box.history.path(PROJECT, 'agent-pipe.jsonl')]);
  // Small files that are looked for by name: a pipe would be waited for, a giant would fill memory.
  history.write(`${PROJECT}/real/subagents/agent-a.jsonl`, [history.prompt('chimera', { isSidechain: true })]);
  history.write(`${PROJECT}/other.jsonl`, [history.prompt('manticore')]);
  mkdirSync(box.history.path(PROJECT, 'other'));
  for (const path of [['real', 'custom-title.json'], ['real', 'subagents', 'agent-a.meta.json'], ['sessions-index.json']]) spawnSync('mkfifo', [box.history.path(PROJECT, ...path)]);
  writeFileSync(box.history.path(PROJECT, 'other', 'custom-title.json'), '{"customTitle":"');
  truncateSync(box.history.path(PROJECT, 'other', 'custom-title.json'), 3e9);
  assert.deepEqual([box.found('chimera'), box.found('manticore')], [['real'], ['other']]);
  assert.equal(box.list().total, 2);
});
