/**
 * Help texts: examples first, then what the tables of commands and flags say. Pure.
 */
import { FIELDS } from '../schema.ts';
import { flagsOf } from './args.ts';
import { COMMANDS, commandNamed } from './commands.ts';
import type { Command, CommandName } from './commands.ts';

const EXAMPLES: Readonly<Partial<Record<CommandName, readonly (readonly [line: string, says: string])[]>>> = {
  search: [
    ['ccfind how did we fix the flaky login test', 'a question, or any words'],
    ['ccfind \'"exact words"\' --days 30', 'literally these, the last 30 days'],
    ['ccfind refresh_token -redis --project shop', 'without a word, in one project'],
    ['ccfind search -- --dry-run index', 'words that look like flags'],
    ['ccfind search - < question.txt', 'words from standard input'],
    ["ccfind --regex 'ECONN\\w+ .*:54\\d\\d'", 'a JavaScript regular expression'],
    ['ccfind d3e35d23', 'by id; also by owner/repo#12'],
    ['ccfind', 'the newest sessions'],
  ],
  pick: [['ccfind pick payment retry', 'arrows choose, Enter resumes, Esc leaves']],
  show: [
    ['ccfind show 1', 'the first of the last list'],
    ['ccfind show d3e35d23 --turn 4', 'one turn in full; an id may be shortened'],
    ['ccfind show 1 --field prompt', 'only what was asked'],
    ['ccfind show 1 --turns 3-7 --markdown', 'to paste elsewhere'],
  ],
  resume: [
    ['ccfind resume 1', 'the first of the last list'],
    ['ccfind resume d3e35d23 --print', 'the command only'],
    ['ccfind resume 1 -- --model opus', 'further arguments go to claude'],
  ],
  open: [
    ['ccfind open 1', 'beside this pane, or in a new window'],
    ['ccfind open d3e35d23 --window', 'in a new window (or tab)'],
    ['ccfind open 1 --dry-run', 'what it would start'],
  ],
  index: [
    ['ccfind index', 'read what is new'],
    ['ccfind index --full --verbose', 'from scratch; tells what took how long'],
  ],
  install: [
    ['ccfind install', 'one small launcher, in ~/.local/bin or the like'],
    ['ccfind install --dir ~/tools', 'in another folder'],
  ],
  uninstall: [['ccfind uninstall', 'removes the launcher, nothing else']],
  completion: [
    ['ccfind completion fish | source', 'in ~/.config/fish/config.fish'],
    ['eval "$(ccfind completion bash)"', 'in ~/.bashrc'],
    ['eval "$(ccfind completion zsh)"', 'in ~/.zshrc, after compinit'],
  ],
  stats: [['ccfind stats --json', 'for programs']],
  eval: [
    ['ccfind eval', 'exit code 1 when a target is missed'],
    ['ccfind eval --kind word --queries 300', 'one kind, more questions'],
  ],
  doctor: [['ccfind doctor', 'exit code 2 when something is wrong']],
  setup: [
    ['ccfind setup', 'shows what would change, changes nothing'],
    ['ccfind setup --apply', 'changes it, and keeps a copy'],
    ['ccfind setup --recall --apply', 'past findings for new sessions as well'],
  ],
  mcp: [['ccfind mcp', 'speaks MCP on standard input and output']],
  hook: [['ccfind hook SessionEnd', 'as plugin/hooks.json does; says nothing']],
  demo: [
    ['ccfind demo', 'asks a question of its own'],
    ['ccfind demo lighthouse', 'searches for your words'],
  ],
};

const OVERVIEW_EXAMPLES: readonly (readonly [string, string])[] = [
  ['ccfind how did we fix the flaky login test', 'search, in your own words'],
  ['ccfind show 1', 'read the first session of the list'],
  ['ccfind resume 1', 'go back into it'],
];

const REGEX_LINES: readonly string[] = [
  '--regex reads the stored text itself, which takes seconds for gigabytes. Case',
  'counts unless the pattern begins with (?i); ^ and $ are the ends of a line.',
];

const QUERY_LINES: readonly string[] = [
  '"these words"   literally this     -word         without it (after another word)',
  'prompt:word     in one field       --            only words follow, no flags',
];

/** Help of a command, or the overview for null. At most 80 columns and some 40 lines; line feed at its end. */
export function helpText(name: CommandName | null): string {
  const command = name === null ? null : commandNamed(name);
  return `${(command === null ? overview() : helpOf(command)).join('\n')}\n`;
}

function overview(): string[] {
  const built = COMMANDS.filter((command) => command.isBuilt);
  const later = COMMANDS.filter((command) => !command.isBuilt).map((command) => command.name);
  return [
    'ccfind finds the past Claude Code session, turn and line, and takes you back in.',
    '',
    ...columns(OVERVIEW_EXAMPLES),
    '',
    'Commands (anything else is a search):',
    ...columns(built.map((command) => [usage(command), command.summary])),
    '',
    'ccfind COMMAND --help tells more; ccfind search --help has the flags.',
    'ccfind search -- WORDS searches for any words, even those that are commands.',
    '',
    'Not in this version yet:',
    ...fill(later),
    '',
    'Exit codes: 0 found or done, 1 nothing found, 2 wrong usage or failure,',
    '130 left with Esc or Ctrl-C; after a resume, that of claude.',
  ];
}

function helpOf(command: Command & { readonly name: CommandName }): string[] {
  const usageLine = `ccfind ${usage(command)}: ${command.summary}`;
  if (!command.isBuilt) return [usageLine, '', 'Not in this version.'];
  const lines = [usageLine, '', ...columns(EXAMPLES[command.name] ?? [])];
  if (command.name === 'search') {
    lines.push('', ...QUERY_LINES, 'Fields:', ...fill(FIELDS.map((field) => field.name)));
  }
  const flags = flagsOf(command.name);
  if (flags.some(({ name }) => name === '--regex')) lines.push('', ...REGEX_LINES);
  if (flags.length > 0) {
    lines.push('', 'Flags:', ...columns(flags.map((flag) => [flag.value === null ? flag.name : `${flag.name} ${flag.value}`, flag.helpOf[command.name] ?? flag.help])));
  }
  return lines;
}

function usage({ name, shape }: Command): string {
  const shown = name === 'search' ? '[search]' : name;
  return shape === '' ? shown : `${shown} ${shape}`;
}

/** Two columns, indented, the second aligned. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.max(0, ...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(left)}  ${second}`);
}

/** Words separated by commas, in indented lines of at most 78 columns. */
function fill(words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = ' ';
  for (const [index, word] of words.entries()) {
    const piece = ` ${word}${index < words.length - 1 ? ',' : ''}`;
    if (line.length + piece.length > 78) {
      lines.push(line);
      line = ' ';
    }
    line += piece;
  }
  return [...lines, line];
}
