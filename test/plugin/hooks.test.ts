/**
 * plugin/hooks.json, mcp.json and the skill's own line: what every client takes, and each of them run as the client runs it: by /bin/sh, in a bare environment,
 * with Node where version managers put it, and with every standard input there is.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { HOOK_EVENTS } from '../../src/hook/hook.ts';
import { loggedRuns } from '../../src/hook/log.ts';
import { until, untilRemoved } from '../e2e/tmux.ts';
import { History } from '../fixture-history.ts';

interface HookLine {
  readonly type: string;
  readonly command: string;
  readonly timeout: number;
}

interface HookGroup {
  readonly hooks: readonly HookLine[];
}

const hooks = (JSON.parse(readFileSync('plugin/hooks.json', 'utf8')) as { hooks: Record<string, readonly HookGroup[]> }).hooks;
const SESSION = 'a0000000-0000-4000-8000-000000000001';

test('hooks.json names only events that 2.0.42 knows, since 2.1.63 refuses the file for an unknown one', () => {
  assert.deepEqual(Object.keys(hooks), [...HOOK_EVENTS]);
});

test('each hook is one line for a shell, with the path in quotes, and always exits with 0', () => {
  for (const [event, groups] of Object.entries(hooks)) {
    assert.deepEqual(groups.map((group) => [Object.keys(group), group.hooks.length]), [[['hooks'], 1]], event);
    const { type, command, timeout, ...others } = groups[0].hooks[0];
    assert.equal(type, 'command');
    // Behind an "async" hook of Stop that is at work 2.1.200 runs no SessionEnd in print mode, and clients before 2.1 know no such thing.
    assert.equal(command, `"\${CLAUDE_PLUGIN_ROOT}/plugin/ccfind" hook ${event} ${event === 'Stop' ? '>/dev/null 2>&1 &' : '2>/dev/null || :'}`);
    assert.ok(timeout > 0 && timeout <= 10);
    assert.deepEqual(others, {});
  }
});

/** A copy of the plugin that sees no Node of this machine, a home with a history and recall on, a bare folder for PATH. */
interface Place {
  readonly plugin: string;
  readonly root: string;
  readonly home: string;
  readonly config: string;
  readonly repository: string;
  readonly path: string;
}

function makePlace(t: TestContext): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind hooks ')));
  const history = new History();
  t.after(async () => {
    // What hooks left at work may still write.
    await untilRemoved(folder);
    history.remove();
  });
  const plugin = join(folder, 'a plugin');
  const root = join(folder, 'the root');
  const home = join(folder, 'a home');
  const bin = join(folder, 'bin');
  const config = join(home, '.claude');
  cpSync('plugin', join(plugin, 'plugin'), { recursive: true });
  const launcher = readFileSync('plugin/ccfind', 'utf8');
  assert.match(launcher, /^prefix=''/m);
  writeFileSync(join(plugin, 'plugin', 'ccfind'), launcher.replace(/^prefix=''/m, `prefix='${root}'`));
  chmodSync(join(plugin, 'plugin', 'ccfind'), 0o755);
  for (const path of [root, bin, join(config, 'ccfind-setup')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(config, 'ccfind-setup', 'recall'), '');
  const repository = join(home, 'tide');
  mkdirSync(join(repository, '.git'), { recursive: true });
  writeFileSync(join(repository, '.git', 'HEAD'), 'ref: refs/heads/harbour-pumps\n');
  const here = { cwd: repository, gitBranch: 'harbour-pumps' };
  history.write(`tide/${SESSION}.jsonl`, [history.prompt('why do the harbour pumps stall?', here), history.answer('The float switch sticks.', here)]);
  cpSync(history.path(), join(config, 'projects'), { recursive: true });
  // Where this machine's own Node is in the system's folders, these stand in for them.
  const hasNode = ['/usr/bin/node', '/bin/node'].some((path) => existsSync(path));
  if (hasNode) symlinkSync(['/usr/bin/readlink', '/bin/readlink'].find((path) => existsSync(path)) as string, join(bin, 'readlink'));
  return { plugin, root, home, config, repository, path: hasNode ? bin : '/usr/bin:/bin' };
}

/** A Node at that place that says so when it runs the program. */
function putNode(path: string): string {
  const trace = `${path}.ran`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] || : > '${trace}'\nexec '${process.execPath}' "$@"\n`);
  chmodSync(path, 0o755);
  return trace;
}

interface Run {
  readonly status: number | null;
  readonly output: string;
}

const payloadOf = ({ repository }: Place): string => JSON.stringify({ session_id: 'running', source: 'startup', cwd: repository });

/** The line of that event, as a client starts it. input null: standard input is closed. */
function runLine(event: string, place: Place, input: string | null = payloadOf(place)): Run {
  const { command } = hooks[event][0].hooks[0];
  const line = input === null ? `exec <&-; ${command}` : command;
  const run = spawnSync('/bin/sh', ['-c', line], { cwd: place.repository, env: { PATH: place.path, HOME: place.home, CLAUDE_PLUGIN_ROOT: place.plugin }, encoding: 'utf8', input: input ?? '' });
  return { status: run.status, output: run.stdout + run.stderr };
}

const WHERE: Readonly<Record<string, (place: Place) => string>> = {
  nvm: ({ home }) => join(home, '.nvm/versions/node/v22.1.0/bin/node'),
  fnm: ({ home }) => join(home, '.local/share/fnm/node-versions/v22.1.0/installation/bin/node'),
  volta: ({ home }) => join(home, '.volta/tools/image/node/22.1.0/bin/node'),
  Homebrew: ({ root }) => join(root, 'opt/homebrew/bin/node'),
};

/** A line of ours as a client hands it to a shell: the root put into the text. */
function runText(text: string, place: Place): Run {
  const run = spawnSync('/bin/sh', ['-c', text.replaceAll('${CLAUDE_PLUGIN_ROOT}', place.plugin)], { cwd: place.repository, env: { PATH: place.path, HOME: place.home }, encoding: 'utf8', input: '' });
  return { status: run.status, output: run.stdout + run.stderr };
}

/** The server as plugin/mcp.json names it: no shell, no variable of the plugin. */
function startServer(place: Place, input: string): Run {
  const { command, args } = (JSON.parse(readFileSync('plugin/mcp.json', 'utf8')) as { mcpServers: { ccfind: { command: string; args: string[] } } }).mcpServers.ccfind;
  const run = spawnSync(command.replace('${CLAUDE_PLUGIN_ROOT}', place.plugin), args, { cwd: place.repository, env: { PATH: place.path, HOME: place.home }, encoding: 'utf8', input });
  return { status: run.status, output: run.stdout + run.stderr };
}

test('the server and the skill run without Node on PATH, by the Node of each version manager', { skip: process.platform === 'win32' }, (t) => {
  const place = makePlace(t);
  const line = /```sh\n([^]*?)```/.exec(readFileSync('skills/ccfind/SKILL.md', 'utf8'))?.[1] ?? '';
  for (const [manager, where] of Object.entries(WHERE)) {
    const trace = putNode(where(place));
    const { status, output } = startServer(place, '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n');
    assert.equal(status, 0, `${manager}: ${output}`);
    assert.deepEqual(output.trim().split('\n').map((text) => (JSON.parse(text) as { id: number }).id), [1, 2], manager);
    assert.equal(existsSync(trace), true, manager);
    rmSync(trace);
    const found = runText(line.replace('WORDS', "harbour pumps $(touch owned) `touch owned` '"), place);
    assert.equal(found.status, 0, `${manager}: ${found.output}`);
    assert.ok(found.output.includes(`claude --resume ${SESSION}`), found.output);
    assert.deepEqual([existsSync(trace), existsSync(join(place.repository, 'owned'))], [true, false], manager);
    rmSync(where(place));
  }
});

test('every hook runs without Node on PATH, by the Node of each version manager', { skip: process.platform === 'win32' }, async (t) => {
  const place = makePlace(t);
  const events = (): string[] => loggedRuns(join(place.config, 'ccfind')).map(({ event }) => event);
  const expected: string[] = [];
  for (const [manager, where] of Object.entries(WHERE)) {
    const trace = putNode(where(place));
    assert.deepEqual(runLine('SessionEnd', place), { status: 0, output: '' }, manager);
    await until(() => (events().length > expected.length ? true : null), () => `${manager}: SessionEnd has made no index`);
    const { status, output } = runLine('SessionStart', place);
    assert.equal(status, 0, manager);
    // A slow machine has nothing to say in time; that it ran is in the log.
    if (output !== '') assert.match(output, new RegExp(`<quoted-history source="ccfind">\\n- .* ${SESSION} `));
    assert.deepEqual(runLine('Stop', place), { status: 0, output: '' }, manager);
    assert.equal(existsSync(trace), true, manager);
    expected.push('SessionEnd', 'SessionStart');
    assert.deepEqual(events(), expected, manager);
    rmSync(where(place));
  }
});

test('no hook prints anything where Node is missing, or the plugin was removed during a session', { skip: process.platform === 'win32' }, (t) => {
  const place = makePlace(t);
  for (const event of HOOK_EVENTS) {
    assert.deepEqual(runLine(event, place), { status: 0, output: '' }, event);
    const direct = spawnSync(join(place.plugin, 'plugin', 'ccfind'), ['hook', event], { env: { PATH: place.path, HOME: place.home }, encoding: 'utf8' });
    assert.deepEqual([direct.status, direct.stdout + direct.stderr], [0, ''], event);
  }
  rmSync(place.plugin, { recursive: true });
  for (const event of HOOK_EVENTS) assert.deepEqual(runLine(event, place), { status: 0, output: '' }, event);
});

test('a hook does not ask the Node on PATH for its version, and takes a newer one if that is too old', { skip: process.platform === 'win32' }, async (t) => {
  const place = makePlace(t);
  const trace = putNode(WHERE.volta(place));
  const asked = join(place.home, 'asked');
  const onPath = join(place.home, 'bin', 'node');
  mkdirSync(dirname(onPath));
  writeFileSync(onPath, `#!/bin/sh\n[ "$1" = --version ] && { : > '${asked}'; echo v12.0.0; exit; }\necho 'SyntaxError' >&2; exit 1\n`);
  chmodSync(onPath, 0o755);
  const run = (): Run => runLine('Stop', { ...place, path: `${dirname(onPath)}:${place.path}` });
  const direct = (): Run => {
    const done = spawnSync(join(place.plugin, 'plugin', 'ccfind'), ['hook', 'Stop'], { env: { PATH: `${dirname(onPath)}:${place.path}`, HOME: place.home }, encoding: 'utf8' });
    return { status: done.status, output: done.stdout + done.stderr };
  };
  assert.deepEqual(run(), { status: 0, output: '' });
  // The line leaves its work to a process that nobody waits for.
  await until(() => (existsSync(trace) ? true : null), () => 'the newer Node was not started');
  assert.equal(existsSync(asked), true);
  rmSync(trace);
  rmSync(asked);
  assert.deepEqual(direct(), { status: 0, output: '' });
  assert.deepEqual([existsSync(asked), existsSync(trace)], [true, true]);
  rmSync(asked);
  writeFileSync(onPath, `#!/bin/sh\n[ "$1" = --version ] && : > '${asked}'\nexec '${process.execPath}' "$@"\n`);
  assert.deepEqual(direct(), { status: 0, output: '' });
  assert.equal(existsSync(asked), false);
});

const INPUTS: Readonly<Record<string, string | null>> = {
  'closed': null,
  'empty': '',
  'garbage': '\0\x1b[2J}{"session_id":',
  'one line of 30 MB': `{"a":"${'x'.repeat(30 << 20)}"}`,
};

for (const [what, input] of Object.entries(INPUTS)) {
  test(`every hook exits with 0 when its standard input is ${what}`, { skip: process.platform === 'win32' }, (t) => {
    const place = makePlace(t);
    putNode(WHERE.nvm(place));
    for (const event of ['SessionEnd', 'Stop', 'SessionStart']) {
      const { status, output } = runLine(event, place, input);
      assert.equal(status, 0, event);
      if (event !== 'SessionStart') assert.equal(output, '', event);
    }
  });
}

test('no hook waits for standard input that stays open', { skip: process.platform === 'win32', timeout: 120_000 }, async (t) => {
  const place = makePlace(t);
  putNode(WHERE.nvm(place));
  for (const event of ['SessionEnd', 'Stop', 'SessionStart']) {
    const child = spawn('/bin/sh', ['-c', hooks[event][0].hooks[0].command], { cwd: place.repository, env: { PATH: place.path, HOME: place.home, CLAUDE_PLUGIN_ROOT: place.plugin } });
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0, event);
  }
});
