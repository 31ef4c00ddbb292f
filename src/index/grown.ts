/**
 * Columns that grow: a typed array that is full is replaced by one of twice the length.
 */

/** The array at twice the length: its values, then zeros. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(column: T): T {
  const larger = new (column.constructor as new (length: number) => T)(column.length * 2);
  larger.set(column);
  return larger;
}
