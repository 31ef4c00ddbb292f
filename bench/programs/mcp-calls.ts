/**
 * Drives one MCP server and times its calls: `mcp-calls.cjs NODE PROGRAM RARE QUESTION COUNT`, in the environment of the history.
 *
 * Times are processor time as the system accounts it for the server, in steps of 10 ms, so that many calls are taken together. Where the
 * system has no /proc they are times by the clock, and the memory is not known.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { McpFigures } from '../measure-mcp.ts';

/** Milliseconds of a tick of /proc. */
const TICK_MS = 10;
/** Calls before the counted ones. */
const WARM_UP = 10;

const [node, program, rare, question, count] = process.argv.slice(2);
const server = spawn(node, [program, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map<number, (text: string) => void>();
let lastId = 0;
let rest = '';
server.stdout.setEncoding('utf8').on('data', (piece: string) => {
  const lines = (rest + piece).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { id, result } = JSON.parse(line) as { id: number; result: { content?: { text: string }[] } };
    waiting.get(id)?.(result.content?.[0].text ?? '');
  }
});

function request(method: string, params: object): Promise<string> {
  const id = ++lastId;
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  return new Promise((resolve) => waiting.set(id, resolve));
}

const call = (name: string, given: object): Promise<string> => request('tools/call', { name, arguments: given });

/** Of the server, since it started. */
function spentMs(): number {
  try {
    const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return performance.now();
  }
}

async function perCall(make: () => Promise<string>): Promise<number> {
  for (let i = 0; i < WARM_UP; i++) await make();
  const startMs = spentMs();
  for (let i = 0; i < Number(count); i++) await make();
  return (spentMs() - startMs) / Number(count);
}

async function measure(): Promise<McpFigures> {
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
  const found = await call('search_sessions', { query: question });
  const firstMs = spentMs();
  const around = /key (\S+)/.exec(found)?.[1];
  const rareMs = await perCall(() => call('search_sessions', { query: rare }));
  const questionMs = await perCall(() => call('search_sessions', { query: question }));
  const readMs = await perCall(() => call('read_session', { around }));
  return { firstMs, rareMs, questionMs, readMs, megabytes: memory() };
}

function memory(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return NaN;
  }
}

void measure().then((figures) => {
  process.stdout.write(JSON.stringify(figures));
  server.stdin.end();
});
