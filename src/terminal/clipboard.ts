/**
 * Puts text into the clipboard of whoever sits at the terminal, even over SSH. Pure.
 *
 * The terminal decides whether to obey, and never says so: tell the person what was copied. Source: xterm's ctlseqs, OSC 52.
 */

/** What to write to the terminal. text: anything. */
export function copySequence(text: string): string {
  return `\x1b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\x07`;
}
