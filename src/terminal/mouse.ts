/**
 * Turns mouse reports in SGR form, `ESC [ < B ; X ; Y M`, into events. Pure.
 *
 * It is the only form that we ask for: it is not limited to 223 columns, and tells which button was released. Movements, and buttons
 * that we make no use of, are no events. Source: xterm's ctlseqs, "Extended coordinates" (mode 1006).
 */

/** What the mouse did, at a cell counted from 0. Modifiers are ignored. */
export interface MouseEvent {
  readonly kind: 'mouse';
  readonly did: 'press' | 'release' | 'wheel-up' | 'wheel-down';
  readonly col: number;
  readonly row: number;
}

const MOTION = 32;
const WHEEL = 64;
/** Shift, meta, control. */
const MODIFIERS = 4 | 8 | 16;

/** The event of a report; null for what is no report, and for other buttons than the first. parameters: the text between `<` and the final byte. */
export function parseMouse(parameters: string, final: string): MouseEvent | null {
  const found = /^(\d{1,5});(\d{1,5});(\d{1,5})$/.exec(parameters);
  if (found === null || (final !== 'M' && final !== 'm')) return null;
  const button = Number(found[1]) & ~MODIFIERS;
  const [col, row] = [Number(found[2]) - 1, Number(found[3]) - 1];
  if (col < 0 || row < 0 || (button & MOTION) !== 0) return null;
  if (button === WHEEL || button === WHEEL + 1) return final === 'm' ? null : { kind: 'mouse', did: button === WHEEL ? 'wheel-up' : 'wheel-down', col, row };
  return button === 0 ? { kind: 'mouse', did: final === 'M' ? 'press' : 'release', col, row } : null;
}
