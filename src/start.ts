/**
 * The first file that Node reads: sets up how V8 compiles, then loads the program's parts, with code that earlier runs have compiled.
 */
import { compileAsAtStart } from './compiler.ts';
import { openParts } from './parts.ts';
import { indexFolder } from './paths.ts';

/** Told by scripts/build.mjs: a digest of all parts. */
declare const BUILD_DIGEST: string;

compileAsAtStart();
openParts(__dirname, BUILD_DIGEST, () => indexFolder(process.env, process.cwd())).loadMain();
