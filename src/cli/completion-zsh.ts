/**
 * The completion script for zsh: to be evaluated, behind compinit if that is called, or kept in a folder on fpath as `_ccfind`. Pure.
 */
import { flagsOf } from './args.ts';
import { COMMON_FLAGS, completedCommands, completedFlags, valuesOfCommand, valuesOfFlag } from './completion-values.ts';
import type { Values } from './completion-values.ts';

/** The whole script; ends with a line feed. */
export function zshScript(): string {
  const flags = completedFlags();
  const withValue = flags.filter((flag) => flag.value !== null);
  const commands = completedCommands();
  return `#compdef ccfind
# Completion of ccfind for zsh, behind compinit if that is called: eval "$(ccfind completion zsh)"

# Adds a list that the index knows, in its order: lines of value, tab, what it is.
_ccfind_list() {
  local value says
  local -a values shown
  while IFS=$'\\t' read -r value says; do
    values+=("$value")
    shown+=("$value  $says")
  done < <(command ccfind completion $1 "\${(Q)PREFIX}" 2>/dev/null)
  compadd -l -V "$1" -d shown -a values
}

# Adds words with what they mean, which a table says: to this command, else to all.
_ccfind_told() {
  local word
  local -a shown
  local -A says=(${pairs([...flags, ...COMMON_FLAGS])}
    ${pairs(commands.map(({ command }) => ({ name: command.name, help: command.summary })))}
    ${pairs(flags.flatMap(({ name, helpOf }) => Object.entries(helpOf).map(([command, help]) => ({ name: `'${command} ${name}'`, help }))))})
  for word in "$@"; do shown+=("$word  \${says[$command $word]:-$says[$word]}"); done
  compadd -l -V told -d shown -- "$@"
}

_ccfind() {
  local flag='' command='' word
  local -i i count=0
  for (( i = 2; i < CURRENT; i++ )); do
    word=$words[i] flag=''
    case $word in
      (--) return 1 ;;
      (${withValue.map(({ name }) => name).join('|')})
        flag=$word
        (( i++ ))
        ;;
      (-*) ;;
      (*) if [[ -z $command ]]; then command=$word; else (( count++ )); fi ;;
    esac
  done
  # The value of the flag is not there yet.
  (( i > CURRENT )) || flag=''
  if [[ $words[CURRENT] == --*=* ]]; then
    flag=\${words[CURRENT]%%=*}
    compset -P "$flag="
  fi
  case $flag in
    ('') ;;
${withValue.map((flag) => `    (${flag.name}) ${commandOf(valuesOfFlag(flag))}; return ;;`).join('\n')}
    (*) return 1 ;;
  esac
  if [[ $PREFIX == -* ]]; then
    case $command in
${commands.filter(({ command }) => command.name !== 'search').map(({ command, flags: taken }) => `      (${command.name}) ${told([...taken, ...COMMON_FLAGS])} ;;`).join('\n')}
      (*) ${told([...flagsOf('search'), ...COMMON_FLAGS])} ;;
    esac
  elif [[ -z $command ]]; then
    ${told(commands.map(({ command }) => command))}
  elif (( count == 0 )); then
    case $command in
${commands.filter(({ command }) => valuesOfCommand(command).kind !== 'anything').map(({ command }) => `      (${command.name}) ${commandOf(valuesOfCommand(command))} ;;`).join('\n')}
    esac
  fi
}

if [[ $funcstack[1] == _ccfind ]]; then
  _ccfind "$@"
else
  # Nobody has called compinit where ~/.zshrc holds nothing else.
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
  compdef _ccfind ccfind
fi
`;
}

function told(named: readonly { readonly name: string }[]): string {
  return `_ccfind_told ${named.map(({ name }) => name).join(' ')}`;
}

function pairs(told: readonly { readonly name: string; readonly help: string }[]): string {
  return told.map(({ name, help }) => `${name} '${help.replaceAll("'", "'\\''")}'`).join('\n    ');
}

function commandOf(values: Values): string {
  if (values.kind === 'folders') return '_files -/';
  if (values.kind === 'files') return '_files';
  if (values.kind === 'anything') return 'return 1';
  const split = values.isList ? "compset -P '*,'; " : '';
  return split + (values.kind === 'words' ? `compadd -- ${values.words.join(' ')}` : `_ccfind_list ${values.list}`);
}
