/**
 * What the catalog says of a session, out of what its files say.
 *
 * A session mostly is one main file. Where there are two (a moved folder, a synchroniser's copy) the one to resume
 * is the one that was active last, and the other adds what it knows.
 */
import type { SessionRecord } from '../index/catalog.ts';
import { emptyFacts, resumeFolder } from '../transcript/facts.ts';
import type { SessionFacts } from '../transcript/facts.ts';
import { slugOf } from '../transcript/slug.ts';
import { readCustomTitle, titleOf } from '../transcript/titles.ts';
import type { ListedFile } from './compare.ts';

/** A main file and its facts. */
export interface MainFacts {
  readonly file: ListedFile;
  readonly facts: SessionFacts;
}

/** Puts the facts of all main files (in reading order) into the session's record. Reads custom-title.json. */
export function settleRecord(record: SessionRecord, mains: readonly MainFacts[]): void {
  const primary = choosePrimary(mains);
  if (primary === null) {
    record.path = '';
    return;
  }
  const { file } = primary;
  const facts = mergeFacts(mains, primary);
  noteTimes(record, facts);
  record.root = file.root;
  record.path = file.relativePath;
  record.cwds = facts.cwds;
  record.branches = facts.branches;
  record.pullRequests = facts.pullRequests;
  record.opening = facts.opening || facts.task;
  // The folder may have another name than when the file was read.
  const home = facts.cwds.find((cwd) => slugOf(cwd) === file.folder) ?? '';
  record.dir = resumeFolder({ ...facts, homeCwd: home });
  record.title = titleOf(facts, readCustomTitle(file.path.replace(/\.jsonl$/, '/custom-title.json')), '');
}

/** Widens the session's times. */
export function noteTimes(record: SessionRecord, { firstMs, lastMs }: Pick<SessionFacts, 'firstMs' | 'lastMs'>): void {
  if (firstMs !== null && !(record.firstMs <= firstMs)) record.firstMs = firstMs;
  if (lastMs !== null && !(record.lastMs >= lastMs)) record.lastMs = lastMs;
}

function choosePrimary(mains: readonly MainFacts[]): MainFacts | null {
  let best: MainFacts | null = null;
  for (const main of mains) {
    if (best === null || compare(main, best) >= 0) best = main;
  }
  return best;
}

/** Of two that were active last at the same time, copies mostly, the one in the folder where a client looks that goes back into it. */
function compare(a: MainFacts, b: MainFacts): number {
  return rank(a) - rank(b) || lastOf(a) - lastOf(b) || Number(isAtHome(a)) - Number(isAtHome(b));
}

function isAtHome({ file, facts }: MainFacts): boolean {
  return facts.cwds.some((cwd) => slugOf(cwd) === file.folder);
}

function rank({ file }: MainFacts): number {
  return file.isConflictCopy ? 0 : 1;
}

function lastOf({ facts }: MainFacts): number {
  return facts.lastMs ?? 0;
}

function mergeFacts(mains: readonly MainFacts[], primary: MainFacts): SessionFacts {
  if (mains.length === 1) return primary.facts;
  const merged = emptyFacts();
  for (const { facts } of [...mains.filter((main) => main !== primary), primary]) {
    for (const name of ['movedCwd', 'worktreeOf', 'aiTitle', 'customTitle'] as const) merged[name] = facts[name] || merged[name];
    if (facts.customTitle !== '') merged.customTitleMs = facts.customTitleMs;
    for (const name of ['branches', 'pullRequests'] as const) merged[name] = [...merged[name].filter((one) => !facts[name].includes(one)), ...facts[name]];
    if (facts.firstMs !== null) merged.firstMs = Math.min(merged.firstMs ?? Infinity, facts.firstMs);
    if (facts.lastMs !== null) merged.lastMs = Math.max(merged.lastMs ?? -Infinity, facts.lastMs);
  }
  for (const { facts } of [primary, ...mains]) for (const cwd of facts.cwds) if (!merged.cwds.includes(cwd)) merged.cwds.push(cwd);
  for (const name of ['opening', 'task'] as const) merged[name] = mains.map(({ facts }) => facts[name]).find((text) => text !== '') ?? '';
  return merged;
}
