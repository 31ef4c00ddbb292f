/**
 * Turns the bytes of a terminal into input events.
 *
 * A terminal sends keys as bytes, and a read may end anywhere: inside an escape sequence, inside a
 * UTF-8 character, inside a paste. So the decoder is a state machine fed byte by byte: any split of the same bytes
 * gives the same events. Only time can tell a lone Esc from the start of a sequence. The decoder knows no clock: it
 * says what it waits for (`waiting`), and the owner of the terminal calls `flush` when nothing has followed.
 *
 * Unknown sequences, answers to somebody else's queries and mouse reports in old forms are swallowed whole, never shown as text.
 * Text comes as one event for each character; a bracketed paste is one event, so that no line feed in it can act as a key.
 * Pure: no clock, no terminal. Which key does what is not known here.
 * Source: ECMA-48 section 5.4 (form of control sequences); xterm's ctlseqs (keys, modifiers, paste, mouse).
 */

import { CONTROL_KEYS, FINAL_KEYS, modifierPrefix, NUMBER_KEYS } from './key-names.ts';
import { parseMouse } from './mouse.ts';
import type { MouseEvent } from './mouse.ts';

/** One thing that a person did. */
export type InputEvent =
  /** A named key, modifiers in front: `up`, `ctrl-c`, `alt-x`, `shift-up`, `ctrl-alt-left`. */
  | { readonly kind: 'key'; readonly name: string }
  /** One printable character (a code point). */
  | { readonly kind: 'text'; readonly text: string }
  /** What was pasted, at most MAX_PASTE_BYTES of it. */
  | { readonly kind: 'paste'; readonly text: string }
  | MouseEvent;

/** A decoder, with the state between two reads. */
export interface InputDecoder {
  /** Takes any bytes, returns the events that they complete. Never throws. */
  push(bytes: Uint8Array): InputEvent[];
  /** To be called when nothing came for a while: ends whatever is open. A lone Esc becomes `escape`, an open paste ends. */
  flush(): InputEvent[];
  /** What is still open: a sequence (wait some 50 ms before flush), a paste (wait a second), or nothing. */
  waiting(): 'nothing' | 'sequence' | 'paste';
}

/** A paste is cut here: a longer one is no query, and one that never ends must not eat memory. */
export const MAX_PASTE_BYTES = 65_536;

/** Most characters of a sequence's parameters; a longer one is no key. */
const MAX_PARAMETERS = 32;

const ESC = 0x1b;
const BEL = 0x07;

type State =
  | 'ground'
  | 'escape' // after ESC
  | 'control-sequence' // after ESC [
  | 'linux-function' // after ESC [ [, a function key of the Linux console
  | 'single-shift' // after ESC O
  | 'string' // after ESC and one of ] P X ^ _, up to BEL or ESC \
  | 'string-escape'
  | 'old-mouse' // after ESC [ M, three more bytes
  | 'paste';

/** Makes a decoder in its ground state. */
export function createInputDecoder(): InputDecoder {
  let state: State = 'ground';
  let parameters = '';
  let mouseBytesLeft = 0;
  /** The character that opened the string, until another byte follows. */
  let stringOpener = '';
  let paste: number[] = [];
  let pasteBytes = 0;
  let pasteTail = '';
  let character: number[] = [];
  let characterLength = 0;
  let alt = false;
  let events: InputEvent[] = [];

  const key = (name: string): void => {
    events.push({ kind: 'key', name });
  };
  const text = (character: string): void => {
    if (alt) key(`alt-${character === ' ' ? 'space' : character}`);
    else events.push({ kind: 'text', text: character });
    alt = false;
  };

  function ground(byte: number): void {
    if (characterLength > 0) {
      if ((byte & 0xc0) === 0x80) {
        character.push(byte);
        if (character.length === characterLength) endCharacter();
        return;
      }
      endCharacter();
    }
    if (byte === ESC) {
      state = 'escape';
    } else if (byte < 0x20 || byte === 0x7f) {
      const name = CONTROL_KEYS[byte] ?? `ctrl-${String.fromCharCode(byte + 0x60)}`;
      key(alt ? `alt-${name}` : name);
      alt = false;
    } else if (byte < 0x80) {
      text(String.fromCharCode(byte));
    } else {
      character = [byte];
      characterLength = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
      if (characterLength === 1) endCharacter();
    }
  }

  /** Ends a character of several bytes; an invalid or incomplete one becomes U+FFFD. */
  function endCharacter(): void {
    const decoded = Buffer.from(character).toString('utf8');
    characterLength = 0;
    character = [];
    const code = decoded.codePointAt(0) ?? 0xfffd;
    // C1 controls are not printable, and no terminal sends them as keys.
    if (code >= 0xa0) text(String.fromCodePoint(code));
    alt = false;
  }

  function afterEscape(byte: number): void {
    state = 'ground';
    if (byte === 0x5b) {
      state = 'control-sequence';
      parameters = '';
    } else if (byte === 0x4f) {
      state = 'single-shift';
    } else if (byte === 0x5d || byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f) {
      state = 'string';
      stringOpener = String.fromCharCode(byte);
    } else if (byte === ESC) {
      key('escape');
      state = 'escape';
    } else {
      alt = true;
      ground(byte);
    }
  }

  function inControlSequence(byte: number): void {
    if (byte >= 0x20 && byte <= 0x3f) {
      if (parameters.length < MAX_PARAMETERS) parameters += String.fromCharCode(byte);
    } else if (byte === 0x5b && parameters === '') {
      state = 'linux-function';
    } else if (byte === 0x4d && parameters === '') {
      state = 'old-mouse';
      mouseBytesLeft = 3;
    } else if (byte >= 0x40 && byte <= 0x7e) {
      state = 'ground';
      endControlSequence(String.fromCharCode(byte));
    } else {
      // This byte is part of no sequence: the sequence is dropped, and the byte counts by itself.
      state = 'ground';
      ground(byte);
    }
  }

  function endControlSequence(final: string): void {
    if (parameters.startsWith('<')) {
      const mouse = parseMouse(parameters.slice(1), final);
      if (mouse !== null) events.push(mouse);
      return;
    }
    // A private marker (`?` answers) or an intermediate byte: no key.
    if (!/^[0-9;:]*$/.test(parameters) || parameters.length >= MAX_PARAMETERS) return;
    const [first = '', second = ''] = parameters.split(';');
    if (final === '~') {
      if (first === '200') {
        state = 'paste';
        paste = [];
        pasteBytes = 0;
        pasteTail = '';
      } else if (first === '27') {
        // xterm's modifyOtherKeys: 27 ; modifiers ; code ~
        keyOfCode(Number(parameters.split(';')[2]), second);
      } else {
        withModifiers(NUMBER_KEYS[Number(first)], second);
      }
    } else if (final === 'u') {
      keyOfCode(Number(first.split(':')[0]), second);
    } else if (final !== 'M' || first === '') {
      withModifiers(FINAL_KEYS[final], second);
    }
  }

  function withModifiers(name: string | undefined, modifiers: string): void {
    if (name === undefined) return;
    key(modifierPrefix(modifiers) + name);
  }

  /** A key given as a Unicode code point (modifyOtherKeys, kitty's protocol). */
  function keyOfCode(code: number, modifiers: string): void {
    if (!Number.isInteger(code) || code < 0 || code > 0x10ffff) return;
    const prefix = modifierPrefix(modifiers);
    const named = CONTROL_KEYS[code];
    if (named !== undefined) key(prefix + named);
    else if (code < 0x20 || (code >= 0xe000 && code <= 0xf8ff) || (code >= 0xd800 && code <= 0xdfff)) return;
    else if (prefix === '' || prefix === 'shift-') text(String.fromCodePoint(code));
    else key(prefix + (code === 0x20 ? 'space' : String.fromCodePoint(code)));
  }

  function inPaste(byte: number): void {
    pasteBytes++;
    if (paste.length < MAX_PASTE_BYTES) paste.push(byte);
    pasteTail = (pasteTail + String.fromCharCode(byte)).slice(-6);
    if (pasteTail === '\x1b[201~') endPaste(6);
  }

  function endPaste(terminatorLength: number): void {
    const bytes = Buffer.from(paste.slice(0, pasteBytes - terminatorLength));
    state = 'ground';
    paste = [];
    events.push({ kind: 'paste', text: bytes.toString('utf8') });
  }

  function step(byte: number): void {
    switch (state) {
      case 'ground':
        ground(byte);
        break;
      case 'escape':
        afterEscape(byte);
        break;
      case 'control-sequence':
        if (byte === ESC) state = 'escape';
        else inControlSequence(byte);
        break;
      case 'linux-function':
        state = 'ground';
        if (byte >= 0x41 && byte <= 0x45) key(`f${byte - 0x40}`);
        break;
      case 'single-shift':
        if (byte === ESC) {
          state = 'escape';
        } else {
          state = 'ground';
          withModifiers(FINAL_KEYS[String.fromCharCode(byte)], '');
        }
        break;
      case 'string':
        stringOpener = '';
        if (byte === BEL) state = 'ground';
        else if (byte === ESC) state = 'string-escape';
        break;
      case 'string-escape':
        if (byte === 0x5c) {
          state = 'ground';
        } else {
          state = 'escape';
          afterEscape(byte);
        }
        break;
      case 'old-mouse':
        mouseBytesLeft--;
        if (mouseBytesLeft === 0) state = 'ground';
        break;
      case 'paste':
        inPaste(byte);
        break;
    }
  }

  function taken(): InputEvent[] {
    const out = events;
    events = [];
    return out;
  }

  return {
    push(bytes) {
      for (const byte of bytes) step(byte);
      return taken();
    },
    flush() {
      if (state === 'escape') key('escape');
      else if (state === 'control-sequence' && parameters === '') key('alt-[');
      else if (state === 'single-shift') key('alt-O');
      else if (state === 'string' && stringOpener !== '') key(`alt-${stringOpener}`);
      else if (state === 'string-escape') key('escape');
      else if (state === 'paste') endPaste(0);
      state = 'ground';
      if (characterLength > 0) endCharacter();
      alt = false;
      return taken();
    },
    waiting() {
      if (state === 'paste') return 'paste';
      return state === 'ground' && characterLength === 0 && !alt ? 'nothing' : 'sequence';
    },
  };
}
