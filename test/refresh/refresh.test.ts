/**
 * What a refresh does to an index, one situation a test. Incremental against fresh in general: refresh-incremental.test.ts.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CcfindError } from '../../src/errors.ts';
import type { Directory } from '../../src/index/directory.ts';
import { openDiskDirectory } from '../../src/index/disk-directory.ts';
import { openSnapshot } from '../../src/index/index-reader.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';
import { readSession } from '../../src/search/session-page.ts';
import { History, textOf, withHistory } from '../fixture-history.ts';
import { dumpIndex } from '../index-dump.ts';
import { refresh } from './refreshing.ts';

const FOLDER = '-home-ada-tide';
const AT = `${FOLDER}/s1.jsonl`;

function textsOf(directory: Directory): string[] {
  return dumpIndex(directory).chunks;
}

function sessionOf(directory: Directory, id: string): Record<string, unknown> | undefined {
  return dumpIndex(directory).sessions.map((line) => JSON.parse(line) as Record<string, unknown>).find((session) => session.id === id);
}

/** Runs as a user who has no rights, also where the tests run as root. */
function asNobody<T>(run: () => T): T {
  if (process.getuid?.() !== 0 || process.seteuid === undefined) return run();
  process.seteuid(65534);
  try {
    return run();
  } finally {
    process.seteuid(0);
  }
}

/** A session of one turn. */
function oneTurn(history: History): string {
  return history.write(AT, [history.prompt('raise the gate'), history.answer('the gate is up')]);
}

test('a history is read into sessions, turns and chunks', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    history.write(AT, [
      history.prompt('raise the gate', { cwd: '/home/ada/other', gitBranch: 'fix' }),
      history.answer('the gate is up'),
      { type: 'ai-title', aiTitle: 'Tidal gates', sessionId: 's1' },
      history.prompt('and the sluice?'),
    ]);
    const { costs: _, ...report } = refresh(directory, history.root).report;
    assert.deepEqual(report, { filesRead: 1, bytesRead: fs.statSync(history.path(AT)).size, filesPending: 0, sessions: 1, locked: false, lockedBy: null, refused: false });
    assert.deepEqual(textsOf(directory), ['answer s1:1 the gate is up', 'prompt s1:1 raise the gate', 'prompt s1:2 and the sluice?', 'title s1:0 Tidal gates']);
    assert.deepEqual(sessionOf(directory, 's1'), {
      id: 's1', title: 'Tidal gates', opening: 'raise the gate', turns: 2, cwd: '/home/ada/tide', cwds: ['/home/ada/tide', '/home/ada/other'],
      branches: ['fix', 'main'], pullRequests: [], first: Date.UTC(2026, 2, 2, 9, 1), last: Date.UTC(2026, 2, 2, 9, 3), path: history.path(AT),
    });
  });
});

test('a refresh without changes writes nothing, not even a lock (demand 87)', () => {
  withHistory((history) => {
    oneTurn(history);
    const operations: string[] = [];
    const directory = createMemoryDirectory((operation, name) => operations.push(`${operation} ${name.replace(/-.*/, '')}`));
    refresh(directory, history.root);
    operations.length = 0;
    const { costs: _, ...report } = refresh(directory, history.root).report;
    assert.deepEqual(report, { filesRead: 0, bytesRead: 0, filesPending: 0, sessions: 1, locked: false, lockedBy: null, refused: false });
    assert.deepEqual([...new Set(operations)], ['open manifest.json', 'open marks', 'list ']);
  });
});

test('a refresh reads appended lines, and nothing else (demands 79, 86, 92)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    oneTurn(history);
    history.write(`${FOLDER}/s2.jsonl`, [history.prompt('another')]);
    refresh(directory, history.root);
    const added = [history.answer('and stays up'), history.prompt('lower it')];
    history.append(AT, added);
    const { report } = refresh(directory, history.root);
    assert.deepEqual([report.filesRead, report.bytesRead], [1, Buffer.byteLength(textOf(added))]);
    assert.deepEqual(textsOf(directory), [
      'answer s1:1 and stays up', 'answer s1:1 the gate is up', 'prompt s1:1 raise the gate', 'prompt s1:2 lower it', 'prompt s2:1 another',
    ]);
  });
});

test('a half-written last line waits for its rest (demand 80)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    oneTurn(history);
    const line = JSON.stringify(history.answer('and stays up'));
    for (const part of [line.slice(0, 30), line.slice(30, -1)]) {
      history.append(AT, [part]);
      refresh(directory, history.root);
      assert.equal(textsOf(directory).length, 2);
    }
    history.append(AT, ['}']);
    refresh(directory, history.root);
    history.append(AT, ['\n', history.prompt('lower it')]);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), ['answer s1:1 and stays up', 'answer s1:1 the gate is up', 'prompt s1:1 raise the gate', 'prompt s1:2 lower it']);
  });
});

test('a file that was rewritten or cut is read anew (demand 83)', () => {
  for (const rewritten of ['shorter', 'longer']) {
    withHistory((history) => {
      const directory = createMemoryDirectory();
      oneTurn(history);
      refresh(directory, history.root);
      const lines = rewritten === 'shorter' ? [history.prompt('x')] : [history.prompt('x'), history.answer('y'.repeat(2000))];
      history.write(AT, lines);
      refresh(directory, history.root);
      assert.deepEqual(textsOf(directory).filter((text) => !text.includes('yyy')), ['prompt s1:1 x'], rewritten);
    });
  }
});

test('a session whose file is deleted is no longer found (demand 84)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    oneTurn(history);
    history.write(`${FOLDER}/s2.jsonl`, [history.prompt('another')]);
    refresh(directory, history.root);
    fs.rmSync(history.path(AT));
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), ['prompt s2:1 another']);
    assert.equal(sessionOf(directory, 's1'), undefined);
    oneTurn(history);
    refresh(directory, history.root);
    assert.equal(textsOf(directory).length, 3, 'and may come back');
  });
});

test('nothing is deleted for a root that is missing or was not given (law 3)', () => {
  withHistory((one) => {
    withHistory((two) => {
      const directory = createMemoryDirectory();
      oneTurn(one);
      two.write(`${FOLDER}/s2.jsonl`, [two.prompt('another')]);
      refresh(directory, [one.root, two.root]);
      refresh(directory, two.root);
      assert.equal(dumpIndex(directory).sessions.length, 2);
      fs.renameSync(one.root, `${one.root}-away`);
      refresh(directory, [one.root, two.root]);
      assert.equal(dumpIndex(directory).sessions.length, 2);
      fs.renameSync(`${one.root}-away`, one.root);
      fs.rmSync(one.path(AT));
      refresh(directory, [one.root, two.root]);
      assert.equal(dumpIndex(directory).sessions.length, 1);
    });
  });
});

test('a moved file keeps its mark, and only what it grew by is read (moved worktree)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    oneTurn(history);
    refresh(directory, history.root);
    fs.mkdirSync(history.path('-home-ada-quay'));
    fs.renameSync(history.path(AT), history.path('-home-ada-quay/s1.jsonl'));
    assert.equal(refresh(directory, history.root).report.bytesRead, 0);
    assert.equal(sessionOf(directory, 's1')?.path, history.path('-home-ada-quay/s1.jsonl'));
    fs.renameSync(history.path('-home-ada-quay/s1.jsonl'), history.path(AT));
    const added = [history.prompt('lower it')];
    history.append(AT, added);
    assert.equal(refresh(directory, history.root).report.bytesRead, Buffer.byteLength(textOf(added)));
    assert.deepEqual(textsOf(directory).at(-1), 'prompt s1:2 lower it');
  });
});

test('a fork is stored once, and shown with what it has of its own (demand 54)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const lines = [history.prompt('raise the gate'), history.answer('the gate is up')];
    history.write(AT, lines);
    refresh(directory, history.root);
    history.write(`${FOLDER}/s2.jsonl`, [...lines.map((line) => ({ ...line, sessionId: 's2' })), history.answer('it is down again'), history.prompt('why?')]);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), [
      'answer s1:1+s2:1 the gate is up', 'answer s2:1 it is down again', 'prompt s1:1+s2:1 raise the gate', 'prompt s2:2 why?',
    ]);
    fs.rmSync(history.path(AT));
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), ['answer s2:1 it is down again', 'answer s2:1 the gate is up', 'prompt s2:1 raise the gate', 'prompt s2:2 why?']);
  });
});

test('a copy with new uuids is recognised by its answers (1.0.44)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const lines = [history.prompt('raise the gate'), history.answer('the gate is up')];
    history.write(AT, lines);
    const copies = lines.map((line) => ({ ...line, uuid: history.prompt('').uuid }));
    history.write(`${FOLDER}/s2.jsonl`, [...copies, history.prompt('why?')]);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), ['answer s1:1+s2:1 the gate is up', 'prompt s1:1+s2:1 raise the gate', 'prompt s2:2 why?']);
  });
});

test('a turn has the time at which it was first written, whichever copy was read first', () => {
  for (const first of [AT, `${FOLDER}/s2.jsonl`]) {
    withHistory((history) => {
      const directory = createMemoryDirectory();
      const lines = [history.prompt('raise the gate'), history.answer('the gate is up')];
      history.write(AT, lines);
      const copies = lines.map((line) => ({ ...line, uuid: history.prompt('').uuid, timestamp: '2026-03-05T10:00:00.000Z' }));
      history.write(`${FOLDER}/s2.jsonl`, copies);
      fs.utimesSync(history.path(first), 2_000_000_000, 2_000_000_000);
      refresh(directory, history.root);
      const time = Date.UTC(2026, 2, 2, 9, 1);
      assert.deepEqual(dumpIndex(directory).times, [`${time} answer s1:1+s2:1 the gate is up`, `${time} prompt s1:1+s2:1 raise the gate`]);
    });
  }
});

test('a copy of a copy has the prompt too', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const prompt = history.prompt('raise the gate');
    const answer = history.answer('the gate is up');
    history.write(`${FOLDER}/s3.jsonl`, [prompt]);
    refresh(directory, history.root);
    history.write(AT, [prompt, answer]);
    refresh(directory, history.root);
    history.write(`${FOLDER}/s2.jsonl`, [{ ...prompt, uuid: history.prompt('').uuid }, answer]);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), ['answer s1:1+s2:1 the gate is up', 'prompt s1:1+s2:1+s3:1 raise the gate']);
  });
});

test('titles in a sessions-index.json are the last resort, and change with the file (demands 70, 89)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    oneTurn(history);
    const index = history.path(`${FOLDER}/sessions-index.json`);
    const write = (summary: string): void => fs.writeFileSync(index, JSON.stringify({ entries: [{ sessionId: 's1', summary }, { sessionId: 'unknown', summary: 'x' }, { sessionId: 's2', summary: 'Later' }] }));
    write('Old gates');
    refresh(directory, history.root);
    assert.equal(sessionOf(directory, 's1')?.title, 'Old gates');
    assert.equal(dumpIndex(directory).counts.files, 1);
    history.write(`${FOLDER}/s2.jsonl`, [history.prompt('another')]);
    write('Older gates still');
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory).filter((text) => text.startsWith('title')), ['title s1:0 Older gates still', 'title s2:0 Later']);
    history.append(AT, [{ type: 'ai-title', aiTitle: 'Tidal gates' }]);
    fs.rmSync(index);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory).filter((text) => text.startsWith('title')), ['title s1:0 Tidal gates']);
    assert.equal(refresh(directory, history.root).report.filesRead, 0);
  });
});

test('an index that comes later titles no session of another project, as one that was there first', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    oneTurn(history);
    history.write('-home-ada-reef/s2.jsonl', [history.prompt('another')]);
    refresh(directory, history.root);
    fs.writeFileSync(history.path('-home-ada-reef/sessions-index.json'), JSON.stringify({ entries: [{ sessionId: 's1', summary: 'Old gates' }, { sessionId: 's2', summary: 'Reefs' }] }));
    refresh(directory, history.root);
    const titles = ['title s2:0 Reefs'];
    assert.deepEqual(textsOf(directory).filter((text) => text.startsWith('title')), titles);
    const fresh = createMemoryDirectory();
    refresh(fresh, history.root);
    assert.deepEqual(textsOf(fresh).filter((text) => text.startsWith('title')), titles);
  });
});

test('lines without a uuid get no title from an index, nor from a summary without a leaf', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const mode = { type: 'mode', mode: 'plan', timestamp: '2026-03-02T09:30:00.000Z' };
    history.write(AT, [history.prompt('raise the gate'), mode]);
    history.write(`${FOLDER}/s2.jsonl`, [{ type: 'summary', summary: 'Of nobody' }, mode, history.prompt('lower it'), mode]);
    fs.writeFileSync(history.path(`${FOLDER}/sessions-index.json`), JSON.stringify({ entries: [{ sessionId: 's1', summary: 'Old gates' }, { sessionId: 's3', summary: 'Of the gone' }] }));
    refresh(directory, history.root);
    history.append(AT, [mode]);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory).filter((text) => text.startsWith('title')), ['title s1:0 Old gates']);
    assert.equal(sessionOf(directory, 's2')?.title, '');
  });
});

test('a session with a title but no time yet gets its time later', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    history.write(AT, [{ type: 'ai-title', aiTitle: 'Tidal gates' }]);
    refresh(directory, history.root);
    history.append(AT, [history.prompt('raise the gate')]);
    refresh(directory, history.root);
    const snapshot = openSnapshot(directory);
    const times = snapshot?.segments.flatMap(({ rows }, i) => [...rows.timeMs].filter((_, row) => snapshot.deadRows[i]?.[row] !== 1));
    snapshot?.close();
    assert.deepEqual(times, [Date.UTC(2026, 2, 2, 9, 1), Date.UTC(2026, 2, 2, 9, 1)]);
  });
});

test('entries that a compaction writes again count once (demand 56)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const lines = [history.prompt('raise the gate'), history.answer('the gate is up')];
    history.write(AT, [...lines, history.prompt('lower it'), ...lines, history.answer('the gate is down')]);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), ['answer s1:1 the gate is up', 'answer s1:2 the gate is down', 'prompt s1:1 raise the gate', 'prompt s1:2 lower it']);
  });
});

test('the same id in two folders is one session (demand 74)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const lines = [history.prompt('raise the gate'), history.answer('the gate is up')];
    history.write(AT, lines);
    history.write('-home-ada-copy/s1.jsonl', [...lines, history.prompt('lower it')]);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), ['answer s1:1 the gate is up', 'prompt s1:1 raise the gate', 'prompt s1:2 lower it']);
    assert.equal(sessionOf(directory, 's1')?.path, history.path('-home-ada-copy/s1.jsonl'));
    fs.rmSync(history.path('-home-ada-copy'), { recursive: true });
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), ['answer s1:1 the gate is up', 'prompt s1:1 raise the gate']);
    assert.equal(sessionOf(directory, 's1')?.path, history.path(AT));
  });
});

test('what a sub-agent says belongs to the turn that called it (demands 49, 50, 77)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const CALL = 'toolu_0000000000000001';
    history.write(AT, [history.prompt('raise the gate'), history.call(CALL, 'Task', { prompt: 'look' }), history.prompt('lower it')]);
    history.write(`${FOLDER}/s1/subagents/deep/agent-a1.jsonl`, [history.answer('rust on the hinge', { isSidechain: true })]);
    fs.writeFileSync(history.path(`${FOLDER}/s1/subagents/deep/agent-a1.meta.json`), JSON.stringify({ toolUseId: CALL }));
    history.write(`${FOLDER}/s1/subagents/agent-a2.jsonl`, [history.answer('no link at all', { isSidechain: true })]);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory).filter((text) => text.startsWith('answer')), ['answer agent s1:1 rust on the hinge', 'answer agent s1:2 no link at all']);
    assert.equal(dumpIndex(directory).sessions.length, 1);
    history.append(AT, [history.result(CALL, 'done', { toolUseResult: { agentId: 'a2' } })]);
    refresh(directory, history.root);
    assert.ok(textsOf(directory).includes('answer agent s1:2 no link at all'));
  });
});

test('sub-agents of one turn are read in the order of their calls', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const calls = ['toolu_0000000000000001', 'toolu_0000000000000002', 'toolu_0000000000000003'];
    history.write(AT, [history.prompt('raise the gate'), ...calls.map((call) => history.call(call, 'Task', { prompt: 'look' }))]);
    for (const [place, name] of ['b', 'c', 'a'].entries()) {
      history.write(`${FOLDER}/s1/subagents/agent-${name}1.jsonl`, [history.answer(`agent ${place + 1}`, { isSidechain: true })]);
      fs.writeFileSync(history.path(`${FOLDER}/s1/subagents/agent-${name}1.meta.json`), JSON.stringify({ toolUseId: calls[place] }));
    }
    refresh(directory, history.root);
    const snapshot = openSnapshot(directory);
    assert.ok(snapshot);
    const [turn] = readSession(snapshot, { session: 's1', turn: 1, around: null, from: 0, turns: 1 }).turns;
    assert.deepEqual(turn.parts.filter(({ agent }) => agent).map(({ text }) => text), ['agent 1', 'agent 2', 'agent 3']);
  });
});

test('a sub-agent whose call becomes known later moves to its turn', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const CALL = 'toolu_0000000000000001';
    history.write(AT, [history.prompt('raise the gate'), history.call(CALL, 'Task', { prompt: 'look' })]);
    history.write(`${FOLDER}/s1/subagents/agent-a1.jsonl`, [history.answer('rust on the hinge', { isSidechain: true })]);
    refresh(directory, history.root);
    history.append(AT, [{ ...history.prompt('lower it'), timestamp: '2026-03-02T08:00:00.000Z' }, history.result(CALL, 'done', { toolUseResult: { agentId: 'a1' } })]);
    refresh(directory, history.root);
    assert.ok(textsOf(directory).includes('answer agent s1:2 rust on the hinge'));
  });
});

test('a title that changes is replaced', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    oneTurn(history);
    for (const title of ['Tidal gates', 'Gates of the tide']) {
      history.append(AT, [{ type: 'ai-title', aiTitle: title, sessionId: 's1' }]);
      refresh(directory, history.root);
      assert.deepEqual(textsOf(directory).at(-1), `title s1:0 ${title}`);
    }
    fs.mkdirSync(history.path(`${FOLDER}/s1`));
    fs.writeFileSync(history.path(`${FOLDER}/s1/custom-title.json`), JSON.stringify({ customTitle: 'Mine', by: 'user' }));
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory).filter((text) => text.startsWith('title')), ['title s1:0 Mine']);
    fs.rmSync(history.path(`${FOLDER}/s1/custom-title.json`));
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory).filter((text) => text.startsWith('title')), ['title s1:0 Gates of the tide']);
  });
});

test('a summary line titles the session that has its entry, read before or after it', () => {
  for (const order of [1, 2]) {
    withHistory((history) => {
      const directory = createMemoryDirectory();
      const answer = history.answer('the gate is up');
      const path = history.write(AT, [history.prompt('raise the gate'), answer, history.prompt('lower it')]);
      const other = history.write(`${FOLDER}/s2.jsonl`, [{ type: 'summary', summary: 'About gates', leafUuid: answer.uuid }]);
      fs.utimesSync(order === 1 ? path : other, 2_000_000_000, 2_000_000_000);
      refresh(directory, history.root);
      assert.equal(sessionOf(directory, 's1')?.title, 'About gates');
      assert.ok(textsOf(directory).includes('title s1:0 About gates'));
      fs.rmSync(other);
      refresh(directory, history.root);
      assert.equal(sessionOf(directory, 's1')?.title, '');
    });
  }
});

test('a queued prompt counts until it arrives', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    oneTurn(history);
    const enqueue = (content: string): Record<string, unknown> => ({ type: 'queue-operation', operation: 'enqueue', content, timestamp: '2026-03-02T09:30:00.000Z' });
    history.append(AT, [enqueue('be quick'), enqueue('never arrives')]);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory).slice(1), ['prompt s1:1 be quick', 'prompt s1:1 never arrives', 'prompt s1:1 raise the gate']);
    history.append(AT, [history.prompt('be quick')]);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory).slice(1), ['prompt s1:1 never arrives', 'prompt s1:1 raise the gate', 'prompt s1:2 be quick']);
  });
});

test('a queued prompt that never arrives is read where it was typed, wherever a refresh ended', () => {
  for (const isInterrupted of [false, true]) {
    withHistory((history) => {
      const directory = createMemoryDirectory();
      oneTurn(history);
      history.append(AT, [{ type: 'queue-operation', operation: 'enqueue', content: 'be quick', timestamp: '2026-03-02T09:30:00.000Z' }]);
      if (isInterrupted) refresh(directory, history.root);
      history.append(AT, [history.answer('and stays up')]);
      refresh(directory, history.root);
      const snapshot = openSnapshot(directory);
      assert.ok(snapshot);
      const [turn] = readSession(snapshot, { session: 's1', turn: 1, around: null, from: 0, turns: 1 }).turns;
      assert.deepEqual(turn.parts.map(({ text }) => text), ['raise the gate', 'the gate is up', 'be quick', 'and stays up']);
    });
  }
});

test('broken lines and cut side files are counted, after a later refresh too (demands 77, 83)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const CALL = 'toolu_0000000000000001';
    const side = history.path(`${FOLDER}/s1/tool-results/out.txt`);
    fs.mkdirSync(join(side, '..'), { recursive: true });
    fs.writeFileSync(side, `begin ${'x'.repeat(1 << 20)} end`);
    history.write(AT, [
      history.prompt('raise the gate'),
      '{"type":"user", broken\n',
      history.call(CALL, 'Bash', { command: 'cat' }),
      history.result(CALL, `<persisted-output>\nOutput too large. Full output saved to: ${side}\n\nPreview:\nbegin\n</persisted-output>`),
    ]);
    refresh(directory, history.root);
    history.append(AT, [history.answer('done'), 'no JSON at all\n']);
    refresh(directory, history.root);
    const { counts } = dumpIndex(directory);
    assert.deepEqual(counts.skipped, [{ reason: 'broken line', count: 2 }]);
    assert.equal(counts.truncated, 10);
    assert.ok(textsOf(directory).some((text) => text.startsWith('output') && text.endsWith('end')));
  });
});

test('a side file that comes later than its line counts as absent, and is read once it is there', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const CALL = 'toolu_0000000000000001';
    const side = (name: string): string => history.path(`${FOLDER}/s1/tool-results/${name}`);
    const spilled = (name: string): string => `<persisted-output>\nOutput too large. Full output saved to: ${side(name)}\n\nPreview:\nbegin\n</persisted-output>`;
    history.write(AT, [history.prompt('raise the gate'), history.call(CALL, 'Bash', { command: 'cat' }), history.result(CALL, spilled('out.txt'))]);
    refresh(directory, history.root);
    assert.equal(dumpIndex(directory).counts.absent, 1);
    assert.equal(refresh(directory, history.root).report.filesRead, 0);
    history.append(AT, [history.answer('done')]);
    refresh(directory, history.root);
    assert.equal(dumpIndex(directory).counts.absent, 1);
    fs.mkdirSync(join(side('out.txt'), '..'), { recursive: true });
    fs.writeFileSync(side('out.txt'), 'begin and the whole end');
    assert.equal(refresh(directory, history.root).report.filesRead, 1);
    assert.deepEqual(textsOf(directory).filter((text) => text.startsWith('output')), ['output s1:1 begin and the whole end']);
    assert.equal(dumpIndex(directory).counts.absent, 0);
    assert.equal(refresh(directory, history.root).report.filesRead, 0);
  });
});

test('a side file that may not be read counts as absent, and is read once it may be', () => {
  withHistory((history) => {
    fs.chmodSync(history.root, 0o755);
    const directory = createMemoryDirectory();
    const CALL = 'toolu_0000000000000001';
    const side = history.path(`${FOLDER}/s1/tool-results/out.txt`);
    history.write(AT, [history.prompt('raise the gate'), history.call(CALL, 'Bash', { command: 'cat' }), history.result(CALL, `<persisted-output>\nOutput too large. Full output saved to: ${side}\n\nPreview:\nbegin\n</persisted-output>`)]);
    fs.mkdirSync(join(side, '..'), { recursive: true });
    fs.writeFileSync(side, 'begin and the whole end', { mode: 0 });
    asNobody(() => refresh(directory, history.root));
    assert.equal(dumpIndex(directory).counts.absent, 1);
    fs.chmodSync(side, 0o644);
    asNobody(() => refresh(directory, history.root));
    assert.deepEqual([dumpIndex(directory).counts.absent, textsOf(directory).filter((text) => text.startsWith('output'))], [0, ['output s1:1 begin and the whole end']]);
  });
});

test('of many absent side files the latest are looked for, until none is absent', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const names = Array.from({ length: 20 }, (_, i) => `out${i}.txt`);
    const side = (name: string): string => history.path(`${FOLDER}/s1/tool-results/${name}`);
    const results = names.map((name, i) => history.result(`toolu_${i}`, `<persisted-output>\nOutput too large. Full output saved to: ${side(name)}\n\nPreview:\nbegin\n</persisted-output>`));
    history.write(AT, [history.prompt('raise the gate'), ...results]);
    refresh(directory, history.root);
    fs.mkdirSync(join(side('x'), '..'), { recursive: true });
    const absent = [...names].reverse().map((name) => {
      fs.writeFileSync(side(name), `whole ${name}`);
      refresh(directory, history.root);
      return dumpIndex(directory).counts.absent;
    });
    assert.deepEqual(absent, [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });
});

test('property names like constructor are words (demand 78)', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    const words = 'constructor __proto__ hasOwnProperty toString';
    history.write(`${FOLDER}/constructor.jsonl`, [history.prompt(words)]);
    history.write('__proto__/__proto__.jsonl', [history.prompt(words)]);
    refresh(directory, history.root);
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), [`prompt __proto__:1 ${words}`, `prompt constructor:1 ${words}`]);
  });
});

test('a damaged or foreign index is made anew (law 2)', () => {
  const damages: [string, RegExp, (bytes: Buffer) => Buffer | null][] = [
    ['manifest', /^manifest/, (bytes) => Buffer.from(bytes.toString().replace('"generation":1', '"generation":7'))],
    ['marks', /^marks/, (bytes) => bytes.fill(7, 200, 210)],
    ['catalog', /^catalog/, () => null],
    ['segment', /^seg/, (bytes) => bytes.subarray(0, 100)],
    ['empty manifest', /^manifest/, () => Buffer.alloc(0)],
  ];
  for (const [name, pattern, damage] of damages) {
    withHistory((history) => {
      const folder = history.path('..', 'ccfind');
      const directory = openDiskDirectory(folder);
      oneTurn(history);
      refresh(directory, history.root);
      const path = join(folder, fs.readdirSync(folder).find((file) => pattern.test(file)) ?? '');
      const damaged = damage(fs.readFileSync(path));
      if (damaged === null) fs.rmSync(path);
      else fs.writeFileSync(path, damaged);
      history.append(AT, [history.prompt('lower it')]);
      const { warnings } = refresh(directory, history.root);
      assert.equal(warnings.length, 1, name);
      assert.match(warnings[0], /the index is made anew$/, name);
      assert.equal(textsOf(directory).length, 3, name);
      assert.equal(fs.readdirSync(folder).length, 4, name);
    });
  }
});

test('leftovers of dead writers are removed, files of others stay', () => {
  withHistory((history) => {
    const folder = history.path('..', 'ccfind');
    fs.mkdirSync(folder);
    for (const name of ['tmp-abc-0', 'seg-7-aaaaaa', 'catalog-7-aaaaaa', 'marks-7-aaaaaa', 'lock-dead-1-2-3', 'index.json.gz', 'mine.txt']) fs.writeFileSync(join(folder, name), 'x');
    oneTurn(history);
    refresh(openDiskDirectory(folder), history.root);
    const names = fs.readdirSync(folder).map((name) => name.replace(/-.*/, '')).sort();
    assert.deepEqual(names, ['catalog', 'index.json.gz', 'manifest.json', 'marks', 'mine.txt', 'seg']);
  });
});

test('the next search removes what a killed writer left, even if nothing is new, but nothing of a living one', () => {
  withHistory((history) => {
    const folder = history.path('..', 'ccfind');
    const directory = openDiskDirectory(folder);
    oneTurn(history);
    refresh(directory, history.root);
    const kept = fs.readdirSync(folder).sort();
    const leftovers = ['catalog-7-aaaaaa', 'last-list.json.12.tmp', 'lock-1-2-3', 'seg-7-aaaaaa', 'tmp-abc-0'];
    const leave = (): void => leftovers.forEach((name) => fs.writeFileSync(join(folder, name), 'x'));
    const namespace = fs.existsSync('/proc/self/ns/pid') ? ` ${fs.readlinkSync('/proc/self/ns/pid')}` : '';
    const dead = { pid: spawnSync(process.execPath, ['-e', '']).pid, started: '', host: hostname() + namespace, boot: '', nonce: 'a-b-c' };
    for (const hasLock of [true, false]) {
      leave();
      if (hasLock) fs.writeFileSync(join(folder, 'lock'), JSON.stringify(dead));
      assert.deepEqual([refresh(directory, history.root).warnings, fs.readdirSync(folder).sort()], [[], kept]);
    }
    leave();
    const lock = directory.lock(0);
    const { report } = refresh(directory, history.root);
    assert.deepEqual([report.locked, fs.readdirSync(folder).sort()], [false, [...kept, 'lock', ...leftovers].sort()]);
    lock?.release();
  });
});

test('marks that another process replaces during a read are followed, and are not taken for damage', () => {
  for (const count of [1, 2]) {
    withHistory((history) => {
      const directory = createMemoryDirectory();
      // So many sessions that the second refresh writes the marks of one beside those of all.
      for (let i = 0; i < 5; i++) history.write(`${FOLDER}/s${i}.jsonl`, [history.prompt(`gate ${i}`)]);
      refresh(directory, history.root);
      history.append(AT, [history.prompt('lower it')]);
      refresh(directory, history.root);
      history.append(AT, [history.prompt('raise it')]);
      let opened = 0;
      const open = (name: string): ReturnType<Directory['open']> => {
        if (name.startsWith('marks-2-') && ++opened === count) refresh(directory, history.root);
        return directory.open(name);
      };
      assert.deepEqual(refresh({ ...directory, open }, history.root).warnings, []);
      assert.deepEqual(textsOf(directory).filter((text) => text.startsWith('prompt s1')), ['prompt s1:1 gate 1', 'prompt s1:2 lower it', 'prompt s1:3 raise it']);
    });
  }
});

test('index --full starts from nothing, and the old index answers until it is done', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    oneTurn(history);
    refresh(directory, history.root);
    const { report } = refresh(directory, history.root, { isFull: true });
    assert.deepEqual([report.filesRead, textsOf(directory).length, openSnapshot(directory)?.segments.length], [1, 2, 1]);
  });
});

test('a refresh waits for a lock that another holds, then says so', () => {
  withHistory((history) => {
    const directory = createMemoryDirectory();
    oneTurn(history);
    refresh(directory, history.root);
    history.append(AT, [history.prompt('lower it')]);
    const lock = directory.lock(0);
    const { costs: _, ...report } = refresh(directory, history.root).report;
    assert.deepEqual(report, { filesRead: 0, bytesRead: 0, filesPending: 1, sessions: 1, locked: true, lockedBy: null, refused: false });
    assert.equal(textsOf(directory).length, 2);
    lock?.release();
    assert.equal(refresh(directory, history.root).report.locked, false);
    assert.equal(textsOf(directory).length, 3);
  });
});

test('an index folder that refuses writes leaves the old index to answer; without one it is an error', () => {
  withHistory((history) => {
    let isFull = false;
    const directory = createMemoryDirectory((operation) => {
      if (isFull && operation === 'write') throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
    });
    oneTurn(history);
    isFull = true;
    assert.throws(() => refresh(directory, history.root), (error) => error instanceof CcfindError && error.exitCode === 2 && /no space left/.test(error.message));
    isFull = false;
    refresh(directory, history.root);
    history.append(AT, [history.prompt('lower it')]);
    isFull = true;
    const { report, warnings } = refresh(directory, history.root);
    assert.deepEqual([report.filesPending, warnings.length, textsOf(directory).length], [1, 1, 2]);
    isFull = false;
    refresh(directory, history.root);
    assert.equal(textsOf(directory).length, 3);
    assert.equal(directory.list().filter((name) => name.startsWith('seg')).length, 2, 'nothing is left behind');
  });
});

test('a kill before any write leaves the old index or the new one, never less', () => {
  withHistory((history) => {
    oneTurn(history);
    const fork = [history.prompt('another'), history.answer('other words')];
    for (let at = 0; ; at++) {
      let count = -1;
      const directory = createMemoryDirectory((operation) => {
        if (count >= 0 && operation !== 'open' && count++ === at) throw new Error('killed');
      });
      history.write(AT, [history.prompt('raise the gate')]);
      fs.rmSync(history.path(`${FOLDER}/s2.jsonl`), { force: true });
      refresh(directory, history.root);
      history.append(AT, [history.prompt('lower it')]);
      history.write(`${FOLDER}/s2.jsonl`, fork);
      count = 0;
      let isKilled = false;
      try {
        refresh(directory, history.root);
      } catch (error) {
        isKilled = (error as Error).message === 'killed';
      }
      const reached = count;
      count = -1;
      assert.ok([1, 4].includes(textsOf(directory).length), `operation ${at}: ${textsOf(directory).length} chunks`);
      if (!isKilled && reached <= at) break;
      // What a dead process held is free again; a memory directory cannot tell, so the lock is taken from a new one's view.
      directory.lock(0)?.release();
    }
  });
});

test('a large history is read in steps, and published with what is still to come', () => {
  withHistory((history) => {
    oneTurn(history);
    history.append(AT, Array.from({ length: 40 }, (_, i) => history.answer(`step ${i}`)));
    history.write(`${FOLDER}/s2.jsonl`, [history.prompt('another')]);
    fs.utimesSync(history.path(AT), 2_000_000_000, 2_000_000_000);
    const seen: string[] = [];
    const directory = createMemoryDirectory((operation, name) => {
      if (operation !== 'remove' || !name.startsWith('marks')) return;
      const { chunks, counts } = dumpIndex(directory);
      seen.push(`${chunks.length} chunks, ${counts.pending} of ${counts.files} files`);
    });
    refresh(directory, history.root, { limits: { stepBytes: 4000, batchBytes: 3000, firstBatchBytes: 3000, longBuildBytes: 0, draftBytes: 250 } });
    assert.deepEqual(seen, ['29 chunks, 2 of 2 files', '42 chunks, 1 of 2 files', '43 chunks, 0 of 2 files']);
    assert.deepEqual([textsOf(directory).length, dumpIndex(directory).counts.pending], [43, 0]);
  });
});

test('progress never goes back and ends at the whole', () => {
  withHistory((history) => {
    oneTurn(history);
    history.append(AT, Array.from({ length: 300 }, (_, i) => history.answer(`step ${i} ${'tide '.repeat(500)}`)));
    const seen: number[] = [];
    refresh(createMemoryDirectory(), history.root, { onProgress: ({ bytesDone, bytesTotal }) => seen.push(bytesDone / bytesTotal) });
    assert.ok(seen.every((share, i) => share <= 1 && (i === 0 || share >= seen[i - 1])));
  });
});

test('a line of more than 64 MB is counted, and the file is read to its end (demands 93, 94)', () => {
  withHistory((history) => {
    const path = oneTurn(history);
    const fd = fs.openSync(path, 'r+');
    // A hole takes no room on the disk and reads as one line of NUL bytes.
    fs.writeSync(fd, `\n${textOf([history.prompt('behind the hole')])}`, 70e6);
    fs.closeSync(fd);
    const directory = createMemoryDirectory();
    refresh(directory, history.root);
    assert.deepEqual(textsOf(directory), ['answer s1:1 the gate is up', 'prompt s1:1 raise the gate', 'prompt s1:2 behind the hole']);
    assert.deepEqual(dumpIndex(directory).counts.skipped, [{ reason: 'line over 64 MB', count: 1 }]);
    history.append(AT, [history.prompt('and on')]);
    refresh(directory, history.root);
    assert.equal(textsOf(directory).at(-1), 'prompt s1:3 and on');
  });
});

test('a folder and a file that cannot be read are counted and named, and read later (demand 83)', () => {
  withHistory((history) => {
    fs.chmodSync(history.root, 0o755);
    const directory = createMemoryDirectory();
    oneTurn(history);
    history.write('-home-ada-quay/s2.jsonl', [history.prompt('another')]);
    const closed = history.write(`${FOLDER}/s3.jsonl`, [history.prompt('closed')]);
    refresh(directory, history.root);
    fs.chmodSync(history.path('-home-ada-quay'), 0);
    fs.chmodSync(closed, 0);
    fs.rmSync(history.path(AT));
    history.write(`${FOLDER}/s4.jsonl`, [history.prompt('new')]);
    const { trouble } = asNobody(() => refresh(directory, history.root));
    assert.deepEqual(trouble.map(({ reason }) => reason), ['permission denied']);
    assert.equal(textsOf(directory).length, 5, 'nothing is concluded from an incomplete listing');
    fs.chmodSync(history.path('-home-ada-quay'), 0o755);
    asNobody(() => refresh(directory, history.root));
    assert.deepEqual(textsOf(directory), ['prompt s2:1 another', 'prompt s3:1 closed', 'prompt s4:1 new']);
    fs.chmodSync(closed, 0o600);
  });
});

test('thousands of sub-agent files belong to the few sessions there are (demand 48)', () => {
  withHistory((history) => {
    oneTurn(history);
    for (let i = 0; i < 400; i++) history.write(`${FOLDER}/s1/subagents/agent-a${i}.jsonl`, [history.answer(`part ${i}`, { isSidechain: true })]);
    const directory = createMemoryDirectory();
    const { report } = refresh(directory, history.root);
    assert.deepEqual([report.filesRead, report.sessions, textsOf(directory).length], [401, 1, 402]);
    assert.equal(refresh(directory, history.root).report.filesRead, 0);
  });
});

test('a refresh tells where its time and bytes went', () => {
  withHistory((history) => {
    const path = history.write('-home-ada-tide/a.jsonl', [history.prompt('where did the minutes go'), { type: 'progress', data: 'x'.repeat(5000) }]);
    const { costs } = refresh(createMemoryDirectory(), history.root).report;
    const bytes = fs.statSync(path).size;
    assert.deepEqual(costs.read, [{ kind: 'sessions', files: 1, bytes }]);
    assert.deepEqual([costs.textBytes, costs.segmentsWritten, costs.segmentsMerged], ['where did the minutes go'.length, 1, 0]);
    assert.deepEqual(costs.slowest.map((file) => [file.path, file.bytes]), [[path, bytes]]);
    const phases = costs.phases.map(({ phase }) => phase);
    for (const phase of ['listing', 'comparing', 'waiting', 'reading', 'analysing', 'encoding', 'packing', 'writing', 'publishing']) assert.ok(phases.includes(phase), phase);
  });
});
