import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steady } from '../../src/terminal/steady.ts';
import { width } from '../../src/terminal/width.ts';

/** Columns: what tmux 3.3, xterm and VTE count. */
const TEXTS: readonly [text: string, shown: string, columns: number][] = [
  ['plain, é, 日本, 👍', 'plain, é, 日本, 👍', 18],
  ['👩\u200d💻 coder', '👩💻 coder', 10],
  ['👍🏽', '👍', 2],
  ['🧑🏽\u200d🤝\u200d🧑🏿', '🧑🤝🧑', 6],
  ['🏴\ufe0f\u200d🌈', '🏴🌈', 4],
];

for (const [text, shown, columns] of TEXTS) {
  test(`steady() shows ${shown} in ${columns} columns`, () => {
    assert.equal(steady(text), shown);
    assert.equal(width(steady(text)), columns);
  });
}
