/**
 * The first file that Node reads: sets up how V8 compiles, then loads the program's parts, with code that earlier runs have compiled.
 */
import './old-node.ts';
import { compileAsAtStart } from './compiler.ts';
import { openParts } from './parts.ts';
import { indexFolder } from './paths.ts';

/** Told by scripts/build.mjs: a digest of all parts. */
declare const BUILD_DIGEST: string;

/**
 * Modules of Node that a command is sure to need. Node keeps compiled code of its own modules, which V8 takes only under its own flags: loaded
 * after ours are set, they take two to three times as long (those of `pick` 4 ms instead of 2).
 */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ['pick', ['node:tty', 'node:worker_threads']],
  ['mcp', ['node:child_process', 'node:crypto', 'node:os', 'node:worker_threads']],
  ['show', ['node:child_process']],
  ['open', ['node:child_process', 'node:os', 'node:tty']],
  ['resume', ['node:child_process', 'node:os', 'node:tty']],
]);

for (const name of NEEDED.get(process.argv[2] ?? '') ?? []) require(name);
compileAsAtStart();
openParts(__dirname, BUILD_DIGEST, () => indexFolder(process.env, process.cwd())).loadMain();
