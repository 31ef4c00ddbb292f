import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InputEvent } from '../../src/terminal/input.ts';
import { createInputDecoder } from '../../src/terminal/input.ts';

/** Events as words: `<up>` for a key, the character for text, `"…"` for a paste. */
function words(events: readonly InputEvent[]): string {
  return events.map((event) => (event.kind === 'key' ? `<${event.name}>` : event.kind === 'paste' ? JSON.stringify(event.text) : event.kind === 'mouse' ? `<${event.did} ${event.col} ${event.row}>` : event.text)).join('');
}

/** All events of these pieces, and what a pause afterwards brings. */
function decode(pieces: readonly Uint8Array[]): string {
  const decoder = createInputDecoder();
  const events = pieces.flatMap((piece) => decoder.push(piece));
  return words([...events, ...decoder.flush()]);
}

/** Bytes (one character a byte) and what they mean, recorded from the terminals named. */
const STREAMS: readonly [what: string, bytes: string, events: string][] = [
  ['letters', 'ab ?', 'ab ?'],
  ['enter, tab, backspace', '\r\t\x7f', '<enter><tab><backspace>'],
  ['line feed is Ctrl-J', '\n', '<ctrl-j>'],
  ['control letters', '\x01\x03\x0b\x0c\x0e\x10\x1a', '<ctrl-a><ctrl-c><ctrl-k><ctrl-l><ctrl-n><ctrl-p><ctrl-z>'],
  ['other controls', '\x00\x1c\x1d\x1e\x1f', '<ctrl-space><ctrl-\\><ctrl-]><ctrl-^><ctrl-_>'],
  ['arrows, normal mode', '\x1b[A\x1b[B\x1b[C\x1b[D', '<up><down><right><left>'],
  ['arrows, application mode', '\x1bOA\x1bOB\x1bOC\x1bOD', '<up><down><right><left>'],
  ['home and end: xterm, vt220, rxvt, application', '\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[7~\x1b[8~\x1bOH\x1bOF', '<home><end><home><end><home><end><home><end>'],
  ['pages, insert, delete', '\x1b[5~\x1b[6~\x1b[2~\x1b[3~', '<page-up><page-down><insert><delete>'],
  ['modifiers', '\x1b[1;2A\x1b[1;3B\x1b[1;5C\x1b[1;6D\x1b[5;5~\x1b[Z', '<shift-up><alt-down><ctrl-right><ctrl-shift-left><ctrl-page-up><shift-tab>'],
  ['modifiers in a single shift: VTE, Konsole', '\x1bO5A\x1bO1;2P\x1bO2Qx', '<ctrl-up><shift-f1><shift-f2>x'],
  ['modifiers as rxvt sends them', '\x1b[a\x1bOb\x1b[5$\x1b[6^\x1b[3@x', '<shift-up><ctrl-down><shift-page-up><ctrl-page-down><ctrl-shift-delete>x'],
  ['modifiers like Alt, and locks', '\x1b[1;9A\x1b[1;33B\x1b[1;65C\x1b[99;133u', '<alt-up><alt-down><right><ctrl-c>'],
  ['function keys', '\x1bOP\x1b[15~\x1b[24~\x1b[[A\x1b[[E', '<f1><f5><f12><f1><f5>'],
  ['alt and a letter', '\x1bx\x1b\r\x1b\x7f', '<alt-x><alt-enter><alt-backspace>'],
  ['alt and a letter of two bytes', '\x1b\xc3\xa9', '<alt-é>'],
  ['escape alone', '\x1b', '<escape>'],
  ['escape twice', '\x1b\x1b', '<escape><escape>'],
  ['Alt and a key as PuTTY, rxvt and iTerm2 send it', '\x1b\x1b[A\x1b\x1bOB\x1b\x1b[5~\x1b\x1b[1;5C', '<alt-up><alt-down><alt-page-up><ctrl-alt-right>'],
  ['escape, then what Alt does nothing to', '\x1b\x1b[<0;1;1M\x1b\x1b[200~a\x1b[201~\x1b\x1bx\x1b\x1b[1;\x03\x1b\x1b[I\x1b\x1b[', '<escape><press 0 0><escape>"a"<escape><alt-x><escape><ctrl-c><escape><escape><alt-[>'],
  ['escape three times, then an arrow', '\x1b\x1b\x1b[A', '<escape><alt-up>'],
  ['escape and bracket, then nothing', '\x1b[', '<alt-[>'],
  ['escape and O, then nothing', '\x1bO', '<alt-O>'],
  ['escape and ], then nothing', '\x1b]', '<alt-]>'],
  ['UTF-8 of two, three and four bytes', '\xc3\xa9\xe6\x97\xa5\xf0\x9f\x98\x80', 'é日😀'],
  ['UTF-8 cut by a letter', '\xe6\x97a', '�a'],
  ['UTF-8 cut by the end', '\xf0\x9f', '�'],
  ['a byte that UTF-8 has not', '\xffa\x80b', '�a�b'],
  ['UTF-8 of a C1 control', '\xc2\x9ba', 'a'],
  ['a paste', '\x1b[200~rm -rf\r\nx\x1b[Ay\x03\x1b[201~z', '"rm -rf\\r\\nx\\u001b[Ay\\u0003"z'],
  ['a paste of wide text', '\x1b[200~\xe6\x97\xa5\x1b[201~', '"日"'],
  ['an empty paste', '\x1b[200~\x1b[201~', '""'],
  ['a paste that never ends', '\x1b[200~abc', '"abc"'],
  ['two pastes', '\x1b[200~a\x1b[201~\x1b[200~b\x1b[201~', '"a""b"'],
  ['mouse, SGR form', 'a\x1b[<0;12;7M\x1b[<0;12;7m\x1b[<65;1;1M\x1b[<68;300;90Mb', 'a<press 11 6><release 11 6><wheel-down 0 0><wheel-up 299 89>b'],
  ['mouse: movements, other buttons and broken reports are nothing', 'a\x1b[<32;1;1M\x1b[<2;1;1M\x1b[<0;0;1M\x1b[<0;1M\x1b[<0;1;1;1M\x1b[<65;1;1m\x1b[<66;1;1Mb', 'ab'],
  ['mouse, old form', 'a\x1b[M !!b', 'ab'],
  ['focus in and out', '\x1b[I\x1b[O', ''],
  ['a string as long as any', `a\x1b]52;c;${'QUJD'.repeat(5000)}\x07b\x1bP${'x'.repeat(5000)}\x1b\\c`, 'abc'],
  ['answer to a colour query', 'a\x1b]11;rgb:0000/0000/0000\x1b\\b\x1b]11;rgb:0/0/0\x07c', 'abc'],
  ['answers to device queries', '\x1b[?62;22c\x1b[>1;10;0c\x1bP>|tmux 3.3a\x1b\\\x1b[?2026;2$yz', 'z'],
  ['keys of kitty\'s protocol', '\x1b[97u\x1b[99;5u\x1b[27u\x1b[13;2u\x1b[97:65;2u\x1b[32;5u', 'a<ctrl-c><escape><shift-enter>A<ctrl-space>'],
  ['keys let go, and keys without text', 'a\x1b[97;1:3u\x1b[1;1:3A\x1b[98;1:2u\x1b[99;9u\x1b[57441u\x1b[228;2uc', 'ab<alt-c>Äc'],
  ['codes that are no characters', 'a\x1b[97:9999999;2u\x1b[97:16;2u\x1b[9999999u\x1b[133u\x1b[27;1;55296~b', 'aAAb'],
  ['keys of modifyOtherKeys', '\x1b[27;5;105~\x1b[27;2;65~', '<ctrl-i>A'],
  ['an unknown sequence', 'a\x1b[9999~\x1b[5!pb', 'ab'],
  ['a sequence longer than any key', `a\x1b[${'1;'.repeat(40)}Ab`, 'ab'],
  ['a sequence broken by another', '\x1b[1;\x1b[B', '<down>'],
  ['a single shift and a string broken by a control', '\x1bO\x03\x1bPabc\x03', '<alt-O><ctrl-c><ctrl-c>'],
  ['a sequence of which the rest never comes', 'a\x1b[1;', 'a'],
  ['a string of which the rest never comes', 'a\x1b]11;rgb:', 'a'],
  ['a sequence broken by a control', '\x1b[1;\x03', '<ctrl-c>'],
];

for (const [what, bytes, events] of STREAMS) {
  test(`push() decodes ${what}`, () => {
    assert.equal(decode([Buffer.from(bytes, 'latin1')]), events);
  });
}

test('push() gives the same events however the bytes are split', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let round = 0; round < 400; round++) {
    // Joined they may mean something else than alone (an Esc at the end of one): only the split must not matter.
    const streams = Array.from({ length: 1 + below(6) }, () => STREAMS[below(STREAMS.length)][1]);
    const bytes = Buffer.from(streams.join(''), 'latin1');
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const length = below(3) === 0 ? 0 : 1 + below(5);
      pieces.push(bytes.subarray(at, at + length));
      at += length;
    }
    assert.equal(decode(pieces), decode([bytes]), `seed ${seed}, round ${round}: ${JSON.stringify(streams)}`);
  }
});

test('push() never throws and never shows a control character, whatever the bytes', () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  let state = seed;
  for (let round = 0; round < 200; round++) {
    const bytes = Buffer.alloc(64);
    for (let at = 0; at < bytes.length; at++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bytes[at] = (state >>> 24) & (round % 2 === 0 ? 0xff : 0x7f);
    }
    const decoder = createInputDecoder();
    const events = [...decoder.push(bytes), ...decoder.flush()];
    for (const event of events) {
      if (event.kind === 'text') assert.match(event.text, /^[^\p{Cc}]$/u, `seed ${seed}, round ${round}`);
    }
    assert.equal(decoder.waiting(), 'nothing');
  }
});

test('waiting() tells what may be a key from what has more to come', () => {
  for (const [bytes, waiting] of [
    ['', 'nothing'], ['a', 'nothing'], ['\x1b', 'key'], ['\x1b\x1b', 'key'], ['\x1b[', 'key'], ['\x1b\x1bO', 'key'], ['\x1b]', 'key'],
    ['\x1b[1', 'rest'], ['\x1b[<', 'rest'], ['\x1bO5', 'rest'], ['\x1b]1', 'rest'], ['\x1b]1\x1b', 'rest'], ['\x1b[M', 'rest'], ['\x1b[[', 'rest'], ['\xc3', 'rest'], ['\x1b\xc3', 'rest'],
    ['\x1b[200~', 'paste'], ['\x1b[200~abc\x1b', 'paste'], ['\x1b[200~abc\x1b[201~', 'nothing'],
  ]) {
    const decoder = createInputDecoder();
    decoder.push(Buffer.from(bytes, 'latin1'));
    assert.equal(decoder.waiting(), waiting, JSON.stringify(bytes));
  }
});
