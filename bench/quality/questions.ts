/**
 * Questions with one right text each, of three public sets: every text is a session of one turn.
 *
 * XE, XD: XQuAD (Artetxe et al. 2020), a question and its paragraph, English and German. CQ: CoSQA (Huang et al. 2021), a query
 * from the web and a Python function, which stands as output. NB: NL2Bash (Lin et al. 2018), one description of a command and the
 * command with another description.
 */
import type { Mirror } from './mirror.ts';
import { sampleOf } from './sample.ts';
import type { Collection, Part, Query, Session } from './set.ts';

export const XQUAD = 'google-deepmind/xquad';
export const COSQA = 'Jun-jie-Huang/CoCLR';
export const NL2BASH = 'TellinaTool/nl2bash';

interface Article {
  readonly paragraphs: readonly { readonly context: string; readonly qas: readonly { readonly id: string; readonly question: string }[] }[];
}

function session(name: string, ...parts: Part[]): Session {
  return { name, title: '', parts };
}

/** language: as in the file's name; it names the pile too. */
export function readXquad(mirror: Mirror, language: string, key: string): Collection {
  const { data } = JSON.parse(mirror.file(XQUAD, `xquad.${language}.json`).toString('utf8')) as { data: Article[] };
  const paragraphs = data.flatMap((article) => article.paragraphs);
  const queries = paragraphs.flatMap(({ qas }, index) => qas.map(({ id, question }): Query => ({ id, text: question, pile: language, right: [`p${index}`] })));
  return {
    piles: [{ name: language, sessions: paragraphs.map(({ context }, index) => session(`p${index}`, { kind: 'answer', text: context })) }],
    sets: { [key]: sampleOf(queries, 400, 3) },
  };
}

export function readCosqa(mirror: Mirror): Collection {
  const functions = JSON.parse(mirror.file(COSQA, 'data/search/code_idx_map.txt').toString('utf8')) as Record<string, number>;
  const queries = JSON.parse(mirror.file(COSQA, 'data/search/cosqa-retrieval-dev-500.json').toString('utf8')) as { idx: string; doc: string; retrieval_idx: number }[];
  return {
    piles: [{ name: 'functions', sessions: Object.entries(functions).map(([text, index]) => session(`f${index}`, { kind: 'output', text })) }],
    sets: { CQ: queries.map(({ idx, doc, retrieval_idx }) => ({ id: idx, text: doc, pile: 'functions', right: [`f${retrieval_idx}`] })) },
  };
}

export function readNl2bash(mirror: Mirror): Collection {
  const [descriptions, commands] = ['all.nl', 'all.cm'].map((name) => mirror.file(NL2BASH, `data/bash/${name}`).toString('utf8').split('\n'));
  const byCommand = new Map<string, string[]>();
  descriptions.forEach((description, index) => {
    const command = commands[index];
    if (description !== '' && command !== undefined && command !== '') byCommand.set(command, [...(byCommand.get(command) ?? []), description]);
  });
  const sessions: Session[] = [];
  const queries: Query[] = [];
  for (const [command, [first, second]] of byCommand) {
    const name = `b${sessions.length}`;
    sessions.push(session(name, { kind: 'prompt', text: first }, { kind: 'tool', text: command }));
    if (second !== undefined && second.toLowerCase() !== first.toLowerCase()) queries.push({ id: `q${queries.length}`, text: second, pile: 'commands', right: [name] });
  }
  return { piles: [{ name: 'commands', sessions }], sets: { NB: sampleOf(queries, 700, 4).slice(0, 350) } };
}
