/**
 * The names of keys by the bytes that they send: tables for the decoder in input.ts. Pure.
 *
 * Source: ECMA-48 section 5.4; xterm's ctlseqs; the Linux console and rxvt where they differ.
 */

/** Final byte of a control sequence (`ESC [ … X`, `ESC O X`) to key. */
export const FINAL_KEYS: Readonly<Record<string, string>> = {
  A: 'up', B: 'down', C: 'right', D: 'left', E: 'begin', F: 'end', H: 'home', Z: 'shift-tab',
  P: 'f1', Q: 'f2', R: 'f3', S: 'f4', M: 'enter',
};

/** Number of `ESC [ N ~` to key. */
export const NUMBER_KEYS: Readonly<Record<number, string>> = {
  1: 'home', 2: 'insert', 3: 'delete', 4: 'end', 5: 'page-up', 6: 'page-down', 7: 'home', 8: 'end',
  11: 'f1', 12: 'f2', 13: 'f3', 14: 'f4', 15: 'f5', 17: 'f6', 18: 'f7', 19: 'f8', 20: 'f9', 21: 'f10', 23: 'f11', 24: 'f12',
};

/** Control bytes with a name of their own; the others are `ctrl-` and a letter. */
export const CONTROL_KEYS: Readonly<Record<number, string>> = {
  0x00: 'ctrl-space', 0x09: 'tab', 0x0d: 'enter', 0x1b: 'escape', 0x1c: 'ctrl-\\', 0x1d: 'ctrl-]', 0x1e: 'ctrl-^', 0x1f: 'ctrl-_', 0x7f: 'backspace',
};

/** xterm's modifier number (1 + shift 1, alt 2, ctrl 4) as `ctrl-alt-shift-`. */
export function modifierPrefix(modifiers: string): string {
  const bits = Number(modifiers.split(':')[0] || '1') - 1;
  if (!Number.isInteger(bits) || bits < 0) return '';
  return (bits & 4 ? 'ctrl-' : '') + (bits & 2 ? 'alt-' : '') + (bits & 1 ? 'shift-' : '');
}
