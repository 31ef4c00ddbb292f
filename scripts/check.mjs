// Checks types and laws: the part of the tests for which the program need not run.
//
//   node scripts/check.mjs
import { join } from 'node:path';
import { ROOT, ensurePackages, run } from './development.mjs';

ensurePackages();
const types = run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.']);
if (types !== 0) process.exit(types);
process.exit(run(process.execPath, [join(ROOT, 'scripts', 'test.mjs'), 'test/laws']));
