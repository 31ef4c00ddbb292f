/**
 * Titles outside the transcript, and which of all titles counts.
 *
 * A title that the person chose beats a generated one, which beats an old summary; the newest of its kind counts.
 * 2.1.332 keeps the chosen title in `<session>/custom-title.json` as well (`carried` over a /clear: also chosen).
 * 2.1.12 kept summaries in `sessions-index.json`, which went stale: only titles are taken from it.
 */
import { MAX_TITLE_LENGTH, cutLine } from './facts.ts';
import type { SessionFacts } from './facts.ts';
import { readSmallJson } from './small-json.ts';

/** What a custom-title.json says. */
export interface CustomTitle {
  readonly title: string;
  /** When it was set; null when the file does not say. */
  readonly atMs: number | null;
}

/** The title in a custom-title.json; null when it cannot be read or holds none. */
export function readCustomTitle(path: string): CustomTitle | null {
  const value = readSmallJson(path);
  if (typeof value !== 'object' || value === null || !('customTitle' in value) || typeof value.customTitle !== 'string') return null;
  const title = cutLine(value.customTitle, MAX_TITLE_LENGTH);
  if (title === '') return null;
  const atMs = 'at' in value && typeof value.at === 'string' ? Date.parse(value.at) : NaN;
  return { title, atMs: Number.isNaN(atMs) ? null : atMs };
}

/** Titles in a sessions-index.json by session id; empty when it cannot be read. */
export function readIndexTitles(path: string): Map<string, string> {
  const titles = new Map<string, string>();
  const value = readSmallJson(path);
  if (typeof value !== 'object' || value === null || !('entries' in value) || !Array.isArray(value.entries)) return titles;
  for (const entry of value.entries as unknown[]) {
    if (typeof entry !== 'object' || entry === null || !('sessionId' in entry) || typeof entry.sessionId !== 'string') continue;
    const chosen = 'customTitle' in entry ? entry.customTitle : undefined;
    const title = typeof chosen === 'string' && chosen !== '' ? chosen : 'summary' in entry ? entry.summary : undefined;
    if (typeof title === 'string' && title.trim() !== '') titles.set(entry.sessionId, cutLine(title, MAX_TITLE_LENGTH));
  }
  return titles;
}

/**
 * The title of a session, '' when it has none.
 *
 * custom: of its custom-title.json. summary: title from a summary line or an index, '' when there is none.
 */
export function titleOf(facts: SessionFacts, custom: CustomTitle | null, summary: string): string {
  if (custom !== null && custom.title !== facts.customTitle) {
    const isNewer = custom.atMs !== null && facts.customTitleMs !== null && custom.atMs > facts.customTitleMs;
    if (facts.customTitle === '' || isNewer) return custom.title;
  }
  return facts.customTitle || facts.aiTitle || summary;
}
