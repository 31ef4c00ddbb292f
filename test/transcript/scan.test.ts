/**
 * The byte walker against JSON.parse: written-out cases, recorded transcripts, and seeded mutations.
 *
 * CCFIND_TEST_TRANSCRIPTS=FOLDER runs the oracle over every .jsonl file below another folder as well.
 */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BLOCK, SLOT } from '../../src/transcript/raw-entry.ts';
import type { EntryKey, RawEntry } from '../../src/transcript/raw-entry.ts';
import { createRawEntry, scanLine } from '../../src/transcript/scan.ts';
import { scanEntries, scanParsed } from '../../src/transcript/scan-fallback.ts';
import { parsedLeaves, scannedLeaves } from './scan-oracle.ts';
import type { Leaves } from './scan-oracle.ts';

const entry = createRawEntry();

function scan(line: string): 'ok' | 'skip' | 'bad' {
  const bytes = Buffer.from(line);
  return scanLine(bytes, 0, bytes.length, entry);
}

function valueOf(raw: RawEntry, key: EntryKey): string | null {
  const slot = SLOT[key];
  return raw.slots[2 * slot] < 0 ? null : raw.buffer.toString('utf8', raw.slots[2 * slot], raw.slots[2 * slot + 1]);
}

/** What scanEntries makes of a line: the leaves of each entry, and whether nothing was lost. */
function entriesOf(bytes: Buffer, start = 0, end = bytes.length): { found: Leaves[]; isWhole: boolean } {
  const found: Leaves[] = [];
  const isWhole = scanEntries(bytes, start, end, entry, (raw) => found.push(scannedLeaves(raw)));
  return { found, isWhole };
}

test('scanLine() takes the ranges of wanted values, still escaped, and null as missing', () => {
  const line = '{"uuid":"u-1","parentUuid":"p","cwd":"C:\\\\x","leafUuid":null,"type":"user","isMeta":true,"summary":12}';
  assert.equal(scan(line), 'ok');
  assert.equal(valueOf(entry, 'uuid'), 'u-1');
  assert.equal(valueOf(entry, 'cwd'), 'C:\\\\x');
  assert.equal(valueOf(entry, 'leafUuid'), null);
  assert.equal(valueOf(entry, 'isMeta'), 'true');
  assert.equal(valueOf(entry, 'summary'), '12');
  assert.equal(valueOf(entry, 'timestamp'), null);
});

test('scanLine() lists the blocks of message.content with those inside a tool result behind it', () => {
  const line = '{"message":{"role":"user","content":[{"content":[{"type":"text","text":"in"},{"type":"image","source":{}}],"is_error":true,'
    + '"tool_use_id":"t1","type":"tool_result"},{"type":"tool_use","id":"t2","name":"Bash","input":{"command":"ls"}},'
    + '{"type":"document","content":[{"type":"text","text":"not taken"}]},"bare"]},"type":"user"}';
  assert.equal(scan(line), 'ok');
  assert.deepEqual(scannedLeaves(entry).blocks, [
    { kind: BLOCK.toolResult, depth: 0, id: 't1' },
    { kind: BLOCK.text, depth: 1, text: 'in' },
    { kind: BLOCK.image, depth: 1 },
    { kind: BLOCK.toolUse, depth: 0, id: 't2', name: 'Bash', input: { command: 'ls' } },
    { kind: BLOCK.other, depth: 0 },
    { kind: BLOCK.text, depth: 0, text: 'bare' },
  ]);
});

test('scanLine() skips lines of types that nobody wants, whatever follows', () => {
  for (const line of [
    '{"type":"progress","data":{"type":"bash_progress"}}', '{"type":"api-request-blob","message":{"content":"prompt"}}',
    '{"type":"file-history-snapshot","snapshot":{}}', '{"type":"invented-tomorrow"}', '{"type":"progress","data":{"tor',
    '{"type":7}', '{"type":null}', '{"sessionId":"x"}', '{}', '', '  \t', '\0\0\0', '\ufeff',
  ]) assert.equal(scan(line), 'skip', line);
});

test('scanLine() tolerates a byte order mark, NUL bytes and carriage returns around the object', () => {
  for (const line of ['\ufeff{"type":"user"}', '{"type":"user"}\r', '{"type":"user"}\0\0\0\0', '\0\0{"type":"user"}', ' \t{ "type" :\t"user" } ']) {
    assert.equal(scan(line), 'ok', JSON.stringify(line));
    assert.equal(entry.buffer.toString('utf8', entry.lineStart, entry.lineEnd).replace(/\s/g, ''), '{"type":"user"}');
  }
});

test('scanLine() takes the last of two equal keys, whole objects included', () => {
  const line = '{"type":"user","uuid":"a","message":{"id":"m","content":[{"type":"text","text":"old"}]},"uuid":"b","message":{"model":"x"}}';
  assert.equal(scan(line), 'ok');
  assert.deepEqual(scannedLeaves(entry), { keys: { type: 'user', uuid: 'b', 'message.model': 'x' }, blocks: [] });
  assert.equal(scan('{"type":"user","message":{"content":"x"},"message":"y"}'), 'ok');
  assert.equal(entry.blockCount, 0);
  assert.equal(scan('{"type":"user","uuid":"a","uuid":null}'), 'ok');
  assert.equal(valueOf(entry, 'uuid'), null);
});

test('scanLine() calls bad what is not JSON', () => {
  for (const line of [
    '{', '{"', '{"type"', '{"type":', '{"type":"user"', '{"type":"user",', '{"type":"user",}', '{"type":"user"}}', '{"type":"user"} x',
    '{"type":"user" "uuid":"x"}', '{"type":"user","a":01}', '{"type":"user","a":1.}', '{"type":"user","a":-}', '{"type":"user","a":1e}',
    '{"type":"user","a":tru}', '{"type":"user","a":nulll}', '{"type":"user","a":}', '{"type":"user",a:1}', '{type:"user"}',
    '{"type":"user","a":{"b":1}', '{"type":"user","a":[1,2}', '{"type":"user","a":"x}', '{"type":"user","a":"x\\"}', '// a comment',
    '{"type":"user","message":{"content":[{"type":"text"},]}}', '{"type":"user","message":{"content":[}}', 'null', '[{"type":"user"}]',
  ]) assert.equal(scan(line), 'bad', line);
});

test('scanLine() follows a million brackets without using up the stack', () => {
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
  assert.equal(scan(`{"type":"user","uuid":"u","toolUseResult":${deep},"message":{"content":[{"type":"tool_use","input":${deep}}]}}`), 'ok');
  assert.equal(entry.blocks[0].inputEnd - entry.blocks[0].inputStart, 2_000_000);
  assert.equal(scan('{"type":"user","message":{"content":' + '[{"type":"tool_result","content":'.repeat(100_000)), 'bad');
});

test('scanEntries() reads keys and types that are written with escapes', () => {
  const line = '{"ty\\u0070e":"us\\u0065r","message":{"content":[{"type":"t\\u0065xt","text":"hi"}]}}';
  assert.deepEqual(entriesOf(Buffer.from(line)), {
    found: [{ keys: { type: 'user' }, blocks: [{ kind: BLOCK.text, depth: 0, text: 'hi' }] }],
    isWhole: true,
  });
  assert.equal(scan('{"type":"user","toolUseResult":{"say \\"hi\\"\\n\\u00e9":"x","agentId":"a1"}}'), 'ok');
  assert.equal(valueOf(entry, 'toolUseResult.agentId'), 'a1');
});

test('scanEntries() separates objects on one line, even after a type that nobody wants', () => {
  const glued = '{"type":"progress","data":{"a":"}{"}}{"type":"summary","summary":"One"}{"type":"summary","summary":"Two"}\0';
  assert.deepEqual(entriesOf(Buffer.from(glued)), {
    found: [{ keys: { type: 'summary', summary: 'One' }, blocks: [] }, { keys: { type: 'summary', summary: 'Two' }, blocks: [] }],
    isWhole: true,
  });
  assert.deepEqual(entriesOf(Buffer.from('{"type":"progress","data":"ends in }{"}')), { found: [], isWhole: true });
});

test('scanEntries() finds a whole object after a torn one, and says that something was lost', () => {
  const whole = '{"type":"user","uuid":"w","message":{"content":"saved"}}';
  const expected = { keys: { type: 'user', uuid: 'w' }, blocks: [{ kind: BLOCK.text, depth: 0, text: 'saved' }] };
  const line = '{"type":"user","message":{"content":"abc","x":[{"type":"user","uuid":"nested"}]},"toolUseResult":{"a":"b"';
  for (let cut = 1; cut <= line.length; cut++) {
    const { found, isWhole } = entriesOf(Buffer.from(line.slice(0, cut) + whole));
    assert.deepEqual(found, [expected], line.slice(0, cut));
    assert.equal(isWhole, false);
  }
  assert.deepEqual(entriesOf(Buffer.from('// a comment')), { found: [], isWhole: false });
  assert.deepEqual(entriesOf(Buffer.from(`{"type":"user","data":{"message":${whole},"tor`)), { found: [], isWhole: false });
});

/** The walker against the oracle on one line. */
function compare(bytes: Buffer, start: number, end: number, where: string): void {
  const wanted = parsedLeaves(bytes.toString('utf8', start, end));
  if (wanted === null) return;
  const { found, isWhole } = entriesOf(bytes, start, end);
  assert.deepEqual(found, wanted === 'skip' ? [] : [wanted], where);
  assert.ok(isWhole, where);
  if (wanted === 'skip') return;
  assert.equal(scanParsed(bytes, start, end, entry), 'ok', where);
  assert.deepEqual(scannedLeaves(entry), wanted, where);
}

function transcriptsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item) => {
    const path = join(folder, item.name);
    return item.isDirectory() ? transcriptsBelow(path) : path.endsWith('.jsonl') ? [path] : [];
  });
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter((line) => line !== '');
}

const recordedFiles = transcriptsBelow(join('test', 'fixtures', 'transcripts'));
const otherFiles = process.env.CCFIND_TEST_TRANSCRIPTS ? transcriptsBelow(process.env.CCFIND_TEST_TRANSCRIPTS) : [];

test('scanEntries() finds in every recorded line exactly the leaves that JSON.parse finds', () => {
  assert.ok(recordedFiles.length > 0, 'no recorded transcripts below test/fixtures/transcripts');
  for (const path of [...recordedFiles, ...otherFiles]) {
    const bytes = readFileSync(path);
    for (let start = 0; start < bytes.length; ) {
      const feed = bytes.indexOf(10, start);
      const end = feed < 0 ? bytes.length : feed;
      if (end > start) compare(bytes, start, end, `${path} at ${start}`);
      start = end + 1;
    }
  }
});

/** Deterministic numbers from 0 (included) to `below`. */
function makeRandom(seed: number): (below: number) => number {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

const STRINGS = ['', 'x', 'user', 'true', 'a "quoted" word', 'back\\slash\\', 'line\nfeed', '}{"type":"user"}', 'naïve 漢字 🙂', '\u0000\u001b[31m', '\ud800', '"'.repeat(40)];
const KEYS = ['type', 'uuid', 'message', 'content', 'text', 'thinking', 'id', 'tool_use_id', 'name', 'input', 'is_error', 'toolUseResult', 'agentId', 'origin', 'kind', 'attachment', 'prompt', 'other', 'a"b', ''];

/** A random JSON value written with random white space and escapes; wanted keys turn up in all places and types. */
function writeRandom(random: (below: number) => number, depth: number): string {
  const space = (): string => ['', '', '', ' ', '\t', ' \r '][random(6)];
  const list = (count: number, write: () => string): string => Array.from({ length: count }, () => space() + write() + space()).join(',');
  const text = (value: string): string => random(8) === 0 ? `"${[...value].map((c) => (c < '\x7f' ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)).join('')}"` : JSON.stringify(value);
  switch (depth > 5 ? random(4) : random(7)) {
    case 0: return ['null', 'true', 'false'][random(3)];
    case 1: return ['0', '-1', '12.50', '1e9', '-0.1E-2'][random(5)];
    case 2: return text(STRINGS[random(STRINGS.length)].repeat(1 + random(3)));
    case 3: return text(['text', 'thinking', 'tool_use', 'tool_result', 'image'][random(5)]);
    case 4: return `[${space()}${list(random(4), () => writeRandom(random, depth + 1))}]`;
    default: return `{${space()}${list(random(6), () => `${text(KEYS[random(KEYS.length)])}${space()}:${space()}${writeRandom(random, depth + 1)}`)}}`;
  }
}

const seed = Number(process.env.CCFIND_TEST_SEED ?? 20260);

test('scanEntries() agrees with JSON.parse on generated lines', () => {
  const random = makeRandom(seed);
  for (let i = 0; i < 4000; i++) {
    const type = ['user', 'assistant', 'progress', 'us\\u0065r'][random(4)];
    const parts = [`"type":"${type}"`, `"message":{"content":${writeRandom(random, 0)}}`, `"message" :${writeRandom(random, 0)}`,
      `"toolUseResult":${writeRandom(random, 1)}`, `"content":${writeRandom(random, 2)}`, `"attachment":${writeRandom(random, 2)}`];
    for (let from = parts.length - 1; from > 0; from--) {
      const to = random(from + 1);
      [parts[from], parts[to]] = [parts[to], parts[from]];
    }
    const bytes = Buffer.from(`{${parts.join(',')}}`);
    compare(bytes, 0, bytes.length, `seed ${seed}, line ${i}: ${bytes.toString()}`);
  }
});

test('scanLine() refuses a damaged line, or finds what was there', () => {
  const random = makeRandom(seed);
  const lines = recordedFiles.flatMap(linesOf).filter((line) => line.length < 4000);
  lines.push('{"type":"user","toolUseResult":{"stdout":"say \\", \\"b\\":1","x":[1,{"y":"}"}]},"message":{"role":"user","content":"hello"}}');
  for (let i = 0; i < 20_000; i++) {
    const clean = Buffer.from(lines[random(lines.length)]);
    const bytes = Buffer.from(clean);
    const cleanOutcome = scanLine(clean, 0, clean.length, entry);
    const before = scannedRanges(entry);
    const at = random(bytes.length);
    const isCut = random(4) === 0;
    if (!isCut) bytes[at] = random(2) === 0 ? bytes[at] ^ (1 << random(8)) : Buffer.from('"\\{}[],:0x')[random(10)];
    const end = isCut ? at : bytes.length;
    const where = `seed ${seed}, mutation ${i}: ${bytes.toString('utf8', 0, end)}`;
    if (parsedLeaves(bytes.toString('utf8', 0, end)) !== null) compare(bytes, 0, end, where);
    else if (scanLine(bytes, 0, end, entry) === 'ok' && cleanOutcome === 'ok') assert.deepEqual(scannedRanges(entry), before, where);
  }
});

function scannedRanges(raw: RawEntry): number[] {
  const ranges = [raw.lineStart];
  for (let i = 0; i < raw.slots.length; i += 2) ranges.push(raw.slots[i], raw.slots[i] < 0 ? -1 : raw.slots[i + 1]);
  for (const block of raw.blocks.slice(0, raw.blockCount)) ranges.push(block.kind, block.textStart, block.idStart, block.nameStart, block.inputStart);
  return ranges;
}
