/**
 * What Claude Code tells a hook on standard input: one JSON object of some hundred bytes.
 *
 * It is not relied on: the input may be empty, garbage, endless, or a pipe that nobody closes. So it is read for a few
 * moments and up to a limit, and taken as soon as the object is whole, since some clients leave the pipe open.
 */
import { isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';

/** What hooks want to know; null where it was not told. */
export interface Payload {
  /** How the session starts: startup, resume, clear, compact or fork. */
  readonly source: string | null;
  readonly session: string | null;
  /** The session's directory, absolute. */
  readonly cwd: string | null;
}

const LIMIT_BYTES = 256 * 1024;
const WAIT_MS = 40;

const NOTHING: Payload = { source: null, session: null, cwd: null };

/** Reads the input. Never rejects, resolves within some 40 ms, and destroys the stream. */
export function readPayload(input: Readable): Promise<Payload> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const finish = (): void => {
      clearTimeout(timer);
      input.destroy();
      resolve(payloadOf(Buffer.concat(parts)) ?? NOTHING);
    };
    const timer = setTimeout(finish, WAIT_MS);
    input.on('data', (part: Buffer | string) => {
      const chunk = Buffer.from(part);
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes > LIMIT_BYTES || (/\}\s*$/.test(chunk.toString('latin1').slice(-100)) && payloadOf(Buffer.concat(parts)) !== null)) finish();
    });
    input.on('end', finish);
    input.on('error', finish);
  });
}

/** null when the bytes are no object, or not all of it. */
function payloadOf(bytes: Buffer): Payload | null {
  if (bytes.length > LIMIT_BYTES) return null;
  try {
    const told: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof told !== 'object' || told === null) return null;
    const { source, session_id: session, cwd } = told as Record<string, unknown>;
    return { source: textOf(source), session: textOf(session), cwd: typeof cwd === 'string' && isAbsolute(cwd) ? cwd : null };
  } catch {
    return null;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
