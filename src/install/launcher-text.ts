/**
 * The launcher that `ccfind install` puts on PATH: a script that starts the newest ccfind there is.
 *
 * Claude Code keeps each version of a plugin in a folder of its own (`<config>/plugins/cache/<marketplace>/ccfind/<version>`), and marks those
 * that it has put aside with a file `.orphaned_at`; while it copies one, the folder is named `<version>.tmp~<digits>`. So the launcher names no
 * version: it looks for the newest each time it runs, and an update needs no new launcher. If the marketplace is a folder, Claude Code runs the
 * plugin from there; so the folder that `install` ran from is considered too. It uses the Node that `install` ran under, which costs no search;
 * if that is gone, plugin/ccfind looks for another. A relative CLAUDE_CONFIG_DIR is not followed: the present folder must not choose what runs.
 *
 * Its second line says that we wrote it: a file without that line is never overwritten or removed (launcher-file.ts).
 * Source of the order of versions: https://semver.org, section 11. A name that is no version comes before all versions.
 */
import { shellQuote } from '../resume/command.ts';

/** What a launcher is made from. */
export interface LauncherFacts {
  /** Absolute path of the Node to use. */
  readonly node: string;
  /** Folder of the plugin that `install` ran from, absolute; '' for a version that Claude Code keeps, since that will be put aside one day. */
  readonly folder: string;
  /** Folders of plugins (`<config>/plugins`) to look into besides that of the config folder in force when the launcher runs, absolute. */
  readonly keepers: readonly string[];
}

const MARK = 'ccfind launcher, written by "ccfind install"; "ccfind uninstall" removes it';

/** True when the text is a launcher of ours, of whatever version. */
export function isLauncher(text: string): boolean {
  return /^(?:#|rem) ccfind launcher, written by "ccfind install"/.test(text.split('\n', 2)[1] ?? '');
}

/** The launcher for a POSIX shell. */
export function launcherText({ node, folder, keepers }: LauncherFacts): string {
  return SCRIPT.replace(/@(mark|node|folder|keepers)@/g, (_, name: string) => {
    if (name === 'mark') return MARK;
    if (name === 'keepers') return keepers.map((keeper) => ` ${shellQuote(keeper)}`).join('');
    return shellQuote(name === 'node' ? node : folder);
  });
}

const SCRIPT = `#!/bin/sh
# @mark@
# It starts the newest ccfind: of the versions that Claude Code keeps of the plugin, and of the folder that "ccfind install" ran from.

set -u
node=@node@
folder=@folder@

# is_version TEXT: numbers with dots; what follows a dash or a plus may be anything.
is_version() {
  case \${1%%[-+]*} in '' | .* | *. | *..* | *[!0-9.]* | *[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*) return 1 ;; esac
}

# is_number TEXT: short enough for the shell to compare.
is_number() {
  case $1 in '' | *[!0-9]* | ??????????????????*) return 1 ;; esac
}

# newer A B: true when version A comes after B.
newer() {
  a=\${1%%+*} b=\${2%%+*} a_rest='' b_rest=''
  case $a in *-*) a_rest=\${a#*-} a=\${a%%-*} ;; esac
  case $b in *-*) b_rest=\${b#*-} b=\${b%%-*} ;; esac
  a=$a.0.0.0 b=$b.0.0.0
  for place in 1 2 3; do
    [ "\${a%%.*}" -gt "\${b%%.*}" ] && return 0
    [ "\${a%%.*}" -lt "\${b%%.*}" ] && return 1
    a=\${a#*.} b=\${b#*.}
  done
  [ -n "$b_rest" ] || return 1
  [ -n "$a_rest" ] || return 0
  while [ -n "$a_rest" ]; do
    [ -n "$b_rest" ] || return 0
    a=\${a_rest%%.*} b=\${b_rest%%.*}
    case $a_rest in *.*) a_rest=\${a_rest#*.} ;; *) a_rest='' ;; esac
    case $b_rest in *.*) b_rest=\${b_rest#*.} ;; *) b_rest='' ;; esac
    [ "$a" = "$b" ] && continue
    if is_number "$a"; then
      is_number "$b" && [ "$a" -gt "$b" ]
      return
    fi
    is_number "$b" && return 0
    LC_ALL=C PATH=/usr/bin:/bin expr "x$a" \\> "x$b" >/dev/null
    return
  done
  return 1
}

# consider FOLDER VERSION: keeps the folder in $best when its version comes after what is there.
best='' best_version=''
consider() {
  [ -f "$1/plugin/lib/ccfind.cjs" ] || return 0
  version=$2
  is_version "$version" || version=0.0.0-0
  if [ -z "$best" ] || newer "$version" "$best_version"; then best=$1 best_version=$version; fi
}

# told_version FOLDER: puts the version that its plugin.json tells into $told.
told_version() {
  told=''
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in *'"version"'*:*'"'*) ;; *) continue ;; esac
    line=\${line#*'"version"'*:*'"'}
    told=\${line%%'"'*}
    return 0
  done <"$1/.claude-plugin/plugin.json"
} 2>/dev/null

if [ -n "$folder" ]; then
  told_version "$folder"
  consider "$folder" "$told"
fi
for keeper in "\${CLAUDE_CONFIG_DIR:-\${HOME:-}/.claude}/plugins"@keepers@; do
  case $keeper in /*) ;; *) continue ;; esac
  for kept in "$keeper"/cache/*/ccfind/*/; do
    kept=\${kept%/}
    case \${kept##*/} in *.tmp~*) continue ;; esac
    [ -e "$kept/.orphaned_at" ] || consider "$kept" "\${kept##*/}"
  done
done

if [ -z "$best" ]; then
  printf 'ccfind: the plugin is not installed any more\\nhint: in Claude Code: /plugin install ccfind@ccfind; or remove this file: %s\\n' "$0" >&2
  exit 2
fi
if [ -f "$node" ] && [ -x "$node" ]; then exec "$node" "$best/plugin/lib/ccfind.cjs" "$@"; fi
exec /bin/sh "$best/plugin/ccfind" "$@"
`;

/**
 * The launcher for Windows: a batch file that lets Node do the work. If the path of the Node is not plain ASCII, the Node on PATH is used:
 * a batch file is read in the code page of its console.
 */
export function windowsLauncherText({ node, folder, keepers }: LauncherFacts): string {
  const isPlain = /^[\x20-\x7e]+$/.test(node) && !/["%]/.test(node);
  const program = isPlain ? node.replaceAll('"', '') : 'node';
  const script = WINDOWS_SCRIPT.join(' ').replace('@folder@', inScript(folder)).replace('@keepers@', keepers.map(inScript).join(','));
  const lines = ['@echo off', `rem ${MARK}`, 'setlocal', `set "CCFIND_NODE=${program}"`, 'if not exist "%CCFIND_NODE%" set "CCFIND_NODE=node"', `"%CCFIND_NODE%" -e "${script}" -- %*`, ''];
  return lines.join('\r\n');
}

/** A JavaScript literal that a batch file leaves alone: without quotes or per cent signs, in ASCII. */
function inScript(text: string): string {
  const escaped = text.replace(/[^A-Za-z0-9 _.:/-]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `'${escaped}'`;
}

/** Does the same as SCRIPT; one line of JavaScript without double quotes and per cent signs. */
const WINDOWS_SCRIPT: readonly string[] = [
  `const fs=require('fs'),path=require('path');let best=null;`,
  `const rank=(v)=>{const m=/^(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?(?:-([^+]*))?/.exec(v);return m?[+m[1],+(m[2]||0),+(m[3]||0),m[4]]:[0,0,0,'0']};`,
  `const rest=(a,b)=>{if(a===b)return 0;if(a===undefined)return 1;if(b===undefined)return -1;const x=a.split('.'),y=b.split('.');`,
  `for(let i=0;i<x.length;i++){if(i>=y.length)return 1;if(x[i]===y[i])continue;const n=/^\\d+$/.test(x[i]),o=/^\\d+$/.test(y[i]);`,
  `if(n&&o)return +x[i]-+y[i];if(n!==o)return n?-1:1;return x[i]<y[i]?-1:1}return -1};`,
  `const after=(a,b)=>a[0]-b[0]||a[1]-b[1]||a[2]-b[2]||rest(a[3],b[3]);`,
  `const consider=(root,v)=>{if(!fs.existsSync(path.join(root,'plugin','lib','ccfind.cjs')))return;const r=rank(v);if(best===null||after(r,best.r)>0)best={root,r}};`,
  `const list=(d)=>{try{return fs.readdirSync(d)}catch{return[]}};`,
  `const folder=@folder@;if(folder!==''){let v='';try{v=JSON.parse(fs.readFileSync(path.join(folder,'.claude-plugin','plugin.json'),'utf8')).version||''}catch{}consider(folder,v)}`,
  `const here=process.env['CLAUDE_CONFIG_DIR']||path.join(require('os')['homedir'](),'.claude');`,
  `for(const keeper of [path.join(here,'plugins'),@keepers@]){if(!path.isAbsolute(keeper))continue;const cache=path.join(keeper,'cache');`,
  `for(const market of list(cache))for(const v of list(path.join(cache,market,'ccfind'))){const kept=path.join(cache,market,'ccfind',v);`,
  `if(!v.includes('.tmp~')&&!fs.existsSync(path.join(kept,'.orphaned_at')))consider(kept,v)}}`,
  `if(best===null){console.error('ccfind: the plugin is not installed any more');console.error('hint: in Claude Code: /plugin install ccfind@ccfind');process.exitCode=2}`,
  `else{const program=path.join(best.root,'plugin','lib','ccfind.cjs');process.execArgv.length=0;process.argv.splice(1,0,program);require(program)}`,
];
