/**
 * One writer, eight readers, and a rebuild now and then, for minutes: no error, no line missing, nothing that grows.
 *
 * The writing is done in this process, so that the order of line feeds and starts of readers is beyond doubt. What may
 * grow is sampled; the last third of the run is compared with the one before.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCorpus } from '../../bench/corpus/make-corpus.ts';
import { randomFrom } from '../random.ts';
import { askAll, differenceOf } from './answers.ts';
import { bundle } from './bundle.ts';
import { straysOf, wrongRightsOf } from './index-folder.ts';
import { pause, PROGRAM, searchFor, start } from './program.ts';
import { medianOf, type ProofReport } from './proof.ts';
import { keepAsking, keepSearching, type Sample, type SoakScene } from './soak-readers.ts';
import { createSoakWriter } from './soak-writer.ts';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Of the history that is there before. */
  readonly megabytes: number;
  readonly secondsBetweenRebuilds: number;
}

/** Processes that search in loops, beside the engine that lives on: eight in all. */
const REFRESHING_READERS = 5;
const OTHER_READERS = 2;
/** Between two writes of four busy sessions, on average. */
const WRITE_MS = 80;
/** Said before the readers start, so that they have something to ask for. */
const FIRST_WRITES = 20;
/** A third of the run needs so many samples to be compared. */
const ENOUGH_SAMPLES = 20;

/** How much more than in the middle third there may be in the last: a share, and a bit for what is small. */
const GROWTH: readonly { readonly what: keyof Sample; readonly name: string; readonly share: number; readonly more: number }[] = [
  { what: 'heapMb', name: 'heap of the engine that lives on after collection, MB', share: 1.2, more: 4 },
  { what: 'residentMb', name: 'resident memory of that process, MB', share: 1.2, more: 16 },
  { what: 'descriptors', name: 'open files of that process', share: 1.2, more: 8 },
  { what: 'files', name: 'files in the index folder', share: 1.2, more: 8 },
];

/** Runs in a temporary folder. */
export async function proveSoak(options: SoakOptions): Promise<ProofReport> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-soak-')));
  try {
    return await soak(folder, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function soak(folder: string, { minutes, seed, megabytes, secondsBetweenRebuilds }: SoakOptions): Promise<ProofReport> {
  const random = randomFrom(seed);
  const place = { config: join(folder, 'config'), index: join(folder, 'index') };
  makeCorpus({ outDir: place.config, megabytes, seed: 1 + (seed % 1000) });
  const engineFile = join(folder, 'engine.cjs');
  await bundle('test/prove/soak-engine.ts', engineFile);
  const writer = createSoakWriter(place.config, random);
  for (let i = 0; i < FIRST_WRITES; i++) writer.write();
  await start(PROGRAM, ['index'], place).done;

  const faults: string[] = [];
  const startMs = performance.now();
  const endMs = startMs + minutes * 60_000;
  const scene: SoakScene = {
    place, writer, random, samples: [],
    counts: { refreshing: 0, other: 0, engine: 0, waited: 0, pending: 0, lacking: 0 },
    isOver: () => performance.now() >= endMs,
    fault: (what) => void faults.push(`seed ${seed}, after ${((performance.now() - startMs) / 1000).toFixed(1)} s: ${what.trim().slice(0, 600)}`),
  };
  let rebuilds = 0;

  async function keepWriting(): Promise<void> {
    while (!scene.isOver()) {
      writer.write();
      await pause(random() * 2 * WRITE_MS);
    }
  }

  async function keepRebuilding(): Promise<void> {
    for (let nextMs = startMs + secondsBetweenRebuilds * 1000; nextMs < endMs; nextMs += secondsBetweenRebuilds * 1000) {
      await pause(Math.max(0, nextMs - performance.now()));
      const { status, complaint } = await start(PROGRAM, ['index', '--full'], place).done;
      if (status !== 0 || complaint !== '') scene.fault(`index --full: exit ${status}: ${complaint}`);
      rebuilds++;
    }
  }

  await Promise.all([
    keepWriting(),
    keepRebuilding(),
    keepAsking(scene, engineFile),
    ...Array.from({ length: REFRESHING_READERS }, () => keepSearching(scene, true)),
    ...Array.from({ length: OTHER_READERS }, () => keepSearching(scene, false)),
  ]);
  await checkEnd(scene, join(folder, 'fresh'));

  const { said, counts: written } = writer;
  const { refreshing, other, engine, waited, pending, lacking } = scene.counts;
  const rows: [string, string][] = [
    ['lines written (of them in two writes, by sub-agents), larger pieces, sessions', `${said.length} (${written.halves}, ${written.agentLines}), ${written.pieces}, ${written.sessions}`],
    ['searches that refresh, searches that do not, questions to the engine that lives on', `${refreshing}, ${other}, ${engine}`],
    ['searches that waited for another writer for 0.2 s or more', String(waited)],
    ['refreshing answers that said that files are pending; of them without the line asked for', `${pending}; ${lacking}`],
    ['rebuilds with index --full', String(rebuilds)],
    ...judgeGrowth(scene),
  ];
  return { command: `npm run prove -- soak --minutes ${minutes} --seed ${seed} --mb ${megabytes} --rebuild-s ${secondsBetweenRebuilds}`, rows, faults };
}

/** After the last word: everything is found, nothing is left behind, and a fresh index answers the same. */
async function checkEnd({ place, writer: { said }, fault }: SoakScene, freshIndex: string): Promise<void> {
  const last = await start(PROGRAM, searchFor(said[said.length - 1].word), place).done;
  if (last.status !== 0 || last.complaint !== '') fault(`the last search: exit ${last.status}: ${last.complaint}`);
  const strays = straysOf(place.index);
  if (strays.length > 0) fault(`left behind: ${strays.join(' ')}`);
  const wrong = wrongRightsOf(place.index);
  if (wrong.length > 0) fault(wrong.join(', '));
  const fresh = { ...place, index: freshIndex };
  await start(PROGRAM, ['index'], fresh).done;
  const queries = ['error', 'tide gate', '"the tide gate says"', ...said.map(({ word }) => word).filter((_, i) => i % 10 === 0)];
  const expected = askAll(fresh, queries, fault);
  askAll(place, queries, fault).forEach((answer, i) => {
    const difference = differenceOf(answer, expected[i]);
    if (difference !== null) fault(`at the end, ${queries[i] ?? 'turns or newest'}: ${difference}`);
  });
}

/** Medians of the middle third and of the last. */
function judgeGrowth({ samples, fault }: SoakScene): [string, string][] {
  const third = Math.floor(samples.length / 3);
  return GROWTH.map(({ what, name, share, more }) => {
    const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map((part) => medianOf(part.map((sample) => sample[what])));
    if (third >= ENOUGH_SAMPLES && last > middle * share + more) fault(`${name}: ${middle.toFixed(1)} in the middle third, ${last.toFixed(1)} in the last`);
    return [`${name}: median of the middle third, of the last; most`, `${middle.toFixed(1)}, ${last.toFixed(1)}; ${Math.max(0, ...samples.map((sample) => sample[what])).toFixed(1)}`];
  });
}
