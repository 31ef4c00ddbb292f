import { test } from 'node:test';
import assert from 'node:assert/strict';
import { codeSpan, fenced, plainInline, quoted } from '../../src/cli/markdown.ts';

const QUOTED: readonly (readonly [what: string, text: string, lines: readonly string[]])[] = [
  ['prose', 'one\n\n# two\n- three', ['> one', '>', '> # two', '> - three']],
  ['nothing', '', []],
  ['a fence, which stays one', 'see\n```ts\nlet a = x < y;\n\n\nlet b: Map<string>;\n```\nthen', ['> see', '>', '> ```ts', '> let a = x < y;', '>', '>', '> let b: Map<string>;', '> ```', '>', '> then']],
  ['a fence that was never closed', 'see\n```\n</details>', ['> see', '>', '> ```', '> </details>', '> ```']],
  ['a fence with a longer one in it', '~~~\n````\n~~~', ['> `````', '> ````', '> `````']],
  ['a fence of which the language is none', '```<img src=x>\na\n```', ['> ```', '> a', '> ```']],
  ['a tag, but not what is less', 'a < b, <b>x</b> <!-- <script> <3', ['> a < b, &lt;b>x&lt;/b> &lt;!-- &lt;script> <3']],
  ['a tag in code', 'use `Map<string>` and ``a`<b>``', ['> use `Map<string>` and ``a`<b>``']],
  // The first backtick takes the second one for its end, so what looks like code is none.
  ['a tag in what is no code, as the line before opens one', 'a ` b\n`<b>` c', ['> a ` b', '> `&lt;b>` c']],
  ['a tag in what is no code, as a backtick is escaped', '\\`<b>`', ['> \\`&lt;b>`']],
  ['a tag in code of another paragraph', 'a ` b\n\n`<b>` c', ['> a ` b', '>', '> `<b>` c']],
  ['a picture', '![x](http://example.org/x.png)', ['> !\\[x](http://example.org/x.png)']],
  ['a link for the whole page', '[issue]: http://example.org', ['> [issue]\\: http://example.org']],
];

for (const [what, text, lines] of QUOTED) {
  test(`quoted() contains ${what}`, () => assert.deepEqual(quoted(text), lines));
}

test('codeSpan() is longer than any backticks in it', () => {
  assert.equal(codeSpan('npm test'), '`npm test`');
  assert.equal(codeSpan(' a\n`b` ```c '), '```` a `b` ```c ````');
  assert.equal(codeSpan(' \n'), '');
});

test('fenced() is longer than any fence in it', () => {
  assert.deepEqual(fenced(['a']), ['```', 'a', '```']);
  assert.deepEqual(fenced(['```', '````x'], 'sh'), ['`````sh', '```', '````x', '`````']);
});

test('plainInline() leaves nothing that Markdown would interpret', () => {
  assert.equal(plainInline(' *a* _b_ [c](d)\n<e> `f` #1 \\ ~g~ x|y &lt; ![h] 2 - 1.'), '\\*a\\* \\_b\\_ \\[c\\](d) \\<e\\> \\`f\\` \\#1 \\\\ \\~g\\~ x\\|y \\&lt; \\!\\[h\\] 2 - 1.');
});
