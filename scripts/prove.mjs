// Bundles test/prove/main.ts and runs it on the built program: `npm run prove -- kills`. `--help` lists what there is; without words all run.
import { join } from 'node:path';
import { ROOT, ensurePackages, run } from './development.mjs';

ensurePackages();
const { build } = await import('esbuild');
const outfile = join(ROOT, '.build', 'prove.mjs');
await build({
  absWorkingDir: ROOT,
  entryPoints: ['test/prove/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node18',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
});
process.exit(run(process.execPath, ['--enable-source-maps', outfile, ...process.argv.slice(2)]));
