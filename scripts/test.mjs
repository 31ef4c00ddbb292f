// Placeholder until the packaging work lands: bundles test files and runs them with node:test.
//   node scripts/test.mjs [PART-OF-PATH …]
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
const walk = (d) => readdirSync(d, { withFileTypes: true }).flatMap((e) => e.isDirectory() ? (e.name === 'fixtures' ? [] : walk(join(d, e.name))) : e.name.endsWith('.test.ts') ? [join(d, e.name)] : []);
const wanted = process.argv.slice(2);
const files = walk('test').filter((f) => !wanted.length || wanted.some((w) => f.includes(w)));
const out = join('.build', 'test-' + process.pid);
await build({ entryPoints: files, outdir: out, outbase: '.', bundle: true, platform: 'node', format: 'esm', target: 'node18', outExtension: { '.js': '.mjs' }, sourcemap: 'inline', external: ['node:*'], logLevel: 'warning' });
const outs = files.map((f) => join(out, f.replace(/\.ts$/, '.mjs')));
const r = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...outs], { stdio: 'inherit' });
rmSync(out, { recursive: true, force: true });
process.exit(r.status ?? 1);
