/**
 * Adds up what takes how many bytes of an arena. The sum must be known before anything is taken (Arena.reserve()), so that each part of
 * a search says beforehand what it will take, as a list with a name for each item.
 */

/** Sum of the list. */
export function totalBytes(items: Readonly<Record<string, number>>): number {
  return Object.values(items).reduce((sum, bytes) => sum + bytes, 0);
}
