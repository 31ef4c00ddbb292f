/**
 * The tables that the tokenizer runs on, and how they get into the memory that it works on.
 */
import { setByte, setHalf, useMemory } from '../kernel/memory.ts';
import { CLASS_OF_BYTE } from './characters.ts';
import { ACT, CLASS, STATE } from './kinds.ts';
import { CLASSES, LOWERED, TRANSITIONS } from './places.ts';

/** By STATE + CLASS: ACT << 8 | next state. */
const TRANSITION_TABLE: Uint16Array = buildTransitions();

function buildTransitions(): Uint16Array {
  const table = new Uint16Array(STATE.foreignCapital + 16);
  for (const from of Object.values(STATE)) {
    const isForeign = from >= STATE.foreign;
    const afterDigit = from === STATE.digit ? ACT.splitAtDigit : ACT.append;
    const set = (kind: number, action: number, to: number): void => {
      table[from + kind] = (action << 8) | to;
    };
    for (let kind = 0; kind < 16; kind++) set(kind, ACT.stop, from);
    set(CLASS.lower, isForeign ? ACT.stop : from === STATE.capitals ? ACT.splitAcronym : afterDigit, STATE.lower);
    set(CLASS.upper, isForeign ? ACT.stop : from === STATE.lower ? ACT.splitAtHump : afterDigit, from === STATE.capital || from === STATE.capitals ? STATE.capitals : STATE.capital);
    set(CLASS.digit, from >= STATE.lower ? ACT.splitAtDigit : ACT.append, STATE.digit);
    set(CLASS.high, ACT.readHigh, from);
    for (let joiner: number = CLASS.name; joiner <= CLASS.colon; joiner++) set(joiner, ACT.readJoiners, STATE.start);
  }
  return table;
}

/** Makes a memory of zeros, of FREE bytes and more, ready for the tokenizer. */
export function prepareMemory(memory: ArrayBuffer): void {
  const before = useMemory(memory);
  for (let byte = 0; byte < 256; byte++) {
    setByte(CLASSES + byte, CLASS_OF_BYTE[byte]);
    setByte(LOWERED + byte, byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);
  }
  TRANSITION_TABLE.forEach((transition, i) => setHalf(TRANSITIONS + i * 2, transition));
  useMemory(before);
}
