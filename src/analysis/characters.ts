/**
 * The classes of bytes that the tokenizer runs on.
 */
import { CLASS } from './kinds.ts';

/**
 * Joiners by strength, weakest first: inside a name, before a suffix, between folders, between different kinds of things. A compound is
 * reported at every strength: `user@host:src/kube-vip.ts` whole, then `src/kube-vip.ts`, `kube-vip.ts`, `kube-vip` and the parts.
 */
const JOINERS = ['_-$', '.', '/', ':@#+~'] as const;

/** CLASS by byte. */
export const CLASS_OF_BYTE: Uint8Array = buildClasses();

function buildClasses(): Uint8Array {
  const classes = new Uint8Array(256).fill(CLASS.separator);
  classes.fill(CLASS.lower, 0x61, 0x7b);
  classes.fill(CLASS.upper, 0x41, 0x5b);
  classes.fill(CLASS.digit, 0x30, 0x3a);
  classes.fill(CLASS.high, 0x80, 0x100);
  JOINERS.forEach((joiners, index) => {
    for (const joiner of joiners) classes[joiner.charCodeAt(0)] = CLASS.name + index;
  });
  classes[0x27] = CLASS.apostrophe;
  return classes;
}

/** True for a byte of JOINERS. */
export function isJoiner(byte: number): boolean {
  const kind = CLASS_OF_BYTE[byte];
  return kind >= CLASS.name && kind <= CLASS.colon;
}
