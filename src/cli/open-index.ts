/**
 * Opens the engine for a command and brings its index up to date, showing progress on a terminal.
 */
import { CcfindError } from '../errors.ts';
import type { Engine, RefreshReport, SearchAnswer } from '../contract.ts';
import { findPlaces } from '../paths.ts';
import type { Places } from '../paths.ts';
import { sanitize } from '../terminal/sanitize.ts';
import type { CliContext } from './context.ts';
import type { FlagValues } from './flags.ts';
import { createProgressLine } from './progress.ts';
import { counted } from '../sizes.ts';
import { describeHolder } from './waiting-text.ts';

/** How long a search waits for another process that is writing the index, before it answers from what there is. */
const SEARCH_WAIT_MS = 2000;

/** An engine whose index is as fresh as the command asked for. */
export interface OpenIndex {
  readonly engine: Engine;
  readonly places: Places;
  /** null where no refresh was wanted or there is no root. */
  readonly report: RefreshReport | null;
  /** To be called before printing anything while the engine is still at work. */
  readonly clearProgress: () => void;
}

/** What a command asks for besides its flags; see RefreshOptions. */
export interface OpenOptions {
  readonly full?: boolean;
  readonly waitMs?: number;
  readonly hasTime?: boolean;
  /** Instead of the places that the environment and --root name. */
  readonly places?: Places;
}

/** Runs `use` with the engine, refreshed unless --no-refresh was given, and closes it whatever happens. */
export async function withIndex<T>(
  values: FlagValues,
  context: CliContext,
  use: (index: OpenIndex) => T | Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const places = options.places ?? findPlaces({ env: context.env, cwd: context.cwd, extraRoots: values.roots ?? [] });
  const progress = createProgressLine(context);
  const engine = context.openEngine({
    roots: places.roots,
    indexDir: places.indexDir,
    synonymsPath: places.synonyms,
    onProgress: progress.show,
    onWait: progress.showWaiting,
    onWarning: (message) => {
      progress.clear();
      context.messages.write(`ccfind: ${sanitize(message)}\n`);
    },
  });
  try {
    // Without any root there is nothing to read, and no folder should be made for an empty index.
    const isWanted = !values.noRefresh && places.roots.length > 0;
    const report = !isWanted ? null : engine.refresh({ full: options.full ?? false, waitMs: options.waitMs ?? SEARCH_WAIT_MS, hasTime: options.hasTime ?? false });
    progress.clear();
    return await use({ engine, places, report, clearProgress: progress.clear });
  } finally {
    progress.clear();
    engine.close();
  }
}

/** True for an answer from an index that holds nothing at all, and has nothing waiting to be read. */
export function isNothingThere({ total, index }: SearchAnswer): boolean {
  return total === 0 && index.sessions === 0 && index.pending === 0;
}

/**
 * The error for an index that holds nothing at all; names the folders that were looked in.
 *
 * filesIndexed: as the answer counts them. If the index was not refreshed, there may be transcripts all the same, and the error says so.
 */
export function nothingThere({ engine, places, report }: OpenIndex, filesIndexed: number): CcfindError {
  const backlog = report === null && filesIndexed === 0 ? engine.backlog() : null;
  if (backlog !== null && backlog.transcripts > 0) {
    const { transcripts, isBeingWritten, writer } = backlog;
    const message = `nothing is indexed yet of ${counted(transcripts, 'transcript')} in ${places.searched.join(', ')}`;
    if (isBeingWritten) return new CcfindError('not-found', `${message}: that waits for ${describeHolder(writer)}`, { hint: 'try again in a moment' });
    return new CcfindError('not-found', message, { hint: 'ccfind index, or a search without --no-refresh' });
  }
  return new CcfindError('not-found', `no sessions: looked in ${places.searched.join(', ')}`, {
    hint: 'if Claude Code keeps its files elsewhere: CLAUDE_CONFIG_DIR=FOLDER ccfind …, or --root FOLDER; to see it work: ccfind demo',
  });
}
