// Bundles bench/main.ts and runs it: `npm run bench -- speed`. Run it without words for what there is.
import { join } from 'node:path';
import { ROOT, ensurePackages, run } from './development.mjs';

ensurePackages();
const { build } = await import('esbuild');
const outfile = join(ROOT, '.build', 'bench.mjs');
await build({
  absWorkingDir: ROOT,
  entryPoints: ['bench/main.ts'],
  outfile,
  bundle: true,
  loader: { '.wasm': 'binary' },
  platform: 'node',
  format: 'esm',
  target: 'node18',
  packages: 'external',
  logLevel: 'warning',
});
process.exit(run(process.execPath, ['--enable-source-maps', outfile, ...process.argv.slice(2)]));
