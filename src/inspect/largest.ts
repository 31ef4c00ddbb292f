/**
 * The sessions and projects that take up most of an index.
 */
import type { LargeProject, LargeSession } from '../reports.ts';
import type { OpenSnapshot } from '../index/index-reader.ts';
import { projectName } from '../search/hits.ts';

const NAMED = 5;

/** Most text first. Cost: one pass over all rows, and two bytes read for each chunk. */
export function largestOf({ sessions, open, deadRows }: OpenSnapshot): { largestSessions: LargeSession[]; largestProjects: LargeProject[] } {
  const chunks = new Float64Array(sessions.count);
  const textBytes = new Float64Array(sessions.count);
  open.forEach(({ reader }, i) => {
    const { rows } = reader;
    const lengths = reader.texts.lengths(0, reader.chunkCount);
    for (let row = 0; row < rows.count; row++) {
      if (deadRows[i]?.[row] === 1) continue;
      const session = rows.session[row];
      chunks[session] += rows.firstChunk[row + 1] - rows.firstChunk[row];
      for (let chunk = rows.firstChunk[row]; chunk < rows.firstChunk[row + 1]; chunk++) textBytes[session] += lengths[chunk];
    }
  });
  const projects = new Map<string, LargeProject>();
  const live = [...chunks.keys()].filter((session) => sessions.live[session] === 1);
  for (const session of live) {
    const dir = sessions.cwd(session);
    const project = projects.get(dir) ?? { project: projectName(dir), dir, sessions: 0, chunks: 0, textBytes: 0 };
    project.sessions++;
    project.chunks += chunks[session];
    project.textBytes += textBytes[session];
    projects.set(dir, project);
  }
  return {
    largestSessions: live.sort((a, b) => textBytes[b] - textBytes[a]).slice(0, NAMED).map((session) => ({
      session: sessions.id(session),
      title: sessions.title(session) || sessions.opening(session),
      project: projectName(sessions.cwd(session)),
      chunks: chunks[session],
      textBytes: textBytes[session],
    })),
    largestProjects: [...projects.values()].sort((a, b) => b.textBytes - a.textBytes).slice(0, NAMED),
  };
}
