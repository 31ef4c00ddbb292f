/**
 * The first file that Node reads: sets up how V8 compiles, lets Node keep compiled code between starts, then starts the program.
 *
 * A search is a fresh process, and compiling is a good part of its time. Node 22.1 and later keep compiled code in a
 * folder they are given: it lies in the index folder, owner-only as all there, and only once there is one.
 * Where it cannot be used nothing is said: it is a saving, not a need. So is leaving out the optimising compiler, see compiler.ts.
 */
import { mkdirSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { optimiseHotCode } from './compiler.ts';
import { indexFolder } from './paths.ts';

interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
}

keepCompiledCode();
optimiseHotCode(false);
require('./main.ts');

function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as CompileCache;
  if (enableCompileCache === undefined) return;
  try {
    const folder = indexFolder(process.env, process.cwd());
    if (!statSync(folder).isDirectory()) return;
    const cache = join(folder, 'compiled');
    mkdirSync(cache, { mode: 0o700, recursive: true });
    enableCompileCache(cache);
  } catch {
    // No index yet, no home, a read-only folder: the program starts as it would anyway.
  }
}
