/**
 * The rows of the table: what each measure is called, what is demanded of it at which size, and whether that was met.
 *
 * Demands were chosen before anything was built, from a prototype on the same generated histories, for 100 MB, 1 GB and 3 GB and
 * Node 22; where 1 GB has none of its own, that for 3 GB holds. The stretch is what the prototype showed to be possible.
 */

/** A demand: the most that the figure may be, and the most for the stretch. */
type Demand = readonly [target: number, stretch: number | null];

interface Measure {
  /** One name for all sizes, or one for each. */
  readonly ids: string | readonly [string, string, string];
  readonly what: string;
  readonly unit?: 'MB' | 'ms';
  /** For 100 MB, 1 GB and 3 GB; null where nothing is demanded. */
  readonly demands?: readonly [Demand | null, Demand | null, Demand | null];
}

/** Every measure, by name. */
export const MEASURES = {
  build: { ids: ['B1', 'B2', 'B2'], what: 'full build / read and parse', demands: [[3.5, 2.5], [3.2, 2.3], [3.2, 2.3]] },
  buildPeak: { ids: 'B4', what: 'peak memory of a build', unit: 'MB', demands: [[500, 300], [500, 300], [500, 300]] },
  buildGrowth: { ids: 'B4', what: 'peak memory of a build, 3 GB / 1 GB', demands: [null, null, [1.3, null]] },
  indexBytes: { ids: 'S1', what: 'index bytes / transcript bytes', demands: [[0.15, 0.11], [0.15, 0.11], [0.15, 0.11]] },
  merge: { ids: 'M1', what: 'merge everything / build everything', demands: [null, [0.2, 0.1], [0.2, 0.1]] },
  rare: { ids: ['Q1', 'Q2', 'Q2'], what: 'cold search, rare identifier / node -e 0', demands: [[2, 1.5], [2.3, 1.8], [2.3, 1.8]] },
  question: { ids: ['Q1', 'Q2', 'Q2'], what: 'cold search, question / node -e 0', demands: [[2.5, 1.8], [5, 3], [5, 3]] },
  common: { ids: 'Q', what: 'cold search, common word / node -e 0' },
  substring: { ids: 'Q', what: 'cold search, middle of a word / node -e 0' },
  substringRatio: { ids: 'Q4', what: 'cold search, middle of a word / whole rare word', demands: [[1.2, 1.1], [1.8, 1.4], [1.8, 1.4]] },
  phrase: { ids: 'Q5', what: 'cold search, two common words literally / node -e 0', demands: [null, [8, 5], [8, 5]] },
  growth: { ids: 'Q3', what: 'cold rare search, 3 GB / 100 MB', demands: [null, null, [1.4, 1.15]] },
  grep: { ids: 'G1', what: 'cold rare search / rg -i -l -F on the transcripts', demands: [null, [0.25, 0.12], [0.1, 0.04]] },
  unchanged: { ids: 'R0', what: 'search that refreshes, nothing changed / node -e 0', demands: [[2.5, null], [3.5, null], [3.5, null]] },
  warmRare: { ids: 'Q', what: 'warm search, rare identifier', unit: 'ms' },
  warmQuestion: { ids: 'Q', what: 'warm search, question', unit: 'ms' },
  searchPeak: { ids: 'F1', what: 'peak memory of a cold search', unit: 'MB', demands: [[100, 70], [100, 70], [100, 70]] },
  refresh: { ids: 'R1', what: 'refresh after 8 KB more / node -e 0', demands: [[2, 1.6], [3, 2.2], [3, 2.2]] },
  frameNewest: { ids: 'P1', what: 'picker, first frame, newest sessions / node -e 0', demands: [[2.5, null], [2.5, null], null] },
  frameRare: { ids: 'P1', what: 'picker, first frame, rare identifier / node -e 0', demands: [[2.5, null], [2.5, null], null] },
  frameQuestion: { ids: 'P', what: 'picker, first frame, question / node -e 0' },
  keyText: { ids: 'P2', what: 'picker, key to its text on the screen, 95 of 100', unit: 'ms', demands: [[50, null], [50, null], [50, null]] },
  keyProcessor: { ids: 'P3', what: 'picker, processor time of a key with its hits', unit: 'ms', demands: [[50, null], [50, null], [50, null]] },
  keyAnswered: { ids: 'P4', what: 'picker, key to its hits on the screen, 95 of 100', unit: 'ms', demands: [[50, null], [50, null], [50, null]] },
  keyHits: { ids: 'P', what: 'picker, key to its hits on the screen, median', unit: 'ms' },
  sameFiles: { ids: 'R2', what: 'refresh after 8 KB more, ten times the bytes in as many files', demands: [[1.15, 1.05], null, null] },
  written: { ids: 'R3', what: 'segment bytes written / bytes grown, refreshes of 8 KB', demands: [[2, 1], [2, 1], [2, 1]] },
  hookReady: { ids: 'H1', what: 'SessionStart hook, findings lie ready', unit: 'ms', demands: [[150, 100], [150, 100], [150, 100]] },
  hookSearch: { ids: 'H2', what: 'SessionStart hook that has to search', unit: 'ms', demands: [[150, 100], [150, 100], [150, 100]] },
  hookStop: { ids: 'H3', what: 'Stop hook within a minute of the last', unit: 'ms' },
  mcpFirst: { ids: 'T1', what: 'MCP, first call of a server that was just started', unit: 'ms' },
  mcpRare: { ids: 'T2', what: 'MCP, search_sessions, rare identifier, warm', unit: 'ms' },
  mcpQuestion: { ids: 'T2', what: 'MCP, search_sessions, question, warm', unit: 'ms' },
  mcpRead: { ids: 'T3', what: 'MCP, read_session around a hit, warm', unit: 'ms' },
  mcpMemory: { ids: 'T4', what: 'MCP, memory of the server behind all these calls', unit: 'MB' },
} satisfies Record<string, Measure>;

/** Name of a measure. */
export type MeasureName = keyof typeof MEASURES;

/** One figure. */
export interface Row {
  readonly measure: MeasureName;
  readonly megabytes: number;
  readonly value: number;
  /** What the value was made from: `(203 / 109 ms)`. */
  readonly detail?: string;
}

/** The first two lines of the table. */
export const TABLE_HEAD = ['| id | measure | size | figure | target | stretch | |', '| --- | --- | ---: | ---: | ---: | ---: | --- |'];

/** A line of the table: `| Q1 | cold search … (60 / 30 ms) | 100 MB | 2.00 | 2 | 1.5 | met |`. */
export function renderRow({ measure, megabytes, value, detail }: Row): string {
  const { ids, what, unit, demands }: Measure = MEASURES[measure];
  const size = sizeClass(megabytes);
  const demand = demands?.[size] ?? null;
  const id = typeof ids === 'string' ? ids : ids[size];
  const cells = [
    id, detail === undefined ? what : `${what} ${detail}`, `${megabytes} MB`, figure(value, unit), ...(demand === null ? ['', '', ''] : [
      figureOf(demand[0], unit), demand[1] === null ? '' : figureOf(demand[1], unit), verdict(value, demand),
    ]),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** 0 for sizes about 100 MB, 1 for about 1 GB, 2 for about 3 GB. */
export function sizeClass(megabytes: number): 0 | 1 | 2 {
  return megabytes < 500 ? 0 : megabytes < 2000 ? 1 : 2;
}

function verdict(value: number, [target, stretch]: Demand): string {
  if (!(value <= target)) return 'missed';
  return stretch !== null && value <= stretch ? 'stretch' : 'met';
}

function figure(value: number, unit: Measure['unit']): string {
  if (unit === 'MB') return `${value.toFixed(0)} MB`;
  return unit === 'ms' ? `${value.toFixed(value < 10 ? 2 : 1)} ms` : value < 1 ? value.toFixed(3) : value.toFixed(2);
}

function figureOf(demand: number, unit: Measure['unit']): string {
  return unit === undefined ? String(demand) : `${demand} ${unit}`;
}
