/**
 * Needles: texts planted in exactly one session each, with the query that must find it. Fourteen kinds, in turn.
 */
import { createRandom, randomUuid, type Random } from './random.ts';
import { capitalise, techWord } from './text.ts';
import { CHINESE, RUSSIAN, SYLLABLES, VOCABULARY } from './words.ts';

export const NEEDLE_KINDS = [
  'identifier', 'question', 'words', 'phrase', 'prefix', 'substring', 'path', 'title', 'thinking', 'output',
  'deep-output', 'summary', 'cjk', 'cyrillic',
] as const;

export type NeedleKind = (typeof NEEDLE_KINDS)[number];
export type NeedleField = 'prompt' | 'answer' | 'output' | 'tool' | 'title' | 'thinking' | 'summary';

export interface Needle {
  readonly id: string;
  readonly kind: NeedleKind;
  readonly query: string;
  /** What is planted. */
  readonly text: string;
  readonly field: NeedleField;
  /** Number and id of the session that holds it. */
  readonly sessionIndex: number;
  readonly session: string;
  /** Ids of later sessions that begin with a copy of it. */
  readonly forkedTo: string[];
}

export function sessionIdOf(seed: number, sessionIndex: number): string {
  return randomUuid(createRandom(seed ^ 0x5e551017, sessionIndex));
}

/** That many needles, spread evenly over the sessions. */
export function makeNeedles(seed: number, count: number, sessionCount: number): Needle[] {
  const random = createRandom(seed ^ 0xeed1e5, 3);
  const taken = new Set<string>();
  const needles: Needle[] = [];
  for (let i = 0; i < count; i++) {
    const kind = NEEDLE_KINDS[i % NEEDLE_KINDS.length];
    const sessionIndex = count <= sessionCount ? Math.floor(((i + 0.5) * sessionCount) / count) : i % sessionCount;
    const unique = uniqueWord(random, taken);
    const anywhere = random.pick(['prompt', 'answer', 'output'] as const);
    const { query, text, field } = plant(kind, random, unique, i);
    needles.push({
      id: `n${i}`, kind, query, text, field: field ?? anywhere,
      sessionIndex, session: sessionIdOf(seed, sessionIndex), forkedTo: [],
    });
  }
  return needles;
}

function uniqueWord(random: Random, taken: Set<string>): string {
  for (;;) {
    const word =
      random.pick(SYLLABLES) + random.pick(['x', 'k', 'z', 'q', 'v']) + random.pick(SYLLABLES) + random.pick(['x', 'k', 'q']) + random.pick(SYLLABLES);
    if (taken.has(word)) continue;
    taken.add(word);
    return word;
  }
}

function plant(kind: NeedleKind, random: Random, unique: string, index: number): { query: string; text: string; field?: NeedleField } {
  const tech = (): string => techWord(random);
  const middling = (): string => VOCABULARY[random.range(900, 5000)];
  const round = Math.floor(index / NEEDLE_KINDS.length);
  switch (kind) {
    case 'identifier': {
      const id = unique + capitalise(tech()) + capitalise(tech());
      return { query: id, text: `The setting ${id} controls it.` };
    }
    case 'question': {
      const id = `${tech()}-${unique}-${tech()}`;
      const [a, b, why] = [tech(), tech(), middling()];
      return {
        query: `why did the ${a} ${b} break after ${id} ${why}`,
        text: `We changed ${id} and the ${a} ${b} broke because of ${why}.`,
        field: random.pick(['prompt', 'answer'] as const),
      };
    }
    case 'words': {
      const [a, b, c] = [middling(), middling(), middling()];
      return {
        query: `how did we fix the ${a} ${b} ${c} problem`,
        text: `Please fix the ${a} ${b} ${c} problem. The ${a} is wrong when ${b} meets ${c}.`,
        field: 'prompt',
      };
    }
    case 'phrase': {
      const words = [tech(), middling(), tech(), middling()].join(' ');
      return { query: `"${words}"`, text: `note: ${words} end.` };
    }
    case 'prefix': {
      const id = `${unique}Handler${capitalise(tech())}`;
      return { query: id.slice(0, unique.length + 4), text: `See ${id} for details.` };
    }
    case 'substring': {
      const id = `${tech()}${unique}${tech()}Manager`;
      const after = id.indexOf(unique) + unique.length;
      return { query: unique + id.slice(after, after + 2), text: `Crash inside ${id} again.` };
    }
    case 'path': {
      const path = `src/${tech()}/${unique}/${tech()}${capitalise(tech())}.ts`;
      return { query: path, text: `cat ${path} | head -20`, field: 'tool' };
    }
    case 'title': {
      const title = `${capitalise(tech())} ${unique} ${middling()} rollout`;
      return { query: title, text: title, field: 'title' };
    }
    case 'thinking': {
      const id = `${unique}_${tech()}`;
      return { query: id, text: `perhaps ${id} is stale`, field: 'thinking' };
    }
    case 'output': {
      const id = `ERR_${unique.toUpperCase()}_${random.below(900)}`;
      return { query: id, text: `fatal: ${id}: ${tech()} ${tech()}`, field: 'output' };
    }
    case 'deep-output': {
      const id = `E${random.below(9000) + 1000}-${unique}`;
      return { query: id, text: `panic ${id} at end of log`, field: 'output' };
    }
    case 'summary': {
      const id = `${unique}-${tech()}`;
      return { query: id, text: `Earlier we agreed to keep ${id} as it is.`, field: 'summary' };
    }
    case 'cjk': {
      const stones = '琥珀翡翠玛瑙珊瑚琉璃'.slice(random.below(8), 10);
      const animals = '鲸鲨鲤鳄鳗鲈'[index % 6] + '雀鹤鹰鸥鹭'[round % 5];
      return {
        query: stones + animals,
        text: `${random.pick(CHINESE)}${stones}${animals}${random.pick(CHINESE)}问题已经修复`,
        field: random.pick(['prompt', 'answer'] as const),
      };
    }
    case 'cyrillic': {
      const names = ['клубника', 'самовар', 'журавль', 'подсолнух', 'черепаха', 'одуванчик', 'ежевика', 'снегирь'];
      const name = names[round % 8] + (index >= 112 ? index : '');
      return {
        query: `почему ${name} ${random.pick(RUSSIAN)} перезагрузка`,
        text: `Надо понять почему ${name} ${random.pick(RUSSIAN)} после перезагрузка узла`,
        field: 'prompt',
      };
    }
  }
}
