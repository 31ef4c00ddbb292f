/**
 * The tables that the tokenizer runs on, and how they get into the memory that it works on.
 */
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

/** Makes a memory of zeros, of at least FREE bytes, ready for the tokenizer. Copies whole tables: a cold search runs this uncompiled. */
export function prepareMemory(memory: ArrayBuffer): void {
  const bytes = new Uint8Array(memory);
  bytes.set(CLASS_OF_BYTE, CLASSES);
  for (let byte = 0; byte < 256; byte++) bytes[LOWERED + byte] = byte;
  for (let capital = 0x41; capital <= 0x5a; capital++) bytes[LOWERED + capital] = capital + 0x20;
  new Uint16Array(memory).set(TRANSITION_TABLE, TRANSITIONS / 2);
}
