/**
 * The peers are fed what ccfind stores: the same chunks, copies in forks once.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeCorpus } from '../../bench/corpus/make-corpus.ts';
import { extractChunks } from '../../bench/extract-chunks.ts';
import { openEngine } from '../../src/engine.ts';
import { openDiskDirectory } from '../../src/index/disk-directory.ts';
import { openSnapshot } from '../../src/index/index-reader.ts';
import { FIELDS } from '../../src/schema.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-extract-')));
after(() => rmSync(root, { recursive: true, force: true }));

test('extractChunks() writes every chunk of an index except titles', () => {
  const config = join(root, 'config');
  makeCorpus({ outDir: config, megabytes: 6, sessions: 60 });
  const file = join(root, 'chunks');
  extractChunks(config, file);
  const records = readFileSync(file, 'utf8').split('\x1e');
  assert.equal(records.pop(), '');
  const extracted = records.map((record) => record.slice(record.indexOf('\x1f') + 1)).sort();

  const indexDir = join(root, 'index');
  openEngine({ roots: [config], indexDir }).refresh();
  const snapshot = openSnapshot(openDiskDirectory(indexDir));
  assert.ok(snapshot !== null);
  const title = FIELDS.findIndex(({ name }) => name === 'title');
  const stored: string[] = [];
  for (const segment of snapshot.segments) {
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) if (segment.fields[chunk] !== title) stored.push(segment.text(chunk).toString());
  }
  stored.sort();
  snapshot.close();
  assert.ok(stored.length > 1000);
  assert.deepEqual(extracted, stored);
});
