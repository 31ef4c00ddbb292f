// The tests.
//
//   node scripts/test.mjs                      everything: packages, types, build comparison, all tests
//   node scripts/test.mjs PART-OF-PATH …       only the test files whose path has one of these parts
//   node scripts/test.mjs --node PATH …        with another Node
//   node scripts/test.mjs --skip PART …        without the test files whose path has this part
//
// Test files are bundled by esbuild, so that every Node from 18 on runs the same code, and run by node:test,
// whose summary closes the output. What several of them import is bundled once, and those of a folder that only call
// functions share a process: most of their time would be its start. node:test leaves a core free, which on two cores
// means one file at a time; many files wait for programs they started, so one more than there are cores runs.
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { BUNDLE, ROOT, ensurePackages, run } from './development.mjs';

/** A test file needs a process of its own when it has to do with processes or threads, or with what is shared by a whole process. */
const ALONE = /node:(?:child_process|worker_threads)|\bprocess\.|^(?:before|after)\w*\(|from '\.\.?\/(?:demands|e2e|prove)\//m;
/** Its files take long: side by side they are done sooner. */
const LONG = join('test', 'refresh');

const arguments_ = process.argv.slice(2);
const parts = [];
const skipped = [];
let node = process.execPath;
for (let i = 0; i < arguments_.length; i++) {
  if (arguments_[i] === '--node') node = arguments_[++i];
  else if (arguments_[i] === '--skip') skipped.push(arguments_[++i]);
  else parts.push(arguments_[i]);
}

ensurePackages();
const { buildProgram } = await import('./build.mjs');
const { KERNELS, compileKernel } = await import('./kernel.mjs');
const { build } = await import('esbuild');

mkdirSync(join(ROOT, '.build'), { recursive: true });
const work = mkdtempSync(join(ROOT, '.build', 'test-'));
let status = 1;
try {
  status = await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exit(status);

async function main() {
  if (parts.length === 0 && node === process.execPath) {
    const types = run(node, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.']);
    if (types !== 0) return types;
    const difference = await compareBuild();
    if (difference !== null) {
      process.stderr.write(`the committed build differs from a rebuild: ${difference}\nhint: npm run build, then commit what it made\n`);
      return 1;
    }
  }
  const files = testFiles('test')
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .filter((file) => !skipped.some((part) => file.includes(part)));
  if (files.length === 0) {
    process.stderr.write('no test file has that in its path\n');
    return 1;
  }
  const entries = bundles(files);
  await build({
    ...BUNDLE,
    entryPoints: entries,
    outdir: work,
    format: 'esm',
    packages: 'external',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    sourcemap: 'linked',
    sourcesContent: false,
  });
  const built = entries.map(({ out }) => join(work, `${out}.mjs`));
  return run(node, ['--enable-source-maps', '--test', '--test-reporter=spec', ...concurrency(), ...built]);
}

/** What is bundled, and as what: a file that runs alone by itself, the others of each folder as one. */
function bundles(files) {
  const isAlone = (file) => file.startsWith(LONG) || ALONE.test(readFileSync(join(ROOT, file), 'utf8'));
  const alone = files.filter(isAlone).map((file) => ({ in: join(ROOT, file), out: file.replace(/\.ts$/, '') }));
  const folders = new Map();
  for (const file of files.filter((one) => !isAlone(one))) folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
  const together = [...folders].map(([folder, members]) => {
    const entry = join(work, `${folder.replaceAll(/[/\\]/g, '-')}.ts`);
    writeFileSync(entry, members.map((file) => `import ${JSON.stringify(join(ROOT, file))};\n`).join(''));
    return { in: entry, out: join(folder, 'together') };
  });
  return [...alone, ...together].sort((a, b) => (a.out < b.out ? -1 : 1));
}

/** How many files run at a time. Node before 18.19 has no such flag. */
function concurrency() {
  const flag = `--test-concurrency=${availableParallelism() + 1}`;
  return run(node, [flag, '-e', '0'], { stdio: 'ignore' }) === 0 ? [flag] : [];
}

function testFiles(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'fixtures' ? [] : testFiles(path);
      return entry.name.endsWith('.test.ts') ? [path] : [];
    })
    .sort();
}

/** The first committed file that a rebuild makes otherwise, or null. */
async function compareBuild() {
  for (const kernel of KERNELS) if (!readFileSync(kernel.file).equals(Buffer.from(await compileKernel(kernel)))) return relative(ROOT, kernel.file);
  const rebuilt = join(work, 'lib');
  const committed = join(ROOT, 'plugin', 'lib');
  await buildProgram(rebuilt);
  const names = new Set([...readdirSync(rebuilt), ...readdirSync(committed)]);
  for (const name of [...names].sort()) {
    const [a, b] = [join(rebuilt, name), join(committed, name)].map((path) => {
      try {
        return readFileSync(path);
      } catch {
        return null;
      }
    });
    if (a === null || b === null || !a.equals(b)) return name;
  }
  return null;
}
