import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { configFolder } from './config-folder.ts';
import { runFake } from './fake-engine.ts';

const SETTINGS = `{
  "env": {
    "MY_API_KEY": "hush"
  },
  "cleanupPeriodDays": 30
}
`;

test('setup shows reasons and the difference, without anybody\'s keys, and changes nothing', async (t) => {
  const config = configFolder(t);
  const path = join(config, 'settings.json');
  writeFileSync(path, SETTINGS.replace('  },\n', '    },\n').replace('    },', '  },'));
  const { code, out, err } = await runFake(config, ['setup']);
  assert.deepEqual([code, err], [0, '']);
  assert.equal(out, `transcripts are deleted 30 days after their last change; 365 days keep them findable and resumable for a year
rule Skill(ccfind:ccfind): searching and reading past sessions need no question each time
rule mcp__plugin_ccfind_ccfind__search_sessions: searching and reading past sessions need no question each time
rule mcp__plugin_ccfind_ccfind__read_session: searching and reading past sessions need no question each time

${path}
  …
    },
-   "cleanupPeriodDays": 30
+   "cleanupPeriodDays": 365,
+   "permissions": {
+     "allow": [
+       "Skill(ccfind:ccfind)",
+       "mcp__plugin_ccfind_ccfind__search_sessions",
+       "mcp__plugin_ccfind_ccfind__read_session"
+     ]
+   }
  }

recall (a new session begins with a few past findings that fit its branch and latest commits): off; --recall turns it on

nothing is changed yet. To change it: ccfind setup --apply   (ccfind setup --undo undoes it)
`);
  assert.equal(readFileSync(path, 'utf8'), SETTINGS);
  assert.equal(existsSync(join(config, 'ccfind-setup')), false);
});

test('setup never shows the value of a key beside a change', async (t) => {
  const config = configFolder(t);
  writeFileSync(join(config, 'settings.json'), '{\n  "MY_API_KEY": "hush"\n}\n');
  const { out } = await runFake(config, ['setup']);
  assert.match(out, /\+ {3}"MY_API_KEY": "…",|- {3}"MY_API_KEY": "…"/);
  assert.doesNotMatch(out, /hush/);
});

test('setup --apply changes the settings and turns recall on, --undo undoes both, and no more', async (t) => {
  const config = configFolder(t);
  const path = join(config, 'settings.json');
  writeFileSync(path, SETTINGS);
  assert.match((await runFake(config, ['setup', '--recall'])).out, /off -> on, by the file .*ccfind-setup\/recall\n\nnothing is changed yet\. To change it: ccfind setup --recall --apply/);
  assert.match((await runFake(config, ['setup', '--recall', '--apply'])).out, /\nchanged; as it was: .*ccfind-setup\/settings-.*\.json\. /);
  assert.equal(JSON.parse(readFileSync(path, 'utf8')).cleanupPeriodDays, 365);
  assert.equal(existsSync(join(config, 'ccfind-setup', 'recall')), true);
  assert.match((await runFake(config, ['setup', '--apply'])).out, /nothing to change\n$/);
  assert.match((await runFake(config, ['setup', '--undo'])).out, /- {3}"cleanupPeriodDays": 365,\n[^]*\+ {3}"cleanupPeriodDays": 30\n[^]*recall is off again\nundone\n$/);
  assert.equal(readFileSync(path, 'utf8'), SETTINGS);
  assert.match((await runFake(config, ['setup', '--undo'])).out, /^nothing to undo/);
});

test('setup says which settings of this project override the person\'s', async (t) => {
  const config = configFolder(t);
  mkdirSync(join(config, 'project', '.claude'), { recursive: true });
  const { code, err } = await runFake(config, ['setup', '--undo', '--apply']);
  assert.deepEqual([code, err], [2, 'ccfind: --undo stands alone\nhint: ccfind setup --undo\n']);
});
