// Records the picker at work on the invented history that ships with the program, as an animated SVG for README.
//
//   node scripts/record.mjs [FILE]            docs/picker.svg; needs tmux, and the program as it is built
//
// A scripted person types in a terminal made by tmux; after each step the screen is taken with its colours. Text only: fonts are the
// reader's, and nothing runs but CSS. Who asked for less motion sees the last but one frame alone.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './development.mjs';

const COLS = 118;
const ROWS = 26;
const CELL = { width: 8.4, height: 18 };
const MARGIN = 14;

/** What is typed, what then stands on the screen, how long it is shown, and what is said below. */
const STEPS = [
  { type: 'ccfind pick charged twice', until: /charged twice/, seconds: 1.6, caption: 'which session was that?' },
  { keys: ['Enter'], until: /place \d of \d/, seconds: 3.4, caption: 'the hits, and beside them the very turn' },
  { type: '/', until: /^\/ charged twice/, seconds: 0.8, caption: '/ narrows' },
  { type: 'lo', until: /^\/ charged twice lo +\d/, seconds: 0.7, caption: 'every key searches the index' },
  { type: 'ck', until: /^\/ charged twice lock +\d/, seconds: 2.6, caption: 'every key searches the index' },
  { keys: ['Escape'], until: /^ {2}charged twice lock/, seconds: 0.8, caption: 'Esc ends typing' },
  { keys: ['S-Left', 'S-Left'], until: /turn 1 of 3 .* place 2 of 4/, seconds: 3, caption: 'Shift-←: earlier places in the same session' },
  { keys: ['C-y'], until: /^copied/m, seconds: 2.4, caption: 'Ctrl-Y copies the line that leads back' },
  { keys: ['Enter'], until: /back in the session/, seconds: 2.6, caption: 'Enter: back in, in its own folder' },
];

/** The colours that ccfind uses, by their number in the escape code. */
const COLORS = { 33: '#e5c07b', 36: '#56b6c2' };
const PLAIN = '#d7dae0';
const DIM = '#7f8694';

const work = mkdtempSync(join(tmpdir(), 'ccfind-record-'));
const base = ['-S', join(work, 'sock'), '-f', '/dev/null', '-u'];

function tmux(...words) {
  return execFileSync('tmux', [...base, ...words], { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: work, LANG: 'C.UTF-8', TERM: 'xterm-256color' } });
}

function screen(withColors) {
  return tmux('capture-pane', ...(withColors ? ['-e'] : []), '-p', '-t', 'p');
}

async function until(pattern) {
  for (let tries = 0; ; tries++) {
    if (pattern.test(screen(false))) return;
    if (tries > 400) throw new Error(`not shown: ${pattern}\n${screen(false)}`);
    await new Promise((next) => setTimeout(next, 25));
  }
}

/** A folder like the one of the demo, with a `claude` that only says where it is. */
function prepare() {
  const bin = join(work, 'bin');
  mkdirSync(bin);
  const program = join(ROOT, 'plugin', 'lib', 'ccfind.cjs');
  // What Enter would start: the folders of the invented history exist nowhere.
  writeFileSync(join(bin, 'run'), `#!/bin/sh\nid=$('${process.execPath}' '${program}' pick --print-id "$@") && printf 'claude --resume %s\\n\\n  ✻ back in the session\\n' "$id"\n`, { mode: 0o755 });
  writeFileSync(join(bin, 'ccfind'), `#!/bin/sh\nshift\nexec '${join(bin, 'run')}' "$@"\n`, { mode: 0o755 });
  const env = {
    HOME: work, PATH: `${bin}:/usr/bin:/bin`, TERM: 'screen-256color', LANG: 'C.UTF-8', PS1: '$ ',
    CLAUDE_CONFIG_DIR: join(ROOT, 'plugin', 'demo'), CCFIND_DIR: join(work, 'index'),
  };
  spawnSync(process.execPath, [program, 'index'], { env: { ...process.env, ...env } });
  tmux('new-session', '-d', '-s', 'p', '-x', String(COLS), '-y', String(ROWS), '-c', work, 'env', '-i', ...Object.entries(env).map(([name, value]) => `${name}=${value}`), '/bin/sh', '-i');
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Rows of a screen with their escape codes, each as the pieces of one <text>. What is switched on in one goes on in the next. */
function rowsOf(lines) {
  let style = AS_IT_IS;
  return lines.map((line) => {
    const { row, after } = rowOf(line, style);
    style = after;
    return row;
  });
}

function rowOf(line, before) {
  let style = before;
  let row = '';
  let col = 0;
  for (const piece of line.split(/(\x1b\[[0-9;]*m)/)) {
    const code = /^\x1b\[([0-9;]*)m$/.exec(piece);
    if (code !== null) {
      for (const number of code[1].split(';').map(Number)) style = styled(style, number);
      continue;
    }
    if (piece.trim() !== '') {
      const indent = piece.length - piece.trimStart().length;
      const text = piece.trim();
      const marks = `${style.bold ? ' font-weight="bold"' : ''}${style.underline ? ' text-decoration="underline"' : ''}`;
      // The length is said, so that columns stand below each other in any font.
      row += `<tspan x="${round(MARGIN + (col + indent) * CELL.width)}" textLength="${round([...text].length * CELL.width)}" fill="${style.isDim ? DIM : style.fill}"${marks}>${escaped(text)}</tspan>`;
    }
    col += [...piece].length;
  }
  return { row, after: style };
}

/** Colour and brightness are two things: what is dim stays dim under another colour. */
const AS_IT_IS = { fill: PLAIN, isDim: false, bold: false, underline: false };

function styled(style, number) {
  if (number === 0) return AS_IT_IS;
  if (number === 1) return { ...style, bold: true };
  if (number === 2) return { ...style, isDim: true };
  if (number === 22) return { ...style, bold: false, isDim: false };
  if (number === 4) return { ...style, underline: true };
  if (number === 24) return { ...style, underline: false };
  if (number === 39) return { ...style, fill: PLAIN };
  return COLORS[number] === undefined ? style : { ...style, fill: COLORS[number] };
}

function round(value) {
  return Math.round(value * 10) / 10;
}

function svgOf(frames) {
  const width = Math.round(COLS * CELL.width + 2 * MARGIN);
  const height = (ROWS + 2) * CELL.height + 2 * MARGIN;
  const total = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  const percent = (seconds) => `${round((seconds / total) * 100)}%`;
  let at = 0;
  let css = 'g{visibility:hidden}';
  let body = '';
  for (const [index, { rows, seconds, caption }] of frames.entries()) {
    css += `#f${index}{animation:a${index} ${round(total)}s infinite step-end}@keyframes a${index}{0%{visibility:${index === 0 ? 'visible' : 'hidden'}}${percent(at)}{visibility:visible}${percent(at + seconds)}{visibility:hidden}}`;
    at += seconds;
    const texts = rowsOf(rows).map((row, number) => ({ y: round(MARGIN + (number + 0.8) * CELL.height), row })).filter(({ row }) => row !== '');
    body += `<g id="f${index}">${texts.map(({ y, row }) => `<text y="${y}">${row}</text>`).join('')}<text x="${width / 2}" y="${height - MARGIN}" text-anchor="middle" fill="${COLORS[36]}">${escaped(caption)}</text></g>\n`;
  }
  css += `@media(prefers-reduced-motion:reduce){g{animation:none!important}#f${frames.length - 2}{visibility:visible!important}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" xml:space="preserve" role="img" aria-label="ccfind pick: choosing a session under the arrow keys, and being back in it">
<style>${css}</style>
<rect width="100%" height="100%" rx="8" fill="#1e2127"/>
${body}</svg>
`;
}

const file = process.argv[2] ?? join(ROOT, 'docs', 'picker.svg');
try {
  prepare();
  await until(/\$ *$/m);
  const frames = [];
  for (const { type, keys, until: pattern, seconds, caption } of STEPS) {
    if (type !== undefined) tmux('send-keys', '-t', 'p', '-l', type);
    if (keys !== undefined) tmux('send-keys', '-t', 'p', ...keys);
    await until(pattern);
    // Previews come behind their hits.
    await new Promise((next) => setTimeout(next, 700));
    frames.push({ rows: screen(true).split('\n').slice(0, ROWS), seconds, caption });
  }
  mkdirSync(dirname(file), { recursive: true });
  const svg = svgOf(frames);
  writeFileSync(file, svg);
  process.stdout.write(`${frames.length} frames, ${Math.round(svg.length / 1024)} KB in ${file}\n`);
} finally {
  spawnSync('tmux', [...base, 'kill-server']);
  rmSync(work, { recursive: true, force: true });
}
