/**
 * What a tool replies, before it is put into the form that the protocol wants.
 */
import { randomBytes } from 'node:crypto';
import { CcfindError } from '../errors.ts';
import type { JsonObject } from './jsonrpc.ts';
import { harmlessLine, quote, shortened } from './quotation.ts';
import { TOOLS } from './tools.ts';

/** A reply. Its text is harmless, and of bounded size. */
export interface Reply {
  readonly text: string;
  /** The same as an object, if JSON was asked for. */
  readonly structure?: JsonObject;
  /** Cursor for what follows; null at the end. */
  readonly next: string | null;
  readonly isError?: boolean;
}

/** Most characters of a quoted message, and of its hint. */
const MOST_CHARACTERS = 600;

/** A number for the marks of a quotation, drawn after everything quoted was written. */
export function drawNumber(): string {
  return randomBytes(6).toString('hex');
}

/**
 * The reply for an error, so that a model can do something about it. An error about arguments is in our own words; any other may name a folder
 * or a session, whose names may be anybody's text, so it is quoted.
 */
export function errorReply(error: unknown): Reply {
  const { message, hint } = error instanceof CcfindError ? error : { message: error instanceof Error ? error.message : String(error), hint: null };
  if (error instanceof CcfindError && error.code === 'usage' && TOOLS.some(({ name }) => message.startsWith(`${name}: `))) {
    return { text: hint === null ? message : `${message}\n${hint}`, next: null, isError: true };
  }
  const lines = [message, hint ?? ''].map((text) => shortened(harmlessLine(text), MOST_CHARACTERS)).filter((line) => line !== '');
  return { text: `It did not work:\n${quote(lines, drawNumber(), 'names in it')}\nsearch_sessions lists sessions with their ids.`, next: null, isError: true };
}
