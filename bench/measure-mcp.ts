/**
 * Measures the MCP server: processor time of a call, over all threads of the server, and its memory. As always, each call first looks for
 * new lines.
 */
import { ccfind, needleOf } from './history.ts';
import type { Measurement } from './measurement.ts';
import { QUESTION } from './measure-search.ts';

const CALLS = '.build/bench/mcp-calls.cjs';

/** What bench/programs/mcp-calls.ts prints. */
export interface McpFigures {
  readonly firstMs: number;
  readonly rareMs: number;
  readonly questionMs: number;
  readonly readMs: number;
  readonly megabytes: number;
}

export function measureMcp({ meter, histories, add, runs, ensureIndex }: Measurement, node: string): void {
  for (const history of histories) {
    ensureIndex(history);
    const { megabytes } = history;
    const words = [node, ccfind(history).arguments[0], needleOf(history, 'identifier'), QUESTION, String(runs * 10)];
    const figures = Array.from({ length: 3 }, () => JSON.parse(meter.run({ ...ccfind(history), arguments: [CALLS, ...words] }).output) as McpFigures);
    const middle = (figure: keyof McpFigures): number => figures.map((one) => one[figure]).sort((a, b) => a - b)[1];
    add(
      { measure: 'mcpFirst', megabytes, value: middle('firstMs') },
      { measure: 'mcpRare', megabytes, value: middle('rareMs') },
      { measure: 'mcpQuestion', megabytes, value: middle('questionMs') },
      { measure: 'mcpRead', megabytes, value: middle('readMs') },
      { measure: 'mcpMemory', megabytes, value: middle('megabytes') },
    );
  }
}
