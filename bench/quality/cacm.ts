/**
 * CACM, a classic collection: abstracts of papers, questions about topics, and which papers answer them.
 *
 * CA: every paper is a session with a title and one answer, its abstract or, where it has none, its title again.
 */
import type { Mirror } from './mirror.ts';
import type { Collection } from './set.ts';
import { answerable } from './set.ts';

export const CACM = 'charlesdlrsa/moteur_recherche_fri';

/** Entries of a file in the form of SMART (`.I 1`, `.T`, text …): texts by letter, with the number under I. */
function readSmart(text: string): Map<string, string>[] {
  const entries: Map<string, string>[] = [];
  let letter = '';
  for (const line of text.split('\n')) {
    const found = /^\.([A-Z])(?:\s+(\d+))?\s*$/.exec(line);
    const last = entries[entries.length - 1];
    if (found === null) last?.set(letter, `${last.get(letter) ?? ''}${line}\n`);
    else if (found[1] === 'I') entries.push(new Map([['I', found[2]]]));
    letter = found?.[1] ?? letter;
  }
  return entries;
}

export function readCacm(mirror: Mirror): Collection {
  const read = (name: string): string => mirror.file(CACM, `cacm/${name}`).toString('latin1');
  const sessions = readSmart(read('cacm.all')).map((paper) => {
    const title = (paper.get('T') ?? '').trim();
    return { name: paper.get('I') as string, title, parts: [{ kind: 'answer' as const, text: (paper.get('W') ?? title).trim() }] };
  });
  const piles = [{ name: 'papers', sessions }];
  const right = new Map<number, string[]>();
  for (const line of read('qrels.text').trim().split('\n')) {
    const [topic, paper] = line.trim().split(/\s+/).map(Number);
    right.set(topic, [...(right.get(topic) ?? []), String(paper)]);
  }
  const queries = readSmart(read('query.text')).map((topic) => ({
    id: topic.get('I') as string, text: (topic.get('W') ?? '').trim().replace(/\s+/g, ' '), pile: 'papers', right: right.get(Number(topic.get('I'))) ?? [],
  }));
  return { piles, sets: { CA: answerable(queries, piles) } };
}
