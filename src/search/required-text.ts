/**
 * Texts one of which every match of a regular expression contains: the index can be asked for them before any text is read.
 *
 * In doubt it says nothing. Of a sequence the best piece counts, of alternatives the pieces of all; what may be absent
 * (?, *, {0,…}), classes, escapes for classes, and lookarounds give none. Pure.
 */

/** Shorter texts narrow too little. */
const LEAST_LENGTH = 3;
/** Most alternatives looked up: each costs a lookup, perhaps a scan of the dictionary. */
const MOST_TEXTS = 12;

/** One of these is in every match; null when nothing is known. */
type Needed = readonly string[] | null;

/** source: a pattern that compiles. Each text has at least three characters, as in a match (in any case, if the pattern ignores case). */
export function requiredTexts(source: string): Needed {
  const reader = { source, at: 0 };
  const needed = alternatives(reader);
  return reader.at === source.length ? needed : null;
}

interface Reader {
  readonly source: string;
  at: number;
}

function alternatives(reader: Reader): Needed {
  const texts = new Set<string>();
  let isKnown = true;
  for (;;) {
    const needed = sequence(reader);
    if (needed === null) isKnown = false;
    else for (const text of needed) texts.add(text);
    if (reader.source[reader.at] !== '|') break;
    reader.at++;
  }
  return isKnown && texts.size <= MOST_TEXTS ? [...texts] : null;
}

function sequence(reader: Reader): Needed {
  const { source } = reader;
  let best: Needed = null;
  let run = '';
  const offer = (needed: Needed): void => {
    if (needed !== null && worth(needed) > worth(best)) best = needed;
  };
  const endRun = (): void => {
    offer([run]);
    run = '';
  };
  while (reader.at < source.length && source[reader.at] !== '|' && source[reader.at] !== ')') {
    const atom = readAtom(reader);
    const least = readQuantifier(reader);
    if (atom.kind === 'nothing') continue;
    if (atom.kind === 'character' && least === null) {
      run += atom.text;
      continue;
    }
    if (atom.kind === 'character' && (least ?? 0) > 0) {
      run += atom.text;
      endRun();
      // If it repeats, its last repetition comes right before what follows.
      run = atom.text;
      continue;
    }
    endRun();
    if (atom.kind === 'group' && least !== 0) offer(atom.needed);
  }
  endRun();
  return best;
}

/** Length of the shortest; 0 for no text. */
function worth(needed: Needed): number {
  if (needed === null || needed.length === 0) return 0;
  const shortest = Math.min(...needed.map((text) => text.trim().length));
  return shortest < LEAST_LENGTH ? 0 : shortest;
}

type Atom =
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'group'; readonly needed: Needed }
  /** Matches no characters. */
  | { readonly kind: 'nothing' }
  /** One of several characters, or unknown. */
  | { readonly kind: 'other' };

const NOTHING: Atom = { kind: 'nothing' };
const OTHER: Atom = { kind: 'other' };

function readAtom(reader: Reader): Atom {
  const { source } = reader;
  const character = source[reader.at];
  if (character === '\\') return readEscape(reader);
  if (character === '(') return readGroup(reader);
  reader.at++;
  if (character === '^' || character === '$') return NOTHING;
  if (character === '.') return OTHER;
  if (character === '[') {
    skipClass(reader);
    return OTHER;
  }
  return isPlain(character) ? { kind: 'character', text: character } : OTHER;
}

/** Visible ASCII and the blank: other characters can be written in several ways. */
function isPlain(character: string): boolean {
  return character >= ' ' && character <= '~';
}

function readEscape(reader: Reader): Atom {
  const { source } = reader;
  const escaped = source[reader.at + 1] ?? '';
  reader.at += 2;
  if (escaped === 'b' || escaped === 'B') return NOTHING;
  const braced = /^[pPu]$/.test(escaped) ? /^\{[^}]*\}/.exec(source.slice(reader.at, reader.at + 100)) : escaped === 'k' ? /^<[^>]*>/.exec(source.slice(reader.at, reader.at + 1000)) : null;
  const digits = escaped === 'x' ? /^[0-9a-fA-F]{2}/ : escaped === 'u' ? /^[0-9a-fA-F]{4}/ : escaped === 'c' ? /^[A-Za-z]/ : /[0-9]/.test(escaped) ? /^[0-9]+/ : null;
  reader.at += (braced ?? digits?.exec(source.slice(reader.at, reader.at + 8)))?.[0].length ?? 0;
  return isPlain(escaped) && !/[A-Za-z0-9]/.test(escaped) ? { kind: 'character', text: escaped } : OTHER;
}

function readGroup(reader: Reader): Atom {
  const { source } = reader;
  const head = /^\((?:\?(?::|=|!|<=|<!|<[^>]*>|[a-z-]*:))?/.exec(source.slice(reader.at, reader.at + 1000))?.[0] ?? '(';
  reader.at += head.length;
  const needed = alternatives(reader);
  reader.at++;
  if (/^\(\?<?[=!]$/.test(head)) return NOTHING;
  // Flags of a group may ignore case.
  return { kind: 'group', needed: /^\(\?[a-z-]+:$/.test(head) ? null : needed };
}

function skipClass(reader: Reader): void {
  const { source } = reader;
  while (reader.at < source.length && source[reader.at] !== ']') reader.at += source[reader.at] === '\\' ? 2 : 1;
  reader.at++;
}

/** Least number of repetitions; null when there is no quantifier. */
function readQuantifier(reader: Reader): number | null {
  const found = /^(?:[*?+]|\{(\d+)(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at, reader.at + 40));
  if (found === null) return null;
  reader.at += found[0].length;
  return found[1] !== undefined ? Number(found[1]) : found[0][0] === '+' ? 1 : 0;
}
