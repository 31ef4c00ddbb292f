/**
 * The completion script for bash (3.2 and later: that of macOS). Pure.
 *
 * It contains the commands, the flags and their values; only lists from the index are asked for. Bash shows nothing beside a value, so
 * where several sessions fit, their descriptions are shown as a part of the value; the ids differ long before that, so a description
 * is never inserted.
 */
import { flagsOf } from './args.ts';
import { COMMON_FLAGS, completedCommands, completedFlags, valuesOfCommand, valuesOfFlag } from './completion-values.ts';
import type { Values } from './completion-values.ts';
import type { Flag } from './flags.ts';

/** The whole script; ends with a line feed. */
export function bashScript(): string {
  const flags = completedFlags();
  const commands = completedCommands();
  return `# Completion of ccfind for bash: eval "$(ccfind completion bash)"

# Adds those of the words that begin as what is typed.
_ccfind_words() {
  local word IFS=$' \\t\\n'
  for word in $1; do
    if [[ $word == "$cur"* ]]; then COMPREPLY+=("$before_comma$word"); fi
  done
}

# Puts a value into $quoted, quoted as the word that it completes is: it may hold anything, and nothing in it may act.
_ccfind_quote() {
  case $cur in
    "'"*) quoted=\${1//\\'/\\'\\\\\\'\\'} ;;
    '"'*)
      quoted=\${1//\\\\/\\\\\\\\} quoted=\${quoted//\\"/\\\\\\"} quoted=\${quoted//\\$/\\\\\\$} quoted=\${quoted//\\\`/\\\\\\\`}
      # Between double quotes no sign keeps ! from meaning an earlier line.
      quoted=\${quoted//!/\\"\\\\!\\"}
      ;;
    *) printf -v quoted %q "$1" ;;
  esac
}

# Adds a list that the index knows: lines of value, tab, what it is.
_ccfind_list() {
  local value says typed quoted values=() shown=()
  case $cur in
    "'"*) typed=\${cur#\\'} typed=\${typed//\\'\\\\\\'\\'/\\'} ;;
    '"'*) typed=\${cur#\\"} typed=\${typed//\\"\\\\!\\"/!} typed=\${typed//\\\\/} ;;
    *) typed=\${cur//\\\\/} ;;
  esac
  while IFS=$'\\t' read -r value says; do
    [[ $value == "$typed"* ]] || continue
    _ccfind_quote "$value"
    values+=("$before_comma$quoted")
    shown+=("$before_comma$quoted  ($says)")
  done < <(command ccfind completion "$1" "$typed" 2>/dev/null)
  # Where a value is put in at once, it must stand alone.
  if [[ $1 == sessions && \${#values[@]} -gt 1 && \${COMP_TYPE:-9} != 37 && \${COMP_TYPE:-9} != 42 ]]; then
    COMPREPLY=("\${shown[@]}")
  elif [[ \${#values[@]} -gt 0 ]]; then
    COMPREPLY=("\${values[@]}")
  fi
}

_ccfind_paths() {
  local path quoted is_quoted=no
  # Bash 3.2 does not quote them by itself.
  compopt -o filenames 2>/dev/null && is_quoted=yes
  while IFS= read -r path; do
    quoted=$path
    [[ $is_quoted == yes ]] || _ccfind_quote "$path"
    # ~ is to act.
    if [[ $cur == '~'* ]]; then quoted=\${quoted/#\\\\\\~/\\~}; fi
    COMPREPLY+=("$quoted")
  done < <(compgen "$1" -- "$cur")
}

_ccfind() {
  local cur=\${COMP_WORDS[COMP_CWORD]} flag='' command='' before_comma='' i word count=0
  COMPREPLY=()
  # Of a word in which the cursor stands, what is before it.
  word=\${COMP_LINE:COMP_POINT} word=\${word%%[[:space:]]*}
  cur=\${cur%"$word"}
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]} flag=''
    case $word in
      --) return 0 ;;
${cases(flags.filter((flag) => flag.value !== null).map(({ name }) => name), 8)}
        # Bash takes = for a word of its own.
        flag=$word
        if [[ \${COMP_WORDS[i + 1]:-} == '=' ]]; then ((i++)); fi
        ((i++))
        ;;
      -*) ;;
      *) if [[ -z $command ]]; then command=$word; else ((count++)); fi ;;
    esac
  done
  # The value of the flag is not there yet.
  if [[ -n $flag && $i -gt $COMP_CWORD ]]; then
    if [[ $cur == '=' ]]; then cur=''; fi
  else
    flag=''
  fi
  case $flag in
    '') ;;
${flags.filter((flag) => flag.value !== null).map((flag) => `    ${flag.name}) ${commandOf(valuesOfFlag(flag))} ;;`).join('\n')}
  esac
  [[ -z $flag ]] || return 0
  if [[ $cur == -* ]]; then
    case $command in
${commands.filter(({ command }) => command.name !== 'search').map(({ command, flags: taken }) => `      ${command.name}) ${wordsOf(taken)} ;;`).join('\n')}
      *) ${wordsOf(flagsOf('search'))} ;;
    esac
  elif [[ -z $command ]]; then
    _ccfind_words '${commands.map(({ command }) => command.name).join(' ')}'
  elif [[ $count -eq 0 ]]; then
    case $command in
${commands.filter(({ command }) => valuesOfCommand(command).kind !== 'anything').map(({ command }) => `      ${command.name}) ${commandOf(valuesOfCommand(command))} ;;`).join('\n')}
    esac
  fi
  return 0
}

complete -o nosort -F _ccfind ccfind 2>/dev/null || complete -F _ccfind ccfind
`;
}

function wordsOf(flags: readonly Flag[]): string {
  return `_ccfind_words '${[...flags, ...COMMON_FLAGS].map(({ name }) => name).join(' ')}'`;
}

function cases(names: readonly string[], indent: number): string {
  return `${' '.repeat(indent - 2)}${names.join(' | ')})`;
}

function commandOf(values: Values): string {
  if (values.kind === 'folders') return '_ccfind_paths -d';
  if (values.kind === 'files') return '_ccfind_paths -f';
  if (values.kind === 'anything') return ':';
  const split = values.isList ? `if [[ $cur == *,* ]]; then before_comma=\${cur%,*}, cur=\${cur##*,}; fi; ` : '';
  return split + (values.kind === 'words' ? `_ccfind_words '${values.words.join(' ')}'` : `_ccfind_list ${values.list}`);
}
