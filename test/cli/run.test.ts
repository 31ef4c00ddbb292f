/**
 * The built program as a black box: a temporary home, a clean environment, the invented history.
 */
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const PROGRAM = join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');
const DEMO = join(process.cwd(), 'plugin', 'demo');
const DOUBLE_CHARGE = 'c6c897f2-3399-4649-ac78-515c841044c9';
const LOCKS = 'b801a3c7-42a2-4a77-b51f-9b1534e2822c';

const CONTRACT_KEYS = 'schema query terms expanded group total relevant weak hits index'.split(' ');
const HIT_KEYS =
  'score weak coverage words session title project cwd branch when first last turns turn prompt opening hit field snippet highlights passages agent copies archived deletedInDays open resume dir'.split(' ');

interface Place {
  readonly folder: string;
  readonly home: string;
  readonly temporary: string;
}

function makePlace(t: TestContext): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-run-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const place = { folder, home: join(folder, 'a home'), temporary: join(folder, 'tmp') };
  for (const path of [place.home, place.temporary]) mkdirSync(path);
  return place;
}

/** A home whose history is the invented one. */
function makeHistory(t: TestContext): Place {
  const place = makePlace(t);
  cpSync(join(DEMO, 'projects'), join(place.home, '.claude', 'projects'), { recursive: true });
  return place;
}

const shared = realpathSync(mkdtempSync(join(tmpdir(), 'ccfind-run-')));
after(() => rmSync(shared, { recursive: true, force: true }));

/** The same, indexed once for all tests that only read. */
function sharedHistory(): Place {
  const place = { folder: shared, home: join(shared, 'a home'), temporary: join(shared, 'tmp') };
  if (existsSync(place.home)) return place;
  mkdirSync(place.temporary);
  cpSync(join(DEMO, 'projects'), join(place.home, '.claude', 'projects'), { recursive: true });
  assert.equal(run(place, ['index']).status, 0);
  return place;
}

interface RunOptions {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  readonly input?: string;
  readonly program?: string;
  readonly nodeArguments?: readonly string[];
}

function run(place: Place, argv: readonly string[], { env = {}, cwd = place.folder, input = '', program = PROGRAM, nodeArguments = [] }: RunOptions = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArguments, program, ...argv], {
    cwd,
    input,
    encoding: 'utf8',
    env: { HOME: place.home, TMPDIR: place.temporary, PATH: '/usr/bin:/bin', TZ: 'UTC', ...env },
  });
  return { status, stdout, stderr };
}

function answerOf(stdout: string) {
  return JSON.parse(stdout) as { total: number; relevant: number; weak: number; hits: Record<string, unknown>[] };
}

test('a search finds a session by a sentence, as text and as JSON', () => {
  const place = sharedHistory();
  const text = run(place, ['what', 'keeps', 'a', 'redelivered', 'webhook', 'from', 'charging', 'twice?']);
  assert.deepEqual([text.status, text.stderr], [0, '']);
  assert.match(text.stdout, /^1\. Webhook charges customers twice\n {3}lantern · main · 2026-01-14 \d\d:\d\d · turn 3 of 3/);
  assert.match(text.stdout, new RegExp(`\n {3}cd /home/mira/lantern && claude --resume ${DOUBLE_CHARGE}\n`));
  assert.match(text.stdout, /\n\d+ matched, \d+ relevant, \d+ weak/);
  const json = run(place, ['--json', '--', 'webhook', 'charged', 'twice']);
  const answer = answerOf(json.stdout);
  assert.deepEqual(Object.keys(answer).sort(), [...CONTRACT_KEYS].sort());
  assert.deepEqual(Object.keys(answer.hits[0]).sort(), [...HIT_KEYS].sort());
  assert.equal(answer.hits[0].session, DOUBLE_CHARGE);
  assert.equal(answer.total, answer.relevant + answer.weak);
  assert.equal(json.stdout.split('\n').length, 2);
});

test('a fork and its original give one hit for what they share, under the newer one', () => {
  const answer = answerOf(run(sharedHistory(), ['--json', 'LH-20466']).stdout);
  assert.deepEqual(answer.hits.map(({ session, copies, turn }) => ({ session, copies, turn })).filter(({ copies }) => (copies as string[]).length > 0), [
    { session: LOCKS, copies: [DOUBLE_CHARGE], turn: 2 },
  ]);
});

test('show and resume take a number of the last list, or the start of an id', () => {
  const place = sharedHistory();
  run(place, ['Doughlores']);
  const shown = run(place, ['show', '1']);
  assert.equal(shown.status, 0);
  assert.match(shown.stdout, /^the bread bot oversleeps\nsourdough-bot · main · 2026-02-24 05:40 to 2026-02-24 \d\d:\d\d · 2 turns\n/);
  const turn = run(place, ['show', '6141', '--turn', '2', '--json']);
  assert.deepEqual(Object.keys(JSON.parse(turn.stdout)).sort(), 'schema session title project cwd branch first last opening lastPrompt lastAnswer turns total next'.split(' ').sort());
  assert.deepEqual((JSON.parse(turn.stdout) as { turns: { turn: number }[] }).turns.map((one) => one.turn), [2]);
  const line = run(place, ['resume', '1', '--print']);
  assert.deepEqual([line.status, line.stdout], [0, 'cd /home/mira/sourdough-bot && claude --resume 614103bf-3814-4038-8833-9b5c3d69751c\n']);
  assert.equal(run(place, ['show', 'zz']).status, 1);
  assert.equal(statSync(join(place.home, '.claude', 'ccfind', 'last-list.json')).mode & 0o777, 0o600);
});

/** A `claude` that writes its arguments and its folder down. */
function stubClaude(place: Place): Record<string, string> {
  mkdirSync(join(place.folder, 'bin'), { recursive: true });
  writeFileSync(join(place.folder, 'bin', 'claude'), `#!/bin/sh\n{ pwd; printf '%s\\n' "$@"; } > '${place.folder}/started'\nexit 7\n`, { mode: 0o755 });
  return { PATH: `${join(place.folder, 'bin')}:/usr/bin:/bin` };
}

test('resume starts claude with the arguments behind --, in the folder that it names', (t) => {
  const place = makeHistory(t);
  const env = stubClaude(place);
  const moved = join(place.folder, 'it moved');
  mkdirSync(moved);
  const gone = run(place, ['resume', '614103bf', '--', '-p', 'go on'], { env });
  assert.equal(gone.status, 2);
  assert.match(gone.stderr, /^ccfind: folder of session 614103bf-\S+ is gone: \/home\/mira\/sourdough-bot\nhint: make that folder again, or say where the project is now: ccfind resume 614103bf-\S+ --in FOLDER\n$/);
  const there = run(place, ['resume', '614103bf', '--in', 'it moved', '--', '-p', 'go on'], { env });
  assert.deepEqual([there.status, there.stderr], [7, '']);
  const [folder, flag, word, ...rest] = readFileSync(join(place.folder, 'started'), 'utf8').split('\n');
  assert.deepEqual([folder, flag, ...rest], [moved, '--resume', '-p', 'go on', '']);
  assert.match(word, /^\/.+\/projects\/-home-mira-sourdough-bot\/614103bf-3814-4038-8833-9b5c3d69751c\.jsonl$/);
});

test('resume without a terminal starts claude only for what needs none', (t) => {
  const place = makeHistory(t);
  const env = stubClaude(place);
  const { status, stderr } = run(place, ['resume', '614103bf', '--in', '.'], { env, input: 'another id\n' });
  assert.equal(status, 2);
  assert.match(stderr, /^ccfind: standard input is not a terminal, and claude needs one to talk to you\nhint: ccfind resume (\S+) <\/dev\/tty; in a new window: ccfind open \1; with a prompt: ccfind resume \1 -- -p PROMPT\n$/);
  assert.equal(existsSync(join(place.folder, 'started')), false);
  for (const word of ['-p', '--print', '--bg', '--background']) assert.equal(run(place, ['resume', '614103bf', '--in', '.', '--', word], { env, input: '' }).status, 7, word);
});

test('show --around finds the hit by its key', () => {
  const place = sharedHistory();
  const [hit] = answerOf(run(place, ['--json', 'XSHUT']).stdout).hits;
  const shown = run(place, ['show', String(hit.session), '--around', String(hit.hit)]);
  assert.equal(shown.status, 0);
  assert.match(shown.stdout, /XSHUT/);
});

test('a search without words lists the newest sessions first; filters narrow them', () => {
  const place = sharedHistory();
  const answer = answerOf(run(place, ['--json']).stdout);
  assert.equal(answer.total, 7);
  assert.deepEqual(answer.hits.map((hit) => hit.project), ['homelab', 'brieftauben', 'sourdough-bot', 'tidewatch', 'lantern', 'lantern', 'lantern']);
  const project = run(place, ['--project', 'tide']);
  assert.match(project.stdout, /^1\. Tide gauge reads 65535[^]*\n1 session, newest first\n/);
  const days = answerOf(run(place, ['--json', '--since', '2026-02-03', '--until', '2026-02-24']).stdout);
  assert.deepEqual(days.hits.map((hit) => hit.project), ['sourdough-bot', 'tidewatch']);
});

test('/resume is offered only where the client can follow it', (t) => {
  const place = makePlace(t);
  const project = join(place.folder, 'here');
  mkdirSync(project);
  const id = '0a0a0a0a-1111-4222-8333-444444444444';
  const folder = join(place.home, '.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  const line = { type: 'user', uuid: id, timestamp: '2026-03-01T10:00:00Z', cwd: project, sessionId: id, message: { role: 'user', content: 'paint the fence' } };
  writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`);
  const open = (cwd: string): unknown => answerOf(run(place, ['--json', 'fence'], { cwd }).stdout).hits[0].open;
  assert.equal(open(project), `/resume ${id}`);
  assert.equal(open(place.folder), null);
  assert.match(run(place, ['fence'], { cwd: project }).stdout, new RegExp(`\n {3}/resume ${id} {2}in Claude Code, in this project\n {3}cd ${project} && claude --resume ${id}\n`));
});

test('nothing found is exit code 1 and says what was searched', () => {
  const place = sharedHistory();
  const none = run(place, ['zebrafishxq']);
  assert.equal(none.status, 1);
  assert.match(none.stdout, /^nothing found for: zebrafishxq\nsearched 7 sessions in \d+ files\n/);
  const filtered = run(place, ['webhook', '--project', 'nosuchproject']);
  assert.match(filtered.stdout, /no session passes the filters: --project nosuchproject/);
});

test('without any history the exit code is 1, with the folder; for a missing named folder it is 2', (t) => {
  const place = makePlace(t);
  const none = run(place, ['x']);
  assert.deepEqual([none.status, none.stdout], [1, '']);
  assert.ok(none.stderr.includes(join(place.home, '.claude', 'projects')), none.stderr);
  const named = run(place, ['x'], { env: { CLAUDE_CONFIG_DIR: join(place.folder, 'gone') } });
  assert.deepEqual([named.status, named.stderr.split('\n')[0]], [2, `ccfind: config folder ${place.folder}/gone (CLAUDE_CONFIG_DIR): no such folder`]);
  assert.equal(run(place, ['--root', 'gone', 'x']).status, 2);
});

test('a root that cannot be read is exit code 2', (t) => {
  const place = makeHistory(t);
  const projects = join(place.home, '.claude', 'projects');
  // Root may read everything: ask as somebody else.
  const isRoot = process.getuid?.() === 0;
  if (isRoot && spawnSync('setpriv', ['--version']).status !== 0) return t.skip('needs setpriv');
  chmodSync(projects, 0);
  for (const path of [place.folder, place.home, join(place.home, '.claude')]) chmodSync(path, 0o755);
  const command = [...(isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []), process.execPath, PROGRAM, 'x'];
  const { status, stderr } = spawnSync(command[0], command.slice(1), { cwd: '/', encoding: 'utf8', env: { HOME: place.home, PATH: process.env.PATH } });
  chmodSync(projects, 0o700);
  assert.equal(status, 2, stderr);
  assert.match(stderr, /^ccfind: folder .*projects cannot be read: EACCES\nhint: /);
});

test('search - reads any text from standard input', () => {
  const place = sharedHistory();
  const answer = answerOf(run(place, ['search', '--json', '-'], { input: 'toomanyrequests $(touch me) `busybox` "\n' }).stdout);
  assert.equal(answer.hits[0].project, 'homelab');
  assert.equal(run(place, ['search', '-'], { input: Buffer.from([0xff, 0xfe, 0x00, 0x41]).toString('latin1') }).stderr, '');
});

test('wrong usage is exit code 2 with a hint, and prints nothing', (t) => {
  const place = makeHistory(t);
  for (const argv of [['--dry-run', 'x'], ['--limit', '-1', 'x'], ['index', 'the', 'code'], ['graph'], ['--since', '2026-02-30'], ['show'], ['--regex', 'x('], ['--no-mask', 'x']]) {
    const { status, stdout, stderr } = run(place, argv);
    assert.deepEqual([status, stdout], [2, ''], argv.join(' '));
    assert.match(stderr, /^ccfind: /);
  }
  assert.deepEqual(readdirSync(join(place.home, '.claude')), ['projects']);
});

test('help and version need no history', (t) => {
  const place = makePlace(t);
  assert.match(run(place, ['--version']).stdout, /^ccfind \d+\.\d+\.\d+\n$/);
  assert.match(run(place, ['-h']).stdout, /^ccfind finds the past Claude Code session/);
  assert.equal(run(place, ['show', '--help']).status, 0);
  assert.deepEqual(readdirSync(place.home), []);
});

test('a reader that closes the pipe causes no failure', () => {
  const place = sharedHistory();
  writeFileSync(join(place.folder, 'go.sh'), 'set -o pipefail\n"$@" | head -c 1 >/dev/null\nexit ${PIPESTATUS[0]}\n');
  const { status, stderr } = spawnSync('bash', [join(place.folder, 'go.sh'), process.execPath, PROGRAM, '--all', 'the'], {
    encoding: 'utf8',
    env: { HOME: place.home, PATH: '/usr/bin:/bin' },
  });
  assert.deepEqual([status, stderr], [0, '']);
});

test('index says what it did, and stats what the index holds', (t) => {
  const place = makeHistory(t);
  assert.match(run(place, ['index']).stdout, /^read \d+ files, \d+ KB; 7 sessions indexed in [\d.]+ m?s\n$/);
  assert.match(run(place, ['index']).stdout, /^nothing new; 7 sessions indexed in [\d.]+ m?s\n$/);
  assert.match(run(place, ['index', '--full']).stdout, /^read \d+ files, \d+ KB; 7 sessions/);
  const stats = JSON.parse(run(place, ['stats', '--json']).stdout) as { schema: number; sessions: number };
  assert.deepEqual([stats.schema, stats.sessions], [1, 7]);
  assert.match(run(place, ['stats']).stdout, /^sessions +7\nturns +\d+\n/);
});

test('pick without a terminal prints the list and the commands', () => {
  const { status, stdout } = run(sharedHistory(), ['pick', 'webhook']);
  assert.equal(status, 0);
  assert.match(stdout, /claude --resume [0-9a-f-]{36}/);
});

test('demo answers a question from any folder, from a read-only checkout, and leaves nothing behind', (t) => {
  const place = makePlace(t);
  const checkout = join(place.folder, 'read only');
  cpSync(join(process.cwd(), 'plugin'), join(checkout, 'plugin'), { recursive: true });
  const lock = (mode: number): void => {
    for (const path of [join(checkout, 'plugin/demo'), join(checkout, 'plugin/demo/projects'), join(checkout, 'plugin'), checkout]) chmodSync(path, mode);
  };
  lock(0o555);
  const env = { CLAUDE_CONFIG_DIR: join(place.folder, 'gone'), CLAUDE_CODE_SESSION_ID: DOUBLE_CHARGE };
  const { status, stdout, stderr } = run(place, ['demo'], { program: join(checkout, 'plugin/lib/ccfind.cjs'), env });
  lock(0o755);
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /^asked of an invented history: what keeps [^\n]+\?\n\n1\. Webhook charges customers twice\n/);
  assert.match(stdout, /To search your own:\n {2}node 'read only\/plugin\/lib\/ccfind\.cjs' /);
  assert.deepEqual(readdirSync(place.temporary), []);
  assert.deepEqual(readdirSync(place.home), []);
  const words = run(place, ['demo', 'Brieftauben', 'Größe']);
  assert.match(words.stdout, /\n1\. Rangliste der Brieftauben zu langsam\n/);
  assert.equal(run(place, ['demo', 'zebrafishxq']).status, 1);
});

test('a search loads no code for terminals, child processes, sockets or workers', () => {
  const place = sharedHistory();
  const spy = join(place.folder, 'spy.cjs');
  writeFileSync(spy, "const f=require('fs'),m=require('module'),l=m._load;m._load=function(n){f.appendFileSync(process.env.SPY,n+'\\n');return l.apply(this,arguments)};");
  const log = join(place.folder, 'loaded');
  run(place, ['webhook'], { nodeArguments: ['--require', spy], env: { SPY: log } });
  writeFileSync(log, '');
  assert.equal(run(place, ['webhook'], { nodeArguments: ['--require', spy], env: { SPY: log } }).status, 0);
  const loaded = spawnSync('cat', [log], { encoding: 'utf8' }).stdout.split('\n').filter((name) => /^(node:)?[a-z_/]+$/.test(name));
  const unwanted = loaded.filter((name) => /tty|child_process|net|worker|http|readline|stream/.test(name));
  assert.deepEqual(unwanted, []);
});
