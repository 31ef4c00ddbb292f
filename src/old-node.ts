/**
 * A Node that is too old for this program hands over to plugin/ccfind, which finds another or says that there is none.
 *
 * Launchers on PATH name the Node they were installed with, and what stands there may have been replaced by an older one (n, Homebrew's
 * links). Imported before everything else, for its effect. It is read by Nodes that know no `node:` names and little syntax
 * (scripts/build.mjs). A hook only fails: whoever started it tries another Node by itself.
 */
import type { spawnSync as Spawn } from 'node:child_process';

const LEAST = 18;

if (Number.parseInt(process.versions.node, 10) < LEAST) process.exit(handOver());

/** The exit code. */
function handOver(): number {
  if (process.argv[2] === 'hook') return 2;
  const { spawnSync } = require('child_process') as { spawnSync: typeof Spawn };
  const { status, error } = spawnSync('/bin/sh', [`${__dirname}/../ccfind`, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (error !== undefined) process.stderr.write(`ccfind: it needs Node.js ${LEAST} or newer, and this is ${process.versions.node} (${process.execPath})\n`);
  return status === null ? 2 : status;
}
