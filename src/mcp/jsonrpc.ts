/**
 * JSON-RPC 2.0 as MCP uses it: bytes to lines, lines to messages, and the errors by their numbers. Pure.
 *
 * A message is one line. A line that is too long, is no UTF-8 or no JSON is told apart from the others and costs no more memory than
 * a line may have; what comes behind it is read on. Ids are texts or whole numbers: MCP allows no null.
 * Source: jsonrpc.org/specification; MCP, Overview and Transports.
 */

/** What went wrong with a message, as numbers that a client knows. */
export const RPC_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** MCP 2026-07-28. */
  unsupportedVersion: -32022,
} as const;

/** By which an answer is known. */
export type RequestId = string | number;

/** A JSON object, nothing known of what it holds. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a line, or a part of a batch, turned out to be. */
export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  /** To a request of ours: we send none. */
  | { readonly kind: 'response' }
  | { readonly kind: 'wrong'; readonly id: RequestId | null; readonly code: number; readonly message: string };

/** A line: one value, or why there is none. */
export type Line = { readonly value: unknown } | { readonly trouble: 'long' | 'parse' };

const LINE_FEED = 0x0a;

/**
 * Takes bytes as they come, gives the lines that are whole. Blank lines are none.
 *
 * maxBytes: of a line. A longer one is given up at once ('long'), and skipped to its end.
 */
export function createLineReader(maxBytes: number): (bytes: Buffer) => Line[] {
  let parts: Buffer[] = [];
  let length = 0;
  let isSkipping = false;

  function take(bytes: Buffer, lines: Line[]): void {
    if (isSkipping) return;
    length += bytes.length;
    if (length <= maxBytes) {
      parts.push(bytes);
      return;
    }
    lines.push({ trouble: 'long' });
    parts = [];
    isSkipping = true;
  }

  return (bytes) => {
    const lines: Line[] = [];
    let at = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, at)) {
      take(bytes.subarray(at, end), lines);
      if (!isSkipping) {
        const line = parseLine(Buffer.concat(parts));
        if (line !== null) lines.push(line);
      }
      parts = [];
      length = 0;
      isSkipping = false;
      at = end + 1;
    }
    // A copy: what is kept of a chunk would keep all of it.
    if (at < bytes.length) take(Buffer.from(bytes.subarray(at)), lines);
    return lines;
  };
}

/** null for a blank line. */
function parseLine(bytes: Buffer): Line | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trim() === '' ? null : { value: JSON.parse(text) as unknown };
  } catch {
    // No UTF-8, no JSON, or nested so deep that it cannot be read.
    return { trouble: 'parse' };
  }
}

/** What a value is. Never throws. */
export function readMessage(value: unknown): Message {
  if (!isObject(value)) return wrong(null, RPC_ERROR.invalidRequest, 'a message is a JSON object');
  const id = isRequestId(value.id) ? value.id : null;
  if (value.jsonrpc !== '2.0') return wrong(id, RPC_ERROR.invalidRequest, 'jsonrpc: expected "2.0"');
  if (!('method' in value) && ('result' in value || 'error' in value)) return { kind: 'response' };
  const { method, params = {} } = value;
  if (typeof method !== 'string') return wrong(id, RPC_ERROR.invalidRequest, 'method: expected a text');
  if ('id' in value && id === null) return wrong(null, RPC_ERROR.invalidRequest, 'id: expected a text or a whole number');
  if (!isObject(params)) return id === null ? { kind: 'notification', method, params: {} } : wrong(id, RPC_ERROR.invalidParams, 'params: expected an object');
  return id === null ? { kind: 'notification', method, params } : { kind: 'request', id, method, params };
}

function wrong(id: RequestId | null, code: number, message: string): Message {
  return { kind: 'wrong', id, code, message };
}

/** True for what may be an id, and for a progress token. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
