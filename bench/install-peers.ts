/**
 * Installs the packages of bench/peers/package.json on demand. They are not development packages, since a native add-on
 * that cannot be compiled must not keep anybody from running the tests.
 *
 * They go into .build/peers, for the Node that runs the bench, and are installed again when that Node or the versions change. All are
 * optional, so that npm goes on without what it cannot compile; what is missing shows when it is tried.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

const MANIFEST = 'bench/peers/package.json';
const FOLDER = '.build/peers';
/** Records the Node and the versions that were installed. */
const MARK = join(FOLDER, 'installed');

/** Installs if needed. Returns the folder for NODE_PATH, which may be empty without a network. */
export function installPeers(): string {
  const manifest = readFileSync(MANIFEST, 'utf8');
  const wanted = `${process.versions.modules}\n${manifest}`;
  if (!existsSync(MARK) || readFileSync(MARK, 'utf8') !== wanted) {
    process.stderr.write('installing the peers (npm install; compiling takes minutes) …\n');
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'package.json'), manifest);
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const words = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status } = spawnSync('npm', words, { cwd: FOLDER, env: { ...process.env, PATH }, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status === 0) writeFileSync(MARK, wanted);
  }
  return resolve(FOLDER, 'node_modules');
}

/** `MiniSearch 7.2.0`: the title of a package, with the version that is asked for. */
export function versioned(name: string, title: string): string {
  const { optionalDependencies } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { optionalDependencies: Record<string, string | undefined> };
  return name in optionalDependencies ? `${title} ${optionalDependencies[name]}` : title;
}
