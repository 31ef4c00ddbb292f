/**
 * The table of commands: names, shapes, summaries. Help and argument reading derive from it; a test holds README to it.
 *
 * A command accepts only words of its exact shape. Any words can be searched for, and a person who types
 * `ccfind index the database` wants a search: a word too many is an error that shows the search
 * form, never a guess. Commands that are not built yet are reserved by name, so that nobody's words
 * change their meaning when they come.
 */
import { isClientId } from '../resume/command.ts';

/** Name of a command, built or not. */
export type CommandName = (typeof COMMANDS)[number]['name'];

/** A first word that is not a search. */
export interface Command {
  readonly name: string;
  /** What stands after the name; empty for nothing. */
  readonly shape: string;
  readonly summary: string;
  readonly isBuilt: boolean;
  /** True when what follows `--` is not for this command, but passed on to the program that it starts. */
  readonly passesOn?: true;
  /** True when the words have the command's shape. */
  readonly accepts: (words: readonly string[]) => boolean;
}

const anyWords = (): boolean => true;
const noWords = (words: readonly string[]): boolean => words.length === 0;
const oneWord = (words: readonly string[]): boolean => words.length === 1;
const someWords = (words: readonly string[]): boolean => words.length > 0;

const wholeId = (words: readonly string[]): boolean => words.length === 1 && isClientId(words[0]);

/** A shell; or what a completion script asks for while somebody types: a list, and the beginning of the wanted value. */
function shellOrList([first, ...rest]: readonly string[]): boolean {
  return ['bash', 'zsh', 'fish'].includes(first) ? rest.length === 0 : ['sessions', 'projects', 'branches'].includes(first) && rest.length <= 1;
}

function exclusion(words: readonly string[]): boolean {
  const [action, ...rest] = words;
  return action === 'list' ? rest.length === 0 : (action === 'add' || action === 'remove') && rest.length > 0;
}

/** Every command, in the order in which help lists them. */
export const COMMANDS = [
  { name: 'search', shape: '[WORDS…]', summary: 'find past sessions by any words said in them', isBuilt: true, accepts: anyWords },
  { name: 'pick', shape: '[WORDS…]', summary: 'search, choose with the arrow keys, and go back in', isBuilt: true, accepts: anyWords },
  { name: 'show', shape: 'ID', summary: 'read a session', isBuilt: true, accepts: oneWord },
  { name: 'resume', shape: 'ID [-- ARGS]', summary: 'go back into a session in this terminal', isBuilt: true, passesOn: true, accepts: oneWord },
  { name: 'open', shape: 'ID [-- ARGS]', summary: 'open a session in a new pane or window', isBuilt: true, passesOn: true, accepts: oneWord },
  { name: 'index', shape: '', summary: 'bring the index up to date (as every search does)', isBuilt: true, accepts: noWords },
  { name: 'stats', shape: '', summary: 'what is indexed, and what was skipped', isBuilt: true, accepts: noWords },
  { name: 'doctor', shape: '', summary: 'what works here, what does not, and why', isBuilt: true, accepts: noWords },
  { name: 'eval', shape: '', summary: 'measure the search on this history', isBuilt: true, accepts: noWords },
  { name: 'demo', shape: '[WORDS…]', summary: 'try it on a small invented history', isBuilt: true, accepts: anyWords },
  { name: 'install', shape: '', summary: 'put ccfind on PATH', isBuilt: true, accepts: noWords },
  { name: 'uninstall', shape: '', summary: 'remove what install wrote', isBuilt: true, accepts: noWords },
  { name: 'completion', shape: 'bash|zsh|fish', summary: 'print the completion script for a shell', isBuilt: true, accepts: shellOrList },
  { name: 'archive', shape: '', summary: 'keep transcripts that Claude Code would delete', isBuilt: false, accepts: noWords },
  { name: 'restore', shape: 'ID', summary: 'put an archived transcript back', isBuilt: false, accepts: wholeId },
  { name: 'exclude', shape: 'add|remove|list PATH…', summary: 'folders that are never indexed', isBuilt: false, accepts: exclusion },
  { name: 'forget', shape: 'ID', summary: 'remove a session from index and archive', isBuilt: false, accepts: wholeId },
  { name: 'setup', shape: '', summary: 'suggest settings of Claude Code that help', isBuilt: true, accepts: noWords },
  { name: 'mcp', shape: '', summary: 'the MCP server for Claude Code', isBuilt: true, accepts: noWords },
  { name: 'hook', shape: 'EVENT', summary: 'called by Claude Code', isBuilt: true, accepts: oneWord },
  { name: 'recall', shape: 'WORDS…', summary: 'sessions by day', isBuilt: false, accepts: someWords },
  { name: 'files', shape: 'PATH', summary: 'sessions that touched a file', isBuilt: false, accepts: oneWord },
  { name: 'commands', shape: 'WORDS…', summary: 'what was run, and whether it failed', isBuilt: false, accepts: someWords },
  { name: 'graph', shape: '', summary: 'sessions and files as a page', isBuilt: false, accepts: noWords },
  { name: 'export', shape: '', summary: 'sessions for other programs', isBuilt: false, accepts: noWords },
  { name: 'sync', shape: '', summary: 'bring other sources up to date', isBuilt: false, accepts: noWords },
] as const satisfies readonly Command[];

/** The command of exactly that name, or null. */
export function commandNamed(name: string): (Command & { readonly name: CommandName }) | null {
  return COMMANDS.find((command) => command.name === name) ?? null;
}
