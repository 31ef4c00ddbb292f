/**
 * The protocol: messages in, messages out. Knows which version a client speaks, what a request means, and which calls are under way.
 *
 * It serves both kinds of clients: those that agree on a version by `initialize`, and those that name it in each request and
 * may ask with `server/discover` first. A request that names a version is answered in that version, whatever was agreed on.
 * Nothing is sent for a call that was cancelled. Knows no streams, no clock and no engine.
 */
import { VERSION } from '../cli/version.ts';
import { CcfindError } from '../errors.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { checkArguments } from './arguments.ts';
import type { ArgumentValues } from './arguments.ts';
import { isObject, isRequestId, readMessage, RPC_ERROR } from './jsonrpc.ts';
import type { JsonObject, Line, Message, RequestId } from './jsonrpc.ts';
import { errorReply } from './reply.ts';
import type { Reply } from './reply.ts';
import { INSTRUCTIONS, listTools, toolNamed } from './tools.ts';
import type { ToolName } from './tools.ts';
import { agreedVersion, requestVersion, VERSIONS } from './versions.ts';
import type { ProtocolVersion } from './versions.ts';

/** Most messages in one batch. */
const MOST_IN_BATCH = 100;
/** Most streams of notifications that a client may keep open. */
const MOST_STREAMS = 16;
/** How long a client may keep the list of tools, which changes only with the program. */
const LIST_TTL_MS = 3_600_000;

const META = { version: 'io.modelcontextprotocol/protocolVersion', capabilities: 'io.modelcontextprotocol/clientCapabilities', server: 'io.modelcontextprotocol/serverInfo', stream: 'io.modelcontextprotocol/subscriptionId' } as const;

/** How far a call is. */
export interface ToolProgress {
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

/** Runs a tool; returns a function that gives it up. onEnd is called once, unless the call was given up. May throw CcfindError. */
export type RunTool = (name: ToolName, values: ArgumentValues, onProgress: (progress: ToolProgress) => void, onEnd: (reply: Reply) => void) => () => void;

/** What a request came to. */
type Outcome = { readonly result: JsonObject } | { readonly error: { readonly code: number; readonly message: string; readonly data?: JsonObject } };

type Respond = (outcome: Outcome) => void;

/** One connection. */
export interface Protocol {
  take(line: Line): void;
  /** How many calls of tools are under way. */
  callCount(): number;
}

/** A connection on which nothing was said yet. send: gets each of our messages, whole. */
export function createProtocol(send: (message: unknown) => void, runTool: RunTool): Protocol {
  let agreed: ProtocolVersion | null = null;
  /** Requests under way, each with the function that gives it up. */
  const underWay = new Map<RequestId, () => void>();
  let streamCount = 0;

  function take(line: Line): void {
    if ('trouble' in line) {
      const isLong = line.trouble === 'long';
      sendError(null, isLong ? RPC_ERROR.invalidRequest : RPC_ERROR.parse, isLong ? 'the message is too long' : 'no JSON in UTF-8');
    } else if (Array.isArray(line.value)) takeBatch(line.value);
    else takeMessage(readMessage(line.value), send);
  }

  /** Batches exist only in 2025-03-26: several requests, whose answers go back as one list. */
  function takeBatch(values: readonly unknown[]): void {
    if (agreed?.hasBatches !== true) return sendError(null, RPC_ERROR.invalidRequest, `batches are not part of the protocol${agreed === null ? '' : ` in its version ${agreed.name}`}: expected one message a line`);
    if (values.length === 0 || values.length > MOST_IN_BATCH) return sendError(null, RPC_ERROR.invalidRequest, `a batch has 1 to ${MOST_IN_BATCH} messages`);
    const messages = values.map(readMessage);
    const answers: unknown[] = [];
    let open = messages.filter(({ kind }) => kind === 'request' || kind === 'wrong').length;
    const collect = (answer: unknown): void => {
      if (answer !== null) answers.push(answer);
      open -= 1;
      if (open === 0 && answers.length > 0) send(answers);
    };
    for (const message of messages) {
      if (message.kind === 'request' && message.method === 'initialize') collect(errorAnswer(message.id, RPC_ERROR.invalidRequest, 'initialize is never part of a batch'));
      else takeMessage(message, collect, () => collect(null));
    }
  }

  /** answer: gets the answer to a request. onGivenUp: called instead if there will be none. */
  function takeMessage(message: Message, answer: (message: unknown) => void, onGivenUp: () => void = () => {}): void {
    if (message.kind === 'response') return;
    if (message.kind === 'wrong') return answer(errorAnswer(message.id, message.code, message.message));
    if (message.kind === 'notification') return takeNotification(message.method, message.params);
    const { id, method, params } = message;
    if (underWay.has(id)) return answer(errorAnswer(id, RPC_ERROR.invalidRequest, 'id: a request of that id is under way'));
    let isGivenUp = false;
    const respond: Respond = (outcome) => {
      // Some calls cannot be stopped, such as one that opens a window. They end some time, and nobody waits for that.
      if (isGivenUp) return;
      underWay.delete(id);
      answer({ jsonrpc: '2.0', id, ...outcome });
    };
    const holdOpen = (giveUp: () => void): void => void underWay.set(id, () => {
      isGivenUp = true;
      giveUp();
      onGivenUp();
    });
    try {
      takeRequest(id, method, params, respond, holdOpen);
    } catch (error) {
      // A bug of ours: the client gets an answer, and the connection goes on.
      respond(failure(RPC_ERROR.internal, `internal error: ${error instanceof Error ? error.message : String(error)}`));
    }
  }

  function takeNotification(method: string, { requestId }: JsonObject): void {
    // Other notifications are unknown or do not concern us, and none has an answer.
    if (method !== 'notifications/cancelled' || !isRequestId(requestId)) return;
    const giveUp = underWay.get(requestId);
    underWay.delete(requestId);
    giveUp?.();
  }

  function takeRequest(id: RequestId, method: string, params: JsonObject, respond: Respond, holdOpen: (giveUp: () => void) => void): void {
    const meta = isObject(params._meta) ? params._meta : {};
    const version = versionOf(method, meta);
    if ('error' in version) return respond(version);
    switch (method) {
      case 'initialize':
        return respond(initialize(params));
      case 'ping':
        return respond(version.isPerRequest ? unknownMethod(method) : { result: {} });
      case 'server/discover':
        return respond(version.isPerRequest ? cacheable(version, { supportedVersions: VERSIONS.map(({ name }) => name), capabilities: { tools: {} }, instructions: INSTRUCTIONS }) : unknownMethod(method));
      case 'tools/list':
        if (params.cursor !== undefined) return respond(failure(RPC_ERROR.invalidParams, 'cursor: the list of tools has one page'));
        return respond(cacheable(version, { tools: listTools(version) }));
      case 'tools/call':
        return callTool(params, meta, version, respond, holdOpen);
      case 'subscriptions/listen':
        return version.isPerRequest ? openStream(id, params, respond, holdOpen) : respond(unknownMethod(method));
      default:
        return respond(unknownMethod(method));
    }
  }

  /** The version in which to answer the request; or the error that says why there is none. */
  function versionOf(method: string, meta: JsonObject): ProtocolVersion | Extract<Outcome, { error: unknown }> {
    const named = meta[META.version];
    if (named === undefined) {
      if (method === 'initialize' || method === 'ping') return agreed ?? agreedVersion('');
      return agreed ?? failure(RPC_ERROR.invalidParams, `${META.version} is missing in _meta: name a version in each request, or begin with initialize`);
    }
    if (typeof named !== 'string') return failure(RPC_ERROR.invalidParams, `${META.version}: expected a text`);
    const version = requestVersion(named);
    if (version === null) {
      return { error: { code: RPC_ERROR.unsupportedVersion, message: 'Unsupported protocol version', data: { supported: VERSIONS.map(({ name }) => name), requested: named } } };
    }
    return isObject(meta[META.capabilities]) ? version : failure(RPC_ERROR.invalidParams, `${META.capabilities}: expected an object`);
  }

  function initialize({ protocolVersion }: JsonObject): Outcome {
    if (agreed !== null) return failure(RPC_ERROR.invalidRequest, 'initialize comes once');
    if (typeof protocolVersion !== 'string') return failure(RPC_ERROR.invalidParams, 'protocolVersion: expected a text');
    agreed = agreedVersion(protocolVersion);
    return { result: { protocolVersion: agreed.name, capabilities: { tools: {} }, serverInfo: serverInfo(agreed), instructions: INSTRUCTIONS } };
  }

  function callTool({ name, arguments: given = {} }: JsonObject, meta: JsonObject, version: ProtocolVersion, respond: Respond, holdOpen: (giveUp: () => void) => void): void {
    const tool = toolNamed(name);
    if (tool === null) return respond(failure(RPC_ERROR.invalidParams, `Unknown tool: ${typeof name === 'string' ? sanitize(name).slice(0, 100) : 'its name is missing'}`));
    if (!isObject(given)) return respond(failure(RPC_ERROR.invalidParams, 'arguments: expected an object'));
    let isOver = false;
    const end = (reply: Reply): void => {
      isOver = true;
      respond({ result: withType(version, toolResult(reply, version)) });
    };
    try {
      const values = checkArguments(tool.name, tool.arguments, given);
      const giveUp = runTool(tool.name, values, progressTo(meta.progressToken, version), end);
      if (!isOver) holdOpen(giveUp);
    } catch (error) {
      if (!(error instanceof CcfindError)) throw error;
      end(errorReply(error));
    }
  }

  /** Tells the client how far a call is, if it asked for that, with a number that only grows. */
  function progressTo(token: unknown, { hasAnnotations }: ProtocolVersion): (progress: ToolProgress) => void {
    let last = -1;
    return ({ done, total, message }) => {
      if (!isRequestId(token) || done <= last) return;
      last = done;
      send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: done, total, ...(hasAnnotations ? { message } : {}) } });
    };
  }

  /** Nothing of ours ever changes, so nothing will come: the stream just stays open until the client closes it. */
  function openStream(id: RequestId, { notifications }: JsonObject, respond: Respond, holdOpen: (giveUp: () => void) => void): void {
    if (!isObject(notifications)) return respond(failure(RPC_ERROR.invalidParams, 'notifications: expected an object'));
    if (streamCount >= MOST_STREAMS) return respond(failure(RPC_ERROR.invalidRequest, `${MOST_STREAMS} streams are open already`));
    streamCount += 1;
    holdOpen(() => (streamCount -= 1));
    send({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { _meta: { [META.stream]: id }, notifications: {} } });
  }

  function errorAnswer(id: RequestId | null, code: number, message: string): JsonObject {
    const isWithoutId = id === null && (agreed ?? VERSIONS[0]).mayLackId;
    return { jsonrpc: '2.0', ...(isWithoutId ? {} : { id }), error: { code, message } };
  }

  function sendError(id: RequestId | null, code: number, message: string): void {
    send(errorAnswer(id, code, message));
  }

  return { take, callCount: () => underWay.size - streamCount };
}

function failure(code: number, message: string): Extract<Outcome, { error: unknown }> {
  return { error: { code, message } };
}

function unknownMethod(method: string): Outcome {
  return failure(RPC_ERROR.unknownMethod, `Method not found: ${sanitize(method).slice(0, 100)}`);
}

function serverInfo({ hasStructure }: ProtocolVersion): JsonObject {
  return { name: 'ccfind', ...(hasStructure ? { title: 'Past Claude Code sessions' } : {}), version: VERSION };
}

/** The result with its type and the name of the server, in versions that have these. */
function withType(version: ProtocolVersion, result: JsonObject): JsonObject {
  return version.isPerRequest ? { resultType: 'complete', ...result, _meta: { [META.server]: serverInfo(version) } } : result;
}

function cacheable(version: ProtocolVersion, result: JsonObject): Outcome {
  return { result: withType(version, version.isPerRequest ? { ...result, ttlMs: LIST_TTL_MS, cacheScope: 'public' } : result) };
}

/** Claude Code gives a model the structure instead of the text, so there is one only if JSON was asked for. */
function toolResult({ text, structure, isError = false }: Reply, { hasStructure }: ProtocolVersion): JsonObject {
  return { content: [{ type: 'text', text }], ...(structure !== undefined && hasStructure ? { structuredContent: structure } : {}), isError };
}
