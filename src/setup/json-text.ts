/**
 * JSON as people write it into settings files, read together with the position of everything, so that an edit leaves the rest untouched. Pure.
 *
 * Comments, trailing commas, a byte order mark and Windows line ends are accepted and kept: some editors write them. A key that occurs
 * twice is not resolved; findMember() reports it. An edit returns a new text; positions are UTF-16 offsets in the text that was read, and
 * do not hold for an edited one.
 */

/** A value and its range in the text, half-open. */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'plain';
  readonly start: number;
  readonly end: number;
  /** Members or elements, in order; empty for a plain value. */
  readonly parts: readonly JsonPart[];
  /** A plain value: text, number, true, false or null; null for objects and arrays. */
  readonly plain: string | number | boolean | null;
}

/** A member of an object or an element of an array. */
export interface JsonPart {
  /** null in an array. */
  readonly key: string | null;
  /** Where the key begins, or the element. */
  readonly start: number;
  readonly node: JsonNode;
  /** The offset after the comma that follows; null without one. */
  readonly commaEnd: number | null;
}

/** Why a text is not JSON; line and column count from 1. */
export class JsonTextError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(what: string, text: string, at: number) {
    const lines = text.slice(0, at).split(/\r\n|\n|\r/);
    super(`${what} at line ${lines.length}, column ${lines[lines.length - 1].length + 1}`);
    this.name = 'JsonTextError';
    this.line = lines.length;
    this.column = lines[lines.length - 1].length + 1;
  }
}

/** Deepest nesting: no settings are deeper, and the stack must not overflow. */
const MAX_DEPTH = 200;
const SKIPPED = /[ \t\r\n\ufeff]+|\/\/[^\r\n]*|\/\*[^]*?\*\//y;
const SPECIAL = /["\\]/g;
const LITERAL = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** The value that the text holds. Throws JsonTextError. Linear in the text. */
export function parseJsonText(text: string): JsonNode {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const skip = (): void => {
    while (take(SKIPPED) !== null);
  };
  const fail: (what: string) => never = (what) => {
    throw new JsonTextError(at >= text.length ? 'the text ends too soon' : what, text, at);
  };

  function value(depth: number): JsonNode {
    const start = at;
    const opening = text[at];
    if (opening === '{' || opening === '[') {
      if (depth === MAX_DEPTH) fail(`more than ${MAX_DEPTH} levels`);
      at++;
      return list(opening === '{' ? 'object' : 'array', start, depth + 1);
    }
    const plain = opening === '"' ? string() : (JSON.parse(take(LITERAL) ?? fail('no value')) as JsonNode['plain']);
    return { kind: 'plain', start, end: at, parts: [], plain };
  }

  /** By hand, since a regular expression would need stack for each character of the string. */
  function string(): string {
    const start = at;
    for (let special = ''; special !== '"'; ) {
      SPECIAL.lastIndex = special === '' ? at + 1 : at;
      const found = SPECIAL.exec(text);
      at = found === null ? text.length : found.index;
      if (found === null) fail('');
      special = text[at];
      at += special === '"' ? 1 : 2;
    }
    try {
      return JSON.parse(text.slice(start, at)) as string;
    } catch {
      at = start;
      return fail('a text that is no JSON');
    }
  }

  function list(kind: 'object' | 'array', start: number, depth: number): JsonNode {
    const closing = kind === 'object' ? '}' : ']';
    const parts: JsonPart[] = [];
    for (;;) {
      skip();
      if (text[at] === closing) break;
      if (parts.length > 0 && parts[parts.length - 1].commaEnd === null) fail(`a comma or ${closing} is missing`);
      const partStart = at;
      let key: string | null = null;
      if (kind === 'object') {
        if (text[at] !== '"') fail('no key in double quotes');
        key = string();
        skip();
        if (text[at] !== ':') fail('a colon is missing');
        at++;
        skip();
      }
      const node = value(depth);
      skip();
      const hasComma = text[at] === ',';
      if (hasComma) at++;
      parts.push({ key, start: partStart, node, commaEnd: hasComma ? at : null });
    }
    at++;
    return { kind, start, end: at, parts, plain: null };
  }

  skip();
  const node = value(0);
  skip();
  if (at < text.length) fail('something follows the value');
  return node;
}

/** The member with that key; null without one, 'twice' where there are several. */
export function findMember(node: JsonNode, key: string): JsonPart | 'twice' | null {
  const found = node.parts.filter((part) => part.key === key);
  return found.length > 1 ? 'twice' : (found[0] ?? null);
}

/** The text with another value in place of that node. */
export function replaceNode(text: string, { start, end }: JsonNode, value: unknown): string {
  return text.slice(0, start) + JSON.stringify(value) + text.slice(end);
}

/** The text with one more member (key given) or element at the end of this object or array, laid out as its neighbours are. */
export function addPart(text: string, parent: JsonNode, key: string | null, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = indentUnit(text);
  const last = parent.parts.at(-1);
  // An empty parent is spread over lines if the text around it is, or if there is nothing around it.
  const isSpread = last === undefined ? hasLineEnd(text.trim(), 0, text.length) || parent.end - parent.start === text.trim().length : hasLineEnd(text, parent.start, parent.parts[0].start);
  const outer = indentAt(text, parent.start);
  const indent = last === undefined ? outer + unit : indentAt(text, parent.parts[0].start);
  const written = (key === null ? '' : `${JSON.stringify(key)}: `) + (isSpread ? JSON.stringify(value, null, unit).replaceAll('\n', eol + indent) : JSON.stringify(value));
  if (last === undefined) {
    const inside = text.slice(parent.start + 1, parent.end - 1).trimEnd();
    if (!isSpread) return text.slice(0, parent.start + 1) + inside + written + text.slice(parent.end - 1);
    return `${text.slice(0, parent.start + 1)}${inside}${eol}${indent}${written}${eol}${outer}${text.slice(parent.end - 1)}`;
  }
  const { commaEnd, node } = last;
  const withComma = text.slice(0, node.end) + (commaEnd === null ? ',' : '') + text.slice(node.end);
  const afterComma = commaEnd ?? node.end + 1;
  if (!isSpread) return `${withComma.slice(0, afterComma)} ${written}${commaEnd === null ? '' : ','}${withComma.slice(afterComma)}`;
  // A comment at the end of the line belongs to what stands on that line.
  const at = afterComma + (/^[ \t]*(?:\/\/[^\r\n]*|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/[ \t]*(?=[\r\n]))?/.exec(withComma.slice(afterComma, afterComma + 2000))?.[0].trimEnd().length ?? 0);
  return `${withComma.slice(0, at)}${eol}${indent}${written}${commaEnd === null ? '' : ','}${withComma.slice(at)}`;
}

/** The text without that part, its comma, and its line if it stood there alone. */
export function removePart(text: string, parent: JsonNode, part: JsonPart): string {
  const before = parent.parts[parent.parts.indexOf(part) - 1];
  // With the last part goes the comma in front of it.
  const isLast = part.commaEnd === null && before !== undefined && before.commaEnd !== null;
  let { start } = part;
  let end = part.commaEnd ?? part.node.end;
  const isLineEnd = /^[ \t]*(?:\r|\n|\/\/|$)/.test(text.slice(end, end + 200));
  const head = /(?:\r\n|\n|\r)?[ \t]*$/.exec(text.slice(Math.max(0, start - 2000), start))?.[0] ?? '';
  if (isLineEnd || isLast) start -= head.length;
  else end += /^[ \t]*/.exec(text.slice(end, end + 2000))?.[0].length ?? 0;
  return isLast ? text.slice(0, before.commaEnd - 1) + text.slice(before.commaEnd, start) + text.slice(end) : text.slice(0, start) + text.slice(end);
}

function hasLineEnd(text: string, start: number, end: number): boolean {
  return /[\r\n]/.test(text.slice(start, end));
}

/** The indentation of the line that holds the offset. */
function indentAt(text: string, at: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  return /^\ufeff?([ \t]*)/.exec(text.slice(lineStart, Math.max(lineStart, at)))?.[1] ?? '';
}

/** The indentation of one level: that of the first indented line. */
function indentUnit(text: string): string {
  return /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? '  ';
}
