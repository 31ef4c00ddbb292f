/**
 * Puts outside text into Markdown so that it cannot break out of its place: neither its fences nor its tags, headings or lists affect
 * what stands around it. Pure; the text must be sanitized before.
 *
 * Prose goes into a block quote, which contains every block that begins in it. Code goes into fences of our own, longer than any run of
 * backticks in it, so that a fence that was never closed ends there too. Tags are shown and not obeyed, pictures are not loaded, and nothing
 * defines a link for the rest of the page. What is certainly code is left as it is; in doubt a character is escaped, even if that shows.
 * Source: CommonMark 0.31, sections 4.5 (fences), 4.6 (HTML blocks), 5.1 (block quotes) and 6.1 (code spans).
 */

/** Text for a heading or a line of prose, with all markup escaped. */
export function plainInline(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(/[\\`*_[\]<>#|~&!$]/g, '\\$&');
}

/** A code span: the text on one line, in enough backticks; '' for blank text. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  const ticks = '`'.repeat(longestRun(line) + 1);
  return ticks.length > 1 ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

/** Lines of a fenced block. language: '' for none. */
export function fenced(lines: readonly string[], language = ''): string[] {
  const ticks = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${ticks}${language}`, ...lines, ticks];
}

/** Lines of a block quote that holds a text which is itself Markdown. */
export function quoted(text: string): string[] {
  const blocks = blocksOf(text.split('\n')).map(({ lines, language }) => (language === null ? proseLines(lines) : fenced(lines, language)));
  return quotedLines(blocks.filter((lines) => lines.length > 0).flatMap((lines, i) => (i === 0 ? lines : ['', ...lines])));
}

/** Any lines as a block quote. */
export function quotedLines(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '>' : `> ${line}`));
}

interface Block {
  readonly lines: string[];
  /** null: prose. */
  readonly language: string | null;
}

/** Splits the lines into fenced blocks and the prose between them. Fences inside lists count as prose: the list ends them. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let prose: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const opening = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(lines[i]);
    if (opening === null) {
      prose.push(lines[i]);
      continue;
    }
    const [, fence, info] = opening;
    const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}\\s*$`);
    let end = i + 1;
    while (end < lines.length && !closing.test(lines[end])) end++;
    if (prose.length > 0) blocks.push({ lines: prose, language: null });
    prose = [];
    blocks.push({ lines: lines.slice(i + 1, end), language: /^\s*([A-Za-z0-9+#.-]{0,20})/.exec(info)?.[1] ?? '' });
    i = end;
  }
  if (prose.length > 0) blocks.push({ lines: prose, language: null });
  return blocks;
}

/**
 * The lines made harmless, without empty ones at both ends. Works by paragraphs: only if the backticks of every line pair up within that line is
 * it certain how a reader of Markdown will pair them; otherwise the whole paragraph is escaped.
 */
function proseLines(lines: readonly string[]): string[] {
  const out: string[] = [];
  let paragraph: string[] = [];
  const flush = (): void => {
    const isClear = paragraph.every((line) => piecesOf(line).every(({ isOpen }) => !isOpen));
    for (const line of paragraph) out.push(isClear ? piecesOf(line).map(({ text, isCode }) => (isCode ? text : harmless(text))).join('') : harmless(line));
    paragraph = [];
  };
  for (const line of lines) {
    if (line.trim() !== '') {
      paragraph.push(line);
      continue;
    }
    flush();
    out.push('');
  }
  flush();
  while (out[0] === '') out.shift();
  while (out.at(-1) === '') out.pop();
  return out;
}

interface Piece {
  readonly text: string;
  readonly isCode: boolean;
  /** A run of backticks that nothing closes in this line. */
  readonly isOpen: boolean;
}

/** The code spans of a line and what is between them. With a backslash before it, a run's meaning is uncertain, so it counts as open. */
function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (let at = line.indexOf('`'); at >= 0; at = line.indexOf('`', start)) {
    const run = /^`+/.exec(line.slice(at))?.[0] ?? '';
    const close = closeOf(line, at + run.length, run.length);
    if (close < 0 || line[at - 1] === '\\') return [...pieces, { text: line.slice(start), isCode: false, isOpen: true }];
    pieces.push({ text: line.slice(start, at), isCode: false, isOpen: false }, { text: line.slice(at, close), isCode: true, isOpen: false });
    start = close;
  }
  pieces.push({ text: line.slice(start), isCode: false, isOpen: false });
  return pieces;
}

/** The offset after the next run of exactly `count` backticks; -1 when there is none. */
function closeOf(line: string, from: number, count: number): number {
  for (const run of line.slice(from).matchAll(/`+/g)) if (run[0].length === count) return from + run.index + count;
  return -1;
}

function harmless(text: string): string {
  return text.replace(/<(?=[A-Za-z/!?])/g, '&lt;').replace(/!\[/g, '!\\[').replace(/\]:/g, ']\\:');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
