// Bundles bench/main.ts and runs it: `npm run bench -- speed`. Without words it tells what there is.
//
// It also bundles the programs that bench starts as processes of their own, on whatever Node is measured. ccfind is among them, built
// from src/ as plugin/lib is, so that the program that is measured is that of the present source.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE, ROOT, ensurePackages, run } from './development.mjs';

ensurePackages();
const { buildProgram } = await import('./build.mjs');
const { build } = await import('esbuild');
const outdir = join(ROOT, '.build', 'bench');
const programs = readdirSync(join(ROOT, 'bench', 'programs')).map((name) => `bench/programs/${name}`);
await build({ ...BUNDLE, outdir, packages: 'external', entryPoints: ['bench/main.ts'], format: 'esm', outExtension: { '.js': '.mjs' } });
await build({ ...BUNDLE, outdir, entryPoints: programs, format: 'cjs', outExtension: { '.js': '.cjs' } });
await buildProgram(join(ROOT, '.build', 'program'));
process.exit(run(process.execPath, ['--enable-source-maps', join(outdir, 'main.mjs'), ...process.argv.slice(2)]));
