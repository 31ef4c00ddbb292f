/**
 * `ccfind mcp`: the server on standard input and output, for as long as its client lives.
 *
 * Standard output carries the protocol and nothing else; log messages go to standard error. The server ends when its input or its output
 * closes, and when its parent is gone, since a pipe that somebody else holds open would keep it alive for ever. While a client does not
 * read, nothing is read from it either, so that nothing piles up.
 */
import { join } from 'node:path';
import type { CliContext } from '../cli/context.ts';
import type { FlagValues } from '../cli/flags.ts';
import { EXIT } from '../errors.ts';
import { toJson } from '../terminal/sanitize.ts';
import { createEngineThread } from './engine-thread.ts';
import { createLineReader } from './jsonrpc.ts';
import { openReply } from './open-session.ts';
import { createProtocol } from './protocol.ts';

/** plugin/lib, in the built program. */
declare const __dirname: string;

/** Most bytes of one message: a thousand times what a call takes. */
const MOST_LINE_BYTES = 4_000_000;
/** How often to look whether the parent still lives. */
const PARENT_MS = 2000;
/** Log messages that are remembered, so as not to be repeated. */
const MOST_REMEMBERED = 200;
/** Time for the calls that are under way when the input closes. */
const FINISH_MS = 3000;

/** Serves until the client is gone; exit code 0. */
export function serveMcp(values: FlagValues, context: CliContext): Promise<number> {
  const { stdin, stdout } = process;
  const parentPid = process.ppid;
  const said = new Set<string>();
  /** Logs a message once: an unreadable file is met again at every call. */
  const log = (message: string): void => {
    if (said.has(message)) return;
    if (said.size < MOST_REMEMBERED) said.add(message);
    context.messages.write(`ccfind mcp: ${message}\n`);
  };
  const thread = createEngineThread(join(__dirname, 'ccfind.cjs'), { cwd: context.cwd, extraRoots: values.roots ?? [], parentPid }, log);

  return new Promise((resolve) => {
    let isOver = false;
    let isFinishing = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      clearInterval(watch);
      thread.close();
      resolve(EXIT.ok);
      // Forced: a pipe that somebody holds open would keep the process alive, and so would a thread that is writing, whose unpublished work is no loss.
      process.exit(EXIT.ok);
    };
    /** A client that sent requests and then closed our input still gets their answers, unless they take long. */
    const finish = (): void => {
      if (protocol.callCount() === 0) return end();
      isFinishing = true;
      setTimeout(end, FINISH_MS).unref();
    };

    const send = (message: unknown): void => {
      if (isOver) return;
      const isTaken = stdout.write(`${toJson(message)}\n`);
      if (isFinishing && protocol.callCount() === 0) stdout.write('', end);
      if (isTaken || stdin.isPaused()) return;
      stdin.pause();
      stdout.once('drain', () => stdin.resume());
    };
    const protocol = createProtocol(send, (name, given, onProgress, onEnd) => {
      if (name !== 'open_session') return thread.call(name === 'search_sessions' ? 'search' : 'read', given, { onProgress, onEnd: (answer) => answer.kind === 'reply' && onEnd(answer.reply) });
      return thread.call('plan', given, { onProgress, onEnd: (answer) => (answer.kind === 'reply' ? onEnd(answer.reply) : void openReply(answer.plan, context).then(onEnd)) });
    });

    const read = createLineReader(MOST_LINE_BYTES);
    const watch = setInterval(() => process.ppid !== parentPid && end(), PARENT_MS);
    stdin.on('data', (bytes: Buffer) => {
      for (const line of read(bytes)) protocol.take(line);
    });
    stdin.on('end', finish);
    stdin.on('error', end);
    for (const event of ['close', 'error']) stdout.on(event, end);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  });
}
