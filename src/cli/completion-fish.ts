/**
 * The completion script for fish. Pure.
 */
import { COMMON_FLAGS, completedCommands, completedFlags, meaningOf, valuesOfCommand, valuesOfFlag } from './completion-values.ts';
import type { Values } from './completion-values.ts';

/** The whole script; ends with a line feed. */
export function fishScript(): string {
  const commands = completedCommands();
  const flags = completedFlags();
  const lines = flags.flatMap((flag) => {
    const value = flag.value === null ? '' : ` ${wordsOf(valuesOfFlag(flag))}`;
    const takers = commands.filter(({ flags: taken }) => taken.includes(flag)).map(({ command }) => command.name);
    const helps = [...new Set(takers.map((name) => meaningOf(flag, name)))];
    return helps.map((help) => `complete -c ccfind -n '__ccfind_is ${takers.filter((name) => meaningOf(flag, name) === help).join(' ')}' -l ${flag.name.slice(2)}${value} -d ${quote(help)}`);
  });
  return `# Completion of ccfind for fish: ccfind completion fish | source

# The command that is being typed, and how many words stand behind it. Nothing behind --.
function __ccfind_state
    set -l tokens (commandline -opc)
    set -l command none
    set -l count 0
    set -l is_value no
    for token in $tokens[2..-1]
        if test $is_value = yes
            set is_value no
            continue
        end
        switch $token
            case --
                return 1
            case ${flags.filter(({ value }) => value !== null).map(({ name }) => name).join(' ')}
                set is_value yes
            case '-*'
            case '*'
                if test $command != none
                    set count (math $count + 1)
                else if contains -- $token ${commands.map(({ command }) => command.name).join(' ')}
                    set command $token
                else
                    set command search
                    set count 1
                end
        end
    end
    echo $command $count
end

# True when one of these commands is being typed; words that are no command are a search.
function __ccfind_is
    set -l state (__ccfind_state | string split ' '); or return 1
    contains -- (string replace none search $state[1]) $argv
end

# True when the first word behind that command is being typed.
function __ccfind_first
    set -l state (__ccfind_state | string split ' '); or return 1
    test $state[1] = $argv[1]; and test $state[2] = 0
end

# The value that is being typed, without a flag before it.
function __ccfind_value
    commandline -ct | string replace -r '^--[a-z-]+=' ''
end

# A list that the index knows: of a long one only what begins as what is typed, else the newest, for fish to look inside the words.
function __ccfind_list
    set -l typed (__ccfind_value | string replace -r '^.*,' '' | string replace -r '^["\\']' '' | string unescape)
    set -l found (command ccfind completion $argv[1] "$typed" 2>/dev/null)
    test (count $found) -gt 0; or set found (command ccfind completion $argv[1] 2>/dev/null)
    string join \\n -- $found
end

# Several with commas between them: those before the last comma stay.
function __ccfind_several
    set -l before (string match -r '^.*,' -- (__ccfind_value); or echo)
    for line in $argv
        echo $before$line
    end
end

complete -c ccfind -f
${commands.map(({ command }) => `complete -c ccfind -n '__ccfind_first none' -a ${command.name} -d ${quote(command.summary)}`).join('\n')}
${COMMON_FLAGS.map(({ name, help }) => `complete -c ccfind -l ${name.slice(2)} -d ${quote(help)}`).join('\n')}
${lines.join('\n')}
${commands.filter(({ command }) => valuesOfCommand(command).kind !== 'anything').map(({ command }) => `complete -c ccfind -n '__ccfind_first ${command.name}' ${wordsOf(valuesOfCommand(command))}`).join('\n')}
`;
}

function wordsOf(values: Values): string {
  if (values.kind === 'folders') return "-x -a '(__fish_complete_directories (__ccfind_value))'";
  if (values.kind === 'files') return '-r -F';
  if (values.kind === 'anything') return '-x';
  const words = values.kind === 'words' ? values.words.join(' ') : `(__ccfind_list ${values.list})`;
  return `-x -k -a '${values.isList ? `(__ccfind_several ${words})` : words}'`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
