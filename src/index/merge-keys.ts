/**
 * The key tables of several segments into one: sorted inputs side by side, so nothing has to be sorted again.
 */
import type { KeyColumns } from './key-table.ts';
import type { EntryColumns } from './reader-types.ts';

/** A table of one input; map: the new places of the places its keys lead to, -1 for none. */
export interface MappedKeys extends EntryColumns {
  readonly map: Int32Array;
}

/** Keys whose place is live, sorted; equal ones are in the order of the inputs. Cost: a step for each input and key. */
export function mergeKeys(inputs: readonly MappedKeys[]): KeyColumns {
  const most = inputs.reduce((sum, { count }) => sum + count, 0);
  const hi = new Uint32Array(most);
  const lo = new Uint32Array(most);
  const value = new Uint32Array(most);
  const places = new Uint32Array(inputs.length);
  let count = 0;
  for (let left = most; left > 0; left--) {
    const least = leastKey(inputs, places);
    const input = inputs[least];
    const place = places[least]++;
    const from = input.chunk[place];
    if (from >= input.map.length || input.map[from] < 0) continue;
    hi[count] = input.hi[place];
    lo[count] = input.lo[place];
    value[count++] = input.map[from];
  }
  return { count, hi: hi.subarray(0, count), lo: lo.subarray(0, count), value: value.subarray(0, count) };
}

/** The first of the inputs that are at the least key. */
function leastKey(inputs: readonly MappedKeys[], places: Uint32Array): number {
  let least = -1;
  let leastHi = 0;
  let leastLo = 0;
  for (let i = 0; i < inputs.length; i++) {
    const place = places[i];
    if (place >= inputs[i].count) continue;
    const hi = inputs[i].hi[place];
    if (least >= 0 && hi > leastHi) continue;
    const lo = inputs[i].lo[place];
    if (least >= 0 && hi === leastHi && lo >= leastLo) continue;
    least = i;
    leastHi = hi;
    leastLo = lo;
  }
  return least;
}
