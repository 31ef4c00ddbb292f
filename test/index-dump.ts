/**
 * What can be seen of an index, in a form that does not depend on how it came about: which text is stored in which
 * segment and row, and which of several sessions that share it is its owner, may differ; what a search sees may not.
 */
import type { Directory } from '../src/index/directory.ts';
import { useEarliestTimes } from '../src/index/earliest-times.ts';
import { createHolders } from '../src/index/holders.ts';
import { openSnapshot } from '../src/index/index-reader.ts';
import { ROW_FLAG } from '../src/index/reader-types.ts';
import type { SegmentReader, Snapshot } from '../src/index/reader-types.ts';
import { FIELDS } from '../src/schema.ts';

export interface IndexDump {
  /** One line a session. */
  readonly sessions: string[];
  /** `field [agent] session:turn+session:turn text`, sorted. */
  readonly chunks: string[];
  /** The same with the time of the turn before it; not for text before any prompt. Where sessions share text under other prompts it depends on the order of reading. */
  readonly times: string[];
  /** `term df`, sorted; live chunks only. */
  readonly terms: string[];
  readonly counts: Snapshot['counts'];
}

/** Everything about the published index. */
export function dumpIndex(directory: Directory): IndexDump {
  const snapshot = openSnapshot(directory);
  if (snapshot === null) throw new Error('there is no index');
  useEarliestTimes(snapshot);
  try {
    return { sessions: dumpSessions(snapshot), ...dumpChunks(snapshot), terms: dumpTerms(snapshot), counts: snapshot.counts };
  } finally {
    snapshot.close();
  }
}

function dumpSessions({ sessions }: Snapshot): string[] {
  const lines: string[] = [];
  for (let session = 0; session < sessions.count; session++) {
    if (sessions.live[session] === 0) continue;
    lines.push(
      JSON.stringify({
        id: sessions.id(session), title: sessions.title(session), opening: sessions.opening(session), turns: sessions.turnCount[session],
        cwd: sessions.cwd(session), cwds: sessions.cwds(session), branches: sessions.branches(session), pullRequests: sessions.pullRequests(session), first: sessions.firstMs[session],
        last: sessions.lastMs[session], path: sessions.path(session),
      }),
    );
  }
  return lines.sort();
}

function dumpChunks(snapshot: Snapshot): { chunks: string[]; times: string[] } {
  const holders = createHolders(snapshot);
  const lines: string[] = [];
  const times: string[] = [];
  forEachLiveChunk(snapshot, (segment, number, row, chunk) => {
    const held = holders.of(number, row, chunk).map(({ session, turn }) => `${snapshot.sessions.id(session)}:${turn}`).sort().join('+');
    const agent = (segment.rows.flags[row] & ROW_FLAG.agent) !== 0 ? ' agent' : '';
    lines.push(`${FIELDS[segment.fields[chunk]].name}${agent} ${held} ${segment.text(chunk).toString()}`);
    if (!held.includes(':0')) times.push(`${segment.rows.timeMs[row]} ${lines[lines.length - 1]}`);
  });
  return { chunks: lines.sort(), times: times.sort() };
}

function dumpTerms(snapshot: Snapshot): string[] {
  const frequencies = new Map<string, number>();
  for (const [number, segment] of snapshot.segments.entries()) {
    const isLive = new Uint8Array(segment.chunkCount);
    forEachLiveChunk(snapshot, (_segment, at, _row, chunk) => {
      if (at === number) isLive[chunk] = 1;
    });
    for (let term = 0; term < segment.termCount; term++) {
      const { count, chunks } = segment.postings(term);
      let live = 0;
      for (let i = 0; i < count; i++) live += isLive[chunks[i]];
      const text = segment.term(term).toString();
      if (live > 0) frequencies.set(text, (frequencies.get(text) ?? 0) + live);
    }
  }
  return [...frequencies].map(([term, df]) => `${term} ${df}`).sort();
}

function forEachLiveChunk(snapshot: Snapshot, visit: (segment: SegmentReader, number: number, row: number, chunk: number) => void): void {
  for (const [number, segment] of snapshot.segments.entries()) {
    const { rows } = segment;
    for (let row = 0; row < rows.count; row++) {
      if (snapshot.deadRows[number]?.[row] === 1) continue;
      for (let chunk = rows.firstChunk[row]; chunk < rows.firstChunk[row + 1]; chunk++) visit(segment, number, row, chunk);
    }
  }
}

/** What is in only one of two dumps, in lines that a person can read; empty when they are equal. */
export function differences(actual: IndexDump, expected: IndexDump): string[] {
  const lists = ['sessions', 'chunks', 'terms'] as const;
  const lines = lists.flatMap((name) => [...onlyIn(actual[name], expected[name], `surplus ${name}`), ...onlyIn(expected[name], actual[name], `missing ${name}`)]);
  const counts = [actual.counts, expected.counts].map((count) => JSON.stringify(count));
  return counts[0] === counts[1] ? lines : [...lines, `counts ${counts[0]}, expected ${counts[1]}`];
}

function onlyIn(list: readonly string[], other: readonly string[], name: string): string[] {
  const left = new Map<string, number>();
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
  return list.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  }).map((line) => `${name}: ${line.length > 200 ? `${line.slice(0, 120)} … ${line.slice(-40)}` : line}`);
}
