/**
 * What a launcher must know about the program that installs it: its Node, its folder, and where Claude Code keeps plugins.
 */
import { accessSync, constants, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { realFolder } from '../paths.ts';
import type { LauncherFacts } from './launcher-text.ts';

/**
 * Paths at which a Node stays when it is updated. The path it runs under may contain a version (Homebrew's Cellar, the number of a Snap, the Nix
 * store), and vanish with it.
 */
const LASTING_NODES: readonly string[] = [
  '/opt/homebrew/bin/node',
  '/usr/local/bin/node',
  '/home/linuxbrew/.linuxbrew/bin/node',
  '/opt/local/bin/node',
  '/run/current-system/sw/bin/node',
  '/usr/bin/node',
  '/usr/bin/nodejs',
];

/** The facts for a launcher. node: the Node that runs this; root: folder of the plugin; config: the present config folder of Claude Code. All absolute. */
export function launcherFacts(node: string, root: string, config: string): LauncherFacts {
  const keeper = keeperOf(root);
  const keepers = [join(config, 'plugins'), ...(keeper === null ? [] : [keeper])];
  return { node: lastingNode(node), folder: keeper === null ? root : '', keepers: [...new Set(keepers)].filter(isAbsolute) };
}

/**
 * The folder in which Claude Code keeps this version of the plugin, as `<keeper>/cache/<marketplace>/ccfind/<version>`; or null. It is
 * `<config>/plugins`, or what CLAUDE_CODE_PLUGIN_CACHE_DIR says.
 */
function keeperOf(root: string): string | null {
  const cache = dirname(dirname(dirname(root)));
  return basename(dirname(root)) === 'ccfind' && basename(cache) === 'cache' ? dirname(cache) : null;
}

function lastingNode(node: string): string {
  return LASTING_NODES.find((path) => isSameProgram(path, node)) ?? node;
}

function isSameProgram(path: string, node: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return realpathSync(path) === realpathSync(node);
  } catch {
    return false;
  }
}

/** Real path of the plugin's folder. inside: path of a file or folder two levels below it. */
export function pluginRoot(inside: string): string {
  return realFolder(join(inside, '..', '..'));
}
