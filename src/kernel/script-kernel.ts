/**
 * The kernel as JavaScript, for a process that may have no WebAssembly memory (`ulimit -v`, `node --jitless`): slower, otherwise the same.
 */
import type { Kernel } from './arena.ts';
import { bestsByUnit, greatestByUnit, spansOfUnits, touchedOf } from './best.ts';
import { hideUnits, nextShown, showUnits, touchHidden } from './hide.ts';
import { findPositions, markChunks, takeMarked } from './lists.ts';
import { useMemory } from './memory.ts';
import { chunksAround, clearWords, markPlaces, numberTokens } from './quote.ts';
import { rankUnits } from './rank.ts';
import { addPlainRows, addUpTurns, countCopied, countFilled, greatestTurns, nextOrphan, sumOf } from './rows.ts';
import { gainOf } from './score.ts';
import { spellBlocks, spellWords } from './spell.ts';
import { takeGroup } from './tally.ts';
import { termsWithin } from './terms.ts';
import { beginMembers, endWindow, nextChunk, scoreWindow } from './window.ts';

/** One at a time: it works on the memory that was set last. */
export const scriptKernel: Kernel & { readonly useMemory: typeof useMemory } = {
  useMemory, addPlainRows, addUpTurns, beginMembers, bestsByUnit, chunksAround, clearWords, countCopied, countFilled, endWindow, findPositions, gainOf, greatestByUnit, greatestTurns,
  hideUnits, markChunks, markPlaces, nextChunk, nextOrphan, nextShown, numberTokens, rankUnits, scoreWindow, showUnits, spansOfUnits, spellBlocks, spellWords, sumOf, takeGroup, takeMarked,
  termsWithin, touchedOf, touchHidden,
};
