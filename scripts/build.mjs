// Builds what ships, into plugin/lib: src/start.ts becomes ccfind.cjs, and whatever is loaded on demand (by require or import() of a
// source file) becomes a part of its own beside it, so that a search loads neither the picker nor what writes. Threads run worker.cjs.
//
//   node scripts/build.mjs [--out DIR]
//
// CommonJS, since starting ESM takes 5 to 7 ms longer; each part is wrapped in its function here, so that parts.ts need not put a second
// text together at each start. ASCII, since a text of one byte for each character is read and compiled faster. What Node reads first is in
// the syntax of old ones too, which hand over to another (old-node.ts). The output is committed: an installed plugin is the repository as it
// stands, and nothing is built on the person's machine.
// scripts/test.mjs fails when a rebuild differs from what is committed.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUNDLE, ROOT, ensurePackages } from './development.mjs';

/** Bundles the program into that folder (emptied first). */
export async function buildProgram(outDir) {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const sources = new Map([
    ['main', join(ROOT, 'src', 'main.ts')],
    ['worker', join(ROOT, 'src', 'index', 'segment-worker.ts')],
  ]);
  // Grows while it is walked: a part may name further ones.
  for (const [name, source] of sources) await bundlePart(outDir, name, source, sources, name === 'worker' ? {} : PART);
  const digest = createHash('sha256');
  for (const name of [...sources.keys()].sort()) digest.update(readFileSync(join(outDir, `${name}.cjs`)));
  await bundlePart(outDir, 'ccfind', join(ROOT, 'src', 'start.ts'), sources, { target: 'node10', define: { BUILD_DIGEST: JSON.stringify(digest.digest('hex').slice(0, 12)) } });
}

/** A file that parts.ts loads. */
const PART = { banner: { js: '(function (exports, require, module, __filename, __dirname) {' }, footer: { js: '})' } };

async function bundlePart(outDir, name, source, sources, more = {}) {
  const { build } = await import('esbuild');
  await build({
    ...BUNDLE,
    entryPoints: { [name]: source },
    outdir: outDir,
    outExtension: { '.js': '.cjs' },
    plugins: [partsOf(sources)],
    format: 'cjs',
    supported: { 'dynamic-import': false },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    ...more,
  });
  keepAscii(join(outDir, `${name}.cjs`));
}

/** Escapes what esbuild leaves as it is: characters of regular expressions. parts.ts would take each byte of them for a character. */
function keepAscii(path) {
  const text = readFileSync(path, 'utf8');
  const ascii = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (ascii !== text) writeFileSync(path, ascii);
}

/** Leaves out what is loaded on demand, and notes it by its room and file: cli/show.ts becomes cli-show.cjs. */
function partsOf(sources) {
  return {
    name: 'parts',
    setup: ({ onResolve }) =>
      onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'require-call' && kind !== 'dynamic-import') return null;
        const source = join(resolveDir, path);
        const name = relative(join(ROOT, 'src'), source).slice(0, -'.ts'.length).replaceAll(sep, '-');
        sources.set(name, source);
        return { path: `./${name}.cjs`, external: true };
      }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensurePackages();
  const { KERNELS, compileKernel } = await import('./kernel.mjs');
  for (const kernel of KERNELS) writeFileSync(kernel.file, await compileKernel(kernel));
  const at = process.argv.indexOf('--out');
  await buildProgram(at > 0 ? process.argv[at + 1] : join(ROOT, 'plugin', 'lib'));
}
