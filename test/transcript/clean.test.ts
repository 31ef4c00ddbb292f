import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appendJsonLeaves, appendJsonString, appendText, stripSpans } from '../../src/transcript/clean.ts';
import { TextBuffer } from '../../src/transcript/text-buffer.ts';

type Append = (out: TextBuffer, buffer: Buffer, start: number, end: number) => void;

/** What `append` makes of `input`, given in the middle of other bytes and behind text that must stay. */
function clean(append: Append, input: string | Buffer): string {
  const bytes = Buffer.concat([Buffer.from('{"\\'), Buffer.from(input), Buffer.from('"\\n}')]);
  const out = new TextBuffer(8);
  out.reserve(4);
  out.length = out.bytes.write('<\r> ', 0, 'latin1');
  append(out, bytes, 3, bytes.length - 4);
  const text = out.bytes.subarray(0, out.length);
  assert.equal(text.toString('latin1', 0, 4), '<\r> ', 'text before the range was touched');
  assert.ok(text.equals(Buffer.from(text.toString('utf8'))), 'not valid UTF-8');
  return text.toString('utf8', 4);
}

test('appendJsonString() undoes escapes', () => {
  assert.equal(clean(appendJsonString, 'a\\"b\\\\c\\/d\\ne\\tf'), 'a"b\\c/d\ne\tf');
  assert.equal(clean(appendJsonString, '\\u0041\\u00e9\\u6f22\\ud83d\\ude42 caf\u00e9 漢字 🙂'), 'Aé漢🙂 café 漢字 🙂');
  assert.equal(clean(appendJsonString, ''), '');
});

test('appendJsonString() replaces lone surrogates and invalid UTF-8 by U+FFFD', () => {
  assert.equal(clean(appendJsonString, 'a\\ud800b\\udc00c\\ud83d'), 'a\ufffdb\ufffdc\ufffd');
  assert.equal(clean(appendJsonString, '\\ud83d\\ud83d\\ude42'), '\ufffd🙂');
  assert.equal(clean(appendJsonString, Buffer.from([0x61, 0xff, 0x62, 0xe6, 0xbc, 0x63, 0xf0, 0x9f, 0x99])), 'a\ufffdb\ufffdc\ufffd');
});

test('appendJsonString() drops control characters and makes line feeds of line ends', () => {
  assert.equal(clean(appendJsonString, 'a\\u0000b\\u0001c\\u007fd\\u0092e'), 'abcde');
  assert.equal(clean(appendJsonString, 'a\\r\\nb\\rc\\u000bd\\fe\\u0085f\\r\\r\\n\\ng'), 'a\nb\nc\nd\ne\nf\n\n\ng');
  assert.equal(clean(appendJsonString, 'raw \x01\ttab\nand feed'), 'raw \ttab\nand feed');
});

test('appendJsonString() reads invalid escapes as what they seem to mean', () => {
  assert.equal(clean(appendJsonString, 'C:\\dir \\u12 \\uXYZW \\é'), 'C:dir u12 uXYZW é');
  assert.equal(clean(appendJsonString, 'ends in \\u00'), 'ends in u00');
});

/** Text as a terminal gets it, and what a person sees. */
const TERMINAL: readonly (readonly [string, string])[] = [
  ['\x1b[31mred\x1b[0m and \x1b[1;38;5;12mbold\x1b[m', 'red and bold'],
  ['\x1b[2K\x1b[1Gdone', 'done'],
  ['\x1b[?25lhidden\x1b[?25h', 'hidden'],
  ['\x1b]0;window title\x07prompt', 'prompt'],
  ['see \x1b]8;;https://example.org/\x1b\\the page\x1b]8;;\x1b\\.', 'see the page.'],
  ['\x1bPq#0;2;0;0;0\x1b\\sixel', 'sixel'],
  ['\x1b(B\x1b=charset', 'charset'],
  ['\x1b7saved\x1b8', 'saved'],
  ['ding\x07dong', 'dingdong'],
  ['N\bNA\bAM\bME\bE', 'NAME'],
  ['é\béx', 'éx'],
  ['\b\bno start', 'no start'],
  ['line\n\bkept', 'line\nkept'],
  ['cut off \x1b[3', 'cut off '],
  ['cut off \x1b', 'cut off '],
  ['broken \x1b[31\nnext line', 'broken \nnext line'],
  ['open \x1b]0;title\nnext line', 'open 0;title\nnext line'],
  ['two \x1b\x1b[31mred', 'two red'],
];

test('appendJsonString() and appendText() drop escape sequences for a terminal', () => {
  for (const [raw, seen] of TERMINAL) {
    assert.equal(clean(appendText, raw), seen);
    assert.equal(clean(appendJsonString, JSON.stringify(raw).slice(1, -1)), seen);
  }
});

test('appendText() leaves backslashes and quotes alone', () => {
  assert.equal(clean(appendText, 'C:\\new "x" \\u0041\r\n\\'), 'C:\\new "x" \\u0041\n\\');
  assert.equal(clean(appendText, Buffer.from([0x80, 0x41, 0xed, 0xa0, 0x80, 0xc0, 0xaf])), '\ufffdA\ufffd\ufffd\ufffd\ufffd\ufffd');
});

test('appendJsonLeaves() gives all strings but keys, one on each line', () => {
  assert.equal(clean(appendJsonLeaves, '{"command":"ls -l\\n","n":[1,true,{"a" : "b\\"c", "d":""}],"e":null,"f":["\\u0000","g"]}'), 'ls -l\n\nb"c\ng');
  assert.equal(clean(appendJsonLeaves, '"plain"'), 'plain');
  assert.equal(clean(appendJsonLeaves, '{}'), '');
});

/** The text after stripSpans(), which must leave alone what stood in the buffer before. */
function strip(text: string, names: string[]): string {
  const out = new TextBuffer(4);
  appendText(out, Buffer.from('<a>kept</a>'), 0, 11);
  appendText(out, Buffer.from(text), 0, Buffer.byteLength(text));
  stripSpans(out, 11, names);
  return out.bytes.toString('utf8', 11, out.length);
}

test('stripSpans() removes whole spans and keeps an opening tag without an end', () => {
  assert.equal(strip('one\n<a>x</a>two\n<a></a>\nthree', ['a']), 'one\ntwo\n\nthree');
  assert.equal(strip('<a>x</a>', ['a']), '');
  assert.equal(strip('<a>x</a><a>y</a><b>z</b>w', ['a', 'b']), 'w');
  assert.equal(strip('<a>x</a> y\n<b>z</b> w', ['a', 'b']), ' y\n w');
  assert.equal(strip('<a>x</a> and\n<a>open', ['a']), ' and\n<a>open');
  assert.equal(strip('</a> text\n<b>x</b>', ['a']), '</a> text\n<b>x</b>');
  assert.equal(strip('', ['a']), '');
});

test('stripSpans() leaves tags inside a line: they are mentioned, not injected', () => {
  const mention = 'Tags like `<a>` are cut.\n  s.replace(/<a>.*<\/a>/, "");\nas in "<a>x</a>"';
  assert.equal(strip(mention, ['a']), mention);
  assert.equal(strip(`${mention}\n<a>injected <a></a>`, ['a']), `${mention}\n`);
});

/** Deterministic numbers from 0 (included) to `below`. */
function makeRandom(seed: number): (below: number) => number {
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

const seed = Number(process.env.CCFIND_TEST_SEED ?? 20260);

/** The slow way: decode everything, then regular expressions. */
function cleanSlowly(text: string): string {
  text = Buffer.from(text, 'utf8').toString('utf8').replace(/[\0-\x06\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]/g, '').replace(/\r\n/g, '\n').replace(/[\v\f\r\x85]/g, '\n');
  return text;
}

test('appendJsonString() and appendText() agree with JSON.parse and TextDecoder on random bytes', () => {
  const random = makeRandom(seed);
  const parts = ['a', 'word ', '\\', '"', '\n', '\r', '\r\n', '\t', '\0', '\x7f', '\x85', 'é', 'Ж', '漢', '\ufeff', '\u2028', '🙂', '\ud800', '\udfff', '/', 'x'.repeat(70)];
  for (let i = 0; i < 5000; i++) {
    const text = Array.from({ length: random(12) }, () => parts[random(parts.length)]).join('');
    const escaped = [...text].map((c) => (random(4) === 0 && c !== '\r' && c !== '\n' ? [...Array(c.length).keys()].map((k) => `\\u${c.charCodeAt(k).toString(16).padStart(4, '0')}`).join('') : JSON.stringify(c).slice(1, -1))).join('');
    assert.equal(clean(appendJsonString, escaped), cleanSlowly(text), `seed ${seed}, ${i}: ${escaped}`);
    const bytes = Buffer.from(Array.from({ length: random(12) }, () => [0x41, 0x80, 0xbf, 0xc2, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0xf0, 0x9f, 0x90, 0xf4, 0xf5, 0xe0, 0xc1][random(16)]));
    assert.equal(clean(appendText, bytes), cleanSlowly(bytes.toString('utf8')), `seed ${seed}, ${i}: ${bytes.toString('hex')}`);
    assert.equal(clean(appendJsonString, bytes), cleanSlowly(bytes.toString('utf8')), `seed ${seed}, ${i}: ${bytes.toString('hex')}`);
  }
});
