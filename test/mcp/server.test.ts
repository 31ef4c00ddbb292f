/**
 * The server as clients of every kind meet it: how they begin, what they may send, how it ends.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createReadStream, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import * as sdk from '@modelcontextprotocol/sdk/types.js';
import { History } from '../fixture-history.ts';
import { Connection, environmentOf, PROGRAM } from './connection.ts';
import type { ServerMessage } from './connection.ts';
import { ENDLESS, RETRY, sampleHistory } from './sample-history.ts';

const OLD_VERSIONS: readonly string[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const ALL_VERSIONS: readonly string[] = ['2026-07-28', ...[...OLD_VERSIONS].reverse()];
/** What each request carries from 2026-07-28 on. */
const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' }, 'io.modelcontextprotocol/clientCapabilities': {} };

let history: History;
const open: Connection[] = [];

function connect(options: ConstructorParameters<typeof Connection>[1] = {}): Connection {
  const connection = new Connection(history.root, options);
  open.push(connection);
  return connection;
}

before(() => {
  history = sampleHistory();
  history.write('-home-ada-tide/44444444-4444-4444-8444-444444444444.jsonl', Array.from({ length: 60 }, (_, i) => history.prompt(`hiss ${i} ${'s'.repeat(60)}?`)));
  execFileSync(process.execPath, [PROGRAM, 'index'], { env: environmentOf(history.root) });
});

after(async () => {
  for (const { child } of open) child.kill('SIGKILL');
  await Promise.all(open.map(({ ended }) => ended));
  history.remove();
});

const keysOf = (value: unknown): string[] => Object.keys(value as object).sort();

describe('clients that agree on a version', () => {
  for (const version of OLD_VERSIONS) {
    test(`a client of ${version} gets its version, its kind of tools and answers`, async () => {
      const server = connect();
      const { result } = await server.initialize(version);
      const hello = sdk.InitializeResultSchema.parse(result);
      assert.equal(hello.protocolVersion, version);
      assert.deepEqual(hello.capabilities, { tools: {} });
      assert.match(hello.instructions ?? '', /search again in other words/);
      const list = (await server.request('tools/list')).result;
      const { tools } = sdk.ListToolsResultSchema.parse(list);
      assert.deepEqual(tools.map(({ name }) => name), ['search_sessions', 'read_session', 'open_session']);
      const plain = ['description', 'inputSchema', 'name'];
      const hints = version === '2024-11-05' ? [] : ['annotations'];
      const names = version >= '2025-06-18' ? ['_meta', 'title'] : [];
      assert.deepEqual(keysOf(tools[0]), [...plain, ...hints, ...names].sort());
      const found = sdk.CallToolResultSchema.parse((await server.request('tools/call', { name: 'search_sessions', arguments: { query: 'payment', format: 'json' } })).result);
      assert.equal(found.structuredContent !== undefined, version >= '2025-06-18');
      assert.equal(found.isError, false);
      assert.deepEqual((await server.request('ping')).result, {});
      assert.equal(await server.close(), 0);
    });
  }

  test('a client that asks for an unpublished version is offered the newest', async () => {
    for (const asked of ['1999-01-01', '2026-07-28', 'x']) {
      const server = connect();
      assert.equal((await server.initialize(asked)).result?.protocolVersion, '2025-11-25');
    }
  });

  test('a client that says nothing for three seconds is served like any other', async () => {
    const server = connect();
    await new Promise((resolve) => setTimeout(resolve, 3100));
    assert.equal(server.child.exitCode, null);
    assert.equal((await server.initialize()).result?.protocolVersion, '2025-11-25');
    assert.match((await server.call('search_sessions', { query: 'exponential backoff' })).text, /1 session matched/);
  });
});

describe('clients that name the version in each request', () => {
  test('server/discover, the first message of the real client, is answered at once', async () => {
    const server = connect();
    server.send({ jsonrpc: '2.0', id: 'server-discover-probe-1', method: 'server/discover', params: { _meta: META } });
    const { result } = await server.take(({ id }) => id === 'server-discover-probe-1');
    const { instructions, ...rest } = result as Record<string, unknown>;
    assert.match(String(instructions), /past Claude Code sessions/);
    assert.deepEqual(rest, {
      resultType: 'complete', supportedVersions: ALL_VERSIONS, capabilities: { tools: {} }, ttlMs: 3600000, cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'ccfind', title: 'Past Claude Code sessions', version: rest._meta === undefined ? '' : versionOf(rest._meta) } },
    });
  });

  test('tools are listed and called without initialize, and each answer says what it is', async () => {
    const server = connect();
    const list = (await server.request('tools/list', { _meta: META })).result;
    assert.deepEqual([list?.resultType, list?.cacheScope, (list?.tools as unknown[]).length], ['complete', 'public', 3]);
    const answer = (await server.request('tools/call', { name: 'search_sessions', arguments: { query: 'backoff' }, _meta: META })).result;
    assert.deepEqual([answer?.resultType, answer?.isError], ['complete', false]);
    assert.match(answer?.content?.[0].text ?? '', new RegExp(RETRY));
  });

  test('a missing _meta and an unknown version get the errors that the protocol defines', async () => {
    const server = connect();
    const { 'io.modelcontextprotocol/clientCapabilities': _, ...lacking } = META;
    const cases: readonly [object | undefined, number][] = [
      [undefined, -32602], [{}, -32602], [{ _meta: lacking }, -32602], [{ _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': 7 } }, -32602],
      [{ _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } }, -32022], [{ _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2025-11-25' } }, -32022],
    ];
    for (const [params, code] of cases) assert.equal((await server.request('tools/list', params)).error?.code, code, JSON.stringify(params));
    const { error } = await server.request('tools/list', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } });
    assert.deepEqual(error?.data, { supported: ALL_VERSIONS, requested: '2099-01-01' });
    assert.equal((await server.request('ping', { _meta: META })).error?.code, -32601);
  });

  test('a stream of notifications is acknowledged, stays open in silence, and is closed by the client', async () => {
    const server = connect();
    const id = server.ask('subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: META });
    const { params } = await server.take(({ method }) => method === 'notifications/subscriptions/acknowledged');
    assert.deepEqual(params, { _meta: { 'io.modelcontextprotocol/subscriptionId': id }, notifications: {} });
    server.notify('notifications/cancelled', { requestId: id });
    assert.ok((await server.request('server/discover', { _meta: META })).result);
    assert.equal(server.messages.length, 0);
    assert.equal(await server.close(), 0);
  });

  test('the newer SDK agrees on 2026-07-28 by itself, and its schemas accept every answer', { skip: Number(process.versions.node.split('.')[0]) < 20 ? 'it needs Node 20' : false }, async () => {
    const { Client, isSpecType } = await import('@modelcontextprotocol/client');
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], env: environmentOf(history.root), cwd: history.root }));
    assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
    const { tools } = await client.listTools();
    assert.ok(tools.every((tool) => isSpecType.Tool(tool)));
    const found = await client.callTool({ name: 'search_sessions', arguments: { query: 'payment' } });
    assert.ok(isSpecType.CallToolResult(found));
    assert.match(JSON.stringify(found.content), new RegExp(RETRY));
    await client.close();
  });
});

function versionOf(meta: unknown): string {
  return (meta as Record<string, { version: string }>)['io.modelcontextprotocol/serverInfo'].version;
}

describe('messages that are invalid, or not wanted', () => {
  const LINES: readonly { name: string; bytes: string | Buffer; code: number; id?: string | number }[] = [
    { name: 'no JSON', bytes: '{"jsonrpc":"2.0","id":1,\n', code: -32700 },
    { name: 'no UTF-8', bytes: Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"pi'), Buffer.from([0xff, 0xc3]), Buffer.from('ng"}\n')]), code: -32700 },
    { name: 'nested too deep', bytes: `${'['.repeat(200_000)}\n`, code: -32700 },
    { name: 'a number', bytes: '7\n', code: -32600 },
    { name: 'another version of JSON-RPC', bytes: '{"jsonrpc":"1.0","id":5,"method":"ping"}\n', code: -32600, id: 5 },
    { name: 'no method', bytes: '{"jsonrpc":"2.0","id":6}\n', code: -32600, id: 6 },
    { name: 'a method that is no text', bytes: '{"jsonrpc":"2.0","id":7,"method":{}}\n', code: -32600, id: 7 },
    { name: 'an id of null', bytes: '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', code: -32600 },
    { name: 'an id that is a fraction', bytes: '{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', code: -32600 },
    { name: 'params that are a list', bytes: '{"jsonrpc":"2.0","id":8,"method":"ping","params":[]}\n', code: -32602, id: 8 },
    { name: 'a batch', bytes: '[{"jsonrpc":"2.0","id":9,"method":"ping"}]\n', code: -32600 },
    { name: 'an empty batch', bytes: '[]\n', code: -32600 },
    { name: 'a line of 5 MB', bytes: `{"jsonrpc":"2.0","id":10,"method":"ping","params":{"x":"${'y'.repeat(5_000_000)}"}}\n`, code: -32600 },
    { name: 'an unknown method', bytes: '{"jsonrpc":"2.0","id":11,"method":"resources/list"}\n', code: -32601, id: 11 },
    { name: 'an unknown tool', bytes: '{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"rm"}}\n', code: -32602, id: 12 },
    { name: 'arguments that are a list', bytes: '{"jsonrpc":"2.0","id":13,"method":"tools/call","params":{"name":"read_session","arguments":[]}}\n', code: -32602, id: 13 },
    { name: 'a page of tools that is not there', bytes: '{"jsonrpc":"2.0","id":14,"method":"tools/list","params":{"cursor":"2"}}\n', code: -32602, id: 14 },
    { name: 'a second initialize', bytes: '{"jsonrpc":"2.0","id":15,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}\n', code: -32600, id: 15 },
  ];

  test('each invalid message gets the one error that the protocol defines, and the next is understood', async () => {
    const server = connect();
    await server.initialize();
    for (const { name, bytes, code, id } of LINES) {
      server.write(bytes);
      const { error, ...rest } = await server.take((message) => message.error !== undefined);
      assert.deepEqual([error?.code, 'id' in rest ? rest.id : undefined], [code, id], name);
      assert.deepEqual((await server.request('ping')).result, {}, name);
    }
    assert.deepEqual(server.messages, []);
  });

  test('unknown notifications, responses and blank lines get no answer', async () => {
    const server = connect();
    await server.initialize();
    server.write('\n \r\n{"jsonrpc":"2.0","id":99,"result":{}}\n{"jsonrpc":"2.0","id":98,"error":{"code":1,"message":"x"}}\n');
    server.notify('notifications/roots/list_changed');
    server.notify('notifications/cancelled', { requestId: 12345 });
    server.notify('notifications/cancelled', { requestId: {} });
    server.notify('tools/call', { name: 'search_sessions', arguments: { query: 'x' } });
    server.send({ jsonrpc: '2.0', method: 'nonsense', params: [] });
    assert.deepEqual((await server.request('ping')).result, {});
    assert.deepEqual(server.messages, []);
  });

  test('a message may come in pieces, and several at once', async () => {
    const server = connect();
    const hello = Buffer.from('{"jsonrpc":"2.0","id":"ä","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"ö","version":"1"}}}\r\n');
    for (const byte of hello) {
      server.write(Buffer.from([byte]));
      if (byte > 127) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await server.take(({ id }) => id === 'ä');
    server.write('{"jsonrpc":"2.0","id":"a","method":"ping"}\n{"jsonrpc":"2.0","id":"b","method":"ping"}\n{"jsonrpc":"2.0","id":"c","me');
    await server.take(({ id }) => id === 'a');
    await server.take(({ id }) => id === 'b');
    server.write('thod":"ping"}\n');
    await server.take(({ id }) => id === 'c');
  });

  test('an unreadable message gets an error without an id before a version is known, in 2025-06-18 with null', async () => {
    const fresh = connect();
    fresh.write('nonsense\n');
    assert.ok(!('id' in (await fresh.take(({ error }) => error?.code === -32700))));
    const server = connect();
    await server.initialize('2025-06-18');
    server.write('nonsense\n');
    assert.equal((await server.take(({ error }) => error?.code === -32700)).id, null);
  });

  test('only 2025-03-26 has batches, whose answers come back as one list', async () => {
    const server = connect();
    await server.initialize('2025-03-26');
    server.send([
      { jsonrpc: '2.0', id: 'p', method: 'ping' }, { jsonrpc: '2.0', method: 'notifications/x' }, { jsonrpc: '2.0', id: 's', method: 'tools/call', params: { name: 'search_sessions', arguments: { query: 'backoff' } } },
      { jsonrpc: '2.0', id: 'i', method: 'initialize', params: {} }, 7,
    ]);
    const last = server.ask('ping');
    await server.take(({ id }) => id === last);
    while (server.messages.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const answers = server.messages[0] as ServerMessage[];
    assert.deepEqual(answers.map(({ id, error }) => [id, error?.code]).sort(), [['i', -32600], ['p', undefined], ['s', undefined], [null, -32600]].sort());
    server.send([{ jsonrpc: '2.0', method: 'notifications/x' }]);
    assert.deepEqual((await server.request('ping')).result, {});
    assert.equal(server.messages.length, 1);
  });
});

describe('calls that take long', () => {
  /** Runs into the limit of a regular expression for one text again and again, up to that for a search: a minute. */
  const SLOW = { query: ENDLESS, regex: true };

  test('pings are answered meanwhile, a cancelled call gets no answer, and the next one does not wait', async () => {
    const server = connect();
    await server.initialize();
    await server.call('search_sessions', { query: 'payment' });
    const slow = server.ask('tools/call', { name: 'search_sessions', arguments: SLOW });
    const startMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual((await server.request('ping')).result, {});
    assert.ok(!server.messages.some((message) => 'id' in message && message.id === slow), 'it was to take longer');
    server.notify('notifications/cancelled', { requestId: slow, reason: 'enough' });
    assert.match((await server.call('search_sessions', { query: 'backoff' })).text, /1 session matched/);
    assert.ok(performance.now() - startMs < 30_000);
    assert.deepEqual(server.messages, []);
  });

  test('a call that waits can be cancelled too, and an id in use is refused', async () => {
    const server = connect();
    await server.initialize();
    const slow = server.ask('tools/call', { name: 'search_sessions', arguments: SLOW });
    const waiting = server.ask('tools/call', { name: 'search_sessions', arguments: { query: 'payment' } });
    const third = server.ask('tools/call', { name: 'search_sessions', arguments: { query: 'backoff' } });
    server.send({ jsonrpc: '2.0', id: waiting, method: 'ping' });
    assert.equal((await server.take(({ id }) => id === waiting)).error?.code, -32600);
    server.notify('notifications/cancelled', { requestId: waiting });
    server.notify('notifications/cancelled', { requestId: slow });
    assert.match((await server.take(({ id }) => id === third)).result?.content?.[0].text ?? '', /backoff/);
    assert.deepEqual(server.messages, []);
  });

  test('more calls at once than any client makes are refused with an error', async () => {
    const server = connect();
    await server.initialize();
    const ids = Array.from({ length: 40 }, () => server.ask('tools/call', { name: 'search_sessions', arguments: SLOW }));
    const refused = await server.take(({ result }) => result?.isError === true);
    assert.match(refused.result?.content?.[0].text ?? '', /32 calls are waiting already/);
    for (const id of ids) server.notify('notifications/cancelled', { requestId: id });
    assert.match((await server.call('search_sessions', { query: 'backoff' })).text, /1 session matched/);
  });
});

describe('the end of the server', () => {
  test('it ends when its input closes, having answered what came before', async () => {
    const server = connect();
    await server.initialize();
    // It gives what is under way three seconds: its engine is there already.
    await server.call('search_sessions', { query: 'payment' });
    const id = server.ask('tools/call', { name: 'search_sessions', arguments: { query: 'backoff' } });
    assert.equal(await server.close(), 0);
    assert.ok(server.messages.some((message) => 'id' in message && message.id === id));
    assert.equal(server.stderr, '');
  });

  test('it ends when its output closes', async () => {
    const server = connect();
    await server.initialize();
    server.child.stdout.destroy();
    // The first answer may be written before the pipe is closed.
    await until(() => {
      server.ask('ping');
      return server.child.exitCode !== null;
    });
    assert.equal(server.child.exitCode, 0);
  });

  test('it ends by a signal in the middle of a call', async () => {
    const server = connect();
    await server.initialize();
    server.ask('tools/call', { name: 'search_sessions', arguments: { query: ENDLESS, regex: true } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    server.child.kill('SIGINT');
    assert.equal(await server.ended, 0);
  });

  test('it ends by a signal in a long build whose progress it reported, and the next one starts over', async () => {
    const large = new History();
    const filler = Array.from({ length: 400 }, (_, i) => `word${i} of the tide`).join(' ');
    large.write('-home-ada-tide/55555555-5555-4555-8555-555555555555.jsonl', Array.from({ length: 1500 }, (_, i) => large.prompt(`number ${i} ${filler}`)));
    try {
      const server = new Connection(large.root);
      open.push(server);
      await server.initialize();
      server.ask('tools/call', { name: 'search_sessions', arguments: { query: 'number' }, _meta: { progressToken: 'how far' } });
      const { params } = await server.take(({ method }) => method === 'notifications/progress');
      assert.equal(params?.progressToken, 'how far');
      assert.match(String(params?.message), /^indexing: \d of 1 file$/);
      assert.ok(Number(params?.progress) <= Number(params?.total));
      assert.deepEqual((await server.request('ping')).result, {});
      server.child.kill('SIGTERM');
      assert.equal(await server.ended, 0);
      const next = new Connection(large.root);
      open.push(next);
      await next.initialize();
      assert.match((await next.call('search_sessions', { query: '"number 1499"' })).text, /^1 session matched/);
      assert.equal(await next.close(), 0);
    } finally {
      large.remove();
    }
  });

  test('it ends when its parent is killed, though another process holds its input open', { skip: process.platform === 'win32' ? 'no named pipes' : false }, async () => {
    const pipe = join(history.root, 'input');
    execFileSync('mkfifo', [pipe]);
    const pidFile = join(history.root, 'server.pid');
    // The parent is a shell that waits; this test holds the pipe open.
    const output = join(history.root, 'output');
    const script = `"$0" "$1" mcp <"$2" >"$4" & echo $! >"$3"; wait`;
    const parent = spawn('sh', ['-c', script, process.execPath, PROGRAM, pipe, pidFile, output], { env: environmentOf(history.root), stdio: 'ignore' });
    const holder = openSync(pipe, 'r+');
    writeFileSync(holder, '{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await until(() => existsSync(output) && readFileSync(output, 'utf8').includes('"result":{}'));
    await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'));
    const pid = Number(readFileSync(pidFile, 'utf8'));
    assert.ok(isAlive(pid));
    parent.kill('SIGKILL');
    await until(() => !isAlive(pid));
    writeFileSync(holder, '');
    createReadStream('', { fd: holder }).destroy();
  });
});

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, 'it did not come');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended and that nobody has asked for is no longer alive.
    return !(existsSync(`/proc/${pid}/stat`) && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
  } catch {
    return false;
  }
}
