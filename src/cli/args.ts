/**
 * Reads the arguments: command, words and flags. Pure.
 *
 * If the first word is a command, it is that command; anything else is a search (`help` and `help COMMAND` mean `--help`). `--` ends commands and flags, so
 * that any text can be searched for. A single dash is never a flag (except -h): `-word` after a word
 * excludes, and a lone `-` stands for standard input. Every usage error ends with the search form of
 * what was typed, quoted for a shell: whoever meant words can go on at once.
 */
import { CcfindError } from '../errors.ts';
import { shellQuote } from '../resume/command.ts';
import { counted } from '../sizes.ts';
import { commandNamed } from './commands.ts';
import type { Command, CommandName } from './commands.ts';
import { startOfDay } from './days.ts';
import { FLAGS, flagNamed } from './flags.ts';
import type { Flag, FlagValues } from './flags.ts';
import { suggest } from './suggest.ts';

/** The arguments, read and checked. */
export interface Arguments {
  readonly command: CommandName;
  /** False for a search without the word `search`. */
  readonly isNamed: boolean;
  readonly words: readonly string[];
  /** Arguments for the program that the command starts. */
  readonly extra: readonly string[];
  readonly values: FlagValues;
  /** Known filters as they were typed, for answers that found nothing. */
  readonly filters: readonly string[];
  /** True when the one word `-` stood before any `--`: the query is on standard input. */
  readonly isFromInput: boolean;
  readonly wantsHelp: boolean;
  readonly wantsVersion: boolean;
}

interface Token {
  readonly kind: 'word' | 'flag' | 'unknown';
  readonly text: string;
  readonly flag: Flag | null;
  /** null: none was given. */
  readonly value: string | null;
}

/** Throws a usage error (exit code 2) for everything that is not in the tables. */
export function parseArguments(argv: readonly string[]): Arguments {
  const end = argv.indexOf('--');
  if (asksForHelp(argv)) return parseArguments(['--help', ...argv.slice(1)]);
  const tokens = tokenize(end < 0 ? argv : argv.slice(0, end));
  const afterDashes = end < 0 ? [] : argv.slice(end + 1);
  const wordsBefore = tokens.filter((token) => token.kind === 'word').map((token) => token.text);
  const named = wordsBefore.length > 0 ? commandNamed(wordsBefore[0]) : null;
  const command = named?.name ?? 'search';
  const wordsOfCommand = named === null ? wordsBefore : wordsBefore.slice(1);
  // Who puts `--` in front of an id out of habit means the id: what is passed on begins behind it.
  const ownCount = named?.passesOn !== true ? afterDashes.length : wordsOfCommand.length === 0 ? 1 : 0;
  const words = [...wordsOfCommand, ...afterDashes.slice(0, ownCount)];
  const extra = afterDashes.slice(ownCount);
  const wantsHelp = tokens.some((token) => token.kind === 'flag' && token.text === '--help');
  const wantsVersion = tokens.some((token) => token.kind === 'flag' && token.text === '--version');
  const common = { command, isNamed: named !== null, words, extra, filters: [] };
  if (wantsHelp || (wantsVersion && words.length === 0)) {
    return { ...common, values: {}, isFromInput: false, wantsHelp, wantsVersion };
  }
  const searchForm = (): string => formOfSearch(tokens, afterDashes);
  if (named !== null) checkShape(named, words, searchForm);
  const values: FlagValues = {};
  const filters: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'word') continue;
    const flag = checkFlag(token, command, searchForm);
    flag.set(values, token.value ?? '');
    if (flag.isFilter) filters.push(token.value === null ? flag.name : `${flag.name} ${token.value}`);
  }
  checkPeriod(values);
  const isFromInput = command === 'search' && afterDashes.length === 0 && words.length === 1 && words[0] === '-';
  return { ...common, values, filters, isFromInput, wantsHelp, wantsVersion: false };
}

/** `help` alone, or before nothing but the name of a command; with other words it is one of them. */
function asksForHelp([first, second, ...rest]: readonly string[]): boolean {
  return first === 'help' && (second === undefined || (rest.length === 0 && commandNamed(second) !== null));
}

function tokenize(argv: readonly string[]): Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < argv.length; i++) {
    const text = argv[i];
    if (text === '-h') tokens.push({ kind: 'flag', text: '--help', flag: null, value: null });
    else if (!text.startsWith('--')) tokens.push({ kind: 'word', text, flag: null, value: null });
    else {
      const equals = text.indexOf('=');
      const name = equals < 0 ? text : text.slice(0, equals);
      const flag = flagNamed(name);
      let value = equals < 0 ? null : text.slice(equals + 1);
      const next = argv[i + 1];
      if (flag !== null && flag.value !== null && value === null && next !== undefined && !next.startsWith('--')) {
        value = next;
        i++;
      }
      const isKnown = flag !== null || name === '--help' || name === '--version';
      tokens.push({ kind: isKnown ? 'flag' : 'unknown', text: isKnown ? name : text, flag, value });
    }
  }
  return tokens;
}

function checkShape(command: Command, words: readonly string[], searchForm: () => string): void {
  if (command.accepts(words)) {
    if (command.isBuilt) return;
    throw new CcfindError('usage', `${command.name} is not in this version`, {
      hint: `to search for these words: ${searchForm()}`,
    });
  }
  const takes = command.shape === '' ? 'takes no words' : `takes ${command.shape}`;
  const got = words.length === 0 ? 'nothing' : counted(words.length, 'word');
  throw new CcfindError('usage', `${command.name} ${takes}, got ${got}`, {
    hint: `to search for these words: ${searchForm()}`,
  });
}

function checkFlag(token: Token, command: CommandName, searchForm: () => string): Flag {
  const { flag } = token;
  const asWord = `to search for these words: ${searchForm()}`;
  if (token.text === '--version') throw new CcfindError('usage', '--version stands alone', { hint: asWord });
  if (flag === null) {
    const name = token.text.split('=', 1)[0];
    const near = suggest(name.slice(2), flagsOf(command).map((one) => one.name.slice(2)));
    throw new CcfindError('usage', `${name}: no such flag${near === null ? '' : `; did you mean --${near}?`}`, { hint: asWord });
  }
  if (!flag.commands.includes(command)) {
    // A flag of some other command: most likely meant as a word.
    if (command === 'search') throw new CcfindError('usage', `${flag.name}: no such flag of search`, { hint: asWord });
    const others = flagsOf(command).map((one) => one.name).join(', ');
    throw new CcfindError('usage', `${command} takes no ${flag.name}; it takes ${others === '' ? 'no flags' : others}`, { hint: asWord });
  }
  if (!flag.isBuilt) throw new CcfindError('usage', `${flag.name} is not in this version`, { hint: asWord });
  if (flag.value !== null && token.value === null) {
    throw new CcfindError('usage', `${flag.name}: its value is missing: expected ${flag.value}`, { hint: asWord });
  }
  if (flag.value === null && token.value !== null) {
    throw new CcfindError('usage', `${flag.name} takes no value, got ${token.value}`, { hint: asWord });
  }
  return flag;
}

/** Checked here and not where the request is built: whoever mistypes a day must not wait for an index first. */
function checkPeriod({ since, until }: FlagValues): void {
  if (since === undefined || until === undefined || startOfDay(since) < startOfDay(until, 1)) return;
  throw new CcfindError('usage', 'the period ends before it begins: --since is a later day than --until');
}

/** The built flags of a command that a person may type, in the table's order. */
export function flagsOf(command: CommandName): Flag[] {
  return FLAGS.filter((flag) => flag.isBuilt && !flag.isHidden && flag.commands.includes(command));
}

/** `ccfind search FLAGS -- WORDS`, in which everything that was typed is a word, except for valid flags of a search. */
function formOfSearch(tokens: readonly Token[], afterDashes: readonly string[]): string {
  const flags: string[] = [];
  const words: string[] = [];
  let isFirstWord = true;
  for (const { kind, text, flag, value } of tokens) {
    if (kind === 'word') {
      if (!isFirstWord || text !== 'search') words.push(text);
      isFirstWord = false;
      continue;
    }
    const isUsable = flag !== null && flag.isBuilt && flag.commands.includes('search') && (flag.value === null) === (value === null);
    const parts = value === null || flag === null ? [text] : [text, value];
    (isUsable ? flags : words).push(...parts);
  }
  return ['ccfind', 'search', ...flags, '--', ...words, ...afterDashes].map(shellQuote).join(' ');
}
