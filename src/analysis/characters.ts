/**
 * Bytes of UTF-8 to characters: the ASCII classes that the tokenizer runs on, and a lenient decoder for the rest.
 *
 * Invalid UTF-8 never throws: a byte that begins no valid sequence decodes to -1 with length 1, a separator.
 */

/** Class of a byte. What begins a word comes first, then joiners by strength, then separators. */
export const CLASS = { lower: 0, upper: 1, digit: 2, high: 3, name: 4, dot: 5, slash: 6, colon: 7, separator: 8, apostrophe: 9 } as const;

/**
 * Joiners by strength, weakest first: inside a name, before a suffix, between folders, between unlike things. A compound is
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

/** A letter or digit of ASCII, or a byte of something else that may be one. */
export function isWordByte(byte: number): boolean {
  return CLASS_OF_BYTE[byte] <= CLASS.high;
}

/** Length in bytes of the sequence that decodeAt read last. */
export let decodedLength = 1;

/** Code point at bytes[i], which must be >= 0x80; -1 when it is no valid UTF-8. Sets decodedLength. */
export function decodeAt(bytes: Uint8Array, i: number, end: number): number {
  const lead = bytes[i];
  decodedLength = 1;
  if (lead < 0xc2 || lead > 0xf4 || i + 1 >= end) return -1;
  const second = bytes[i + 1];
  if ((second & 0xc0) !== 0x80) return -1;
  if (lead < 0xe0) {
    decodedLength = 2;
    return ((lead & 0x1f) << 6) | (second & 0x3f);
  }
  if (i + 2 >= end) return -1;
  const third = bytes[i + 2];
  if ((third & 0xc0) !== 0x80) return -1;
  if (lead < 0xf0) {
    const codePoint = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
    if (codePoint < 0x800 || (codePoint >= 0xd800 && codePoint < 0xe000)) return -1;
    decodedLength = 3;
    return codePoint;
  }
  if (i + 3 >= end) return -1;
  const fourth = bytes[i + 3];
  if ((fourth & 0xc0) !== 0x80) return -1;
  const codePoint = ((lead & 0x07) << 18) | ((second & 0x3f) << 12) | ((third & 0x3f) << 6) | (fourth & 0x3f);
  if (codePoint < 0x10000 || codePoint > 0x10ffff) return -1;
  decodedLength = 4;
  return codePoint;
}
