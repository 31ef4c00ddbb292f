/**
 * The built server in a process of its own, spoken to line by line: for what no SDK would send, and to see every byte that comes back.
 *
 * Each line that comes is parsed, so that anything but the protocol on standard output fails the test; each message is checked
 * against the SDK's schema of it.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** What is tested. Another build can be named, to see a test fail. */
export const PROGRAM = process.env['CCFIND_PROGRAM'] ?? join(process.cwd(), 'plugin', 'lib', 'ccfind.cjs');

/** Whatever takes longer does not come. */
const HANG_MS = 120_000;

/** A message of the server, as far as tests look at it. */
export interface ServerMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>> & { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export function environmentOf(root: string): Record<string, string> {
  return { HOME: root, CLAUDE_CONFIG_DIR: root, PATH: '/usr/bin:/bin', TZ: 'UTC' };
}

export class Connection {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<number | null>;
  /** All that came and was not asked for by take(). */
  readonly messages: (ServerMessage | ServerMessage[])[] = [];
  stderr = '';
  private rest = '';
  private lastId = 0;
  private wake: (() => void)[] = [];

  constructor(root: string, { env = {}, args = [] }: { env?: Record<string, string>; args?: readonly string[] } = {}) {
    this.child = spawn(process.execPath, [PROGRAM, 'mcp', ...args], { cwd: root, env: { ...environmentOf(root), ...env } });
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.receive(text));
    this.child.stdin.on('error', () => {});
    this.ended = new Promise((resolve) => this.child.on('close', resolve));
    // A test that waits for an end that does not come fails, and does not hang.
    const hang = setTimeout(() => this.child.kill('SIGKILL'), 4 * HANG_MS);
    this.child.on('close', () => clearTimeout(hang));
    hang.unref();
  }

  private receive(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as ServerMessage | ServerMessage[];
      for (const one of Array.isArray(message) ? message : [message]) if (one.id !== null) JSONRPCMessageSchema.parse(one);
      this.messages.push(message);
    }
    for (const wake of this.wake.splice(0)) wake();
  }

  write(bytes: string | Buffer): void {
    this.child.stdin.write(bytes);
  }

  send(message: unknown): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  notify(method: string, params: object = {}): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request; returns its id. */
  ask(method: string, params?: object): number {
    const id = ++this.lastId;
    this.send({ jsonrpc: '2.0', id, method, params });
    return id;
  }

  /** The first message that is so, taken out; waits for it. */
  async take(isWanted: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    const deadline = Date.now() + HANG_MS;
    for (;;) {
      const at = this.messages.findIndex((message) => !Array.isArray(message) && isWanted(message));
      if (at >= 0) return this.messages.splice(at, 1)[0] as ServerMessage;
      assert.ok(Date.now() < deadline && this.child.exitCode === null, `no such message; had ${JSON.stringify(this.messages).slice(0, 2000)}; ${this.stderr}`);
      await new Promise<void>((resolve) => {
        this.wake.push(resolve);
        setTimeout(resolve, 1000);
      });
    }
  }

  /** A request and its answer. */
  async request(method: string, params?: object): Promise<ServerMessage> {
    const id = this.ask(method, params);
    return this.take((message) => message.id === id);
  }

  async initialize(protocolVersion = '2025-11-25'): Promise<ServerMessage> {
    const answer = await this.request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });
    this.notify('notifications/initialized');
    return answer;
  }

  async call(name: string, given: object = {}): Promise<{ text: string; isError: boolean; structure: unknown }> {
    const { result, error } = await this.request('tools/call', { name, arguments: given });
    assert.ok(result, JSON.stringify(error));
    return { text: result.content?.[0].text ?? '', isError: result.isError === true, structure: result.structuredContent };
  }

  /** Closes the input; the exit code. */
  async close(): Promise<number | null> {
    this.child.stdin.end();
    return this.ended;
  }
}
