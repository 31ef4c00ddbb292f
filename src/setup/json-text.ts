/**
 * JSON as people write it into settings files, read with the place of everything, so that a change leaves the rest as it stands. Pure.
 *
 * Comments, commas after the last element, a byte order mark and Windows line ends are let through and kept: some editors write them. A key
 * that stands twice, where it would have to be decided which one counts, is told by findMember(). An edit is a new text; places
 * are UTF-16 offsets in the text that was read and die with it.
 */

/** A value with its place, half-open. */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'plain';
  readonly start: number;
  readonly end: number;
  /** Of objects and arrays, in order. */
  readonly parts: readonly JsonPart[];
  /** Of anything else: text, number, true, false or null. */
  readonly plain: string | number | boolean | null;
}

/** A member of an object or an element of an array. */
export interface JsonPart {
  /** null in an array. */
  readonly key: string | null;
  /** Of the key, or the element. */
  readonly start: number;
  readonly node: JsonNode;
  /** Behind the comma that follows; null without one. */
  readonly commaEnd: number | null;
}

/** What keeps a text from being JSON; line and column from 1. */
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

/** Deeper is nobody's settings, and would end the stack. */
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

  /** By hand, since an expression would need a stack of the length of the text. */
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

/** The member of that key; null without one, 'twice' where there are more. */
export function findMember(node: JsonNode, key: string): JsonPart | 'twice' | null {
  const found = node.parts.filter((part) => part.key === key);
  return found.length > 1 ? 'twice' : (found[0] ?? null);
}

/** The text with another value in the place of that node. */
export function replaceNode(text: string, { start, end }: JsonNode, value: unknown): string {
  return text.slice(0, start) + JSON.stringify(value) + text.slice(end);
}

/** The text with one more member (key given) or element at the end of this object or array, laid out as its neighbours are. */
export function addPart(text: string, parent: JsonNode, key: string | null, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = indentUnit(text);
  const last = parent.parts.at(-1);
  // An empty one is spread as the text around it is; a text of nothing else is.
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
  // A remark at the end of the line belongs to what stands there.
  const at = afterComma + (/^[ \t]*(?:\/\/[^\r\n]*|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/[ \t]*(?=[\r\n]))?/.exec(withComma.slice(afterComma, afterComma + 2000))?.[0].trimEnd().length ?? 0);
  return `${withComma.slice(0, at)}${eol}${indent}${written}${commaEnd === null ? '' : ','}${withComma.slice(at)}`;
}

/** The text without that part, its comma, and the line where it stood alone. */
export function removePart(text: string, parent: JsonNode, part: JsonPart): string {
  const before = parent.parts[parent.parts.indexOf(part) - 1];
  // The last one takes the comma in front with it.
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

/** White space in front of the line of that place. */
function indentAt(text: string, at: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  return /^\ufeff?([ \t]*)/.exec(text.slice(lineStart, Math.max(lineStart, at)))?.[1] ?? '';
}

/** What one level is indented by: as the first indented line is. */
function indentUnit(text: string): string {
  return /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? '  ';
}
