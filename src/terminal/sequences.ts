/**
 * The grammar of what terminals send: which bytes are one key, character or report, and what they mean. Pure.
 *
 * Bytes are characters up to U+00FF. They are open, when more may follow (`ESC [ 1 ;`); or whole, and then mean something, or nothing (a
 * report that nobody asked for); or neither: then the last of them belongs to something else. Any number of terminals can be told apart
 * here by adding a form. Knows no reads, pastes or times: see input.ts.
 * Source: ECMA-48 section 5.4 (control sequences); xterm's ctlseqs; kitty's keyboard protocol; rxvt's reference.
 */
import type { InputEvent } from './input.ts';
import { CONTROL_KEYS, CONTROL_SEQUENCE_KEYS, isRelease, modifierPrefix, NUMBER_KEYS, RXVT_MODIFIERS, SINGLE_SHIFT_KEYS, withAlt } from './key-names.ts';
import { parseMouse } from './mouse.ts';

const ESC = '\x1b';

/** What opens a sequence behind Esc: a control sequence, a single shift, five kinds of strings. If nothing follows, it is a key with Alt. */
const OPENERS = '[O]PX^_';

/** Most bytes of what can mean something. */
export const MOST_BYTES = 34;

/** An Esc in front of any form but a string stands for Alt: so do PuTTY, rxvt and iTerm2 send it even before sequences. */
const OPEN = anyOf(
  /\x1b\x1b?/,
  /\x1b?[\xc0-\xff]/, // UTF-8
  /\x1b?[\xe0-\xff][\x80-\xbf]/,
  /\x1b?[\xf0-\xff][\x80-\xbf]{2}/,
  /\x1b?\x1b\[(?!\d+\$)[\x20-\x3f]*/, // a control sequence
  /\x1b?\x1b\[M[^]{0,2}/, // a mouse report in its old form
  /\x1b?\x1b\[\[/, // a function key of the Linux console
  /\x1b?\x1bO[\d;]*/, // a single shift, in which VTE and Konsole have modifiers
  /\x1b[\]PX^_][^\0-\x1f\x7f]*\x1b?/, // a string, up to BEL or ESC \
);

const WHOLE = anyOf(
  /\x1b?[\0-\xbf]/,
  /\x1b?[\xc0-\xdf][\x80-\xbf]/,
  /\x1b?[\xe0-\xef][\x80-\xbf]{2}/,
  /\x1b?[\xf0-\xff][\x80-\xbf]{3}/,
  /\x1b?\x1b\[[\x20-\x3f]*[\x40-\x7e]/,
  /\x1b?\x1b\[\d+\$/, // rxvt's keys with Shift end with what is no final byte elsewhere
  /\x1b?\x1b\[M[^]{3}/,
  /\x1b?\x1b\[\[[\x40-\x7e]/,
  /\x1b?\x1bO[\d;]*[\x20-\x7e]/,
  /\x1b[\]PX^_][^\0-\x1f\x7f]*(?:\x07|\x1b\\)/,
);

/** What whole forms mean, Alt aside; the first that fits counts, and all others mean nothing. Groups that are missing are undefined. */
const MEANINGS: readonly (readonly [form: RegExp, meaning: (...groups: string[]) => InputEvent[]])[] = [
  [/^([^\x1b][^]*)$/, characterOf],
  [/^\x1b\[<([\d;]*)([Mm])$/, mouseOf],
  // xterm's modifyOtherKeys, and kitty's protocol: code : code with Shift ; modifiers.
  [/^\x1b\[27;([\d:]*);(\d+)~$/, (modifiers, code) => codeOf(code, undefined, modifiers)],
  [/^\x1b\[(\d+)(?::(\d*))?[\d:]*(?:;([\d:]*))?[\d;:]*u$/, codeOf],
  [/^\x1b\[\d*(?:;([\d:]*))?[\d;:]*([A-Za-z])$/, (modifiers, final) => keyOf(CONTROL_SEQUENCE_KEYS[final], modifiers)],
  [/^\x1b\[(\d+)(?:;([\d:]*))?[\d;:]*~$/, (number, modifiers) => keyOf(NUMBER_KEYS[Number(number)], modifiers)],
  [/^\x1b\[(\d+)([$^@])$/, (number, final) => keyOf(NUMBER_KEYS[Number(number)], RXVT_MODIFIERS[final])],
  [/^\x1b\[\[([A-E])$/, (final) => keyOf(`f${final.charCodeAt(0) - 0x40}`)],
  [/^\x1bO(?:\d*;)*(\d*)([A-Za-z])$/, (modifiers, final) => keyOf(SINGLE_SHIFT_KEYS[final], modifiers)],
];

/** True when more may follow. */
export function isOpen(bytes: string): boolean {
  return OPEN.test(bytes);
}

/** True when bytes that are open may be a key, too: an Esc, or a key with Alt. */
export function isPerhapsKey(bytes: string): boolean {
  return /^\x1b{1,2}[[O\]PX^_]?$/.test(bytes);
}

/** The events of bytes that are not open; null when they are not whole either. */
export function meaningOf(bytes: string): InputEvent[] | null {
  if (!WHOLE.test(bytes)) return null;
  if (bytes.length > MOST_BYTES) return [];
  const isAlt = bytes.startsWith(ESC) && bytes.length > 1 && !OPENERS.includes(bytes[1]);
  return isAlt ? behindEsc(plainMeaningOf(bytes.slice(1))) : plainMeaningOf(bytes);
}

/** The events of open bytes of which the rest never comes; without any Esc but at their beginning. */
export function meaningOfCut(bytes: string): InputEvent[] {
  if (bytes === ESC) return keyOf('escape');
  if (isPerhapsKey(bytes)) return keyOf(`alt-${bytes[1]}`);
  if (/^\x1b[\xc0-\xff]/.test(bytes)) return behindEsc(characterOf(bytes.slice(1)));
  return bytes >= '\xc0' ? characterOf(bytes) : [];
}

/** The events with Alt, or with an Esc of its own in front of what Alt does nothing to. */
function behindEsc(events: InputEvent[]): InputEvent[] {
  const [event] = events;
  if (event?.kind === 'key') return keyOf(withAlt(event.name));
  if (event?.kind === 'text') return keyOf(withAlt(event.text === ' ' ? 'space' : event.text));
  return [...keyOf('escape'), ...events];
}

function plainMeaningOf(bytes: string): InputEvent[] {
  for (const [form, meaning] of MEANINGS) {
    const found = form.exec(bytes);
    if (found !== null) return meaning(...found.slice(1));
  }
  return [];
}

function anyOf(...forms: readonly RegExp[]): RegExp {
  return new RegExp(`^(?:${forms.map(({ source }) => source).join('|')})$`);
}

/** A character in UTF-8; an invalid one becomes U+FFFD. */
function characterOf(bytes: string): InputEvent[] {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  const code = text.codePointAt(0) ?? 0xfffd;
  if (code < 0x20 || code === 0x7f) return keyOf(CONTROL_KEYS[code] ?? `ctrl-${String.fromCharCode(code + 0x60)}`);
  // No terminal sends other controls as keys.
  return code < 0xa0 && code > 0x7f ? [] : textOf(code);
}

function textOf(code: number): InputEvent[] {
  return [{ kind: 'text', text: String.fromCodePoint(code) }];
}

function mouseOf(parameters: string, final: string): InputEvent[] {
  const event = parseMouse(parameters, final);
  return event === null ? [] : [event];
}

function keyOf(name: string | undefined, modifiers = ''): InputEvent[] {
  return name === undefined || isRelease(modifiers) ? [] : [{ kind: 'key', name: modifierPrefix(modifiers) + name }];
}

/** A key given as a Unicode code point; shifted: what it is with Shift. */
function codeOf(code: string, shifted = '', modifiers = ''): InputEvent[] {
  if (isRelease(modifiers)) return [];
  const prefix = modifierPrefix(modifiers);
  const point = Number(code);
  if (CONTROL_KEYS[point] !== undefined) return keyOf(prefix + CONTROL_KEYS[point]);
  if (!isPrintable(point)) return [];
  if (prefix === '') return textOf(point);
  const letter = String.fromCodePoint(point);
  if (prefix !== 'shift-') return keyOf(prefix + (letter === ' ' ? 'space' : letter));
  return textOf(isPrintable(Number(shifted)) ? Number(shifted) : (letter.toUpperCase().codePointAt(0) ?? point));
}

/** False for controls, halves of surrogates, and private characters, which kitty's protocol uses for keys without text. */
function isPrintable(point: number): boolean {
  return point >= 0x20 && point <= 0x10ffff && !(point >= 0x7f && point < 0xa0) && !(point >= 0xd800 && point <= 0xf8ff);
}
