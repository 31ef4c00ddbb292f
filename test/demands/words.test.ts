/**
 * Words of every language and every shape (demands 35, 36, 39 to 41, 78), and queries of any bytes.
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { randomFrom, seedOf } from '../random.ts';
import { answerOf, makeBox, PROJECT } from './box.ts';
import type { Box } from './box.ts';

/** One session a text, named by its place. */
function fill(box: Box, texts: readonly string[]): void {
  texts.forEach((text, i) => {
    box.history.write(`${PROJECT}/s${i}.jsonl`, [box.history.prompt('what was it again?'), box.history.answer(text)]);
  });
}

test('demand 35: a part of a run of Chinese, Japanese, Korean or Thai is found, and only where it stands', (t) => {
  const box = makeBox(t);
  fill(box, ['我们写好了数据库迁移计划。', '移动应用的发布计划', '設定ファイルを更新しました', '데이터베이스마이그레이션 계획', 'ระบบย้ายฐานข้อมูลเสร็จแล้ว', 'MySQL数据迁出v2版本']);
  const cases: [string, string[]][] = [
    ['迁移', ['s0']], ['库迁移', ['s0']], ['迁', ['s0', 's5']], ['移动', ['s1']], ['ファイル', ['s2']], ['更新', ['s2']],
    ['베이스', ['s3']], ['ฐานข้อมูล', ['s4']], ['MySQL', ['s5']], ['v2', ['s5']], ['迁出', ['s5']],
  ];
  const answers = box.searchAll(cases.map(([query]) => query));
  cases.forEach(([query, sessions], i) => assert.deepEqual(answers[i].hits.filter((hit) => !hit.weak).map((hit) => hit.session).sort(), sessions, query));
});

test('a first word that is a property of every object, like constructor, is a word', (t) => {
  const box = makeBox(t);
  const words = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];
  fill(box, words);
  // Before a command is told from words the program's start looks at it, so in a process of its own.
  words.forEach((word, i) => assert.match(box.runApart([word, '--json']).stdout, new RegExp(`"session":"s${i}"`), word));
});

test('demand 36: two-character words are each found by themselves, whatever stands between them', (t) => {
  const box = makeBox(t);
  fill(box, ['昨天部署失败了', '我们需要回滚版本', '今天天气很好']);
  for (const found of box.foundAll(['部署 OR 回滚', '部署 回滚', '部署、回滚', '部署|回滚'])) assert.deepEqual(found.sort(), ['s0', 's1']);
});

test('demand 39: a letter in composed and decomposed form is the same in index, query and score', (t) => {
  const box = makeBox(t);
  fill(box, ['Ｆｕｌｌｗｉｄｔｈ １２３', 'Straße nach Zürich', 'ﬁnal ﬂight', 'İstanbul ışık', 'ΣΊΣΥΦΟΣ', 'cafe\u0301 au lait', 'カタカナ', 'ｶﾞｲﾄﾞ']);
  const cases: [string, string][] = [
    ['fullwidth 123', 's0'], ['strasse zurich', 's1'], ['final flight', 's2'], ['istanbul', 's3'], ['σίσυφος', 's4'], ['café', 's5'], ['CAFÉ', 's5'], ['ｶﾀｶﾅ', 's6'], ['ガイド', 's7'],
  ];
  box.searchAll(cases.map(([query]) => query)).forEach(({ hits }, i) => {
    assert.deepEqual([hits[0]?.session, hits[0]?.coverage, hits[0]?.weak], [cases[i][1], 1, false], cases[i][0]);
  });
});

test('demand 40: a Russian question is found by its hyphenated word, its acronym and its other words alike', (t) => {
  const box = makeBox(t);
  fill(box, ['Почему онлайн-оплата через СБП падает? Потому что сертификат устарел.', 'Как настроить офлайн-режим кассы', 'Нужно обновить НДС в отчёте']);
  const cases: [string, string][] = [
    ['почему падает онлайн-оплата через СБП', 's0'], ['сбп', 's0'], ['оплата', 's0'], ['онлайн-оплата', 's0'], ['офлайн-режим', 's1'], ['отчете НДС', 's2'], ['потому', 's0'],
  ];
  box.searchAll(cases.map(([query]) => query)).forEach(({ hits }, i) => assert.deepEqual([hits[0]?.session, hits[0]?.weak], [cases[i][1], false], cases[i][0]));
});

test('demand 41: word lengths are counted in characters, so that all alphabets are treated alike', (t) => {
  const box = makeBox(t);
  fill(box, ['aquarium zb', 'аквариум цб', 'ενυδρειο ζβ', 'ակվարիում ցբ']);
  const words: string[][] = [
    // a whole word of two letters, a start of four, a middle of three
    ['zb', 'aqua', 'uar'], ['цб', 'аква', 'вар'], ['ζβ', 'ενυδ', 'υδρ'], ['ցբ', 'ակվա', 'վար'],
  ];
  words.forEach((parts, i) => {
    const answers = box.searchAll(parts, ['--all']);
    assert.deepEqual(answers.map(({ hits }) => hits.map((hit) => hit.session)), [[`s${i}`], [`s${i}`], [`s${i}`]]);
    assert.deepEqual(answers.map(({ expanded }) => expanded.map(({ kind }) => kind)), [[], ['start'], ['middle']], parts.join(' '));
  });
});

const BUILT_IN_NAMES = 'constructor __proto__ prototype toString hasOwnProperty valueOf __defineGetter__ isPrototypeOf then length'.split(' ');

test('demand 78: property names like constructor are words in text, query, fields and session names', (t) => {
  const box = makeBox(t);
  BUILT_IN_NAMES.forEach((name) => {
    const line = { cwd: `/home/ada/${name}`, gitBranch: name };
    box.history.write(`-home-ada-${name.replace(/_/g, '-')}/${name}.jsonl`, [
      box.history.prompt(`why does ${name} break the merge`, line),
      box.history.call('toolu_1', name, { command: name, [name]: { [name]: `run-${name}` } }, line),
      box.history.result('toolu_1', `output of ${name}`, line),
      JSON.stringify({ type: name, [name]: name }) + '\n',
      `{"type":"user","__proto__":{"type":"assistant"},"uuid":"${name}","message":{"role":"user","content":[{"type":"${name}","text":"odd"},{"type":"text","text":"block of ${name}"}]}}\n`,
    ]);
  });
  const outcomes = box.runAll(
    BUILT_IN_NAMES.flatMap((name) => [
      ['show', name],
      ['search', '--json', '--', name],
      ['search', '--json', '--session', name, '--', 'merge'],
      ['search', '--json', '--branch', name, '--exclude', BUILT_IN_NAMES[0], '--', 'merge'],
      ['search', '--json', '--', `${name}:merge`],
    ]),
  );
  BUILT_IN_NAMES.forEach((name, i) => {
    const [shown, ...searched] = outcomes.slice(5 * i, 5 * i + 5);
    const [answer, ofSession, ofBranch, ofField] = searched.map(answerOf);
    const [hit] = answer.hits;
    assert.equal(shown.status, 0);
    assert.deepEqual([hit?.session, hit?.project, hit?.branch, hit?.weak, answer.terms], [name, name, name, false, [name]]);
    assert.deepEqual(ofSession.hits.map(({ session }) => session), [name]);
    assert.deepEqual(ofBranch.hits.map(({ session }) => session), i === 0 ? [] : [name]);
    assert.ok(ofField.total > 0);
  });
  const wrong = box.runAll(BUILT_IN_NAMES.flatMap((name) => [['--field', name, 'x'], [`--${name}`, 'x'], ['--color', name, 'x']]));
  for (const { status, stderr } of wrong) assert.deepEqual([status, stderr.startsWith('ccfind: --')], [2, true]);
});

const HOSTILE = [
  '', '"', '""', '"""', "'", '(', ')', '(((((', '[', ']', '{', '}', '\\', '\\\\', '*', '?', '+', '^', '$', '|', '.', '..', '/', '//', '-', '--', '---', '- -', '-a', 'a -', 'a -b', 'a --b', '-a -b', ':', 'a:', ':a',
  'prompt:', 'prompt:"', 'prompt:"a', 'prompt:-a', '-prompt:a', 'nosuch:a', 'a:b:c', 'AND', 'OR', 'NOT', 'a AND', 'NEAR(a b)', 'a~', 'a^2', '%', '%s%n', '$(x)', '`x`', '; rm', '\n', '\t', '\r\n', '\u0000', '\u001b[31m', '\u202e', '\u200b',
  '\ufeff', '\ud800', '\udc00', '\u0301', '\u0301\u0301', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪', 'ﷺ', '\u{10ffff}', 'ㅤ', '...', '"don\'t"', "don't", 'src/app', 'multi-agent', 'TODO: fix', '1.0.21', '"1.0.21"', '1e999', '-0', 'NaN', 'null',
  'undefined', 'true', '<script>', '&amp;', 'C:\\Users\\x', '\\u0000', '@', '#', '~', '_', '__', 'ſ', 'İ', 'ǅ', 'ß'.repeat(50),
  'x'.repeat(100_000), 'word '.repeat(5000), '"'.repeat(5000), '-'.repeat(5000), '数'.repeat(5000), 'a\u0301'.repeat(3000), 'aA1_'.repeat(5000), 'a.'.repeat(5000), '-x '.repeat(2000), 'prompt:x '.repeat(2000), `"${'the '.repeat(50_000)}"`, `a -"${'the '.repeat(50_000)}"`, '! '.repeat(50_000), `prompt:"${'a b '.repeat(20_000)}"`,
];

test('demands 8, 9, 22: a query of any bytes gives an answer or nothing found, never a failure', (t) => {
  const box = makeBox(t);
  fill(box, ['src/app don\'t AND multi-agent 1.0.21 C:\\Users\\x "quoted" 数据库', `${'x'.repeat(3000)} ${'数'.repeat(500)} 👨‍👩‍👧‍👦 🏳️‍🌈`, `${'the '.repeat(200)} ! ! ! ! ${'a b '.repeat(100)}`]);
  const seed = seedOf();
  const random = randomFrom(seed);
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const pieces = HOSTILE.filter((text) => text.length < 20);
  const inputs = HOSTILE.map((text) => Buffer.from(text, 'utf8'));
  for (let i = 0; i < 60; i++) {
    const glued = Buffer.from(Array.from({ length: 1 + upTo(6) }, () => pieces[upTo(pieces.length)]).join(random() < 0.5 ? '' : ' '), 'utf8');
    inputs.push(random() < 0.5 ? Buffer.from(Array.from({ length: 1 + upTo(30) }, () => upTo(256))) : glued);
  }
  const argvs = inputs.map((_, i) => [['search', '-'], ['search', '--json', '-'], ['search', '--json', '--all', '--group', 'turn', '-']][i % 3]);
  box.runAll(argvs, inputs).forEach(({ status, stdout, stderr }, i) => {
    const what = `SEED=${seed}: ${JSON.stringify(inputs[i].toString('latin1').slice(0, 200))}`;
    assert.ok(status === 0 || status === 1, `exit code ${status} for ${what}: ${stderr}`);
    assert.equal(stderr, '', what);
    if (argvs[i].includes('--json')) JSON.parse(stdout);
    else assert.notEqual(stdout, '', what);
  });
});

test('a regular expression of any bytes gives an answer, nothing found, or says what is wrong with it', (t) => {
  const box = makeBox(t);
  fill(box, ['src/app don\'t AND multi-agent 1.0.21 C:\\Users\\x "quoted" 数据库', `${'x'.repeat(3000)} ${'数'.repeat(500)} 👨‍👩‍👧‍👦 🏳️‍🌈`, `${'the '.repeat(200)} ! ! ! ! ${'a b '.repeat(100)}`]);
  const seed = seedOf();
  const random = randomFrom(seed);
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const pieces = [...HOSTILE.filter((text) => text.length < 20), '(?:a+)+$', '(?i)', '(?s).', '[^]', '\\p{L}+', '{2,}', '(?<n>x)', '\\k<n>', '(?=', '(?<!a)', '\\b', '|'];
  const inputs = HOSTILE.filter((_, i) => i % 3 === 0).map((text) => Buffer.from(text, 'utf8'));
  for (let i = 0; i < 40; i++) {
    inputs.push(random() < 0.3 ? Buffer.from(Array.from({ length: 1 + upTo(12) }, () => upTo(256))) : Buffer.from(Array.from({ length: 1 + upTo(5) }, () => pieces[upTo(pieces.length)]).join(''), 'utf8'));
  }
  const argvs = inputs.map((_, i) => (i % 2 === 0 ? ['search', '--regex', '-'] : ['search', '--regex', '--json', '--all', '-']));
  const codes = new Set<number | null>();
  box.runAll(argvs, inputs).forEach(({ status, stdout, stderr }, i) => {
    const what = `SEED=${seed}: ${JSON.stringify(inputs[i].toString('latin1').slice(0, 200))}`;
    codes.add(status);
    if (status === 2) assert.deepEqual([stdout, /^ccfind: --regex[^\n]*: [^\n]+\nhint: [^\n]+\n$/.test(stderr)], ['', true], `${what}: ${stderr}`);
    else assert.ok((status === 0 || status === 1) && stderr === '', `exit code ${status} for ${what}: ${stderr}`);
    if (status !== 2 && argvs[i].includes('--json')) assert.equal(typeof JSON.parse(stdout).regex.bytes, 'number', what);
  });
  assert.deepEqual([...codes].sort(), [0, 1, 2]);
});
