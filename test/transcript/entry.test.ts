import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { NO_KEY } from '../../src/hash.ts';
import { createEntryReader } from '../../src/transcript/entry.ts';
import type { Entry } from '../../src/transcript/entry.ts';
import { agentKey, callKey } from '../../src/transcript/identity.ts';
import { textKeyOf } from '../../src/transcript/queue.ts';
import { keyText } from './recorded.ts';
import { AGENT, assistant, call, describe, enqueue, feed, MAIN, read, result, toLines, user } from './reading.ts';

const CALL = 'toolu_0123456789abcdef';

/** Name, lines, what is read. One shape each. */
const SHAPES: readonly [string, readonly unknown[], readonly string[]][] = [
  ['a prompt as a string', [user('hello')], ['prompt> hello']],
  ['a prompt in blocks (demand 62)', [user([{ type: 'text', text: 'one' }, { type: 'text', text: 'two' }])], ['prompt> one\ntwo']],
  ['an answer, thinking and a call', [assistant([{ type: 'thinking', thinking: 'hm', signature: 'x' }, { type: 'text', text: 'yes' }])], ['thinking: hm', 'answer: yes']],
  ['a call with its arguments', [call(CALL, 'Bash', { command: 'ls src', timeout: 5, description: 'List' })], ['tool: Bash\nls src\nList']],
  ['edits', [call(CALL, 'Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' })], ['tool: Edit\na.ts\nx\ny']],
  ['a result as a string', [result(CALL, 'out')], ['output: out']],
  ['a result in blocks (demand 55)', [result(CALL, [{ type: 'text', text: 'a' }, { type: 'image', source: { data: 'AAAA' } }, { type: 'text', text: 'b' }])], ['output: a\n[image]\nb']],
  ['a failed call (demand 21)', [user([{ type: 'tool_result', tool_use_id: CALL, content: 'ENOENT: no such file', is_error: true }])], ['output: ENOENT: no such file']],
  ['the copy of a result', [result(CALL, 'out', { toolUseResult: { stdout: 'SECOND', agentIdx: 1 } })], ['output: out']],
  ['a reminder behind a result', [result(CALL, '1→x\n\n<system-reminder>\nbeware\n</system-reminder>\n')], ['output: 1→x\n\n']],
  ['a reminder before a result', [result(CALL, '<system-reminder>PARTIAL view</system-reminder>\n1→x')], ['output: \n1→x']],
  ['reminders in a file that is read', [result(CALL, '1→a <system-reminder>b</system-reminder> c\n<system-reminder>x</system-reminder>\n<system-reminder>y</system-reminder>')], ['output: 1→a <system-reminder>b</system-reminder> c\n']],
  ['an opening mark alone', [result(CALL, 'why </system-reminder>'), result(CALL, '<system-reminder> why')], ['output: why </system-reminder>', 'output: <system-reminder> why']],
  ['a result that is only a reminder', [result(CALL, '<system-reminder>empty file</system-reminder>')], []],
  ['an empty result', [result(CALL, '')], []],
  ['text beside a result: typed meanwhile', [user([{ type: 'tool_result', tool_use_id: CALL, content: 'out' }, { type: 'text', text: 'also log it' }])], ['output: out', 'prompt: also log it']],
  ['a refusal', [result(CALL, "The user doesn't want to proceed with this tool use. STOP what you are doing", { toolDenialKind: 'user-rejected' })], []],
  ['a refusal with words', [result(CALL, "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nuse tabs")], ['prompt: use tabs']],
  ['a refusal with feedback', [result(CALL, "The user doesn't want to proceed with this tool use.", { userFeedback: 'use tabs' })], ['prompt: use tabs']],
  ['answers to questions', [result(CALL, 'User has answered your questions: "Which?"="Postgres". You can now continue with the user\'s answers in mind.')], ['prompt: Postgres']],
  ['a plan to approve', [call(CALL, 'ExitPlanMode', { plan: '# Plan\n1. do it', planFilePath: '/x' })], ['answer: # Plan\n1. do it', 'tool: ExitPlanMode']],
  ['a plan in 1.0', [call(CALL, 'exit_plan_mode', { plan: 'do it' })], ['answer: do it', 'tool: exit_plan_mode']],
  ['a plan handed over', [user('Implement the following plan:\n\n# Plan', { planContent: '# Plan' })], ['answer: # Plan']],
  ['a summary by flag (demand 58)', [user('Earlier: …', { isCompactSummary: true })], ['summary: Earlier: …']],
  ['a summary by its words (demand 58)', [user('This session is being continued from a previous conversation that ran out of context. X')], ['summary: This session is being continued from a previous conversation that ran out of context. X']],
  ['a recap', [{ type: 'system', subtype: 'away_summary', content: 'Built it. (disable recaps in /config)' }], ['summary: Built it.']],
  ['other lines of the client', [{ type: 'system', subtype: 'informational', content: 'x' }, { type: 'system', subtype: 'api_error', content: 'x' }, { type: 'mode', mode: 'plan' }], []],
  ['meta text (demand 60)', [user('Base directory for this skill: /x\n\nbody', { isMeta: true })], []],
  ['a skill body without the flag', [user('Base directory for this skill: /x\n\nbody')], []],
  ['a reminder alone (demand 60)', [user('<system-reminder>\nx\n</system-reminder>')], []],
  ['a reminder beside words', [user('<system-reminder>x</system-reminder>\nfix it')], ['prompt> \nfix it']],
  ['what the editor adds', [user([{ type: 'text', text: '<ide_opened_file>The user opened a.ts</ide_opened_file>' }, { type: 'text', text: 'fix it' }])], ['prompt> \nfix it']],
  ['interruptions (demand 60)', [user('[Request interrupted by user]'), user('[Request interrupted by user for tool use]')], []],
  ['words behind an interruption', [user('[Request interrupted by user]wait')], ['prompt> wait']],
  ['caveats and output of commands', [user('Caveat: The messages below were generated by the user while running local commands. X'), user('<local-command-stdout>x</local-command-stdout>')], []],
  ['a built-in command', [user('<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>opus</command-args>')], []],
  ['a skill typed by the person (demand 61)', [user('<command-message>deploy</command-message>\n<command-name>/deploy</command-name>\n<command-args>to staging</command-args>')], ['prompt> /deploy to staging']],
  ['a skill that the model called', [user('<command-message>The "deploy" skill is loading</command-message>\n<command-name>deploy</command-name>', { sourceToolUseID: CALL })], []],
  ['a skill called in 2.0.42', [user([{ type: 'tool_result', tool_use_id: CALL, content: 'Launching skill: deploy' }, { type: 'text', text: '<command-message>The "deploy" skill is loading</command-message>\n<command-name>deploy</command-name>' }])], ['output: Launching skill: deploy', 'tool: /deploy']],
  ['what /compact was asked for', [user('<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args>keep the numbers</command-args>')], ['prompt: /compact keep the numbers']],
  ['a bang command', [user('<bash-input>git status</bash-input>'), user('<bash-stdout>clean</bash-stdout><bash-stderr>warn</bash-stderr>')], ['prompt: ! git status', 'output: clean\nwarn']],
  ['a note to remember', [user('<user-memory-input>always use tabs</user-memory-input>')], ['prompt: always use tabs']],
  ['a notification with a report', [user('<task-notification>\n<task-id>a</task-id>\n<summary>done</summary>\n<result>the <b>report</b></result>\n<usage>9</usage>\n</task-notification>')], ['output: the <b>report</b>']],
  ['a notification without one', [user('<task-notification>\n<summary>done</summary>\n</task-notification>')], []],
  ['mail of another agent', [user('<teammate-message teammate_id="lead">\ndo it\n</teammate-message>')], ['output: do it']],
  ['a scheduled task', [user('<scheduled-task name="daily">\nrun it\n</scheduled-task>')], ['output: run it']],
  ['text that the program wrote', [user('wake up', { promptSource: 'system' }), user('wake up', { origin: { kind: 'schedule' } })], ['output: wake up', 'output: wake up']],
  ['markup typed by the person', [user('<div>why is this blue?</div>')], ['prompt> <div>why is this blue?</div>']],
  ['a path typed by the person', [user('/etc/hosts is wrong')], ['prompt> /etc/hosts is wrong']],
  ['an image alone', [user([{ type: 'image', source: { type: 'base64', data: 'iVBOR' } }])], ['prompt> [image]']],
  ['an image with words', [user([{ type: 'image', source: { data: 'iVBOR' } }, { type: 'text', text: 'see?' }])], ['prompt> see?']],
  ['an error of the API', [assistant('API Error: 500', { isApiErrorMessage: true })], []],
  ['the client in the place of Claude', [assistant('No response requested.', {}), { ...assistant('x'), message: { id: 'm', model: '<synthetic>', content: [{ type: 'text', text: 'No response requested.' }] } }], ['answer: No response requested.']],
  ['an interrupted answer under <synthetic>', [{ ...assistant('x'), message: { id: 'm', model: '<synthetic>', content: [{ type: 'text', text: 'word '.repeat(50) }] } }], [`answer: ${'word '.repeat(50)}`]],
  ['an interrupted answer', [assistant('half an ans', { isAbortedMidStream: true })], ['answer: half an ans']],
  ['a sidechain of 1.0', [user('list the modules', { isSidechain: true }), assistant('two modules', { isSidechain: true })], ['@tool: list the modules', '@answer: two modules']],
  ['a queued prompt in an attachment', [{ type: 'attachment', uuid: 'u', attachment: { type: 'queued_command', prompt: 'and log it', commandMode: 'prompt', origin: { kind: 'human' } } }], ['prompt> and log it']],
  ['a queued prompt in blocks', [{ type: 'attachment', uuid: 'u', attachment: { type: 'queued_command', prompt: [{ type: 'text', text: 'and log it' }, { type: 'image' }], commandMode: 'prompt' } }], ['prompt> and log it\n[image]']],
  ['a notification in an attachment', [{ type: 'attachment', uuid: 'u', attachment: { type: 'queued_command', prompt: '<task-notification><result>r</result></task-notification>', commandMode: 'task-notification' } }], ['output: r']],
  ['other attachments', [{ type: 'attachment', uuid: 'u', attachment: { type: 'hook_additional_context', content: ['x'], prompt: 'x' } }, { type: 'attachment', attachment: 7 }], []],
  ['a note that the launch of an agent gives', [result(CALL, [{ type: 'text', text: 'Async agent launched successfully.\nagentId: a1' }])], []],
];

for (const [name, lines, expected] of SHAPES) {
  test(`read() takes ${name} for what it is`, () => assert.deepEqual(read(lines), [...expected]));
}

test('read() takes prompts in an agent file as the model’s, and drops a warm-up with its answer (demands 49, 50)', () => {
  assert.deepEqual(read([user('list the modules'), assistant('two')], AGENT), ['@tool: list the modules', '@answer: two']);
  assert.deepEqual(read([user('Warmup'), assistant('I am ready'), user('list the modules'), assistant('two')], AGENT), ['@tool: list the modules', '@answer: two']);
});

test('read() never cuts text (demands 62, 63, 77)', () => {
  const long = `${'word '.repeat(70_000)}NEEDLE`;
  assert.deepEqual(read([user(long)]), [`prompt> ${long}`]);
  assert.deepEqual(read([result(CALL, long)]), [`output: ${long}`]);
});

test('read() replaces the preview of a side file by its text, once, and keeps it if there is none (demand 69)', (context) => {
  const sessionDir = mkdtempSync(join(tmpdir(), 'ccfind-entry-'));
  context.after(() => rmSync(sessionDir, { recursive: true }));
  mkdirSync(join(sessionDir, 'tool-results'));
  writeFileSync(join(sessionDir, 'tool-results/b0.txt'), 'the whole');
  const pointer = '<persisted-output>\nOutput too large (2MB). Full output saved to: /elsewhere/tool-results/b0.txt\n\nPreview (first 2KB):\nthe\n</persisted-output>';
  const lines = toLines([result(CALL, pointer, { toolUseResult: { stdout: 'the who' } })]);
  const seen: unknown[] = [];
  feed(createEntryReader({ ...MAIN, sessionDir }), lines, (entry) => seen.push([...entry.sideFiles], describe(entry)));
  assert.deepEqual(seen, [[join(sessionDir, 'tool-results/b0.txt')], []]);
  assert.deepEqual(read([result(CALL, pointer)]), [`output: ${pointer}`]);
});

test('read() survives values of any type in any place (demands 66, 67, 78)', () => {
  const odd: readonly unknown[] = [null, true, 7, -1e400, 'x', '', [], {}, [[]], [null], { text: 7 }, '__proto__', 'constructor', '\ud800'];
  const keys = ['uuid', 'parentUuid', 'timestamp', 'cwd', 'gitBranch', 'sessionId', 'isMeta', 'isSidechain', 'isCompactSummary', 'message', 'toolUseResult', 'origin', 'promptSource', 'attachment', 'content', 'operation', 'summary', 'leafUuid', 'customTitle', 'aiTitle', 'worktreeSession', 'subtype', 'userFeedback'];
  const types = ['user', 'assistant', 'system', 'attachment', 'queue-operation', 'summary', 'custom-title', 'ai-title', 'agent-name', 'relocated', 'worktree-state', 'pr-link', 'last-prompt'];
  const lines: unknown[] = [];
  for (const type of types) for (const key of keys) for (const value of odd) lines.push({ ...user('words'), type, [key]: value });
  for (const value of odd) {
    lines.push(user(value), user([value]), user([{ type: 'text', text: value }]), result(CALL, value), result(CALL, [value]));
    lines.push(call(CALL, 'Bash', { command: value }), call(CALL, value, value), call('x', 'Skill', value), assistant([{ type: 'tool_use', id: value, name: 'Task', input: value }]));
    lines.push(user([{ type: 'tool_result', tool_use_id: value, content: 'x' }]), user([{ type: 'document', source: value }]), assistant([{ type: 'thinking', thinking: value }]), enqueue(value));
    lines.push({ type: 'attachment', attachment: { type: 'queued_command', prompt: value, commandMode: value, origin: value } });
  }
  const reader = createEntryReader(MAIN);
  let count = 0;
  feed(reader, toLines(lines), () => count++);
  assert.ok(count > 100);
  assert.ok(reader.state().length < 40_000, `${reader.state().length} characters of state`);
  JSON.parse(reader.state());
});

test('read() skips a torn line and keeps the others (demand 64)', () => {
  const lines = toLines([user('one'), '{"type":"user","message":{"content":"half', user('two'), '\0\0\0', 'not json', user('three')]);
  const found: string[] = [];
  const badCount = feed(createEntryReader(MAIN), lines, (entry) => found.push(...describe(entry)));
  assert.deepEqual(found, ['prompt> one', 'prompt> two', 'prompt> three']);
  assert.equal(badCount, 2);
});

test('copies with new uuids share an identity, and nothing else does (demands 54, 56)', () => {
  const entries = (lines: readonly unknown[]): string[] => {
    const found: string[] = [];
    feed(createEntryReader(MAIN), toLines(lines), (entry) => found.push(keyText(entry.identity)));
    return found;
  };
  const answer = assistant([{ type: 'text', text: 'yes' }]);
  const [first, copy, otherBlock] = entries([answer, { ...answer, uuid: 'new', timestamp: 'new' }, { ...answer, message: { ...(answer.message as object), content: [{ type: 'text', text: 'yes!' }] } }]);
  assert.equal(copy, first);
  assert.notEqual(otherBlock, first);
  const output = result(CALL, 'out');
  const [given, again, changed] = entries([output, { ...output, uuid: 'new', toolUseResult: {} }, result(CALL, 'out 2')]);
  assert.equal(again, given);
  assert.notEqual(changed, given);
  const prompt = user('hello');
  const [typed, forked, retyped] = entries([prompt, { ...prompt, sessionId: 'other', forkedFrom: {} }, user('hello')]);
  assert.equal(forked, typed);
  assert.notEqual(retyped, typed);
});

test('short ids of gateways are not taken for unique', () => {
  const lines = ['u1', 'u2'].map((uuid) => ({ ...assistant('yes'), uuid, message: { id: 'msg_1', content: [{ type: 'text', text: 'yes' }] } }));
  const found: Entry['identity'][] = [];
  feed(createEntryReader(MAIN), toLines(lines), (entry) => {
    found.push(entry.identity);
    assert.equal(entry.message, NO_KEY);
  });
  assert.notDeepEqual(found[0], found[1]);
});

test('links lead from a call and from an agent id to the turn', () => {
  const seen: string[][] = [];
  const lines = [call(CALL, 'Agent', { prompt: 'go' }), result(CALL, 'report', { toolUseResult: { agentId: 'a1b2' } }), call(CALL, 'Bash', { command: 'ls' })];
  feed(createEntryReader(MAIN), toLines(lines), (entry) => seen.push(entry.links.map(keyText)));
  assert.deepEqual(seen, [[keyText(callKey(CALL))], [keyText(agentKey('a1b2'))], []]);
});

test('a prompt waits in the queue until it arrives', () => {
  const seen: unknown[] = [];
  const lines = [
    enqueue('explain the retry'), enqueue('explain the retry'), { type: 'queue-operation', operation: 'dequeue' }, user('explain the  retry'),
    enqueue('taken in'), { type: 'queue-operation', operation: 'remove', content: 'taken in' },
    enqueue('wake up'), user('wake up', { isMeta: true }),
    enqueue('<task-notification>x</task-notification>'), enqueue('{"task_id":"b1"}'), enqueue('/model'), enqueue('/compact'), enqueue(''),
    enqueue('quoted'), user('quoted', { isCompactSummary: true }),
  ];
  feed(createEntryReader(MAIN), toLines(lines), (entry) => seen.push([describe(entry), keyText(entry.textKey), entry.supersedes.map(keyText)]));
  const key = (text: string): string => keyText(textKeyOf(text));
  const none = keyText(NO_KEY);
  assert.deepEqual(seen, [
    [['prompt? explain the retry'], key('explain the retry'), []],
    [['prompt> explain the  retry'], none, [key('explain the retry')]],
    [['prompt? taken in'], key('taken in'), []],
    [['prompt? wake up'], key('wake up'), []],
    [[], none, [key('wake up')]],
    [['prompt? quoted'], key('quoted'), []],
    [['summary: quoted'], none, []],
  ]);
});

test('read() leaves out our own output: commands, MCP tools, skill calls and their results', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => `toolu_${letter.repeat(16)}`);
  assert.deepEqual(
    read([
      call(a, 'Bash', { command: 'cd /x && ccfind "payment retry" | head' }), result(a, 'ECHO of a hit'),
      call(b, 'mcp__plugin_ccfind_ccfind__search_sessions', { query: 'payment' }), result(b, [{ type: 'text', text: 'ECHO' }]),
      call(c, 'Skill', { skill: 'ccfind:ccfind', args: 'payment' }), result(c, 'Launching skill: ccfind:ccfind'),
      user('Base directory for this skill: /x ECHO', { isMeta: true, sourceToolUseID: c }),
      assistant('ECHO of a table', { attributionPlugin: 'ccfind', attributionSkill: 'ccfind:ccfind' }),
      call(d, 'Bash', { command: 'grep ccfind README.md' }), result(d, 'ccfind is a tool'),
      assistant('I ran ccfind for you'),
    ]),
    ['tool: Bash\ngrep ccfind README.md', 'output: ccfind is a tool', 'answer: I ran ccfind for you'],
  );
});

test('read() keeps what Claude does after our search in the same turn, though the client marks it as ours', () => {
  const [a, b] = ['a', 'b'].map((letter) => `toolu_${letter.repeat(16)}`);
  const marked = { attributionPlugin: 'ccfind', attributionSkill: 'ccfind:ccfind' };
  assert.deepEqual(
    read([
      user('do it again'), call(a, 'Bash', { command: '"/a b/plugin/ccfind" search - <<\'Q\'\nretry\nQ' }, marked), result(a, 'ECHO'),
      assistant('ECHO of a table', marked), call(b, 'Edit', { file_path: 'pay.ts' }, marked), result(b, 'edited'), assistant('retry is back', marked),
      user('next'), assistant('ECHO', marked),
    ]),
    ['prompt> do it again', 'tool: Edit\npay.ts', 'output: edited', 'answer: retry is back', 'prompt> next'],
  );
});

test('read() leaves out what Claude says to a reply of our MCP tools, unless it used other tools in that turn', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => `toolu_${letter.repeat(16)}`);
  const search = 'mcp__plugin_ccfind_ccfind__search_sessions';
  const marked = { attributionMcpServer: 'plugin:ccfind:ccfind', attributionMcpTool: 'search_sessions' };
  const load = call(a, 'ToolSearch', { query: `select:${search}` });
  assert.deepEqual(
    read([
      user('which session was that'), load, result(a, 'ECHO'), call(b, search, { query: 'retry' }), result(b, 'ECHO'), assistant('ECHO of a hit', marked),
      user('fix it like last time'), call(c, 'Edit', { file_path: 'pay.ts' }), result(c, 'edited'), call(b, search, { query: 'retry' }), result(b, 'ECHO'), assistant('retry is back', marked),
      user('and then'), call(b, search, { query: 'retry' }), result(b, 'ECHO'), call(c, 'Edit', { file_path: 'pay.ts' }, marked), result(c, 'edited'), assistant('done', marked),
      user('other servers'), assistant('said by it', { attributionMcpServer: 'other' }),
    ]),
    ['prompt> which session was that', 'prompt> fix it like last time', 'tool: Edit\npay.ts', 'output: edited', 'answer: retry is back', 'prompt> and then', 'tool: Edit\npay.ts', 'output: edited', 'answer: done', 'prompt> other servers', 'answer: said by it'],
  );
});

test('our slash command opens no turn, and what follows is left out until Claude works or somebody speaks', () => {
  const own = '<command-message>ccfind</command-message>\n<command-name>/ccfind</command-name>\n<command-args>payment retry</command-args>';
  assert.deepEqual(
    read([user(own), user('skill body', { isMeta: true }), call(CALL, 'Bash', { command: 'ccfind retry' }), result(CALL, 'ECHO'), assistant('ECHO'), user('now fix it'), assistant('fixed')]),
    ['prompt> now fix it', 'answer: fixed'],
  );
  assert.deepEqual(
    read([user(own), assistant('ECHO'), call(CALL, 'Read', { file_path: 'x' }), result(CALL, 'text of x'), assistant('x says so')]),
    ['tool: Read\nx', 'output: text of x', 'answer: x says so'],
  );
  assert.deepEqual(read([user('<bash-input>ccfind retry</bash-input>'), user('<bash-stdout>ECHO</bash-stdout><bash-stderr></bash-stderr>'), user('<bash-stdout>mine</bash-stdout>')]), ['output: mine']);
});

test('facts hold times, folders, branches, titles and the opening of a session', () => {
  const reader = createEntryReader(MAIN);
  const lines = [
    { type: 'summary', summary: 'Another session', leafUuid: 'leaf' },
    { type: 'custom-title', customTitle: 'first', sessionId: 's' },
    user('<command-name>/clear</command-name>', { cwd: '/home/dev/elsewhere', timestamp: '2026-01-02T00:00:00.000Z' }),
    user('hello\n there', { timestamp: '2026-01-01T00:00:00.000Z', gitBranch: 'topic' }),
    { type: 'ai-title', aiTitle: 'generated' },
    user('again', { timestamp: 'nonsense', gitBranch: 'HEAD' }),
    user('again', { timestamp: '2026-01-03T00:00:00+01:00', gitBranch: 'main' }),
    { type: 'agent-name', agentName: 'last one' },
    { type: 'worktree-state', worktreeSession: { originalCwd: '/home/dev/shop' } },
    { type: 'relocated', relocatedCwd: '/home/dev/shop2' },
    { type: 'summary', summary: 'This session', leafUuid: 'own' },
    { type: 'mode', mode: 'plan' },
    ...[7, 8, 7].map((prNumber) => ({ type: 'pr-link', prNumber, prUrl: `https://github.com/ada/tide/pull/${prNumber}` })),
    { type: 'pr-link', prUrl: 'no address' }, { type: 'pr-link', prUrl: 9 },
  ];
  feed(reader, toLines(lines), () => {});
  assert.deepEqual(reader.facts, {
    firstMs: Date.UTC(2026, 0, 1), lastMs: Date.UTC(2026, 0, 2, 23), cwds: ['/home/dev/elsewhere', '/home/dev/work'], homeCwd: '/home/dev/work',
    movedCwd: '/home/dev/shop2', worktreeOf: '/home/dev/shop', branches: ['topic', 'main'], pullRequests: ['https://github.com/ada/tide/pull/8', 'https://github.com/ada/tide/pull/7'], customTitle: 'last one', customTitleMs: Date.UTC(2026, 0, 2, 23),
    aiTitle: 'generated', opening: 'hello there', task: '',
  });
  assert.deepEqual(reader.takeSummaries().map(({ title }) => title), ['Another session', 'This session']);
  assert.deepEqual(reader.takeSummaries(), []);
});

test('lineUuid names the last line read, even if it said nothing', () => {
  const reader = createEntryReader(MAIN);
  feed(reader, toLines([user('x', { isMeta: true, uuid: 'one' })]), () => assert.fail());
  assert.notEqual(reader.lineUuid, NO_KEY);
  feed(reader, toLines([{ type: 'ai-title', aiTitle: 'x' }]), () => assert.fail());
  assert.equal(reader.lineUuid, NO_KEY);
});
