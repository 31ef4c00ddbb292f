import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childEnvironment, SESSION_MARKERS } from '../../src/resume/environment.ts';

/** What client 2.1.332 gives to a program that it starts, values invented. */
const SEEN = {
  AI_AGENT: 'claude-code_2-1-332_agent', CLAUDECODE: '1', CLAUDE_CODE_CHILD_NOTES_DIR: '/x/started', CLAUDE_CODE_CHILD_SESSION: '1',
  CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', CLAUDE_CODE_EXECPATH: '/x/claude', CLAUDE_CODE_MESSAGING_SOCKET: '/x/1.sock', CLAUDE_CODE_MESSAGING_TOKEN: '8b33',
  CLAUDE_CODE_SESSION_ATTENDED: '0', CLAUDE_CODE_SESSION_ID: '75235951', CLAUDE_EFFORT: 'medium', CLAUDE_PID: '11756',
  CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS: '9ba27953', CLAUDE_PROJECT_DIR: '/home/dev/shop', CLAUDE_ENV_FILE: '/x/hook-0.sh',
  CLAUDE_PLUGIN_ROOT: '/x/ccfind', CLAUDE_PLUGIN_DATA: '/x/data', CLAUDE_CODE_SSE_PORT: '4711',
  CLAUDE_JOB_DIR: '/home/dev/.claude/jobs/8bc1397b', TRACEPARENT: '00-4bf9-00f0-01',
};

/** What clients give to some programs only, in background sessions, or did in earlier versions. */
const RARE = {
  CLAUDE_CODE_STARTER_MAY_HOLD_CONNECTOR_FILE: '1', CLAUDE_CODE_SESSION_KIND: 'bg', CLAUDE_CODE_SESSION_NAME: 'a job', CLAUDE_CODE_RESUME_INTERRUPTED_TURN: '1',
  CLAUDE_CODE_RESUME_PROMPT: 'go on', CLAUDE_CODE_INVOKED_SKILLS: 'recall', CLAUDE_SESSION_ID: '75235951', CLAUDE_AGENT_SDK_VERSION: '0.1.0',
};

/** What belongs to the person. */
const SETTINGS = {
  CLAUDE_CONFIG_DIR: '/home/dev/.claude-work', CLAUDE_CODE_USE_BEDROCK: '1', CLAUDE_CODE_MAX_OUTPUT_TOKENS: '8000', CLAUDE_CODE_OAUTH_TOKEN: 'secret',
  ANTHROPIC_API_KEY: 'key', ANTHROPIC_MODEL: 'opus', HOME: '/home/dev', PATH: '/usr/bin', TERM: 'xterm', CCFIND_DIR: '/x/index',
};

test('childEnvironment() removes every mark of an enclosing session', () => {
  assert.deepEqual(childEnvironment({ ...SEEN, ...RARE }, '/work'), { PWD: '/work' });
});

test("childEnvironment() keeps the person's settings", () => {
  assert.deepEqual(childEnvironment({ ...SETTINGS, ...SEEN }, '/work'), { ...SETTINGS, PWD: '/work' });
});

test('childEnvironment() sets PWD to the folder and leaves out what is undefined', () => {
  assert.deepEqual(childEnvironment({ PWD: '/old', X: undefined }, '/new'), { PWD: '/new' });
});

test('childEnvironment() sets the config folder, or takes it away', () => {
  assert.deepEqual(childEnvironment({ CLAUDE_CONFIG_DIR: 'work' }, '/x', '/home/dev/work'), { CLAUDE_CONFIG_DIR: '/home/dev/work', PWD: '/x' });
  assert.deepEqual(childEnvironment({ CLAUDE_CONFIG_DIR: '/home/dev/work' }, '/x', ''), { PWD: '/x' });
});

test('SESSION_MARKERS names each variable once, with a reason', () => {
  assert.equal(new Set(SESSION_MARKERS.map((marker) => marker.name)).size, SESSION_MARKERS.length);
  for (const marker of SESSION_MARKERS) assert.ok(marker.why.length > 10, marker.name);
});

test("childEnvironment() removes what the client sets under the person's own names, and keeps what the person has set", () => {
  for (const [name, own] of [['GIT_EDITOR', 'vim'], ['BROWSER', 'firefox']]) {
    const inside = (value: string): string | undefined => childEnvironment({ CLAUDECODE: '1', [name]: value }, '/work')[name];
    assert.deepEqual([inside('true'), inside(own), childEnvironment({ [name]: 'true' }, '/work')[name]], [undefined, own, 'true']);
  }
  assert.deepEqual(childEnvironment({ TRACEPARENT: '00-4bf9-00f0-01' }, '/work'), { TRACEPARENT: '00-4bf9-00f0-01', PWD: '/work' });
});
