import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launcherFacts } from '../../src/install/installed-from.ts';

const NODE = '/home/dev/.nvm/versions/node/v22.1.0/bin/node';

test('launcherFacts() records a checkout by its folder', () => {
  assert.deepEqual(launcherFacts(NODE, '/work/ccfind', '/home/dev/.claude'), { node: NODE, folder: '/work/ccfind', configs: ['/home/dev/.claude'] });
});

test('launcherFacts() records a version in the plugin cache by its config folder', () => {
  const kept = '/home/dev/.claude/plugins/cache/ccfind/ccfind/1.2.0';
  assert.deepEqual(launcherFacts(NODE, kept, '/home/dev/.claude'), { node: NODE, folder: '', configs: ['/home/dev/.claude'] });
  assert.deepEqual(launcherFacts(NODE, kept, '/home/dev/.claude-work'), { node: NODE, folder: '', configs: ['/home/dev/.claude-work', '/home/dev/.claude'] });
});
