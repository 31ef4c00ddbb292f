/**
 * Bundles a file of the tests into a program of its own, as the build does with the real one (scripts/development.mjs).
 */
export async function bundle(entryPoint: string, outfile: string): Promise<void> {
  const { build } = await import('esbuild');
  await build({ entryPoints: [entryPoint], outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node18', loader: { '.wasm': 'binary' }, logLevel: 'error' });
}
