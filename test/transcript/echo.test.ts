import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnCommand, isOwnServer, isOwnSkill, isOwnToolCall } from '../../src/transcript/echo.ts';
import { programsOf } from '../../src/transcript/shell-programs.ts';

const OWN: readonly string[] = [
  'ccfind retry',
  'ccfind search --json -- "payment retry" | head -20',
  'cd /home/dev/work && ccfind retry',
  'CLAUDE_CONFIG_DIR=/tmp/x NO_COLOR=1 ccfind retry',
  'node /home/dev/.claude/plugins/cache/ccfind/ccfind/1.0.0/plugin/lib/ccfind.cjs search retry',
  'node "/home/dev/with space/ccfind.cjs" stats',
  '/usr/local/bin/ccfind show 1',
  'sh "/home/dev/plugin/ccfind" search -- retry',
  'timeout 10 ccfind retry 2>/dev/null',
  'bash -lc "ccfind retry | head"',
  'echo retry | ccfind search -',
  'x=$(ccfind retry); echo "$x"',
  'echo "found: $(ccfind retry)"',
  'if true; then ccfind retry; fi',
  'npx ccfind retry',
  "cat > q.txt <<'EOF'\nhello\nEOF\nccfind search - < q.txt",
];
const NOT_OWN: readonly string[] = [
  'grep -rn ccfind src',
  'git commit -m "search: let ccfind rank turns; ccfind stays"',
  'cat plugin/lib/ccfind.cjs',
  'ls ~/.claude/ccfind',
  'echo "ccfind retry"',
  "echo 'x; ccfind retry'",
  'git log --grep=ccfind | head',
  'myccfind retry',
  'cat > notes.md <<EOF\nccfind retry\nEOF\nls',
  'ls # ccfind retry',
  'cd ccfind && npm test',
];

for (const command of OWN) test(`isOwnCommand() knows ${JSON.stringify(command)}`, () => assert.equal(isOwnCommand(command), true));
for (const command of NOT_OWN) test(`isOwnCommand() leaves ${JSON.stringify(command)}`, () => assert.equal(isOwnCommand(command), false));

test('programsOf() names the program of each simple command', () => {
  assert.deepEqual(programsOf('cd a && FOO=1 make -j2 | tee log 2>&1; ./run.sh & wait'), ['cd', 'make', 'tee', 'run.sh', 'wait']);
  assert.deepEqual(programsOf('sudo -n timeout 5s /usr/bin/env X=1 python3 x.py > out < in'), ['python3']);
  assert.deepEqual(programsOf(''), []);
});

test('programsOf() survives unbalanced quotes, brackets and marks', () => {
  for (const line of ['"', "'", '$(', '`', '<<', '<<EOF', 'a "b', '>', '&&', 'sh -c', '((((', '\\']) assert.doesNotThrow(() => programsOf(line));
});

test('isOwnSkill() knows our skill with and without slash and prefix', () => {
  for (const name of ['ccfind', '/ccfind', 'ccfind:ccfind', '/ccfind:ccfind', 'ccfind:recall']) assert.equal(isOwnSkill(name), true, name);
  for (const name of ['find', 'ccfinder', 'x:ccfind', '', '/ccfind words']) assert.equal(isOwnSkill(name), false, name);
});

test('isOwnToolCall() knows our MCP tools, skill calls and commands', () => {
  const call = (tool: string, input: unknown): boolean => isOwnToolCall(tool, () => input);
  assert.equal(call('mcp__plugin_ccfind_ccfind__search_sessions', {}), true);
  assert.equal(call('mcp__ccfind__read_session', {}), true);
  assert.equal(call('mcp__ccfinder__read', {}), false);
  assert.equal(call('ToolSearch', { query: 'select:mcp__plugin_ccfind_ccfind__search_sessions,mcp__plugin_ccfind_ccfind__read_session' }), true);
  assert.equal(call('ToolSearch', { query: 'select:mcp__plugin_ccfind_ccfind__search_sessions,WebSearch' }), false);
  assert.equal(call('ToolSearch', { query: 'ccfind' }), false);
  assert.equal(call('mcp__plugin_sampler_history__search_history', { query: 'ccfind' }), false);
  assert.equal(call('Skill', { skill: 'ccfind:ccfind', args: 'retry' }), true);
  assert.equal(call('Skill', { command: 'ccfind' }), true);
  assert.equal(call('Skill', { skill: 'review', args: 'ccfind' }), false);
  assert.equal(call('Bash', { command: 'ccfind retry' }), true);
  assert.equal(call('Bash', { command: 7 }), false);
  assert.equal(call('Write', { file_path: 'ccfind', content: 'ccfind retry' }), false);
  assert.equal(call('Bash', null), false);
});

test('isOwnServer() knows our MCP server by the names that the client gives it', () => {
  for (const name of ['plugin:ccfind:ccfind', 'ccfind']) assert.equal(isOwnServer(name), true, name);
  for (const name of ['', 'plugin:ccfinder:x', 'plugin:other:ccfind', 'ccfinder']) assert.equal(isOwnServer(name), false, name);
});
