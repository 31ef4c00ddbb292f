/**
 * What changed since the last answer is in the next one, and costs what changed (demands 79, 80, 83, 84, 86, 87, 99, 100).
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, cpSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../fixture-history.ts';
import { bytesOf, essence, makeBox, PROJECT, watch } from './box.ts';
import type { Box } from './box.ts';
import { AS_NOBODY, whyNotAsNobody } from './other-user.ts';

function talk(box: Box, id: string, word: string, turns = 1): string {
  const lines = Array.from({ length: turns }, (_, i) => [box.history.prompt(`turn ${i} of ${id}`), box.history.answer(`it is about the ${word} ${i}`)]).flat();
  return box.history.write(`${PROJECT}/${id}.jsonl`, lines);
}

test('demands 79, 86: a session that grew is found at the next search, even by a line a second old', (t) => {
  const box = makeBox(t);
  const { history } = box;
  talk(box, 'live', 'seal');
  assert.deepEqual(box.found('seal'), ['live']);
  for (const word of ['walrus', 'otter', 'porpoise']) {
    history.append(`${PROJECT}/live.jsonl`, [history.prompt(`now the ${word}`), history.answer(`${word} noted`)]);
    assert.deepEqual(box.found(word), ['live']);
  }
  assert.deepEqual(box.list().hits.map(({ turns }) => turns), [4]);
  history.append(`${PROJECT}/live/subagents/agent-a.jsonl`, [history.prompt('watch the narwhal', { isSidechain: true })]);
  history.append(`${PROJECT}/second.jsonl`, [history.prompt('meanwhile the dugong')]);
  assert.deepEqual(box.foundAll(['narwhal', 'dugong', 'seal']), [['live'], ['second'], ['live']]);
});

test('demand 80: a half-written last line waits for its rest, wherever it was cut', (t) => {
  const box = makeBox(t);
  const { history } = box;
  const path = talk(box, 'half', 'seal');
  const line = Buffer.from(textOf([history.answer('the größte manatee of all')]), 'utf8');
  const base = readFileSync(path);
  const within = line.indexOf('ö') + 1;
  for (const cut of [1, within, line.length - 1]) {
    writeFileSync(path, Buffer.concat([base, line.subarray(0, cut)]));
    assert.equal(box.run(['index']).status, 0);
    appendFileSync(path, line.subarray(cut));
    const { hits, index } = box.search('größte manatee');
    assert.deepEqual([hits.map(({ snippet }) => snippet), index.skipped, index.pending], [['the größte manatee of all'], [], 0], `cut at ${cut}`);
    // The same once more, from the same start: a shorter file is read anew.
    truncateSync(path, base.length);
    assert.deepEqual(box.found('manatee'), []);
  }
});

test('demand 84: a deleted session leaves no hit, and is found again when its file is back', (t) => {
  const box = makeBox(t);
  const keep = join(box.folder, 'kept.jsonl');
  const path = talk(box, 'gone', 'beluga', 3);
  talk(box, 'stays', 'dolphin');
  box.history.append(`${PROJECT}/gone/subagents/agent-x.jsonl`, [box.history.prompt('orca hunt', { isSidechain: true })]);
  const before = essence(box.search('beluga orca dolphin'));
  const side = box.history.path(PROJECT, 'gone');
  cpSync(path, keep, { preserveTimestamps: true });
  cpSync(side, join(box.folder, 'side'), { recursive: true, preserveTimestamps: true });
  rmSync(path);
  rmSync(side, { recursive: true });
  assert.deepEqual(box.foundAll(['beluga', 'orca', 'dolphin']), [[], [], ['stays']]);
  assert.equal(box.list().total, 1);
  assert.equal(box.run(['show', 'gone']).status, 1);
  assert.equal(box.run(['resume', 'gone', '--print']).status, 1);
  // Moved to another project's folder and back: never lost, never twice.
  cpSync(keep, path, { preserveTimestamps: true });
  cpSync(join(box.folder, 'side'), side, { recursive: true, preserveTimestamps: true });
  assert.deepEqual(essence(box.search('beluga orca dolphin')), before);
  box.history.write('other/unrelated.jsonl', [box.history.prompt('x')]);
  renameSync(path, box.history.path('other', 'gone.jsonl'));
  assert.deepEqual(box.found('beluga'), ['gone']);
  renameSync(box.history.path('other', 'gone.jsonl'), path);
  assert.deepEqual(box.found('beluga'), ['gone']);
  rmSync(box.history.path(PROJECT), { recursive: true });
  assert.deepEqual(box.foundAll(['beluga', 'orca', 'dolphin']), [[], [], []]);
});

test('demand 83: a file that cannot be read now is not taken for deleted; it is named and counted', { skip: whyNotAsNobody() }, (t) => {
  const box = makeBox(t);
  talk(box, 'open', 'seal');
  const file = talk(box, 'secret', 'walrus');
  const folder = box.history.path('-home-ada-closed');
  box.history.write('-home-ada-closed/shut.jsonl', [box.history.prompt('the otter')]);
  AS_NOBODY.own(box);
  const options = { through: AS_NOBODY.through };
  assert.deepEqual(box.found('seal walrus otter', [], options).sort(), ['open', 'secret', 'shut']);
  box.history.append(`${PROJECT}/secret.jsonl`, [box.history.prompt('grown')]);
  chmodSync(file, 0);
  chmodSync(folder, 0);
  for (let repeat = 0; repeat < 2; repeat++) {
    const { status, stdout, stderr } = box.run(['search', '--json', '--all', '--', 'seal walrus otter'], options);
    assert.equal(status, 0);
    const { hits, index } = JSON.parse(stdout) as ReturnType<Box['search']>;
    assert.deepEqual(hits.map(({ session }) => session).sort(), ['open', 'secret', 'shut']);
    assert.deepEqual(index.skipped, [{ reason: 'permission denied', count: 2 }]);
    for (const path of [file, folder]) assert.equal(stderr.split(path).length, 2, `${path} is named once: ${stderr}`);
  }
  const text = box.run(['search', 'seal'], options);
  assert.deepEqual([text.status, /skipped: permission denied 2/.test(text.stdout)], [0, true]);
  // From nothing: what can be read is there, the rest is counted.
  rmSync(box.index, { recursive: true });
  const fresh = box.run(['search', '--json', '--all', '--', 'seal walrus otter'], options);
  assert.deepEqual([fresh.status, (JSON.parse(fresh.stdout) as ReturnType<Box['search']>).hits.map(({ session }) => session)], [0, ['open']]);
  chmodSync(file, 0o600);
  chmodSync(folder, 0o700);
  const after = box.search('seal walrus otter grown', ['--all'], options);
  assert.deepEqual([after.hits.map(({ session }) => session).sort(), after.index.skipped], [['open', 'secret', 'shut'], []]);
});

test('demand 87: a search in a session that grows reads what was appended and publishes that alone', (t) => {
  const box = makeBox(t);
  const { history } = box;
  const texts = Array.from({ length: 6000 }, (_, i) => `${(i * 7919).toString(36)} `).join('');
  for (let i = 0; i < 20; i++) history.write(`${PROJECT}/old${i}.jsonl`, [history.prompt(`old ${i}`), history.answer(texts), history.answer(texts)]);
  const live = talk(box, 'live', 'seal', 200);
  box.run(['index']);
  const whole = statSync(live).size;
  for (const word of ['walrus', 'narwhal', 'dugong']) {
    const line = textOf([history.prompt(`a question about the ${word}`)]);
    appendFileSync(live, line);
    const { outcome, uses } = watch(box, ['search', '--json', '--', word]);
    assert.match(outcome.stdout, /"total":1,/);
    const transcripts = bytesOf(uses, '.jsonl');
    assert.ok(transcripts <= line.length + 4096 && transcripts >= line.length, `${transcripts} bytes of transcripts for ${line.length} new ones of ${whole}`);
    assert.deepEqual(uses.filter(({ path, readBytes }) => path.includes('/old') && readBytes > 0), []);
    const written = bytesOf(uses, '/ccfind/', 'writtenBytes');
    assert.ok(written < 120_000, `${written} bytes written for ${line.length}`);
  }
  // Nothing new: nothing of transcripts is read, nothing is written, no lock is taken.
  const { uses } = watch(box, ['search', '--json', '--', 'walrus']);
  assert.equal(bytesOf(uses, '.jsonl'), 0);
  assert.deepEqual(uses.filter(({ path, writtenBytes }) => writtenBytes > 0 || path.endsWith('/lock')).filter(({ path }) => !path.includes('last-list')), []);
});

test('demands 99, 100: a search touches what its words and filters need, not the whole index', (t) => {
  const box = makeBox(t);
  const { history } = box;
  let number = 0;
  const words = (): string => Array.from({ length: 900 }, () => `w${((number += 7919) % 40_000).toString(36)}`).join(' ');
  for (let i = 0; i < 60; i++) {
    const line = { cwd: `/home/ada/p${i % 20}` };
    history.write(`-home-ada-p${i % 20}/s${i}.jsonl`, Array.from({ length: 6 }, (_, turn) => [history.prompt(`common question ${turn} ${words()}`, line), history.answer(`common answer ${i === 37 && turn === 3 ? 'rarebird' : ''} ${words()}`, line)]).flat());
  }
  box.run(['index']);
  const size = (): number => (JSON.parse(box.run(['stats', '--json']).stdout) as { indexBytes: number }).indexBytes;
  const whole = size();
  assert.ok(whole > 1_000_000, String(whole));
  const touched = (argv: readonly string[]): number => {
    const { outcome, uses } = watch(box, ['search', '--json', ...argv]);
    assert.equal(outcome.status, 0, outcome.stderr);
    return bytesOf(uses, '/seg-');
  };
  const rare = touched(['--', 'rarebird']);
  const common = touched(['--', 'common']);
  const limited = touched(['--limit', '1', '--', 'common']);
  const filtered = touched(['--project', 'p7', '--', 'common']);
  assert.ok(rare < whole / 8, `a rare word: ${rare} of ${whole}`);
  assert.ok(common < whole / 2, `a word in every chunk: ${common} of ${whole}`);
  assert.ok(limited <= common, `limit 1: ${limited}, ten: ${common}`);
  assert.ok(filtered <= common * 1.2, `filtered: ${filtered}, not: ${common}`);
  assert.ok(box.search('common', ['--project', 'p7', '--all']).hits.every(({ project }) => project === 'p7'));
});
