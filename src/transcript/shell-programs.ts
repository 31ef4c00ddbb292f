/**
 * Which programs a shell command line runs, by name: enough of the shell's grammar to tell `ccfind x | head` from
 * `grep ccfind`.
 *
 * A line is cut into simple commands at separators outside quotes; the program is the first word that is no
 * assignment, redirection, keyword or wrapper (`node`, `npx`, `env`, `sudo`, `timeout 5`…). Text in quotes and in
 * here-documents is never taken for a command, but for `sh -c "…"` and substitutions. Not a shell: aliases,
 * functions and variables are not followed.
 */

const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', 'time', '!', '{', '(', '&']);
/** Programs that run the program named in their arguments. */
const WRAPPERS = new Set([
  'node', 'nodejs', 'bun', 'deno', 'npx', 'bunx', 'env', 'command', 'builtin', 'exec', 'nohup', 'sudo', 'timeout', 'xargs', 'nice', 'stdbuf', 'time',
]);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'pwsh', 'powershell']);
/** Nesting of `sh -c` that is followed. */
const MAX_DEPTH = 3;

/** Base names of the programs of all simple commands, in order. Never throws. */
export function programsOf(commandLine: string, depth = 0): string[] {
  const programs: string[] = [];
  for (const words of simpleCommands(commandLine)) {
    const program = programOf(words, programs, depth);
    if (program !== '') programs.push(program);
  }
  return programs;
}

function programOf(words: readonly string[], programs: string[], depth: number): string {
  let inWrapper = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (/^[A-Za-z_]\w*\+?=/.test(word) || KEYWORDS.has(word)) continue;
    if (inWrapper && (word.startsWith('-') || /^\d+(\.\d+)?[smhd]?$/.test(word) || word === 'run')) continue;
    const name = baseName(word);
    if (WRAPPERS.has(name)) {
      inWrapper = true;
    } else if (SHELLS.has(name)) {
      const flag = words.findIndex((other, at) => at > i && /^-\w*c$|^-Command$/i.test(other));
      if (flag > 0 && flag + 1 < words.length && depth < MAX_DEPTH) {
        programs.push(...programsOf(words[flag + 1], depth + 1));
        return '';
      }
      inWrapper = true;
    } else {
      return name;
    }
  }
  return '';
}

function baseName(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).replace(/\.(exe|cmd|ps1)$/i, '');
}

/** Words of each simple command, quotes removed. Redirections and their targets are left out. */
function simpleCommands(line: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word = '';
  let hasWord = false;
  let isTarget = false;
  const hereDocuments: string[] = [];
  const endWord = (): void => {
    if (hasWord && !isTarget) words.push(word);
    if (hasWord) isTarget = false;
    word = '';
    hasWord = false;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
    isTarget = false;
  };
  for (let i = 0; i < line.length; i++) {
    const char = line[i];
    if (char === '\\' && line[i + 1] === '\n') i++;
    else if (char === '\\' && /["'\\$` ]/.test(line[i + 1] ?? '')) {
      word += line[++i];
      hasWord = true;
    } else if (char === "'" || char === '"') {
      const end = endOfQuote(line, i);
      const quoted = line.slice(i + 1, end);
      if (char === '"') for (const inner of substitutions(quoted)) commands.push(...simpleCommands(inner));
      word += quoted;
      hasWord = true;
      i = end;
    } else if (char === '<' && line[i + 1] === '<' && line[i + 2] !== '<') {
      endWord();
      const found = /^<<-?\s*(["']?)([^\s"';|&<>()]+)\1/.exec(line.slice(i, i + 200));
      if (found !== null) {
        hereDocuments.push(found[2]);
        i += found[0].length - 1;
      } else i++;
    } else if (char === '>' || char === '<') {
      if (/^\d+$/.test(word)) word = '';
      hasWord = word !== '';
      endWord();
      while (line[i + 1] === '>' || line[i + 1] === '<' || line[i + 1] === '&') i++;
      isTarget = true;
    } else if (char === '\n') {
      endCommand();
      for (const mark of hereDocuments.splice(0)) i = endOfHereDocument(line, i, mark);
    } else if (char === ';' || char === '|' || char === '&' || char === '(' || char === ')' || char === '`') {
      endCommand();
    } else if (char === '$' && line[i + 1] === '(') {
      endCommand();
      i++;
    } else if (char === ' ' || char === '\t' || char === '\r') {
      endWord();
    } else if (char === '#' && !hasWord) {
      while (i + 1 < line.length && line[i + 1] !== '\n') i++;
    } else {
      word += char;
      hasWord = true;
    }
  }
  endCommand();
  return commands;
}

/** Position of the quote that closes the one at `start`; the end of the line when none does. */
function endOfQuote(line: string, start: number): number {
  for (let i = start + 1; i < line.length; i++) {
    if (line[i] === '\\' && line[start] === '"') i++;
    else if (line[i] === line[start]) return i;
  }
  return line.length;
}

/** Command lines in `$(…)` and backticks inside a double-quoted string. */
function substitutions(quoted: string): string[] {
  return [...quoted.matchAll(/\$\(([^()]*)\)|`([^`]*)`/g)].map((found) => found[1] ?? found[2]);
}

/** Position of the last character of the here-document that begins behind the line feed at `at`. */
function endOfHereDocument(line: string, at: number, mark: string): number {
  while (at < line.length) {
    const end = line.indexOf('\n', at + 1);
    if (line.slice(at + 1, end < 0 ? line.length : end).trim() === mark) return end < 0 ? line.length : end - 1;
    if (end < 0) return line.length;
    at = end;
  }
  return at;
}
