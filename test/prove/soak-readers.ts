/**
 * The readers of the soak: fresh processes of the program, and one engine that lives as long as the soak.
 *
 * A search that refreshes must find every word whose line feed was written before its process began, unless its answer says
 * that files are pending: it waits two seconds for another writer and then answers from what there is. Whatever any search has
 * found, all that begin later must find, refreshing or not.
 */
import { fork } from 'node:child_process';
import { PROGRAM, searchFor, start, type Place } from './program.ts';
import type { SearchAnswer } from '../../src/contract.ts';
import { namesOf } from './index-folder.ts';
import type { EngineQuestion, EngineReply, EngineUse } from './soak-engine.ts';
import type { Said, SoakWriter } from './soak-writer.ts';

export interface SoakCounts {
  refreshing: number;
  other: number;
  engine: number;
  /** Searches that waited for another writer for long enough to say so. */
  waited: number;
  /** Answers that said that files are pending, and those of them that lacked the word. */
  pending: number;
  lacking: number;
}

/** What grows if something leaks. */
export interface Sample extends EngineUse {
  readonly files: number;
}

/** What readers share. */
export interface SoakScene {
  readonly place: Place;
  readonly writer: SoakWriter;
  readonly random: () => number;
  readonly counts: SoakCounts;
  readonly samples: Sample[];
  readonly isOver: () => boolean;
  readonly fault: (what: string) => void;
}

const SAMPLE_MS = 1000;
/** The engine is asked without a refresh so often. */
const SHARE_WITHOUT_REFRESH = 0.2;

/** Searches in processes of their own, one after the other. */
export async function keepSearching(scene: SoakScene, isRefreshing: boolean): Promise<void> {
  while (!scene.isOver()) {
    const wanted = pickWord(scene);
    const wasIndexed = wanted.isIndexed;
    const { status, stdout, complaint, hasWaited } = await start(PROGRAM, searchFor(wanted.word, ...(isRefreshing ? [] : ['--no-refresh'])), scene.place).done;
    scene.counts[isRefreshing ? 'refreshing' : 'other']++;
    if (hasWaited) scene.counts.waited++;
    if (complaint !== '' || (status !== 0 && status !== 1)) scene.fault(`search: exit ${status}: ${complaint}`);
    else {
      const { hits, index } = JSON.parse(stdout) as SearchAnswer;
      judge(scene, wanted, wasIndexed, isRefreshing, { hits, pending: index.pending });
    }
  }
}

/** Asks one engine in a process of its own, and samples what that process and the index folder hold. */
export async function keepAsking(scene: SoakScene, engineFile: string): Promise<void> {
  const { place, random, counts, samples } = scene;
  const child = fork(engineFile, [place.config, place.index], { execArgv: ['--expose-gc'] });
  let resolveReply: (reply: EngineReply | null) => void = () => {};
  child.on('message', (reply: EngineReply) => resolveReply(reply));
  child.on('exit', () => resolveReply(null));
  const ask = (question: EngineQuestion): Promise<EngineReply | null> => new Promise((resolve) => {
    resolveReply = resolve;
    child.send(question);
  });
  try {
    for (let sampledMs = 0; !scene.isOver(); ) {
      const isRefreshing = random() >= SHARE_WITHOUT_REFRESH;
      const wanted = pickWord(scene);
      const wasIndexed = wanted.isIndexed;
      const wantsUse = performance.now() - sampledMs >= SAMPLE_MS;
      if (wantsUse) sampledMs = performance.now();
      const reply = await ask({ query: wanted.word, isRefreshing, wantsUse });
      if (reply === null) return scene.fault('the process of the engine that lives on has ended');
      counts.engine++;
      if (reply.messages.length > 0) scene.fault(`the engine that lives on said: ${reply.messages.join('; ')}`);
      judge(scene, wanted, wasIndexed, isRefreshing, reply);
      if (reply.use !== null) samples.push({ ...reply.use, files: namesOf(place.index).length });
    }
  } finally {
    child.disconnect();
  }
}

/** A word that was said: most often one of the newest. */
function pickWord({ writer: { said }, random }: SoakScene): Said {
  return said[said.length - 1 - Math.floor(random() ** 4 * said.length)];
}

function judge({ counts, fault }: SoakScene, wanted: Said, wasIndexed: boolean, isRefreshing: boolean, { hits, pending }: Pick<EngineReply, 'hits' | 'pending'>): void {
  const isFound = hits.some(({ session, snippet }) => session === wanted.session && snippet.includes(wanted.word));
  if (isFound) wanted.isIndexed = true;
  if (isRefreshing && pending > 0) counts.pending++;
  if (isFound) return;
  const what = `${wanted.word} of ${wanted.session} (pending: ${pending}, refreshing: ${isRefreshing})`;
  if (wasIndexed) fault(`lost: ${what}, which a search had found before`);
  else if (isRefreshing && pending === 0) fault(`missing: ${what}, flushed before the search began`);
  else if (isRefreshing) counts.lacking++;
}
