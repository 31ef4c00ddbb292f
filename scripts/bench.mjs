// Bundles bench/main.ts and runs it: `npm run bench -- speed`. Run it without words for what there is.
import { join } from 'node:path';
import { BUNDLE, ROOT, ensurePackages, run } from './development.mjs';

ensurePackages();
const { build } = await import('esbuild');
const outfile = join(ROOT, '.build', 'bench.mjs');
await build({
  ...BUNDLE,
  entryPoints: ['bench/main.ts'],
  outfile,
  format: 'esm',
  packages: 'external',
});
process.exit(run(process.execPath, ['--enable-source-maps', outfile, ...process.argv.slice(2)]));
