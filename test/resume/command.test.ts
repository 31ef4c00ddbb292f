import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { checkExtra, isClientId, isSafeSessionId, linesBack, resumeCommand, shellQuote } from '../../src/resume/command.ts';

const ID = '11111111-2222-4333-8444-555555555555';

const WORDS: readonly [word: string, quoted: string][] = [
  ['plain', 'plain'],
  ['/home/dev/my-shop_2.0', '/home/dev/my-shop_2.0'],
  ['', "''"],
  ['two words', "'two words'"],
  ["it's", "'it'\\''s'"],
  ['$HOME `id` $(id)', "'$HOME `id` $(id)'"],
  ['a;b&c|d>e<f*g?h[i]j{k}l#m!n~o\\p"q', "'a;b&c|d>e<f*g?h[i]j{k}l#m!n~o\\p\"q'"],
  ['/x/end\\', "'/x/end'\\\\''"],
  ['/x/a\\\\b', "'/x/a'\\\\'\\b'"],
  ["/x/a\\'b", "'/x/a'\\\\''\\''b'"],
  ['C:\\dev\\shop', "'C:\\dev\\shop'"],
  ['\\\\host\\shop', "'\\\\host\\shop'"],
  ['=ls', "'=ls'"],
  ['日本', "'日本'"],
];

for (const [word, quoted] of WORDS) {
  test(`shellQuote() quotes ${JSON.stringify(word)}`, () => {
    assert.equal(shellQuote(word), quoted);
  });
}

for (const shell of ['sh', 'bash', 'zsh', 'fish']) {
  test(`shellQuote() gives ${shell} back what went in`, { skip: spawnSync(shell, ['-c', 'true']).status !== 0 && 'not installed' }, () => {
    const words = [...WORDS.map(([word]) => word).filter((word) => !word.startsWith('\\')), 'line\nfeed', "'", "''", '\t', "a\\\\\\'\\'\\\\"];
    const { stdout } = spawnSync(shell, ['-c', `printf '%s\\0' ${words.map(shellQuote).join(' ')}`], { encoding: 'utf8' });
    assert.deepEqual(stdout.split('\0').slice(0, -1), words);
  });
}

test('resumeCommand() goes to the folder first', () => {
  assert.equal(resumeCommand(ID, '/home/dev/shop'), `cd /home/dev/shop && claude --resume ${ID}`);
  assert.equal(resumeCommand(ID, "/home/dev/it's mine"), `cd '/home/dev/it'\\''s mine' && claude --resume ${ID}`);
});

test('resumeCommand() leaves the folder out when it is unknown', () => {
  assert.equal(resumeCommand(ID, ''), `claude --resume ${ID}`);
});

test('resumeCommand() passes further arguments on, and names the config folder', () => {
  assert.equal(resumeCommand(ID, '/x', ['--model', 'opus', 'go on; now']), `cd /x && claude --resume ${ID} --model opus 'go on; now'`);
  assert.equal(resumeCommand(ID, '/x', [], "/it's/.claude"), `cd /x && CLAUDE_CONFIG_DIR='/it'\\''s/.claude' claude --resume ${ID}`);
  assert.equal(resumeCommand(ID, '/x', [], ''), `cd /x && env -u CLAUDE_CONFIG_DIR claude --resume ${ID}`);
});

test('checkExtra() refuses arguments that name a session', () => {
  for (const word of ['--resume', '--resume=x', '-r', '-c', '--continue', '--session-id', '--session-id=x', '--from-pr', '--cloud']) {
    assert.throws(() => checkExtra(['--model', 'opus', word]), new RegExp(`^CcfindError: ${word}: the session is named already$`));
  }
  checkExtra(['--fork-session', '-p', 'resume', '--resumes', '--model=-r']);
});

const UNSAFE = ['', '-rf', '--resume', '.hidden', 'a/b', 'a\\b', 'a b', 'a;id', "a'b", 'a"b', 'a$(id)', 'a`id`', 'a&b', 'a|b', 'a>b', 'a*', 'a\nb', 'a\x1b[2J', '~root', 'a%b', 'a..b', 'é', 'x'.repeat(129)];

for (const id of UNSAFE) {
  test(`isSafeSessionId() refuses ${JSON.stringify(id.slice(0, 20))}`, () => {
    assert.equal(isSafeSessionId(id), false);
  });
}

test('isSafeSessionId() accepts a UUID and a plain name', () => {
  assert.equal(isSafeSessionId(ID), true);
  assert.equal(isSafeSessionId('Session_1.copy'), true);
});

test('linesBack() quotes any name for a shell, and offers a client only what is an id', () => {
  assert.deepEqual(linesBack(ID), { shell: `claude --resume ${ID}`, client: `/resume ${ID}` });
  assert.deepEqual(linesBack('a; touch pwned'), { shell: "claude --resume 'a; touch pwned'", client: null });
});

test('isClientId() accepts whole ids only', () => {
  for (const [text, isId] of [[ID, true], ['0f9a8b7c-6d5e-4f30-9a0b-1c2d3e4f5a09', true], ['0F9A8B7C-6D5E-4F30-9A0B-1C2D3E4F5A09', true], ['agent-a22a702', false], [ID.slice(1), false], [`${ID}0`, false], [`${ID}\n`, false], ['deploy', false]] as const) {
    assert.equal(isClientId(text), isId, text);
  }
});
