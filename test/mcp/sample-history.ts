/**
 * A small invented history for the server: a session worth finding, others around it, one with a turn that is longer than any reply.
 */
import { History } from '../fixture-history.ts';

const PROJECT = '-home-ada-tide';
export const RETRY = '11111111-1111-4111-8111-111111111111';
export const LONG = '22222222-2222-4222-8222-222222222222';
/** So many sessions are about the lighthouse. */
export const LIGHTHOUSES = 23;

/** The long output of LONG: 3000 numbered lines. */
export const LONG_OUTPUT = Array.from({ length: 3000 }, (_, i) => `row ${i} of the tide table`).join('\n');

/** A pattern on which a regular expression runs for ever in a text of this history. */
export const ENDLESS = '(s|ss)+!';

export function sampleHistory(): History {
  const history = new History();
  history.write(`${PROJECT}/${RETRY}.jsonl`, [
    history.prompt('how do we retry a payment?'), history.answer('Three times with exponential backoff, but a 402 is final.'),
    history.prompt('and the queue?'), history.call('toolu_00000000000000000001', 'Bash', { command: 'redis-cli LLEN payments' }), history.result('toolu_00000000000000000001', '(integer) 7'),
    history.answer('Seven payments wait.'),
  ]);
  history.write(`${PROJECT}/${LONG}.jsonl`, [
    history.prompt('print the tide table'), history.call('toolu_00000000000000000002', 'Bash', { command: 'cat tides.txt' }), history.result('toolu_00000000000000000002', LONG_OUTPUT),
    history.answer('That is the whole table; the spring tide is at row 1500.'), history.prompt('thanks, next the moon'), history.answer('The moon is a quarter of a million miles away.'),
    // Each of them takes a regular expression as long as it may.
    ...[1, 2, 3, 4, 5, 6].flatMap((i) => [history.prompt(`hiss ${i} ${'s'.repeat(60)}?`), history.answer('It hisses.')]),
  ]);
  for (let i = 0; i < LIGHTHOUSES; i++) {
    const id = `33333333-3333-4333-8333-${String(i).padStart(12, '0')}`;
    history.write(`${PROJECT}/${id}.jsonl`, [history.prompt(`lighthouse number ${i} ${'blinks '.repeat(i % 5)}`), history.answer(`The lighthouse ${'turns '.repeat(i % 7)}${i}.`)]);
  }
  return history;
}
