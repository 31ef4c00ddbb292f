/**
 * The names of keys by what terminals send for them: tables for sequences.ts. Pure.
 *
 * Source: ECMA-48 section 5.4; xterm's ctlseqs; the Linux console, rxvt and kitty's keyboard protocol where they differ.
 */

/** Final byte of a key to its name. */
const FINAL_KEYS: Readonly<Record<string, string>> = {
  A: 'up', B: 'down', C: 'right', D: 'left', E: 'begin', F: 'end', H: 'home', P: 'f1', Q: 'f2', R: 'f3', S: 'f4',
};

/** The same behind `ESC [`; rxvt has letters of its own for arrows with Shift. */
export const CONTROL_SEQUENCE_KEYS: Readonly<Record<string, string>> = {
  ...FINAL_KEYS, Z: 'shift-tab', a: 'shift-up', b: 'shift-down', c: 'shift-right', d: 'shift-left',
};

/** The same behind `ESC O`: Enter of a number pad, and rxvt's arrows with Ctrl. */
export const SINGLE_SHIFT_KEYS: Readonly<Record<string, string>> = {
  ...FINAL_KEYS, M: 'enter', a: 'ctrl-up', b: 'ctrl-down', c: 'ctrl-right', d: 'ctrl-left',
};

/** Number of `ESC [ N ~` to key. */
export const NUMBER_KEYS: Readonly<Record<number, string>> = {
  1: 'home', 2: 'insert', 3: 'delete', 4: 'end', 5: 'page-up', 6: 'page-down', 7: 'home', 8: 'end',
  11: 'f1', 12: 'f2', 13: 'f3', 14: 'f4', 15: 'f5', 17: 'f6', 18: 'f7', 19: 'f8', 20: 'f9', 21: 'f10', 23: 'f11', 24: 'f12',
};

/** What rxvt ends such a key with in place of `~`, to xterm's modifier number. */
export const RXVT_MODIFIERS: Readonly<Record<string, string>> = { $: '2', '^': '5', '@': '6' };

/** Control characters with a name of their own; the others are `ctrl-` and a letter. */
export const CONTROL_KEYS: Readonly<Record<number, string>> = {
  0x00: 'ctrl-space', 0x09: 'tab', 0x0d: 'enter', 0x1b: 'escape', 0x1c: 'ctrl-\\', 0x1d: 'ctrl-]', 0x1e: 'ctrl-^', 0x1f: 'ctrl-_', 0x7f: 'backspace',
};

/**
 * xterm's modifier number (1 + shift 1, alt 2, ctrl 4, meta 8; with kitty super 8, hyper 16, meta 32) as `ctrl-alt-shift-`. Whatever is
 * like Alt counts as Alt, and locks as nothing.
 */
export function modifierPrefix(modifiers: string): string {
  const number = Number(modifiers.split(':')[0] || '1');
  const bits = Number.isInteger(number) && number > 0 ? number - 1 : 0;
  return (bits & 4 ? 'ctrl-' : '') + (bits & (2 | 8 | 16 | 32) ? 'alt-' : '') + (bits & 1 ? 'shift-' : '');
}

/** True when the modifiers say that the key was let go (kitty's protocol): that is no key. */
export function isRelease(modifiers: string): boolean {
  return modifiers.split(':')[1] === '3';
}

/** The name of the same key with Alt. */
export function withAlt(name: string): string {
  return /^(?:ctrl-)?alt-/.test(name) ? name : name.replace(/^(?:ctrl-)?/, '$&alt-');
}
