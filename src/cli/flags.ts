/**
 * The table of flags: which commands take them, what value they need, how it is read and checked.
 *
 * Help and argument reading derive from it; a test holds README to it. A value that makes no sense is a usage error
 * that names the flag, the value and what was expected; it is never bent into something else. Of a flag
 * given twice the last one counts, but lists (--root, --exclude, --field, --session) add up.
 */
import { CcfindError } from '../errors.ts';
import { FIELDS, fieldByName } from '../schema.ts';
import type { FieldName } from '../schema.ts';
import type { ColorWhen } from '../terminal/style.ts';
import type { CommandName } from './commands.ts';
import { parseDay } from './days.ts';
import type { Day } from './days.ts';

/** The flags that were given; a flag that was not is missing. */
export interface FlagValues {
  limit?: number;
  offset?: number;
  all?: true;
  group?: 'session' | 'turn';
  project?: string;
  dir?: string;
  branch?: string;
  sessions?: string[];
  exclude?: string[];
  self?: true;
  fields?: FieldName[];
  days?: number;
  since?: Day;
  until?: Day;
  agents?: true;
  explain?: true;
  regex?: true;
  json?: true;
  noRefresh?: true;
  color?: ColorWhen;
  roots?: string[];
  turn?: number;
  around?: string;
  turns?: number;
  /** A range of turns, both ends included. */
  range?: { readonly first: number; readonly last: number };
  markdown?: true;
  noPager?: true;
  from?: number;
  print?: true;
  handoff?: string;
  window?: true;
  dryRun?: true;
  inDir?: string;
  printId?: true;
  noMouse?: true;
  full?: true;
  verbose?: true;
  seed?: number;
  queries?: number;
  kinds?: string[];
  apply?: true;
  undo?: true;
  recall?: boolean;
}

/** A flag of one or more commands. */
export interface Flag {
  /** With its dashes. */
  readonly name: string;
  /** Placeholder of its value; null when it takes none. */
  readonly value: string | null;
  readonly help: string;
  /** Instead of `help`, for commands to which the flag means something else. */
  readonly helpOf: Readonly<Partial<Record<CommandName, string>>>;
  readonly commands: readonly CommandName[];
  readonly isBuilt: boolean;
  /** True when only ccfind itself uses it: help and completion do not show it. */
  readonly isHidden: boolean;
  /** True when it restricts what is searched: named when nothing was found. */
  readonly isFilter: boolean;
  /** Reads the value ('' when it takes none). Throws a usage error. */
  readonly set: (values: FlagValues, text: string) => void;
}

const LARGEST = 1_000_000_000;
const SEARCHES: readonly CommandName[] = ['search', 'pick'];
const ANSWERS: readonly CommandName[] = ['search', 'pick', 'demo'];
const READERS: readonly CommandName[] = ['search', 'pick', 'show', 'resume', 'open', 'stats'];

type Extra = Partial<Pick<Flag, 'isBuilt' | 'isFilter' | 'isHidden' | 'helpOf'>>;

function flag(name: string, value: string | null, commands: readonly CommandName[], help: string, set: Flag['set'], extra: Extra = {}): Flag {
  return { name, value, help, commands, isBuilt: true, isFilter: false, isHidden: false, helpOf: {}, set, ...extra };
}

function filter(name: string, value: string | null, help: string, set: Flag['set']): Flag {
  return flag(name, value, SEARCHES, help, set, { isFilter: true });
}

function later(name: string, commands: readonly CommandName[], help: string): Flag {
  return flag(name, null, commands, help, () => {}, { isBuilt: false });
}

/** Every flag, in the order in which help lists them. */
export const FLAGS: readonly Flag[] = [
  flag('--limit', 'N', ANSWERS, 'at most N hits (10; pick: 200)', (v, text) => { v.limit = wholeNumber('--limit', text, 1); }),
  flag('--offset', 'N', ANSWERS, 'skip the first N hits', (v, text) => { v.offset = wholeNumber('--offset', text, 0); }),
  flag('--all', null, ANSWERS, 'weak hits too, and no limit', (v) => { v.all = true; }),
  flag('--group', 'session|turn', ANSWERS, 'one hit a session, or one a turn', (v, text) => { v.group = choice('--group', text, ['session', 'turn']); }),
  filter('--project', 'TEXT', 'part of the project\'s name or path', (v, text) => { v.project = someText('--project', text); }),
  flag('--dir', 'PATH', [...SEARCHES, 'install', 'uninstall'], 'sessions in this folder or below', (v, text) => { v.dir = someText('--dir', text); }, {
    isFilter: true,
    helpOf: { install: 'the folder for the launcher', uninstall: 'only the launcher in this folder' },
  }),
  filter('--branch', 'NAME', 'sessions on this git branch', (v, text) => { v.branch = someText('--branch', text); }),
  filter('--session', 'ID', 'this session only', (v, text) => { v.sessions = [...(v.sessions ?? []), ...list('--session', text)]; }),
  filter('--exclude', 'ID,…', 'not these sessions', (v, text) => { v.exclude = [...(v.exclude ?? []), ...list('--exclude', text)]; }),
  flag('--field', 'NAME,…', [...SEARCHES, 'show'], 'only text of these fields', (v, text) => { v.fields = [...(v.fields ?? []), ...list('--field', text).map(fieldName)]; }, { isFilter: true }),
  filter('--days', 'N', 'the last N x 24 hours', (v, text) => { v.days = wholeNumber('--days', text, 1); }),
  filter('--since', 'DATE', 'from this day on: 2026-03-14', (v, text) => { v.since = day('--since', text); }),
  filter('--until', 'DATE', 'up to and including this day', (v, text) => { v.until = day('--until', text); }),
  flag('--self', null, SEARCHES, 'the running session too', (v) => { v.self = true; }),
  flag('--agents', null, SEARCHES, 'sub-agents as hits of their own', (v) => { v.agents = true; }),
  flag('--regex', null, SEARCHES, 'a regular expression; reads all stored text', (v) => { v.regex = true; }),
  flag('--explain', null, ['search', 'demo'], 'why a hit ranks where it does', (v) => { v.explain = true; }),
  later('--no-mask', ['search', 'pick', 'show'], 'show secrets'),
  flag('--apply', null, ['setup'], 'change the settings as shown', (v) => { v.apply = true; }),
  flag('--undo', null, ['setup'], 'undo what --apply changed', (v) => { v.undo = true; }),
  flag('--recall', null, ['setup'], 'new sessions begin with past findings', (v) => { v.recall = true; }),
  flag('--no-recall', null, ['setup'], 'new sessions begin without them', (v) => { v.recall = false; }),
  flag('--turn', 'N', ['show'], 'one turn in full', (v, text) => { v.turn = wholeNumber('--turn', text, 0); }),
  flag('--around', 'HIT', ['show'], 'the turns around a hit (its key in --json)', (v, text) => { v.around = hitKey(text); }),
  flag('--turns', 'N|A-B', ['show'], 'how many turns, or which', setTurns),
  flag('--from', 'N', ['show'], 'first turn to show', (v, text) => { v.from = wholeNumber('--from', text, 0); }),
  flag('--markdown', null, ['show'], 'all turns, to paste elsewhere', (v) => { v.markdown = true; }),
  flag('--no-pager', null, ['show'], 'print at once, even on a terminal', (v) => { v.noPager = true; }),
  flag('--print', null, ['resume'], 'print the command instead', (v) => { v.print = true; }),
  flag('--handoff', 'FOLDER', ['resume'], 'in a window that open made', (v, text) => { v.handoff = someText('--handoff', text); }, { isHidden: true }),
  flag('--window', null, ['open'], 'a window or tab, even where a pane would do', (v) => { v.window = true; }),
  flag('--dry-run', null, ['open'], 'print what it would start', (v) => { v.dryRun = true; }),
  flag('--in', 'DIR', ['resume', 'open'], 'in this folder, not the session\'s own', (v, text) => { v.inDir = someText('--in', text); }),
  flag('--print-id', null, ['pick'], 'print the id of the chosen session, resume nothing', (v) => { v.printId = true; }),
  flag('--no-mouse', null, ['pick'], 'leave the mouse to the terminal', (v) => { v.noMouse = true; }),
  flag('--full', null, ['index'], 'from scratch, not only what is new', (v) => { v.full = true; }),
  flag('--verbose', null, ['index'], 'tell where time and bytes went', (v) => { v.verbose = true; }),
  flag('--seed', 'N', ['doctor', 'eval'], 'repeat a run: same seed, same samples', (v, text) => { v.seed = wholeNumber('--seed', text, 0); }),
  flag('--queries', 'N', ['eval'], 'at most N questions of a kind (60)', (v, text) => { v.queries = wholeNumber('--queries', text, 1); }),
  flag('--kind', 'NAME,…', ['eval'], 'only these kinds, as the table names them', (v, text) => { v.kinds = [...(v.kinds ?? []), ...list('--kind', text)]; }),
  flag('--json', null, ['search', 'show', 'open', 'index', 'stats', 'demo', 'doctor', 'eval'], 'one JSON object', (v) => { v.json = true; }),
  flag('--no-refresh', null, READERS, 'answer from the index as it is', (v) => { v.noRefresh = true; }),
  flag('--color', 'auto|always|never', ['search', 'pick', 'show', 'demo'], 'colours', (v, text) => { v.color = choice('--color', text, ['auto', 'always', 'never']); }),
  flag('--root', 'DIR', [...READERS, 'index', 'doctor', 'eval', 'mcp'], 'one more config folder (repeatable)', (v, text) => { v.roots = [...(v.roots ?? []), someText('--root', text)]; }),
];

/** The flag of that name (with its dashes), or null. */
export function flagNamed(name: string): Flag | null {
  return FLAGS.find((flag) => flag.name === name) ?? null;
}

function wrongValue(name: string, text: string, expected: string, hint?: string): CcfindError {
  return new CcfindError('usage', `${name} ${text === '' ? "''" : text}: expected ${expected}`, { hint });
}

function wholeNumber(name: string, text: string, least: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= LARGEST) return number;
  throw wrongValue(name, text, `a whole number from ${least} to ${LARGEST}`);
}

function setTurns(values: FlagValues, text: string): void {
  const range = /^(\d{1,9})-(\d{1,9})$/.exec(text);
  // Of a flag given twice the last one counts, in either form.
  delete values.turns;
  delete values.range;
  if (range === null) values.turns = wholeNumber('--turns', text, 1);
  else if (Number(range[1]) > Number(range[2])) throw wrongValue('--turns', text, 'the first turn before the last');
  else values.range = { first: Number(range[1]), last: Number(range[2]) };
}

function choice<const T extends string>(name: string, text: string, choices: readonly T[]): T {
  const chosen = choices.find((one) => one === text);
  if (chosen !== undefined) return chosen;
  throw wrongValue(name, text, `one of ${choices.join(', ')}`);
}

function someText(name: string, text: string): string {
  if (text.trim() !== '') return text;
  throw wrongValue(name, text, 'some text');
}

function list(name: string, text: string): string[] {
  const parts = text.split(',').map((part) => part.trim()).filter((part) => part !== '');
  if (parts.length > 0) return parts;
  throw wrongValue(name, text, 'names with commas between them');
}

function fieldName(text: string): FieldName {
  const field = fieldByName(text.toLowerCase());
  if (field !== null) return field.name;
  throw wrongValue('--field', text, `one of ${FIELDS.map((one) => one.name).join(', ')}`);
}

function day(name: string, text: string): Day {
  const parsed = parseDay(text);
  if (parsed !== null) return parsed;
  throw wrongValue(name, text, 'a day that exists, as in 2026-03-14');
}

function hitKey(text: string): string {
  if (/^.+:\d+:\d+$/s.test(text)) return text;
  throw wrongValue('--around', text, 'the key of a hit, SESSION:TURN:N', 'ccfind search --json -- WORDS names the key of each hit');
}
