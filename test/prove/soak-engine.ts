/**
 * A process that holds one engine for long and is asked again and again, as a server is. Bundled by the soak; speaks over
 * Node's channel between parent and child.
 */
import { readdirSync } from 'node:fs';
import { openEngine } from '../../src/engine.ts';
import { requestFor } from './answers.ts';

/** roots and index folder as arguments; a question each message. */
export interface EngineQuestion {
  readonly query: string;
  readonly isRefreshing: boolean;
  /** Also what the process holds, after a garbage collection. */
  readonly wantsUse: boolean;
}

export interface EngineUse {
  /** Heap and buffers, megabytes. */
  readonly heapMb: number;
  readonly residentMb: number;
  /** Open files; 0 where the system does not tell. */
  readonly descriptors: number;
}

export interface EngineReply {
  readonly hits: { readonly session: string; readonly snippet: string }[];
  readonly pending: number;
  readonly use: EngineUse | null;
  /** Warnings, and the error when there was one. */
  readonly messages: string[];
}

/** As long as a search of the command line. */
const WAIT_MS = 2000;

let messages: string[] = [];
const [config, indexDir] = process.argv.slice(2);
const engine = openEngine({ roots: [config], indexDir, onWarning: (message) => messages.push(message) });

process.on('message', (question: EngineQuestion) => process.send?.(answer(question)));
process.on('disconnect', () => engine.close());

function answer({ query, isRefreshing, wantsUse }: EngineQuestion): EngineReply {
  messages = [];
  try {
    if (isRefreshing) engine.refresh({ waitMs: WAIT_MS });
    const { hits, index } = engine.search(requestFor(query));
    return { hits: hits.map(({ session, snippet }) => ({ session, snippet })), pending: index.pending, use: wantsUse ? useNow() : null, messages };
  } catch (error) {
    return { hits: [], pending: 0, use: null, messages: [...messages, error instanceof Error ? String(error.stack) : String(error)] };
  }
}

function useNow(): EngineUse {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapMb: (heapUsed + external) / 1048576, residentMb: rss / 1048576, descriptors: descriptorCount() };
}

function descriptorCount(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}
