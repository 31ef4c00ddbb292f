/**
 * Golden files: texts as a person sees them, in files a person can open. Escape codes stand in them as words.
 * `UPDATE_GOLDEN=1` writes them anew; then read the diff.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CODES: readonly (readonly [code: string, word: string])[] = [
  ['\x1b[1m', '<bold>'],
  ['\x1b[2m', '<dim>'],
  ['\x1b[22m', '</bold or dim>'],
  ['\x1b[1;4;33m', '<mark>'],
  ['\x1b[22;24;39m', '</mark>'],
  ['\x1b[36m', '<accent>'],
  ['\x1b[39m', '</accent>'],
];

/** Compares with test/golden/NAME.txt. */
export function checkGolden(name: string, text: string): void {
  let shown = text;
  for (const [code, word] of CODES) shown = shown.replaceAll(code, word);
  const path = join(process.cwd(), 'test', 'golden', `${name}.txt`);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, shown);
  assert.equal(shown, readFileSync(path, 'utf8'));
}
