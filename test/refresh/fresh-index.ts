/**
 * What an index made from nothing says, and whether another one says the same: the measure of every proof.
 */
import { IndexDamage } from '../../src/index/damage.ts';
import type { Directory } from '../../src/index/directory.ts';
import { followIndex } from '../../src/index/follow-index.ts';
import { readManifest } from '../../src/index/index-reader.ts';
import { MANIFEST_NAME, namesIn } from '../../src/index/manifest.ts';
import { createMemoryDirectory } from '../../src/index/memory-directory.ts';
import type { RefreshRequest } from '../../src/refresh/refresh.ts';
import { search } from '../../src/search/searcher.ts';
import { differences, dumpIndex } from '../index-dump.ts';
import type { IndexDump } from '../index-dump.ts';
import { contextAt, requestFor } from '../search/memory-index.ts';
import { QUERIES } from './fault-histories.ts';
import { refresh } from './refreshing.ts';

/** The hits of every query, as text. Which number a chunk has in its turn depends on the batches, so that is no promise. Throws IndexDamage. */
export function answersOf(directory: Directory): string {
  const snapshot = followIndex(directory).present();
  try {
    const answers = QUERIES.map((query) => search(snapshot, requestFor(query), contextAt(null)));
    return JSON.stringify(answers.map((answer) => ({ ...answer, hits: answer.hits.map(({ hit: _hit, score, ...rest }) => ({ ...rest, score: score.toFixed(9) })) })));
  } finally {
    snapshot.close();
  }
}

export class FreshIndex {
  readonly answers: string;
  private readonly root: string;
  private readonly dump: IndexDump;

  /** Of the transcripts that are there now. */
  constructor(root: string) {
    this.root = root;
    const directory = createMemoryDirectory();
    refresh(directory, root);
    this.answers = answersOf(directory);
    this.dump = dumpIndex(directory);
  }

  /** Runs a command that refreshes, then reads everything and makes a damaged index anew, as the engine does. Returns what is wrong then. */
  wrongAfter(directory: Directory, options: Partial<RefreshRequest> = {}): string[] {
    refresh(directory, this.root, options);
    const said = (): { answers: string; dump: IndexDump } => ({ answers: answersOf(directory), dump: dumpIndex(directory) });
    let now;
    try {
      now = said();
    } catch (error) {
      if (!(error instanceof IndexDamage)) throw error;
      refresh(directory, this.root, { isDamaged: true });
      now = said();
    }
    const wrong = differences(now.dump, this.dump);
    if (now.answers !== this.answers) wrong.push('other hits');
    const manifest = readManifest(directory);
    const named = manifest === null ? [] : [MANIFEST_NAME, ...namesIn(manifest)];
    return [...wrong, ...directory.list().filter((name) => !named.includes(name)).map((name) => `left over: ${name}`)];
  }
}
