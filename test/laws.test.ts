/**
 * The laws of the code base, as far as a program can check them: who may import whom, which files are pure,
 * no runtime dependency, one version everywhere, files with a header and of a size that one reads at once.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const ROOT = process.cwd();
const SRC = join(ROOT, 'src');

/**
 * Each room and what it may import besides itself. Rooms of one file stand for themselves. The table in src/README.md is the same
 * without the leaves; what nobody imports any more must go from both.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  start: ['old-node', 'parts', 'paths', 'compiler'],
  'old-node': [],
  parts: ['native', 'compiler'],
  main: ['cli', 'mcp'],
  cli: ['engine', 'contract', 'explanation', 'reports', 'picker', 'hook', 'setup', 'resume', 'install', 'terminal', 'errors', 'schema', 'paths', 'regular-file', 'programs', 'sizes', 'pattern', 'compiler'],
  mcp: ['cli', 'picker', 'contract', 'resume', 'terminal', 'errors', 'schema', 'paths', 'regular-file', 'sizes', 'pattern', 'compiler'],
  picker: ['terminal', 'contract', 'errors', 'schema', 'sizes'],
  hook: ['terminal', 'contract', 'errors', 'paths', 'regular-file', 'sizes', 'watchdog'],
  setup: ['reports', 'errors', 'sizes', 'version-order'],
  engine: ['refresh', 'search', 'inspect', 'index', 'transcript', 'resume', 'compiler', 'contract', 'reports', 'errors', 'watchdog'],
  inspect: ['search', 'index', 'transcript', 'contract', 'reports', 'errors', 'schema', 'hash', 'sizes', 'version-order'],
  refresh: ['transcript', 'index', 'compiler', 'contract', 'reports', 'errors', 'schema', 'hash'],
  search: ['index', 'kernel', 'analysis', 'contract', 'explanation', 'errors', 'schema', 'pattern', 'lazy'],
  index: ['analysis', 'kernel', 'native', 'compiler', 'system', 'contract', 'errors', 'regular-file', 'hash'],
  kernel: [],
  transcript: ['compiler', 'schema', 'hash', 'utf8', 'lazy'],
  analysis: ['kernel', 'utf8'],
  resume: ['transcript', 'terminal', 'contract', 'errors', 'paths', 'regular-file', 'programs'],
  install: ['resume', 'errors', 'paths', 'programs'],
  terminal: ['lazy', 'programs'],
  contract: ['reports', 'reading', 'schema', 'explanation'],
  reading: ['schema'],
  explanation: ['schema'],
  reports: [],
  errors: [],
  schema: [],
  compiler: [],
  hash: [],
  utf8: [],
  native: [],
  pattern: ['errors'],
  paths: ['system', 'errors'],
  'regular-file': [],
  programs: [],
  sizes: [],
  'version-order': [],
  system: [],
  watchdog: [],
  lazy: [],
};

/** Files that import no room and that everybody may ask for; src/README.md lists them at the end of the table. */
const LEAVES: readonly string[] = ['contract', 'reading', 'explanation', 'reports', 'schema', 'errors', 'hash', 'utf8', 'native', 'compiler', 'paths', 'regular-file', 'programs', 'sizes', 'version-order', 'system', 'pattern', 'watchdog', 'lazy'];

/** Rooms that import no file system, process, clock or randomness. */
const PURE_ROOMS: readonly string[] = ['analysis', 'search', 'kernel', 'contract', 'reading', 'explanation', 'reports', 'schema', 'hash', 'utf8', 'errors', 'sizes', 'version-order', 'pattern', 'lazy'];
const PURE_FILES: readonly string[] = [
  'terminal/sanitize.ts',
  'terminal/width.ts',
  'terminal/input.ts',
  'picker/state.ts',
  'picker/view.ts',
  'picker/keymap.ts',
  'picker/layout.ts',
  'picker/line.ts',
  'picker/hit-text.ts',
  'picker/plain-list.ts',
  'hook/recall.ts',
  'setup/json-text.ts',
  'setup/plan.ts',
  'setup/unplan.ts',
  'setup/diff.ts',
  'resume/command.ts',
  'resume/environment.ts',
  'transcript/scan.ts',
  'transcript/clean.ts',
  'transcript/chunk.ts',
];
const IMPURE = /\bprocess\.|Date\.now|new Date\(\)|Math\.random|performance\.now|from 'node:(?!zlib)/;

interface SourceFile {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly imports: { target: string }[];
}

function sourceFiles(): SourceFile[] {
  const files: SourceFile[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.name.endsWith('.ts')) files.push(readSource(path));
    }
  };
  walk(SRC);
  return files;
}

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  const imports: SourceFile['imports'] = [];
  const pattern = /(?:^|\n)\s*(?:import|export)\s+[^;'"]*?from\s+'([^']+)'|import\('([^']+)'\)|\nimport '([^']+)'/g;
  for (const found of text.matchAll(pattern)) {
    const target = found[1] ?? found[2] ?? found[3];
    if (target !== undefined) imports.push({ target });
  }
  return { path: relative(SRC, path), room: roomOf(path), text, imports };
}

function roomOf(path: string): string {
  return relative(SRC, path).split('/')[0].replace(/\.ts$/, '');
}

const FILES = sourceFiles();

test('imports point down only', () => {
  const wrong: string[] = [];
  const unused = new Set(Object.entries(MAY_IMPORT).flatMap(([room, targets]) => targets.map((target) => `${room} may import ${target} and does not`)));
  for (const file of FILES) {
    for (const { target } of file.imports) {
      if (!target.startsWith('.')) continue;
      const room = roomOf(resolve(dirname(join(SRC, file.path)), target));
      if (room === file.room) continue;
      unused.delete(`${file.room} may import ${room} and does not`);
      const allowed = MAY_IMPORT[file.room];
      if (allowed === undefined) wrong.push(`${file.path}: the room ${file.room} is not in the table`);
      else if (!allowed.includes(room)) wrong.push(`${file.path} imports ${target}`);
    }
  }
  assert.deepEqual([...wrong, ...unused], []);
});

test('src/README.md has the rooms of the table, and what each may import', () => {
  const rows = readFileSync(join(SRC, 'README.md'), 'utf8').split('\n').filter((line) => line.startsWith('| `'));
  const described = new Map<string, string[]>();
  for (const row of rows) {
    const [, names, , targets] = row.split('|').map((cell) => cell.trim());
    for (const [, name] of names.matchAll(/`([a-z0-9-]+)(?:\/|\.ts)`/g)) {
      described.set(name, targets.split(', ').filter((target) => target in MAY_IMPORT && !LEAVES.includes(target)).sort());
    }
  }
  const allowed = Object.entries(MAY_IMPORT).map(([room, targets]) => [room, targets.filter((target) => !LEAVES.includes(target)).sort()] as const);
  assert.deepEqual([...described].sort(), allowed.sort());
});

test('nothing but Node is imported at run time', () => {
  const foreign = FILES.flatMap((file) =>
    file.imports.filter(({ target }) => !target.startsWith('.') && !target.startsWith('node:')).map(({ target }) => `${file.path}: ${target}`),
  );
  assert.deepEqual(foreign, []);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.deepEqual(Object.keys(manifest.dependencies ?? {}), []);
});

test('pure files touch no file system, process, clock or randomness', () => {
  const pure = FILES.filter((file) => PURE_ROOMS.includes(file.room) || PURE_FILES.includes(file.path));
  const impure = pure.filter((file) => IMPURE.test(withoutComments(file.text))).map((file) => file.path);
  assert.deepEqual(impure, []);
  for (const path of PURE_FILES) assert.ok(existsSync(join(SRC, path)), `${path} is in the table and does not exist`);
});

test('only paths.ts reads HOME and CLAUDE_CONFIG_DIR', () => {
  const readers = FILES.filter((file) => /\bhomedir\(|env\.HOME\b|env\.CLAUDE_CONFIG_DIR\b|env\.CCFIND_DIR\b/.test(withoutComments(file.text)));
  assert.deepEqual(readers.map((file) => file.path), ['paths.ts']);
});

test('every file has a header, and at most 300 lines', () => {
  const wrong = FILES.flatMap((file) => {
    const lines = file.text.split('\n').length - 1;
    if (!file.text.startsWith('/**\n')) return [`${file.path}: no header`];
    return lines > 300 ? [`${file.path}: ${lines} lines`] : [];
  });
  assert.deepEqual(wrong, []);
});

test('the version is the same everywhere', () => {
  const version = (path: string): string => JSON.parse(readFileSync(join(ROOT, path), 'utf8')).version;
  assert.equal(version('.claude-plugin/plugin.json'), version('package.json'));
  assert.equal(version('package-lock.json'), version('package.json'));
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  assert.match(changelog, new RegExp(`^## ${version('package.json').replaceAll('.', '\\.')}\\b`, 'm'));
});

test('every test stands where its source stands', () => {
  const strays: string[] = [];
  for (const room of readdirSync(join(ROOT, 'test'), { withFileTypes: true })) {
    if (!room.isDirectory() || !existsSync(join(SRC, room.name))) continue;
    for (const name of readdirSync(join(ROOT, 'test', room.name))) {
      if (!name.endsWith('.test.ts')) continue;
      const stem = name.slice(0, name.indexOf('.'));
      const sources = readdirSync(join(SRC, room.name)).map((file) => file.replace(/\.ts$/, ''));
      if (!sources.some((source) => source === stem || source.startsWith(stem) || stem.startsWith(source))) strays.push(`${room.name}/${name}`);
    }
  }
  assert.deepEqual(strays, []);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
