/**
 * Turns the bytes of a terminal into input events.
 *
 * A terminal sends keys as bytes, and a read may end anywhere: inside an escape sequence, inside a
 * UTF-8 character, inside a paste. So bytes are taken one by one, and those that are not understood yet are all the state there is: any
 * split of the same bytes gives the same events. Only time can tell a lone Esc from the start of a sequence. The decoder knows no clock: it
 * says what it waits for (`waiting`), and the owner of the terminal calls `flush` when nothing has followed.
 *
 * Unknown sequences, answers to somebody else's queries and mouse reports in old forms are swallowed whole, never shown as text.
 * Text comes as one event for each character; a bracketed paste is one event, so that no line feed in it can act as a key.
 * Pure: no clock, no terminal. Which bytes are which key is known in sequences.ts; which key does what, nowhere here.
 */
import type { MouseEvent } from './mouse.ts';
import type { Paste } from './paste.ts';
import { createPaste } from './paste.ts';
import { isOpen, isPerhapsKey, meaningOf, meaningOfCut, MOST_BYTES } from './sequences.ts';

/** One thing that a person did. */
export type InputEvent =
  /** A named key, modifiers in front: `up`, `ctrl-c`, `alt-x`, `shift-up`, `ctrl-alt-left`. */
  | { readonly kind: 'key'; readonly name: string }
  /** One printable character (a code point). */
  | { readonly kind: 'text'; readonly text: string }
  /** What was pasted, at most MAX_PASTE_BYTES of it. */
  | { readonly kind: 'paste'; readonly text: string }
  | MouseEvent;

/** `key`: an Esc that may be alone or begin more, or a key with Alt that may. `rest`: a sequence or a character of which a part has come. */
export type Waiting = 'nothing' | 'key' | 'rest' | 'paste';

/** A decoder, with the state between two reads. */
export interface InputDecoder {
  /** Takes any bytes, returns the events that they complete. Never throws. */
  push(bytes: Uint8Array): InputEvent[];
  /** To be called when nothing came for a while: ends whatever is open. A lone Esc becomes `escape`, an open paste ends. */
  flush(): InputEvent[];
  /** What is still open: decides how long to wait before flush. */
  waiting(): Waiting;
}

const ESC = '\x1b';
const PASTE_BEGINS = '\x1b[200~';

/** Makes a decoder that waits for nothing. */
export function createInputDecoder(): InputDecoder {
  /** Bytes that are not understood yet, as characters. */
  let open = '';
  let paste: Paste | null = null;
  let events: InputEvent[] = [];

  function take(byte: number): void {
    if (paste === null) hear(String.fromCharCode(byte));
    else if (paste.push(byte)) endPaste(paste);
  }

  function hear(byte: string): void {
    const bytes = open + byte;
    if (isOpen(bytes)) {
      // Strings have no limit; what they hold is not kept.
      if (bytes.length <= MOST_BYTES || byte === ESC) open = bytes;
      return;
    }
    const meaning = meaningOf(bytes);
    if (meaning === null) {
      giveUp();
      hear(byte);
      return;
    }
    open = '';
    events.push(...meaning);
    if (bytes.endsWith(PASTE_BEGINS)) paste = createPaste();
  }

  /** Nothing more will come of the open bytes. If there is a second Esc in them, it may still begin something. */
  function giveUp(): void {
    const second = open.indexOf(ESC, 1);
    const end = second < 0 ? open.length : second;
    events.push(...meaningOfCut(open.slice(0, end)));
    open = open.slice(end);
  }

  function endPaste({ text }: Paste): void {
    paste = null;
    events.push({ kind: 'paste', text: text() });
  }

  function taken(): InputEvent[] {
    const out = events;
    events = [];
    return out;
  }

  return {
    push(bytes) {
      for (const byte of bytes) take(byte);
      return taken();
    },
    flush() {
      if (paste !== null) endPaste(paste);
      while (open !== '') giveUp();
      return taken();
    },
    waiting() {
      if (paste !== null) return 'paste';
      if (open === '') return 'nothing';
      return isPerhapsKey(open) ? 'key' : 'rest';
    },
  };
}
