// A scripted stand-in for the Messages API, so that the real client can complete turns with no network and no account.
//
//   node server.mjs SCRIPT.json LOG.jsonl
//
// It listens on a free port of 127.0.0.1, prints that port as its first line, and ends when its standard input closes, so that it
// never outlives the test that started it. SCRIPT is a list of turns; the first whose `match` (a regular expression, over lines, any
// case) finds something in the newest prompt answers it, one step for each round of tool results, "Done." when the steps are used up:
//
//   [{ "match": "which session", "steps": [[{ "tool": "Bash", "input": { "command": "ls" } }], ["It printed {{result}}"]] }]
//
// A step is a list of blocks: a text, or a tool with its input. In their strings {{result}} stands for the tool results just received,
// {{request}} for all text of the request (loaded skills too); {{request:/regex/}} for the first group of that regular expression.
// LOG gets one line for each request, `{ "path", "body" }`: the whole of what would have reached the model.
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [scriptPath, logPath] = process.argv.slice(2);
const turns = JSON.parse(readFileSync(scriptPath, 'utf8'));
const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>\s*/g;
let idCount = 0;

const blocksOf = (message) => (typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content);
const textOf = (blocks) => blocks.filter((block) => block.type === 'text').map((block) => block.text).join('\n');

/** The newest prompt, how many answers came after it, and what the next answer may quote. */
function locate(messages) {
  // Text beside a tool result is the client's own (the body of a skill), not a prompt.
  const isPrompt = (message) =>
    message.role === 'user' &&
    !blocksOf(message).some((block) => block.type === 'tool_result') &&
    textOf(blocksOf(message)).replace(REMINDER, '').trim() !== '';
  const at = messages.map(isPrompt).lastIndexOf(true);
  const later = messages.slice(at + 1);
  const last = messages.filter((message) => message.role === 'user').at(-1);
  return {
    prompt: at < 0 ? '' : textOf(blocksOf(messages[at])).replace(REMINDER, '').trim(),
    step: later.filter((message, i) => message.role === 'assistant' && later[i - 1]?.role !== 'assistant').length,
    result: blocksOf(last).filter((block) => block.type === 'tool_result').map(resultText).join('\n'),
    request: messages.map((message) => textOf(blocksOf(message))).join('\n'),
  };
}

function resultText(block) {
  return typeof block.content === 'string' ? block.content : textOf(block.content ?? []);
}

function fill(value, place) {
  if (typeof value === 'string') {
    return value.replace(/\{\{(result|request)(?::\/(.+?)\/)?\}\}/g, (_, name, regex) =>
      regex === undefined ? place[name] : (new RegExp(regex).exec(place[name])?.[1] ?? ''));
  }
  if (Array.isArray(value)) return value.map((part) => fill(part, place));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(part, place)]));
}

function answerBlocks(body) {
  const place = locate(body.messages);
  const turn = turns.find(({ match }) => new RegExp(match, 'is').test(place.prompt));
  // A request without tools is one of the client's own, such as a title.
  const step = (body.tools ?? []).length === 0 ? ['ok'] : (turn?.steps[place.step] ?? ['Done.']);
  return step.map((block) =>
    typeof block === 'string'
      ? { type: 'text', text: fill(block, place) }
      : { type: 'tool_use', id: newId('toolu'), name: block.tool, input: fill(block.input, place) });
}

// Real ids are 24 characters or longer, and the client keeps them.
const newId = (prefix) => `${prefix}_01${String(process.pid).padStart(10, '0')}${String(++idCount).padStart(10, '0')}`;

function send(response, body) {
  const blocks = answerBlocks(body);
  const stopReason = blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 10 };
  const message = { id: newId('msg'), type: 'message', role: 'assistant', model: body.model, content: blocks, stop_reason: stopReason, stop_sequence: null, usage };
  if (!body.stream) return json(response, 200, message);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  event('message_start', { message: { ...message, content: [], stop_reason: null } });
  blocks.forEach((block, index) => {
    const isText = block.type === 'text';
    event('content_block_start', { index, content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} } });
    const delta = isText ? { type: 'text_delta', text: block.text } : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    event('content_block_delta', { index, delta });
    event('content_block_stop', { index });
  });
  event('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 10 } });
  event('message_stop', {});
  response.end();
}

function json(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

const server = createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const path = (request.url ?? '/').split('?')[0];
    const text = Buffer.concat(pieces).toString('utf8');
    const body = text === '' ? {} : JSON.parse(text);
    appendFileSync(logPath, `${JSON.stringify({ path, body })}\n`);
    if (path === '/v1/messages') send(response, body);
    else if (path === '/v1/messages/count_tokens') json(response, 200, { input_tokens: 100 });
    else if (request.method === 'HEAD' || path === '/') response.end();
    else json(response, 404, { type: 'error', error: { type: 'not_found_error', message: `no ${path} here` } });
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit(0)).resume();
