/**
 * The engine over a folder of transcripts and an index on disk: what front ends rely on.
 */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openEngine } from '../src/engine.ts';
import type { Engine, SearchRequest } from '../src/contract.ts';
import { CcfindError } from '../src/errors.ts';
import { crc32 } from '../src/index/crc32.ts';
import { openDiskDirectory } from '../src/index/disk-directory.ts';
import { withHistory } from './fixture-history.ts';
import type { History } from './fixture-history.ts';

function withEngine(history: History, run: (engine: Engine, warnings: string[]) => void, roots: readonly string[] = [history.root]): void {
  const warnings: string[] = [];
  const engine = openEngine({ roots, indexDir: join(history.root, 'ccfind'), onWarning: (message) => warnings.push(message) });
  try {
    run(engine, warnings);
  } finally {
    engine.close();
  }
}

function asks(query: string): SearchRequest {
  return {
    query, limit: 10, offset: 0, all: false, group: 'session', project: null, dir: null, branch: null, sessions: null, exclude: [], currentSession: null,
    self: false, fields: null, sinceMs: null, untilMs: null, agents: false, here: '/home/ada/tide',
  };
}

const AT = '-home-ada-tide/aaaa-1.jsonl';

function write(history: History): void {
  history.write(AT, [history.prompt('raise the tidal gate'), history.answer('the gate is up')]);
  history.write('-home-ada-tide/aaab-2.jsonl', [history.prompt('count the lanterns')]);
}

test('an engine finds what each refresh has read', () => {
  withHistory((history) => {
    write(history);
    withEngine(history, (engine, warnings) => {
      assert.deepEqual(engine.search(asks('gate')).total, 0, 'nothing is there before a refresh');
      engine.refresh();
      const [hit] = engine.search(asks('gate')).hits;
      assert.deepEqual([hit.session, hit.turn, hit.dir, hit.open], ['aaaa-1', 1, '/home/ada/tide', '/resume aaaa-1']);
      history.append(AT, [history.prompt('and the sluice')]);
      engine.refresh();
      assert.equal(engine.search(asks('sluice')).total, 1);
      assert.deepEqual(warnings, []);
    });
  });
});

test('a prompt in the queue hangs off the prompt of its turn, also where a fork stores that one', () => {
  withHistory((history) => {
    const opening = history.prompt('raise the tidal gate');
    const queued = { type: 'queue-operation', operation: 'enqueue', content: 'and the sluice', timestamp: '2026-03-02T09:30:00.000Z' };
    fs.utimesSync(history.write(AT, [opening, queued]), 1000, 1000);
    history.write('-home-ada-tide/aaab-2.jsonl', [opening, history.answer('the gate is up')]);
    withEngine(history, (engine) => {
      engine.refresh();
      const [hit] = engine.search(asks('sluice')).hits;
      assert.deepEqual([hit.session, hit.turn, hit.prompt], ['aaaa-1', 1, 'raise the tidal gate']);
    });
  });
});

test('an explained answer is the same answer, and adds up over several segments', () => {
  withHistory((history) => {
    write(history);
    withEngine(history, (engine) => {
      engine.refresh();
      history.append(AT, [history.prompt('the gate and the lanterns'), history.answer('gate: up')]);
      engine.refresh();
      const plain = engine.search(asks('tidal gate lanterns'));
      const { explain, ...told } = engine.search({ ...asks('tidal gate lanterns'), explain: true });
      assert.deepEqual(explain?.terms.map(({ term, chunks }) => [term, chunks]), [['tidal', 1], ['gate', 4], ['lanterns', 2]]);
      assert.deepEqual({ ...told, hits: told.hits.map(({ explain: _, ...hit }) => hit) }, plain);
      for (const hit of told.hits) assert.equal(hit.explain?.parts.reduce((sum, { points }) => sum + points, 0).toFixed(9), hit.score.toFixed(9));
    });
  });
});

test('a search reads the person\'s synonyms anew, and warns once of lines that say nothing; so does an evaluation', () => {
  withHistory((history) => {
    write(history);
    const synonymsPath = join(history.root, 'synonyms.txt');
    const warnings: string[] = [];
    const engine = openEngine({ roots: [history.root], indexDir: join(history.root, 'ccfind'), synonymsPath, onWarning: (message) => warnings.push(message) });
    engine.refresh();
    assert.equal(engine.search(asks('weir')).total, 0);
    fs.writeFileSync(synonymsPath, 'Weir, gate\nalone\n');
    for (let time = 0; time < 2; time++) {
      const { hits, expanded } = engine.search(asks('weir'));
      assert.deepEqual([hits[0].session, expanded], ['aaaa-1', [{ typed: 'weir', used: 'gate', kind: 'synonym' }]]);
    }
    assert.deepEqual(warnings, [`${synonymsPath}: line 2 left out: a line is two words or more with commas between them`]);
    fs.writeFileSync(synonymsPath, 'alone\n');
    engine.evaluate({ kinds: ['foreign'] });
    assert.deepEqual(warnings.splice(1), [`${synonymsPath}: line 1 left out: a line is two words or more with commas between them`]);
    fs.rmSync(synonymsPath);
    fs.mkdirSync(synonymsPath);
    assert.equal(engine.search(asks('gate')).total, 1);
    assert.equal(warnings[1], `${synonymsPath}: cannot be read: it is no file`);
    engine.close();
  });
});

test('a query that is an id puts its session first, then what mentions it', () => {
  withHistory((history) => {
    const id = '1b2c3d4e-0000-4000-8000-000000000001';
    history.write(`-home-ada-tide/${id}.jsonl`, [history.prompt('raise the tidal gate')]);
    history.write('-home-ada-tide/aaab-2.jsonl', [history.prompt(`as in ${id}`)]);
    withEngine(history, (engine) => {
      engine.refresh();
      history.append('-home-ada-tide/aaab-2.jsonl', [{ type: 'pr-link', sessionId: 'aaab-2', prNumber: 7, prUrl: 'https://github.com/ada/tide/pull/7', prRepository: 'ada/tide' }]);
      engine.refresh();
      for (const query of ['https://github.com/ada/tide/pull/7', 'ada/tide#7', '#7']) {
        assert.deepEqual(engine.search(asks(query)).hits.map((hit) => [hit.session, hit.named]), [['aaab-2', 'pull request']], query);
      }
      for (const query of [id, '1b2c3d4e', `${id}.jsonl`, `claude --resume ${id}`, `cd /home/ada/tide && claude --resume ${id}`]) {
        assert.deepEqual(engine.search(asks(query)).hits.map((hit) => [hit.session, hit.named !== undefined]), [[id, true], ['aaab-2', false]], query);
      }
    });
  });
});

test('sessions are found by the start of their id, and lead back to their transcript', () => {
  withHistory((history) => {
    write(history);
    withEngine(history, (engine) => {
      engine.refresh();
      assert.deepEqual(engine.findSessions('aaa').sort(), ['aaaa-1', 'aaab-2']);
      assert.deepEqual([engine.findSessions('aaab'), engine.findSessions('aaaa-1'), engine.findSessions('x')], [['aaab-2'], ['aaaa-1'], []]);
      assert.deepEqual(engine.resumePlan('aaaa-1'), { session: 'aaaa-1', path: history.path(AT), dir: '/home/ada/tide', branch: 'main', namesakes: [] });
      assert.throws(() => engine.resumePlan('zzzz'), (error) => error instanceof CcfindError && error.exitCode === 1);
    });
  });
});

test('stats() counts what is indexed', () => {
  withHistory((history) => {
    write(history);
    withEngine(history, (engine) => {
      engine.refresh();
      const { sessions, turns, chunks, files, segments, skipped, pending, transcriptBytes } = engine.stats();
      const bytes = fs.statSync(history.path(AT)).size + fs.statSync(history.path('-home-ada-tide/aaab-2.jsonl')).size;
      assert.deepEqual({ sessions, turns, chunks, files, segments, skipped, pending, transcriptBytes }, {
        sessions: 2, turns: 2, chunks: 3, files: 2, segments: 1, skipped: [], pending: 0, transcriptBytes: bytes,
      });
    });
  });
});

test('a search that meets damage has the index rebuilt once', () => {
  withHistory((history) => {
    write(history);
    withEngine(history, (engine) => engine.refresh());
    const folder = join(history.root, 'ccfind');
    const segment = join(folder, fs.readdirSync(folder).find((name) => name.startsWith('seg')) ?? '');
    const bytes = fs.readFileSync(segment);
    fs.writeFileSync(segment, bytes.fill(0x55, bytes.length / 2));
    withEngine(history, (engine, warnings) => {
      assert.equal(engine.search(asks('gate')).hits[0].session, 'aaaa-1');
      assert.equal(warnings.length, 1);
      assert.match(warnings[0], /the index is made anew$/);
    });
  });
});

test('an engine without any root answers that there is nothing', () => {
  withHistory((history) => {
    withEngine(history, (engine) => {
      assert.deepEqual([engine.search(asks('gate')).total, engine.recent(asks('')).total, engine.stats().sessions], [0, 0, 0]);
      assert.equal(fs.existsSync(join(history.root, 'ccfind')), false, 'and makes no folder');
    }, []);
  });
});

test('an engine that stays open answers from what others have published, with or without its own refresh', () => {
  withHistory((history) => {
    write(history);
    withEngine(history, (old) => {
      old.refresh();
      assert.equal(old.search(asks('gate')).total, 1);
      withEngine(history, (other) => {
        history.append(AT, [history.prompt('and the sluice')]);
        other.refresh();
        assert.equal(old.search(asks('sluice')).total, 1);
        history.write('-home-ada-tide/aaac-3.jsonl', [history.prompt('open the weir')]);
        other.refresh({ full: true });
        assert.deepEqual([old.findSessions('aaac'), old.stats().sessions, old.recent(asks('')).total], [['aaac-3'], 3, 3]);
      });
    });
  });
});

test('what was pending at an engine\'s last refresh is not counted for a newer index', () => {
  withHistory((history) => {
    write(history);
    withEngine(history, (old) => {
      old.refresh();
      history.append(AT, [history.prompt('and the sluice')]);
      const lock = openDiskDirectory(join(history.root, 'ccfind')).lock(0);
      assert.equal(old.refresh().filesPending, 1);
      assert.deepEqual([old.search(asks('sluice')).total, old.search(asks('sluice')).index.pending], [0, 1]);
      lock?.release();
      withEngine(history, (other) => other.refresh());
      assert.deepEqual([old.search(asks('sluice')).total, old.search(asks('sluice')).index.pending], [1, 0]);
    });
  });
});

/** Makes the index one of another format. */
function setFormat(history: History, format: number): void {
  const manifest = join(history.root, 'ccfind', 'manifest.json');
  const text = fs.readFileSync(manifest, 'utf8').replace(/"format":\d+/, `"format":${format}`).replace(/,"checksum":.*\n$/, '');
  const bytes = Buffer.from(text);
  fs.writeFileSync(manifest, `${text},"checksum":"${crc32(bytes, 0, bytes.length).toString(16).padStart(8, '0')}"}\n`);
}

function formatOf(history: History): number {
  return Number(/"format":(\d+)/.exec(fs.readFileSync(join(history.root, 'ccfind', 'manifest.json'), 'utf8'))?.[1]);
}

test('an engine goes on with a new index when its own was deleted, or replaced by an older version\'s', () => {
  withHistory((history) => {
    write(history);
    withEngine(history, (engine, warnings) => {
      engine.refresh();
      assert.equal(engine.search(asks('gate')).total, 1);
      fs.rmSync(join(history.root, 'ccfind'), { recursive: true });
      assert.equal(engine.search(asks('gate')).total, 0, 'as any new process would say');
      engine.refresh();
      assert.equal(engine.search(asks('gate')).total, 1);
      setFormat(history, 1);
      assert.equal(engine.search(asks('gate')).total, 1);
      assert.notEqual(formatOf(history), 1);
      assert.deepEqual(warnings, []);
    });
  });
});

test('an open engine leaves the index of a newer version alone and says so; a new engine rebuilds it', () => {
  withHistory((history) => {
    write(history);
    withEngine(history, (old, warnings) => {
      old.refresh();
      assert.equal(old.search(asks('gate')).total, 1);
      const own = formatOf(history);
      setFormat(history, 999);
      history.append(AT, [history.prompt('and the sluice')]);
      const isSaid = (error: unknown): boolean => error instanceof CcfindError && error.exitCode === 2 && /made by a newer ccfind/.test(error.message) && /start it again/.test(error.hint ?? '');
      for (let i = 0; i < 2; i++) {
        assert.throws(() => old.search(asks('gate')), isSaid);
        assert.throws(() => old.refresh(), isSaid);
        assert.throws(() => old.refresh({ full: true }), isSaid);
        assert.equal(formatOf(history), 999);
      }
      withEngine(history, (other) => {
        other.refresh();
        assert.equal(other.search(asks('sluice')).total, 1);
      });
      assert.equal(formatOf(history), own);
      assert.equal(old.search(asks('sluice')).total, 1);
      assert.deepEqual(warnings, []);
    });
  });
});

test('an engine has only as many files open as there are segments, whatever others published', { skip: !fs.existsSync('/proc/self/fd') && 'needs /proc' }, () => {
  withHistory((history) => {
    write(history);
    const count = (): number => fs.readdirSync('/proc/self/fd').length;
    const before = count();
    withEngine(history, (reader) => {
      withEngine(history, (writer) => {
        for (let i = 0; i < 25; i++) {
          history.append(AT, [history.prompt(`lantern number ${i}`)]);
          writer.refresh();
          assert.equal(reader.search(asks(`"lantern number ${i}"`)).total, 1);
        }
      });
      const { segments } = reader.stats();
      assert.ok(segments < 20, `${segments} segments`);
      assert.equal(count() - before, segments);
    });
    assert.equal(count(), before);
  });
});
