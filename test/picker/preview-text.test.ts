import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hit, SessionTurn } from '../../src/contract.ts';
import { buildPreview } from '../../src/picker/preview-text.ts';
import type { Preview } from '../../src/picker/preview.ts';
import { previewRows } from '../../src/picker/preview.ts';
import { sampleHit } from './sample-answer.ts';
import { lineText } from './line-text.ts';

function turnOf(...parts: [field: Hit['field'], text: string, agent?: boolean][]): SessionTurn {
  return { turn: 3, when: '2026-06-12T12:00:00.000Z', parts: parts.map(([field, text, agent = false]) => ({ field, text, agent })) };
}

/** The parts with their marks in brackets, `>` at the match. */
function shown(preview: Preview): string[] {
  return preview.parts.map(({ field, text, marks }, index) => {
    let out = '';
    let at = 0;
    for (const [start, end] of marks) {
      out += `${text.slice(at, start)}${preview.target?.part === index && preview.target.offset === start ? '>' : ''}[${text.slice(start, end)}]`;
      at = end;
    }
    return `${field}: ${out}${text.slice(at)}`;
  });
}

test('buildPreview() marks the very match, and its words elsewhere where they are whole words', () => {
  const hit = sampleHit({ field: 'answer', snippet: '…waits with a Retry pause…', highlights: [[14, 19]] });
  const turn = turnOf(['prompt', 'the retry, retries and RETRY'], ['answer', 'It\nwaits   with\na Retry  pause now']);
  assert.deepEqual(shown(buildPreview(turn, hit)), ['prompt: the [retry], retries and [RETRY]', 'answer: It\nwaits   with\na >[Retry]  pause now']);
});

test('buildPreview() finds the match in its own part, not in another with the same words', () => {
  const hit = sampleHit({ field: 'output', agent: true, snippet: 'retry', highlights: [[0, 5]] });
  const turn = turnOf(['prompt', 'retry'], ['output', 'retry'], ['output', 'retry', true]);
  assert.deepEqual(buildPreview(turn, hit).target, { part: 2, offset: 0 });
});

test('buildPreview() marks pieces of words only where they matched', () => {
  const hit = sampleHit({ field: 'output', snippet: 'refresh_token here', highlights: [[2, 5]] });
  assert.deepEqual(shown(buildPreview(turnOf(['output', 'fresh refresh_token here']), hit)), ['output: fresh re>[fre]sh_token here']);
});

test('buildPreview() marks words of scripts without blanks wherever they stand', () => {
  const hit = sampleHit({ field: 'answer', snippet: '重试支付', highlights: [[0, 2]] });
  assert.deepEqual(shown(buildPreview(turnOf(['answer', '重试支付,再重试一次']), hit)), ['answer: >[重试]支付,再[重试]一次']);
});

test('buildPreview() is harmless, whatever was said', () => {
  const hit = sampleHit({ field: 'output', snippet: 'a \x1b[31mretry\x1b[0m b', highlights: [[7, 12]] });
  const [part] = buildPreview(turnOf(['output', '\x1b]0;title\x07a \x1b[31mretry\x1b[0m b\r\n\u202etxt\u200b\0\x9b5m\tend']), hit).parts;
  assert.equal(part.text, 'a retry b\ntxt    end');
});

test('buildPreview() is as wide on every terminal as measured, and marks what it shows', () => {
  const hit = sampleHit({ field: 'answer', snippet: 'the 👩\u200d💻 waits', highlights: [[4, 9]] });
  assert.deepEqual(shown(buildPreview(turnOf(['answer', 'the 👩\u200d💻 waits 👍🏽']), hit)), ['answer: the >[👩💻] waits 👍']);
});

test('buildPreview() shows the surroundings of the match in a huge turn, and counts what it leaves out', () => {
  const line = `${'word '.repeat(20)}\n`;
  const hit = sampleHit({ field: 'output', snippet: 'the needle here', highlights: [[4, 10]] });
  const text = `${line.repeat(10_000)}the needle here\n${line.repeat(20_000)}`;
  const preview = buildPreview(turnOf(['prompt', line.repeat(3)], ['output', text], ['answer', line.repeat(5)]), hit);
  assert.deepEqual(preview.parts.map(({ field }) => field), ['output']);
  const kept = preview.parts[0].text.length;
  assert.ok(kept > 60_000 && kept < 70_000, String(kept));
  assert.equal(preview.before + kept + preview.behind, 3 * 101 + 30_000 * 101 + 16 + 5 * 101);
  const { lines, target } = previewRows(preview, 80, true);
  assert.equal(lineText(lines[target]), 'the needle here');
  assert.match(lineText(lines[0]), /^… 986,\d+ characters before$/);
  assert.match(lineText(lines[lines.length - 1]), /^… [\d,]+ characters behind$/);
});

test('buildPreview() starts at the beginning when the match is not found, and says when there is no text', () => {
  assert.deepEqual(buildPreview(turnOf(['prompt', 'other text']), sampleHit({ snippet: 'gone', highlights: [[0, 4]] })).target, { part: 0, offset: 0 });
  const nothing = buildPreview(undefined, sampleHit());
  assert.equal(nothing.target, null);
  assert.deepEqual(previewRows(nothing, 80, true).lines.map(lineText), ['no text']);
});

test('previewRows() keeps indentation, wraps long lines, joins blank ones, and is never too wide', () => {
  const hit = sampleHit({ field: 'answer', snippet: 'retry', highlights: [[0, 5]] });
  const preview = buildPreview(turnOf(['answer', 'if (retry) {\n    wait(2);\n\n\n\n}\nand a line that is longer']), hit);
  assert.deepEqual(previewRows(preview, 16, false).lines.map(lineText), ['answer', 'if ([retry]) {', '    wait(2);', '', '}', 'and a line that', 'is longer']);
});
