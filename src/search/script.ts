/**
 * The same word in the other script: simplified and traditional Chinese, character by character.
 *
 * Of a run of Han the index holds pairs and single characters, so each of those has its variants. The characters of a pair vary separately,
 * since many are the same in both scripts and one may stand for several (发: 發, 髮). Widths of Latin and kana, and digits of other scripts,
 * are folded alike in text and query and need no variants.
 */
import { SCRIPT } from '../analysis/kinds.ts';
import { scriptAt } from './letters.ts';

/** Most variants of one gram: more are unlikely. A bound of work, not measured. */
const VARIANT_LIMIT = 12;

/** The gram in the other script: none when it holds no Han or is written the same. The table is loaded on demand. */
export function scriptVariants(gram: string): string[] {
  let isHan = false;
  for (let at = 0; at < gram.length; at++) isHan ||= scriptAt(gram, at) === SCRIPT.han;
  if (!isHan) return [];
  const { HAN_PAIRS } = require('./han-variants.ts') as typeof import('./han-variants.ts');
  let written = [''];
  for (const character of gram) {
    const ways = [character, ...partnersIn(HAN_PAIRS, character)];
    written = written.flatMap((start) => ways.map((way) => start + way));
  }
  return written.slice(1, 1 + VARIANT_LIMIT);
}

function partnersIn(pairs: string, character: string): string[] {
  const partners: string[] = [];
  for (let at = pairs.indexOf(character); at >= 0; at = pairs.indexOf(character, at + 1)) partners.push(pairs[at ^ 1]);
  return partners;
}
