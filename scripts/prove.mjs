// Bundles test/prove/main.ts and runs it on the built program: `npm run prove -- kills`. `--help` lists what there is; without words all run.
import { join } from 'node:path';
import { BUNDLE, ROOT, ensurePackages, run } from './development.mjs';

ensurePackages();
const { build } = await import('esbuild');
const outfile = join(ROOT, '.build', 'prove.mjs');
await build({
  ...BUNDLE,
  entryPoints: ['test/prove/main.ts'],
  outfile,
  format: 'esm',
  packages: 'external',
  sourcemap: 'inline',
});
process.exit(run(process.execPath, ['--enable-source-maps', outfile, ...process.argv.slice(2)]));
