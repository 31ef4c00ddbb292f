import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCatalog } from '../../src/index/catalog-builder.ts';
import type { CatalogBuilder } from '../../src/index/catalog-builder.ts';
import { openCatalog } from '../../src/index/catalog.ts';
import type { Catalog, SessionRecord } from '../../src/index/catalog.ts';
import { IndexDamage } from '../../src/index/damage.ts';
import type { RandomFile } from '../../src/index/directory.ts';

const ROOTS = ['/home/ada/.claude', '/mnt/other'];

function bytesOf(builder: CatalogBuilder): Buffer {
  return Buffer.concat(builder.encode(true).parts);
}

function open(bytes: Buffer, base: Buffer | null = null): Catalog {
  const fileOf = (file: Buffer): RandomFile => ({
    sizeBytes: file.length,
    read: (position, length) => Buffer.from(new Uint8Array(file.subarray(position, position + length)).buffer),
    close: () => {},
  });
  return openCatalog((name) => fileOf(name === 'newest' ? bytes : (base ?? bytes)), { newest: 'newest', base: base === null ? '' : 'base' }, ROOTS);
}

function reopen(builder: CatalogBuilder): Catalog {
  return open(bytesOf(builder));
}

function add(builder: CatalogBuilder, id: string, changes: Partial<SessionRecord>): number {
  const session = builder.number(id);
  Object.assign(builder.edit(session), changes);
  return session;
}

function twoSessions(): CatalogBuilder {
  const builder = buildCatalog(null);
  add(builder, 'aaaa-1', { path: '-p/aaaa-1.jsonl', firstMs: 1000, lastMs: 2000, turnCount: 3, title: 'tidal gates', dir: '/p/sub', cwds: ['/p', '/p/sub'], branches: ['main', 'fix'], pullRequests: ['https://github.com/ada/tide/pull/7'] });
  add(builder, 'aaab-2', { root: 1, path: '-q/aaab-2.jsonl', summaryTitle: 'old', opening: 'größer\0als' });
  return builder;
}

test('the facts of a session are read back as they were written', () => {
  const { sessions } = reopen(twoSessions());
  assert.equal(sessions.count, 2);
  assert.deepEqual([...sessions.live], [1, 1]);
  assert.deepEqual([sessions.firstMs[0], sessions.lastMs[0], sessions.turnCount[0], sessions.root[1]], [1000, 2000, 3, 1]);
  assert.ok(Number.isNaN(sessions.firstMs[1]));
  assert.deepEqual([sessions.id(0), sessions.title(0), sessions.title(1), sessions.opening(1)], ['aaaa-1', 'tidal gates', 'old', 'größer\ufffdals']);
  assert.deepEqual([sessions.cwd(0), sessions.cwds(0), sessions.cwds(1)], ['/p/sub', ['/p/sub', '/p'], []]);
  assert.deepEqual([sessions.branch(0), sessions.branches(0), sessions.branch(1)], ['fix', ['main', 'fix'], '']);
  assert.deepEqual([sessions.pullRequests(0), sessions.pullRequests(1)], [['https://github.com/ada/tide/pull/7'], []]);
  assert.deepEqual([sessions.path(0), sessions.path(1)], ['/home/ada/.claude/projects/-p/aaaa-1.jsonl', '/mnt/other/projects/-q/aaab-2.jsonl']);
});

test('sessions are found by id and by the start of an id', () => {
  const { sessions } = reopen(twoSessions());
  assert.deepEqual([sessions.find('aaab-2'), sessions.find('aaab'), sessions.find('')], [1, -1, -1]);
  assert.deepEqual([sessions.findPrefix('aaa'), sessions.findPrefix('aaab'), sessions.findPrefix('b')], [[0, 1], [1], []]);
});

test('changing one session leaves the others as they were', () => {
  const builder = buildCatalog(null);
  for (let i = 0; i < 20; i++) add(builder, `session-${i}`, { title: `title ${'x'.repeat(i)}`, turnCount: i });
  const next = buildCatalog(reopen(builder));
  next.edit(7).title = 'another';
  add(next, 'session-20', { title: 'new' });
  const { sessions } = reopen(next);
  const titles = Array.from({ length: 21 }, (_, session) => sessions.title(session));
  const expected = Array.from({ length: 20 }, (_, i) => `title ${'x'.repeat(i)}`);
  assert.deepEqual(titles, [...expected.slice(0, 7), 'another', ...expected.slice(8), 'new']);
  assert.equal(sessions.turnCount[19], 19);
});

test('after a few changes the other texts stay in the base; after many changes or a death they do not', () => {
  const title = (i: number): string => `title ${i} ${'x'.repeat(500)}`;
  const builder = buildCatalog(null);
  for (let i = 0; i < 400; i++) add(builder, `session-${i}`, { title: title(i), turnCount: i });
  const base = bytesOf(builder);
  const first = buildCatalog(open(base));
  first.edit(7).title = 'another';
  add(first, 'session-400', { title: 'new' });
  const newer = first.encode();
  assert.deepEqual([newer.isWhole, Buffer.concat(newer.parts).length < 24_000], [false, true]);
  const second = buildCatalog(open(Buffer.concat(newer.parts), base));
  second.edit(9).title = 'a third';
  const newest = second.encode();
  assert.equal(newest.isWhole, false);
  const expected = Array.from({ length: 401 }, (_, i) => ({ 7: 'another', 9: 'a third', 400: 'new' })[i] ?? title(i));
  const titles = ({ sessions }: Catalog): string[] => Array.from({ length: sessions.count }, (_, session) => sessions.title(session));
  assert.deepEqual(titles(open(Buffer.concat(newest.parts), base)), expected);
  const isGone = second.encode(true);
  assert.equal(isGone.isWhole, true);
  assert.deepEqual(titles(open(Buffer.concat(isGone.parts))), expected);
  for (let i = 20; i < 70; i++) second.edit(i).turnCount = 0;
  assert.equal(second.encode().isWhole, true);
  assert.deepEqual(titles(open(Buffer.concat(second.encode().parts))), expected);
  const killing = buildCatalog(open(base));
  Object.assign(killing.edit(3), { isLive: false, title: '' });
  assert.equal(killing.encode().isWhole, true);
});

test('a damaged or foreign base is noticed when one of its texts is read', () => {
  const builder = buildCatalog(null);
  for (let i = 0; i < 400; i++) add(builder, `session-${i}`, { title: `${i} ${'x'.repeat(500)}` });
  const base = bytesOf(builder);
  const next = buildCatalog(open(base));
  next.edit(7).title = 'another';
  const newer = Buffer.concat(next.encode().parts);
  const flipped = Buffer.from(base);
  flipped[base.length - 20] ^= 1;
  const { sessions } = open(newer, flipped);
  assert.equal(sessions.title(7), 'another');
  assert.throws(() => sessions.title(399), IndexDamage);
  assert.throws(() => open(newer, base.subarray(0, 100_000)), IndexDamage);
  assert.throws(() => open(newer, Buffer.alloc(100_000)), IndexDamage);
  assert.throws(() => open(newer).sessions.title(0), IndexDamage);
});

test('a dead session is not found, and gets another number when its id comes back', () => {
  const builder = buildCatalog(reopen(twoSessions()));
  builder.edit(0).isLive = false;
  assert.equal(builder.find('aaaa-1'), -1);
  assert.equal(builder.peek(0), null);
  assert.equal(builder.number('aaaa-1'), 2);
  const { sessions } = reopen(builder);
  assert.deepEqual([...sessions.live], [0, 1, 1]);
  assert.equal(sessions.find('aaaa-1'), 2);
  assert.deepEqual(sessions.findPrefix('aaaa'), [2]);
});

test('copies and summary lines are kept, and replaced when they change', () => {
  const copy = { session: 1, turn: 2, key: { hi: 5, lo: 6 }, owner: 0, ownerTurn: 4, heldFrom: 0, heldTo: 7, timeMs: 1234.5 };
  const line = { source: 1, root: 0, folder: '-p', leafHi: 8, leafLo: 9, title: 'gates', id: '', isSearched: true, targets: [{ session: 0, timeMs: 5 }] };
  const builder = twoSessions();
  builder.addCopy(copy);
  builder.summaries().push(line);
  const untouched = buildCatalog(reopen(builder));
  untouched.edit(0).title = 'other';
  const kept = reopen(untouched);
  assert.deepEqual(kept.copies(), [copy]);
  assert.deepEqual(kept.summaries(), [line]);
  const dropped = buildCatalog(kept);
  dropped.dropCopies(({ owner }) => owner === 0);
  assert.deepEqual(reopen(dropped).copies(), []);
});

test('openCatalog() notices every flipped bit, at the latest when a text is read', () => {
  const bytes = bytesOf(twoSessions());
  const same = (catalog: Catalog): string[] => [0, 1].map((session) => JSON.stringify(catalog.record(session)) + catalog.sessions.title(session));
  const expected = same(open(bytes));
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(new Uint8Array(bytes).buffer);
    flipped[bit >>> 3] ^= 1 << (bit & 7);
    try {
      assert.deepEqual(same(open(flipped)), expected, `bit ${bit}`);
    } catch (error) {
      assert.ok(error instanceof IndexDamage, `bit ${bit}: ${String(error)}`);
    }
  }
  for (let length = 0; length < bytes.length; length += 7) assert.throws(() => open(bytes.subarray(0, length)), IndexDamage);
});

test('a catalog built on a damaged one keeps the old checksums: the damage is noticed when a text is read', () => {
  const bytes = bytesOf(twoSessions());
  const copied = (catalog: Catalog): string[] => [0, 1].map((session) => JSON.stringify(reopen(buildCatalog(catalog)).record(session)));
  const expected = copied(open(bytes));
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(new Uint8Array(bytes).buffer);
    flipped[bit >>> 3] ^= 1 << (bit & 7);
    try {
      assert.deepEqual(copied(open(flipped)), expected, `bit ${bit}`);
    } catch (error) {
      assert.ok(error instanceof IndexDamage, `bit ${bit}: ${String(error)}`);
    }
  }
});
