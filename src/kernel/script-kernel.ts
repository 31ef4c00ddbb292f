/**
 * The kernel as JavaScript, for a process that may have no WebAssembly memory (`ulimit -v`, `node --jitless`): slower, else the same.
 */
import type { Kernel } from './arena.ts';
import { bestsByUnit, enterHeap, greatestByUnit, spansFrom, spansOfUnits, touchedOf } from './best.ts';
import { hideUnits, nextShown, showUnits, touchHidden } from './hide.ts';
import { findPositions, markChunks, takeMarked, touchPages } from './lists.ts';
import { useMemory } from './memory.ts';
import { scoreMembers } from './members.ts';
import { chunksAround, clearWords, markPlaces, numberTokens } from './quote.ts';
import { rankUnits } from './rank.ts';
import { addPlainRows, addUpTurns, countCopied, countFilled, greatestTurns, nextOrphan, sumOf } from './rows.ts';
import { gainGathered, scoreGathered, scoreList } from './score.ts';
import { spellBlocks, spellWords } from './spell.ts';
import { takeGroup } from './tally.ts';
import { termsWithin } from './terms.ts';

/** One at a time: it works on the memory that was given last. */
export const scriptKernel: Kernel & { readonly useMemory: typeof useMemory } = {
  useMemory, addPlainRows, addUpTurns, bestsByUnit, chunksAround, clearWords, countCopied, countFilled, enterHeap, findPositions, gainGathered, greatestByUnit, greatestTurns, hideUnits,
  markChunks, markPlaces, nextOrphan, nextShown, numberTokens, rankUnits, scoreGathered, scoreList, scoreMembers, showUnits, spansFrom, spansOfUnits, spellBlocks, spellWords, sumOf, takeGroup, takeMarked, termsWithin, touchedOf, touchHidden, touchPages,
};
