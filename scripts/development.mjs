// What the scripts share: where things are, and the development packages that must be there first.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What every bundling has in common (esbuild). */
export const BUNDLE = { absWorkingDir: ROOT, bundle: true, platform: 'node', target: 'node18', loader: { '.wasm': 'binary', '.txt': 'text' }, logLevel: 'warning' };

/** Runs a program in the project's folder, its output shown; returns its exit code. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  return result.status ?? 1;
}

/** Installs the development packages when they are missing or other than the lock file says. */
export function ensurePackages() {
  const installed = join(ROOT, 'node_modules', '.package-lock.json');
  if (existsSync(installed)) {
    const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
    const missing = Object.keys(wanted).filter((path) => path !== '' && !wanted[path].optional && present[path]?.version !== wanted[path].version);
    if (missing.length === 0) return;
  }
  process.stderr.write('installing the development packages (npm ci) …\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const status = run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    process.stderr.write('npm ci failed: the tests need the development packages of package.json\n');
    process.exit(status);
  }
}
