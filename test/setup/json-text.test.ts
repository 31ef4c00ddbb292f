import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPart, findMember, JsonTextError, parseJsonText, removePart, replaceNode } from '../../src/setup/json-text.ts';
import type { JsonNode, JsonPart } from '../../src/setup/json-text.ts';
import { processorMsOf } from '../processor-time.ts';

/** The plain value of a node, by JSON.parse's own rules for what it reads as well. */
function valueOf(node: JsonNode): unknown {
  if (node.kind === 'array') return node.parts.map((part) => valueOf(part.node));
  if (node.kind === 'object') return Object.fromEntries(node.parts.map((part) => [part.key, valueOf(part.node)]));
  return node.plain;
}

const SAME: readonly string[] = ['{}', '[]', ' [1, -2.5e3, 0, true, false, null, "a\\u0041\\n\\"\\\\"] ', '{"a":{"b":[{}]},"":""}', '"x"', '7', '{"__proto__x": 1}'];

test('parseJsonText() reads JSON as JSON.parse does', () => {
  for (const text of SAME) assert.deepEqual(valueOf(parseJsonText(text)), JSON.parse(text), text);
});

test('parseJsonText() accepts comments, trailing commas, a byte order mark and Windows line ends', () => {
  const text = '\ufeff// head\r\n{ /* a */ "a": [1, 2,], // "b": 3\r\n  "url": "http://x//y", }\r\n// end';
  assert.deepEqual(valueOf(parseJsonText(text)), { a: [1, 2], url: 'http://x//y' });
});

const BROKEN: readonly (readonly [text: string, says: string])[] = [
  ['', 'the text ends too soon at line 1, column 1'],
  ['{"a": 1', 'the text ends too soon at line 1, column 8'],
  ['{"a" 1}', 'a colon is missing at line 1, column 6'],
  ['{"a": 1\n "b": 2}', 'a comma or } is missing at line 2, column 2'],
  ["{'a': 1}", 'no key in double quotes at line 1, column 2'],
  ['{a: 1}', 'no key in double quotes at line 1, column 2'],
  ['[01]', 'no value at line 1, column 2'],
  ['[NaN]', 'no value at line 1, column 2'],
  ['["a\nb"]', 'a text that is no JSON at line 1, column 2'],
  ['{} {}', 'something follows the value at line 1, column 4'],
  ['{} /* open', 'something follows the value at line 1, column 4'],
  ['[,]', 'no value at line 1, column 2'],
  ['"\\', 'the text ends too soon at line 1, column 3'],
  ['['.repeat(100_000), 'more than 200 levels at line 1, column 201'],
];

for (const [text, says] of BROKEN) {
  test(`parseJsonText() says where ${JSON.stringify(text.slice(0, 20))} is not JSON`, () => {
    assert.throws(() => parseJsonText(text), (error) => error instanceof JsonTextError && error.message === says);
  });
}

test('parseJsonText() takes time in proportion to the text', () => {
  const text = `{"a": "${'\\"'.repeat(1 << 20)}", ${'/* x */ '.repeat(1 << 17)} "b": [${'1, '.repeat(1 << 18)}]}`;
  assert.ok(processorMsOf(() => assert.equal(parseJsonText(text).parts.length, 2)) < 5000);
});

test('findMember() tells a key that stands twice', () => {
  const root = parseJsonText('{"a": 1, "b": 2, "a": 3}');
  assert.deepEqual([findMember(root, 'a'), (findMember(root, 'b') as JsonPart).node.plain, findMember(root, 'c')], ['twice', 2, null]);
});

/** Texts as they stand and with one more member `"n": ["x"]` of the root. */
const ADDED: readonly (readonly [before: string, after: string])[] = [
  ['{}', '{\n  "n": [\n    "x"\n  ]\n}'],
  ['{\n}\n', '{\n  "n": [\n    "x"\n  ]\n}\n'],
  ['{"a": 1}', '{"a": 1, "n": ["x"]}'],
  ['{ "a": 1, }', '{ "a": 1, "n": ["x"], }'],
  ['{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"n": [\n\t\t"x"\n\t]\n}'],
  ['\ufeff{\r\n    "a": 1\r\n}\r\n', '\ufeff{\r\n    "a": 1,\r\n    "n": [\r\n        "x"\r\n    ]\r\n}\r\n'],
  ['{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "n": [\n    "x"\n  ]\n}'],
  ['{\n  "a": 1, // one\n  // nothing more\n}', '{\n  "a": 1, // one\n  "n": [\n    "x"\n  ],\n  // nothing more\n}'],
  ['{\n  "a": 1 /* one */\n}', '{\n  "a": 1, /* one */\n  "n": [\n    "x"\n  ]\n}'],
  ['{\n  "a": 1 /* one */} /* two */\n', '{\n  "a": 1,\n  "n": [\n    "x"\n  ] /* one */} /* two */\n'],
  ['{\n  "a": 1 /* one */ /* two */\n}', '{\n  "a": 1,\n  "n": [\n    "x"\n  ] /* one */ /* two */\n}'],
  ['{\n  // empty\n}', '{\n  // empty\n  "n": [\n    "x"\n  ]\n}'],
];

for (const [before, after] of ADDED) {
  test(`addPart() lays out a member as its neighbours are: ${JSON.stringify(before)}`, () => {
    const text = addPart(before, parseJsonText(before), 'n', ['x']);
    assert.equal(text, after);
    const root = parseJsonText(text);
    assert.deepEqual((valueOf(root) as { n: unknown }).n, ['x']);
    const back = removePart(text, root, findMember(root, 'n') as JsonPart);
    assert.deepEqual(valueOf(parseJsonText(back)), valueOf(parseJsonText(before)));
    if (before.includes('"a"')) assert.equal(back, before);
  });
}

test('addPart() keeps a text of one line in one line', () => {
  const text = '{"a": {}}\n';
  const { node } = findMember(parseJsonText(text), 'a') as JsonPart;
  assert.equal(addPart(text, node, 'n', ['x']), '{"a": {"n": ["x"]}}\n');
  assert.equal(addPart('{"a": []}', (findMember(parseJsonText('{"a": []}'), 'a') as JsonPart).node, null, 'x'), '{"a": ["x"]}');
});

test('removePart() removes a member from the middle, the beginning and the end, with its line', () => {
  const text = '{\n  "a": 1, // one\n  "b": 2,\n  "c": 3\n}';
  const without = (key: string): string => {
    const root = parseJsonText(text);
    return removePart(text, root, findMember(root, key) as JsonPart);
  };
  assert.equal(without('b'), '{\n  "a": 1, // one\n  "c": 3\n}');
  assert.equal(without('c'), '{\n  "a": 1, // one\n  "b": 2\n}');
  assert.deepEqual(valueOf(parseJsonText(without('a'))), { b: 2, c: 3 });
});

test('replaceNode() changes a value and nothing around it', () => {
  const text = '{ "a" : 30 /* days */ }';
  assert.equal(replaceNode(text, (findMember(parseJsonText(text), 'a') as JsonPart).node, 365), '{ "a" : 365 /* days */ }');
});
