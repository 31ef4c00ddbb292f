/**
 * What Claude Code reads to install the plugin. The client's own `plugin validate` runs in test/e2e/client.test.ts; here is what it
 * does not check: one version everywhere, parts that exist, and placeholders that are explained.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';

interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly license?: string;
  readonly author?: { readonly name: string };
  readonly owner?: { readonly name: string };
  readonly repository?: string;
  readonly homepage?: string;
  readonly hooks?: string;
  readonly mcpServers?: string;
  readonly plugins?: readonly { readonly name: string; readonly source: string; readonly version?: string }[];
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const plugin = read('.claude-plugin/plugin.json');
const marketplace = read('.claude-plugin/marketplace.json');

test('plugin.json, package.json and its lock have the same version, and the marketplace has none', () => {
  const { version } = read('package.json');
  assert.match(String(version), /^\d+\.\d+\.\d+$/);
  assert.equal(plugin.version, version);
  assert.equal(read('package-lock.json').version, version);
  assert.deepEqual(marketplace.plugins?.map((entry) => entry.version), [undefined]);
});

test('marketplace and plugin are both named ccfind, and the plugin is the root of the repository', () => {
  assert.equal(marketplace.name, 'ccfind');
  assert.equal(plugin.name, 'ccfind');
  assert.deepEqual(marketplace.plugins?.map(({ name, source }) => [name, source]), [['ccfind', './']]);
});

test('plugin.json has no field that an older client does not know', () => {
  // An unknown one stops the installation there: 2.1.63 refuses displayName.
  const known = ['name', 'version', 'description', 'author', 'homepage', 'repository', 'license', 'keywords', 'hooks', 'mcpServers'];
  assert.deepEqual(Object.keys(plugin).filter((key) => !known.includes(key)), []);
});

test('plugin.json names hooks and MCP servers exactly when they exist', () => {
  assert.equal(plugin.hooks, existsSync('plugin/hooks.json') ? './plugin/hooks.json' : undefined);
  assert.equal(plugin.mcpServers, existsSync('plugin/mcp.json') ? './plugin/mcp.json' : undefined);
});

test('README names the placeholders of author and repository', () => {
  assert.equal(plugin.repository, 'https://github.com/OWNER/ccfind');
  assert.equal(plugin.homepage, 'https://github.com/OWNER/ccfind#readme');
  assert.equal(plugin.author?.name, 'the ccfind authors');
  assert.equal(marketplace.owner?.name, 'the ccfind authors');
  assert.match(readFileSync('README.md', 'utf8'), /`OWNER` is a placeholder/);
});

test('the licence is MIT everywhere', () => {
  assert.equal(plugin.license, 'MIT');
  assert.equal(read('package.json').license, 'MIT');
  assert.match(readFileSync('LICENSE', 'utf8'), /^MIT License\n\nCopyright \(c\) \d{4} the ccfind authors\n/);
});

test('the plugin has what it runs: executable launchers, and the program beside it', () => {
  for (const launcher of ['plugin/ccfind', 'bin/ccfind']) assert.equal(statSync(launcher).mode & 0o111, 0o111);
  assert.ok(statSync('plugin/lib/ccfind.cjs').size > 0);
});
