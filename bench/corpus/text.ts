/**
 * Prose, code, listings and logs of a generated session, in the mixture of real ones: common words by natural
 * frequency, the project's topics and identifiers, the session's own, and one of three other languages.
 */
import { randomHex, type Random } from './random.ts';
import { ACCENTED, CHINESE, COMMON, EXTENSIONS, FOLDERS, JAPANESE, RUSSIAN, TECH, VOCABULARY, wordOf } from './words.ts';

export interface Project {
  readonly topics: readonly string[];
  readonly identifiers: readonly string[];
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly slug: string;
}

/** What the words of a session depend on. */
export interface Voice {
  readonly random: Random;
  readonly project: Project;
  readonly language: 'ru' | 'zh' | 'ja' | null;
  readonly topics: string[];
  readonly identifiers: string[];
  timeMs: number;
}

export function capitalise(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}

/** A word of the trade. */
export function techWord(random: Random): string {
  return VOCABULARY[COMMON.length + random.below(TECH.length)];
}

/** An identifier in one of the six usual spellings. */
export function makeIdentifier(random: Random, part: () => string): string {
  const a = part();
  const b = part();
  const c = random.chance(0.4) ? part() : '';
  const join = (mark: string): string => a + mark + b + (c && mark + c);
  switch (random.below(6)) {
    case 0: return a + capitalise(b) + (c && capitalise(c));
    case 1: return capitalise(a) + capitalise(b) + (c && capitalise(c));
    case 2: return join('_');
    case 3: return join('-');
    case 4: return join('_').toUpperCase();
    default: return join('.');
  }
}

export function makeProject(random: Random): Project {
  const rare = (): string => VOCABULARY[COMMON.length + TECH.length + random.below(12000)];
  const part = (): string => (random.chance(0.75) ? techWord(random) : rare());
  const topics: string[] = [];
  for (let i = 0; i < 500; i++) topics.push(random.chance(0.3) ? techWord(random) : rare());
  const identifiers: string[] = [];
  for (let i = 0; i < 420; i++) identifiers.push(makeIdentifier(random, part));
  const paths: string[] = [];
  for (let i = 0; i < 260; i++) {
    let path = random.pick(FOLDERS);
    const depth = random.below(3);
    for (let j = 0; j < depth; j++) path += '/' + (random.chance(0.5) ? random.pick(FOLDERS) : part());
    paths.push(path + '/' + (random.chance(0.5) ? part() : part() + capitalise(part())) + random.pick(EXTENSIONS));
  }
  const name = part() + '-' + random.pick(['api', 'web', 'core', 'infra', 'cli', 'app', 'ops', 'lab']);
  const cwd = random.pick(['/home/dev/work/', '/Users/sam/code/', '/srv/projects/']) + name;
  return { topics, identifiers, paths, cwd, slug: cwd.replace(/[^A-Za-z0-9]/g, '-') };
}

export function word(voice: Voice): string {
  const { random, project } = voice;
  const number = random.next();
  const kind = number & 255;
  const rest = number >>> 8;
  const skewed = (list: readonly string[]): string => list[Math.floor(Math.pow((rest & 0xffff) / 65536, 2) * list.length)];
  if (kind < 178) return wordOf(rest);
  if (kind < 214) return skewed(project.topics);
  if (kind < 236) return voice.topics[rest % voice.topics.length];
  if (kind < 250) return skewed(project.identifiers);
  if (kind < 253) return voice.identifiers[rest % voice.identifiers.length];
  if (kind < 255) return project.paths[rest % project.paths.length];
  if (voice.language !== null) return foreignWord(voice);
  return rest & 7 ? String(rest % 5000) : ACCENTED[rest % ACCENTED.length];
}

function foreignWord(voice: Voice): string {
  const { random } = voice;
  if (voice.language === 'ru') return random.pick(RUSSIAN);
  const list = voice.language === 'zh' ? CHINESE : JAPANESE;
  let run = '';
  for (let i = random.range(2, 6); i > 0; i--) run += random.pick(list);
  return run;
}

/** Sentences, about that many characters. */
export function prose(voice: Voice, characters: number): string {
  const { random, language } = voice;
  let text = '';
  let sentences = 0;
  while (text.length < characters) {
    const words = random.range(5, 18);
    const isForeign = language !== null && random.chance(0.7);
    const isSpaceless = isForeign && language !== 'ru';
    for (let i = 0; i < words; i++) {
      let next = isForeign && random.chance(0.8) ? foreignWord(voice) : word(voice);
      if (i === 0) next = capitalise(next);
      text += i ? (isSpaceless && random.chance(0.6) ? '' : ' ') + next : next;
      if (i < words - 1 && random.chance(0.07)) text += ',';
    }
    text += isSpaceless ? '。' : random.chance(0.85) ? '.' : random.chance(0.5) ? '?' : ':';
    sentences++;
    text += sentences % 4 === 0 ? '\n\n' : ' ';
  }
  return text.trimEnd();
}

/** The same on one line. */
export function phrase(voice: Voice, characters: number): string {
  return prose(voice, characters).replace(/\n/g, ' ');
}

export function codeLine(voice: Voice): string {
  const { random, project } = voice;
  const id = (): string => (random.chance(0.8) ? random.pick(project.identifiers) : random.pick(voice.identifiers)).replace(/[-.]/g, '_');
  const indent = '  '.repeat(random.below(4));
  switch (random.below(10)) {
    case 0: return `${indent}const ${id()} = await ${id()}(${id()}, { ${word(voice)}: ${random.below(9000)} });`;
    case 1: return `${indent}if (${id()} !== null && ${id()}.length > ${random.below(100)}) {`;
    case 2: return `${indent}return ${id()};`;
    case 3: return `${indent}// ${phrase(voice, 40)}`;
    case 4: return `${indent}}`;
    case 5: return `${indent}import { ${id()}, ${id()} } from './${random.pick(project.paths)}';`;
    case 6: return `${indent}throw new Error(\`${word(voice)} ${word(voice)} failed: \${${id()}}\`);`;
    case 7: return `${indent}${id()}.${id()}("${word(voice)}/${word(voice)}", ${random.chance(0.5)});`;
    case 8: return '';
    default: return `${indent}export function ${id()}(${id()}: string, ${id()}?: number): Promise<void> {`;
  }
}

export function code(voice: Voice, characters: number): string {
  let text = '';
  while (text.length < characters) text += codeLine(voice) + '\n';
  return text;
}

/** Code with line numbers, as a Read result shows it. */
export function listing(voice: Voice, characters: number): string {
  let text = '';
  let line = voice.random.range(1, 300);
  while (text.length < characters) text += String(line++).padStart(6) + '→' + codeLine(voice) + '\n';
  return text;
}

export function log(voice: Voice, characters: number): string {
  let text = '';
  const clock = { ms: voice.timeMs };
  while (text.length < characters) text += logLine(voice, clock) + '\n';
  return text;
}

function logLine(voice: Voice, clock: { ms: number }): string {
  const { random, project } = voice;
  switch (random.below(7)) {
    case 0: {
      clock.ms += random.below(2) * 1000;
      const level = random.pick(['INFO', 'WARN', 'ERROR', 'DEBUG']);
      const head = `${new Date(clock.ms).toISOString().slice(0, 19)} ${level} [${random.pick(project.identifiers)}] ${phrase(voice, 50)}`;
      return `${head} id=${random.chance(0.4) ? randomHex(random, 12) : voice.identifiers[0]} took=${random.below(900)}ms`;
    }
    case 1: return `${random.pick(project.paths)}:${random.below(900)}:${random.below(120)}: ${codeLine(voice).trim()}`;
    case 2: return `    at ${random.pick(project.identifiers)} (${project.cwd}/${random.pick(project.paths)}:${random.below(900)}:${random.below(90)})`;
    case 3: return `${randomHex(random, random.chance(0.5) ? 7 : 3)} ${phrase(voice, 40)}`;
    case 4: {
      const size = String(random.below(99999)).padStart(6);
      return `-rw-r--r--  1 dev staff ${size} ${random.pick(['Jan', 'Mar', 'May', 'Jul', 'Sep'])} ${random.below(28) + 1} ${random.pick(project.paths)}`;
    }
    case 5: return `  ✓ ${word(voice)} ${word(voice)} ${word(voice)} ${word(voice)} (${random.below(300)} ms)`;
    default: {
      const hash = `"${word(voice)}":"${word(voice)}","id":${random.below(1e4)}`;
      return `{${hash},"hash":"${random.chance(0.4) ? randomHex(random, 16) : 'none'}","ok":${random.chance(0.5)}}`;
    }
  }
}
