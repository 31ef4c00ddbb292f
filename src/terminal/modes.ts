/**
 * What is switched on while a terminal is ours, and off again when it is not: raw mode, and modes by escape codes.
 *
 * Source: xterm's ctlseqs (DECSET), "Terminal spec for synchronized output" (mode 2026).
 */
import type { Device } from './device.ts';

/** The modes of a terminal. What is on already, or off, stays as it is. */
export interface Modes {
  isOn(): boolean;
  /** Switches everything on. Throws what the device throws; then some is on. */
  on(): void;
  /** Switches everything off, in reverse. Throws what the device throws, having gone on as far as it can. */
  off(): void;
}

/** Switched on in this order and off in reverse. */
const MODES: readonly { readonly what: string; readonly on: string; readonly off: string }[] = [
  { what: 'alternate screen', on: '\x1b[?1049h', off: '\x1b[?1049l' },
  { what: 'hidden cursor', on: '\x1b[?25l', off: '\x1b[?25h' },
  { what: 'no wrap at the last column', on: '\x1b[?7l', off: '\x1b[?7h' },
  { what: 'bracketed paste', on: '\x1b[?2004h', off: '\x1b[?2004l' },
];

/** Buttons and wheel, in SGR form. To select text, the person must then hold Shift. */
const MOUSE_MODES: typeof MODES = [
  { what: 'reports of the mouse', on: '\x1b[?1000h', off: '\x1b[?1000l' },
  { what: 'their SGR form', on: '\x1b[?1006h', off: '\x1b[?1006l' },
];

/**
 * Ends whatever a frame may have left open (a synchronised update, styles), and wipes it off: the Linux console, and GNU screen as it comes,
 * have no alternate screen, and the prompt would follow somewhere inside the last frame.
 */
const END_OF_FRAME = '\x1b[?2026l\x1b[0m\x1b[H\x1b[J';

/** The modes of that device, all off. */
export function createModes(device: Device, hasMouse: boolean): Modes {
  const modes = hasMouse ? [...MODES, ...MOUSE_MODES] : MODES;
  const off = [...modes].reverse().map((mode) => mode.off).join('');
  let isOn = false;
  return {
    isOn: () => isOn,
    on() {
      if (isOn) return;
      isOn = true;
      device.input.setRawMode(true);
      device.write(modes.map((mode) => mode.on).join(''));
    },
    off() {
      if (!isOn) return;
      isOn = false;
      try {
        device.write(END_OF_FRAME + off);
      } finally {
        device.input.setRawMode(false);
      }
    },
  };
}
