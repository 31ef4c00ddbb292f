/**
 * What can stand where in a command line, for the scripts that complete it; derived from the tables of commands and flags. Pure.
 */
import { FIELDS } from '../schema.ts';
import { flagsOf } from './args.ts';
import { COMMANDS } from './commands.ts';
import type { Command, CommandName } from './commands.ts';
import { FLAGS } from './flags.ts';
import type { Flag } from './flags.ts';

/** Lists that only the index knows. */
export type IndexList = 'sessions' | 'projects' | 'branches';

/** What a value or a word can be. anything: nobody can guess. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly isList: boolean }
  | { readonly kind: 'index'; readonly list: IndexList; readonly isList: boolean }
  | { readonly kind: 'folders' }
  | { readonly kind: 'files' }
  | { readonly kind: 'anything' };

const LISTS: Readonly<Record<string, IndexList>> = { '--session': 'sessions', '--exclude': 'sessions', '--project': 'projects', '--branch': 'branches' };

/** The possible values of a flag. isList: several, separated by commas. */
export function valuesOfFlag({ name, value }: Flag): Values {
  const text = value ?? '';
  const isList = text.endsWith(',…');
  if (name === '--field') return { kind: 'words', words: FIELDS.map((field) => field.name), isList };
  if (name in LISTS) return { kind: 'index', list: LISTS[name], isList: isList || name === '--session' };
  if (text.includes('|')) return { kind: 'words', words: text.split('|'), isList: false };
  return ['PATH', 'DIR', 'FOLDER'].includes(text) ? { kind: 'folders' } : { kind: 'anything' };
}

/** The possible values of the first word after a command. */
export function valuesOfCommand({ shape }: Command): Values {
  const first = shape.split(' ', 1)[0];
  if (first.includes('|')) return { kind: 'words', words: first.split('|'), isList: false };
  if (first === 'ID') return { kind: 'index', list: 'sessions', isList: false };
  return first === 'PATH' ? { kind: 'files' } : { kind: 'anything' };
}

/** A command with the flags that it takes. */
export interface CompletedCommand {
  readonly command: Command & { readonly name: CommandName };
  readonly flags: readonly Flag[];
}

/** Every command that is built. */
export function completedCommands(): CompletedCommand[] {
  return COMMANDS.filter((command) => command.isBuilt).map((command) => ({ command, flags: flagsOf(command.name) }));
}

/** Every flag that a person may type, each once. */
export function completedFlags(): Flag[] {
  const commands = completedCommands();
  return FLAGS.filter((flag) => commands.some(({ flags }) => flags.includes(flag)));
}

/** What the flag means to that command. */
export function meaningOf(flag: Flag, command: CommandName): string {
  return flag.helpOf[command] ?? flag.help;
}

/** Flags that belong to no command. */
export const COMMON_FLAGS: readonly Pick<Flag, 'name' | 'help'>[] = [{ name: '--help', help: 'what there is' }, { name: '--version', help: 'which version this is' }];
