/**
 * Makes text from transcripts, file names and arguments harmless for a terminal. Pure.
 *
 * Nothing that was stored may act on the viewer: no control character, no escape sequence, no
 * direction override, no invisible character in which text can hide. Escape sequences go whole
 * (`ESC [ 31 m` leaves no `[31m` behind); what they enclosed stays readable. After sanitizing, no
 * character below U+0020 is left but the line feeds that sanitizeLines() keeps, and sanitizing
 * again changes nothing. A zero-width joiner stays between two pictographs only, a variation
 * selector only before such a joiner: elsewhere both are invisible and change nothing one can read.
 *
 * This is all that stands between stored text and an output: no surface prints without it. toJson() is the lossless twin for machine output: it escapes instead of removing.
 */
import { lazy } from '../lazy.ts';
import { isSingle } from './graphemes.ts';

/**
 * Escape sequences: CSI (parameters, intermediates, final byte); OSC, DCS, SOS, PM and APC strings up
 * to their terminator; other escapes of one final byte. ESC and the 8-bit forms alike. A string
 * without a terminator loses its introducer only, or half an answer would go with it.
 * Source: ECMA-48 sections 5.3 to 5.6, and xterm's BEL as terminator of OSC.
 */
const ESCAPE_SEQUENCE =
  /(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x80-\x9f\n]*(?:\x07|\x9c|\x1b\\)|\x1b[\x20-\x2f]*[\x30-\x7e]?/g;

/** Controls, lone surrogates, and every character that is there and cannot be seen. */
const suspect = lazy(() => /[\0-\x09\x0b-\x1f\x7f-\x9f\p{DI}\u2028\u2029\ufff9-\ufffb\p{Cs}]/gu);

const JOINER = '\u200d';
const EMOJI_STYLE = '\ufe0f';
const pictographBefore = lazy(() => /[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]\ufe0f?$/u);
const pictographNext = lazy(() => /^\p{Extended_Pictographic}/u);
const joinedPictographNext = lazy(() => /^\u200d\p{Extended_Pictographic}/u);
const pictographEnds = lazy(() => /[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]$/u);

/** For machine output: as `suspect` without what JSON.stringify has escaped already. */
const jsonSuspect = lazy(() => /[\x7f-\x9f\p{DI}\u2028\u2029\ufff9-\ufffb]/gu);

/** One harmless line: line breaks and tabs become single spaces. Never throws; linear in the text. */
export function sanitize(text: string): string {
  if (isSingle(text) && !text.includes('\n')) return text;
  return sanitizeLines(text.replace(/\t/g, ' ')).replace(/\n+/g, ' ');
}

/** Harmless text that keeps its lines: CR LF and lone CR become line feeds, a tab four spaces. */
export function sanitizeLines(text: string): string {
  if (isSingle(text)) return text;
  const unescaped = text.replace(ESCAPE_SEQUENCE, '').replace(/\r\n?/g, '\n').replace(/\t/g, '    ');
  return unescaped.replace(suspect(), (found: string, offset: number) => harmless(found, offset, unescaped));
}

/**
 * JSON of a value in one line, with control, direction and invisible characters as \u escapes:
 * parsing gives back exactly what went in.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replace(jsonSuspect(), (found) => {
    let escaped = '';
    for (let i = 0; i < found.length; i++) escaped += '\\u' + found.charCodeAt(i).toString(16).padStart(4, '0');
    return escaped;
  });
}

function harmless(found: string, offset: number, text: string): string {
  if (found === JOINER || found === EMOJI_STYLE) {
    const before = text.slice(Math.max(0, offset - 3), offset);
    const after = text.slice(offset + 1, offset + 4);
    const isKept =
      found === JOINER
        ? pictographBefore().test(before) && pictographNext().test(after)
        : pictographEnds().test(before) && joinedPictographNext().test(after);
    return isKept ? found : '';
  }
  if (found === '\u2028' || found === '\u2029') return '\n';
  return found >= '\ud800' && found <= '\udfff' && found.length === 1 ? '\ufffd' : '';
}
