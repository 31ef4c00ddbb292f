// Builds what ships: src/start.ts becomes plugin/lib/ccfind.cjs, src/main.ts and all it loads
// plugin/lib/main.cjs, what threads beside it run plugin/lib/worker.cjs.
//
//   node scripts/build.mjs [--out DIR]
//
// CommonJS, since an ESM start costs 5 to 7 ms more. The output is committed: an installed plugin is the
// repository as it stands, nothing is built on the person's machine. scripts/test.mjs fails when a
// rebuild differs from what is committed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUNDLE, ROOT, ensurePackages } from './development.mjs';

/** Bundles the program into that folder (emptied first). */
export async function buildProgram(outDir) {
  const { build } = await import('esbuild');
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  await build({
    ...BUNDLE,
    entryPoints: { ccfind: 'src/start.ts', main: 'src/main.ts', worker: 'src/index/segment-worker.ts' },
    outdir: outDir,
    outExtension: { '.js': '.cjs' },
    external: ['./main.cjs'],
    format: 'cjs',
    charset: 'utf8',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensurePackages();
  const { KERNEL, compileKernel } = await import('./kernel.mjs');
  writeFileSync(KERNEL, await compileKernel());
  const at = process.argv.indexOf('--out');
  await buildProgram(at > 0 ? process.argv[at + 1] : join(ROOT, 'plugin', 'lib'));
}
