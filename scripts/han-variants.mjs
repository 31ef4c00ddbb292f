// Makes src/search/han-variants.ts from the Unihan database.
//
//   node scripts/han-variants.mjs FOLDER      the folder with Unihan_Variants.txt and Unihan_OtherMappings.txt
//
// The files come with Debian's package unicode-data (as .bz2, in /usr/share/unicode: unpack them). Taken are the pairs of
// kSimplifiedVariant and kTraditionalVariant whose simplified character is in common use in China (kTGH, the 8,105 characters of
// the general list) and whose traditional one is in Big Five (kBigFive).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './development.mjs';

const folder = process.argv[2];
if (folder === undefined) throw new Error('the folder with the Unihan files is missing');

/** [code point, field, value] of every line. */
const linesOf = (name) =>
  readFileSync(join(folder, name), 'utf8').split('\n').filter((line) => line.startsWith('U+')).map((line) => {
    const [character, field, value] = line.split('\t');
    return [parseInt(character.slice(2), 16), field, value];
  });

const mapped = { kTGH: new Set(), kBigFive: new Set() };
for (const [character, field] of linesOf('Unihan_OtherMappings.txt')) mapped[field]?.add(character);

const pairs = new Set();
for (const [character, field, value] of linesOf('Unihan_Variants.txt')) {
  if (field !== 'kSimplifiedVariant' && field !== 'kTraditionalVariant') continue;
  for (const other of value.split(' ').map((text) => parseInt(text.slice(2), 16))) {
    const [simplified, traditional] = field === 'kSimplifiedVariant' ? [other, character] : [character, other];
    if (simplified !== traditional && mapped.kTGH.has(simplified) && mapped.kBigFive.has(traditional)) pairs.add(`${String.fromCodePoint(simplified, traditional)}`);
  }
}

const all = [...pairs].sort().filter((pair) => pair.length === 2).join('');
const rows = all.match(/.{1,80}/g).map((row) => `  '${row}',`);
writeFileSync(join(ROOT, 'src', 'search', 'han-variants.ts'), `/**
 * Simplified and traditional Chinese characters, as pairs. Made by scripts/han-variants.mjs: do not edit.
 *
 * Source: Unihan_Variants.txt and Unihan_OtherMappings.txt of the Unicode Character Database, version 15.0.0; changed: selected and
 * put together. Copyright © 1991-2022 Unicode, Inc.; used under the Unicode License (https://www.unicode.org/license.txt), which permits
 * use, change and distribution of the data files with this notice.
 */

/** A simplified character, a traditional one, and so on: one UTF-16 unit each. A character may stand in several pairs. */
export const HAN_PAIRS: string = [
${rows.join('\n')}
].join('');
`);
