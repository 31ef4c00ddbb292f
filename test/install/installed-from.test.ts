import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launcherFacts } from '../../src/install/installed-from.ts';

const NODE = '/home/dev/.nvm/versions/node/v22.1.0/bin/node';

test('launcherFacts() records a checkout by its folder', () => {
  assert.deepEqual(launcherFacts(NODE, '/work/ccfind', '/home/dev/.claude'), { node: NODE, folder: '/work/ccfind', keepers: ['/home/dev/.claude/plugins'] });
});

test('launcherFacts() records a version in the plugin cache by the folder of plugins', () => {
  const kept = '/home/dev/.claude/plugins/cache/ccfind/ccfind/1.2.0';
  assert.deepEqual(launcherFacts(NODE, kept, '/home/dev/.claude'), { node: NODE, folder: '', keepers: ['/home/dev/.claude/plugins'] });
  assert.deepEqual(launcherFacts(NODE, kept, '/home/dev/.claude-work'), { node: NODE, folder: '', keepers: ['/home/dev/.claude-work/plugins', '/home/dev/.claude/plugins'] });
  // CLAUDE_CODE_PLUGIN_CACHE_DIR=/big/claude
  assert.deepEqual(launcherFacts(NODE, '/big/claude/cache/ccfind/ccfind/1.2.0', '/home/dev/.claude'), { node: NODE, folder: '', keepers: ['/home/dev/.claude/plugins', '/big/claude'] });
});
