/**
 * Bundles a file of the tests into a program of its own, as the build does with the real one.
 */
export async function bundle(entryPoint: string, outfile: string): Promise<void> {
  const { build } = await import('esbuild');
  await build({ entryPoints: [entryPoint], outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node18', logLevel: 'error' });
}
