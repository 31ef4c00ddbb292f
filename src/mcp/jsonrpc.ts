/**
 * JSON-RPC 2.0 as MCP uses it: bytes to lines, lines to messages, and the numbers of errors. Pure.
 *
 * A message is one line. A line that is too long, not UTF-8 or not JSON is reported as such, costs no more memory than a
 * line may have, and does not affect the lines after it. Ids are texts or whole numbers: MCP does not allow null.
 * Source: jsonrpc.org/specification; MCP, Overview and Transports.
 */

/** What can be wrong with a message, as the numbers that clients know. */
export const RPC_ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** MCP 2026-07-28. */
  unsupportedVersion: -32022,
} as const;

/** The id of a request, which its answer repeats. */
export type RequestId = string | number;

/** A JSON object whose contents are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a line, or a part of a batch, turned out to be. */
export type Message =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  /** A response to a request of ours; we send none. */
  | { readonly kind: 'response' }
  | { readonly kind: 'wrong'; readonly id: RequestId | null; readonly code: number; readonly message: string };

/** A line: its value, or why it has none. */
export type Line = { readonly value: unknown } | { readonly trouble: 'long' | 'parse' };

const LINE_FEED = 0x0a;

/**
 * Returns a function that takes bytes as they come and returns the lines that they complete, without blank ones.
 *
 * maxBytes: most bytes of a line. A longer line is reported at once ('long'), and skipped to its end.
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
    // A copy: a part that is kept would keep the whole buffer.
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
    // Not UTF-8, not JSON, or nested too deep to be read.
    return { trouble: 'parse' };
  }
}

/** The message that a JSON value is. Never throws. */
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

/** True for what may be an id or a progress token. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
