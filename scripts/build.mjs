// Placeholder until the packaging work lands.
import { build } from 'esbuild';
await build({ entryPoints: ['src/main.ts'], outfile: 'plugin/lib/ccfind.cjs', bundle: true, platform: 'node', format: 'cjs', target: 'node18', logLevel: 'warning' });
