import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeResult } from '../../src/transcript/tool-words.ts';
import type { ResultText } from '../../src/transcript/tool-words.ts';

const REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
const STOP = ' STOP what you are doing and wait for the user to tell you how to proceed.';
const NOTE = "\n\nNote: The user's next message may contain a correction or preference. Pay close attention.";
const SAID = ' To tell you how to proceed, the user said:\n';
const CLARIFY =
  'The user wants to clarify these questions.\n    This means they may have additional information.\n\n    Questions asked:\n- "Which one?"\n  Answer: Defer it\n- "When?"\n  (No answer provided)';

const CASES: readonly [string, string, ResultText][] = [
  ['plain output', 'total 12\ndrwx', { kind: 'output' }],
  ['an empty result', '', { kind: 'output' }],
  ['a refusal without words', REJECTED + STOP, { kind: 'words', words: '' }],
  ['a refusal without words, with a note', REJECTED + STOP + NOTE, { kind: 'words', words: '' }],
  ['a refusal with words', `${REJECTED}${SAID}use the other table\n\nand test it`, { kind: 'words', words: 'use the other table\n\nand test it' }],
  ['a refusal with words and a note', `${REJECTED}${SAID}not like this${NOTE}`, { kind: 'words', words: 'not like this' }],
  ['a refusal of an action', `The user doesn't want to take this action right now.${STOP}`, { kind: 'words', words: '' }],
  ['questions put back', REJECTED + SAID + CLARIFY, { kind: 'words', words: 'Defer it' }],
  ['one answer', 'User has answered your questions: "Which database?"="Postgres". You can now continue with the user\'s answers in mind.', { kind: 'words', words: 'Postgres' }],
  ['one answer, newer', 'Your questions have been answered: "Which database?"="Postgres". You can now continue with these answers in mind.', { kind: 'words', words: 'Postgres' }],
  [
    'several answers',
    'User has answered your questions: "A, or B?"="B, \"really\"", "When?"="tomorrow, please". You can now continue with the user\'s answers in mind.',
    { kind: 'words', words: 'B, "really"\ntomorrow, please' },
  ],
  [
    'an answer with a preview and notes',
    'User has answered your questions: "How?"="make test" selected preview:\ntest:\n\tgo test, "fast" user notes: but quietly. You can now continue with the user\'s answers in mind.',
    { kind: 'words', words: 'make test\nbut quietly' },
  ],
  ['notes that say the same', 'User has answered your questions: "How?"="like this" user notes: like this. You can now continue with the user\'s answers in mind.', { kind: 'words', words: 'like this' }],
  ['a side file', '<persisted-output>\nOutput too large (418.9KB). Full output saved to: /home/dev/p/tool-results/b0q.txt\n\nPreview', { kind: 'pointer', name: 'b0q.txt' }],
  ['a side file on Windows', '<persisted-output>\nOutput too large (2MB). Full output saved to: C:\\p\\tool-results\\b0q.txt\n', { kind: 'pointer', name: 'b0q.txt' }],
  ['a side file elsewhere', '<persisted-output>\nOutput too large. Full output saved to: /x/../../.secret\n', { kind: 'pointer', name: '' }],
  ['a side file without name', '<persisted-output>\nOutput too large. Full output saved to: ..\n', { kind: 'pointer', name: '' }],
  ['an interrupted command', '[Request interrupted by user for tool use]\nbegin', { kind: 'tail', from: 43 }],
  ['an interrupted command with its code', 'Exit code 137\n[Request interrupted by user for tool use]\nbegin', { kind: 'tail', from: 57 }],
  ['the launch of an agent', 'Async agent launched successfully.\nagentId: a1', { kind: 'noise' }],
];

for (const [name, text, expected] of CASES) {
  test(`judgeResult() takes ${name} for what it is`, () => assert.deepEqual(judgeResult(text, () => text), expected));
}
