(function (exports, require, module, __filename, __dirname) {
"use strict";var __defProp=Object.defineProperty;var __getOwnPropDesc=Object.getOwnPropertyDescriptor;var __getOwnPropNames=Object.getOwnPropertyNames;var __hasOwnProp=Object.prototype.hasOwnProperty;var __export=(target,all)=>{for(var name in all)__defProp(target,name,{get:all[name],enumerable:!0})},__copyProps=(to,from,except,desc)=>{if(from&&typeof from=="object"||typeof from=="function")for(let key of __getOwnPropNames(from))!__hasOwnProp.call(to,key)&&key!==except&&__defProp(to,key,{get:()=>from[key],enumerable:!(desc=__getOwnPropDesc(from,key))||desc.enumerable});return to};var __toCommonJS=mod=>__copyProps(__defProp({},"__esModule",{value:!0}),mod);var install_exports={};__export(install_exports,{runInstall:()=>runInstall,runUninstall:()=>runUninstall});module.exports=__toCommonJS(install_exports);var import_node_fs5=require("node:fs"),import_node_path6=require("node:path");var EXIT={ok:0,nothing:1,failure:2,cancelled:130},EXIT_OF={usage:EXIT.failure,"not-found":EXIT.nothing,failure:EXIT.failure,cancelled:EXIT.cancelled};function byName(name){return value=>value instanceof Error&&value.name===name}var CcfindError=class extends Error{static[Symbol.hasInstance]=byName("CcfindError");code;hint;constructor(code,message,options={}){super(message,options.cause===void 0?void 0:{cause:options.cause}),this.name="CcfindError",this.code=code,this.hint=options.hint??null}get exitCode(){return EXIT_OF[this.code]}};var import_node_fs2=require("node:fs"),import_node_path3=require("node:path");var import_node_fs=require("node:fs"),import_node_path=require("node:path");function homeOf(env){let home=homeFolder(env);return(0,import_node_path.isAbsolute)(home)?home:""}function homeFolder(env){if(env.HOME)return env.HOME;try{let{homeOfUser}=require("./system.cjs");return homeOfUser()}catch{return""}}function realFolder(folder){try{return(0,import_node_fs.realpathSync)(folder)}catch{return folder}}function isConfigNamed(env){return env.CLAUDE_CONFIG_DIR!==void 0&&env.CLAUDE_CONFIG_DIR!==""}function configFolder(env,cwd){if(isConfigNamed(env))return(0,import_node_path.resolve)(cwd,env.CLAUDE_CONFIG_DIR);let home=homeFolder(env);if(home==="")throw new CcfindError("failure","no home folder: HOME is not set",{hint:"name the config folder of Claude Code: CLAUDE_CONFIG_DIR=FOLDER ccfind \u2026"});return(0,import_node_path.resolve)(cwd,home,".claude")}var import_node_path2=require("node:path");function foldersOnPath(env){let folders=(env.PATH??env.Path??"").split(import_node_path2.delimiter).filter(import_node_path2.isAbsolute).map(folder=>(0,import_node_path2.resolve)(folder));return[...new Set(folders)]}function shellQuote(word){return/^[A-Za-z0-9_@+:,./-]+$/.test(word)?word:`'${word.replace(/'|(?<=[^\\])\\+(?=['\\]|$)/g,part=>`'${part.replace(/['\\]/g,"\\$&")}'`)}'`}var SHARED=["/usr/local/bin","/opt/homebrew/bin","/home/linuxbrew/.linuxbrew/bin"];function chooseBinFolder(env,home){let own=home===""?[]:[(0,import_node_path3.join)(home,".local","bin"),(0,import_node_path3.join)(home,"bin")],usual=[...own,...SHARED,...home===""?[]:[(0,import_node_path3.join)(home,"AppData","Roaming","npm")]].filter(folder=>isOnPath(folder,env)),others=foldersOnPath(env).filter(folder=>(0,import_node_path3.dirname)(folder)===home),chosen=[...usual,...others].find(folder=>isForUs(folder,home))??own.find(canWrite);if(chosen!==void 0)return chosen;throw new CcfindError("failure","no folder for a launcher: none on PATH is yours to write in",{hint:"name one: ccfind install --dir FOLDER"})}function isOnPath(folder,env){let real=realFolder(folder);return foldersOnPath(env).some(one=>one===folder||realFolder(one)===real)}var FILES=new Map([["zsh",env=>`${env.ZDOTDIR||"~"}/.zshrc`],["bash",()=>process.platform==="darwin"?"~/.bash_profile":"~/.bashrc"],["fish",()=>"~/.config/fish/config.fish"],...["","sh","dash","ash","ksh","mksh"].map(shell=>[shell,()=>"~/.profile"])]);function adviceForPath(folder,env,home){if(process.platform==="win32")return["That folder is not on PATH: add it in the settings of Windows."];let shell=/[^/]*$/.exec(env.SHELL??"")?.[0]??"",file=FILES.get(shell)?.(env);if(file===void 0)return[`That folder is not on PATH: add it to PATH where ${shell} sets it.`];let below=home!==""&&folder.startsWith(`${home}/`)?folder.slice(home.length):"",word=/^[A-Za-z0-9_./-]+$/.test(below)?`"$HOME${below}:$PATH"`:`${shellQuote(folder)}:"$PATH"`;return[`That folder is not on PATH. Add this line to ${file}:`,shell==="fish"?`  fish_add_path ${shellQuote(folder)}`:`  export PATH=${word}`]}function isForUs(folder,home){try{let{uid}=(0,import_node_fs2.statSync)(folder);return(process.getuid===void 0||uid===process.getuid())&&canWrite(folder)}catch{return home!==""&&folder.startsWith(`${home}/`)&&canWrite(folder)}}function canWrite(folder){try{return(0,import_node_fs2.statSync)(folder).isDirectory()?((0,import_node_fs2.accessSync)(folder,import_node_fs2.constants.W_OK|import_node_fs2.constants.X_OK),!0):!1}catch(error){return error.code!=="ENOENT"?!1:(0,import_node_path3.dirname)(folder)!==folder&&canWrite((0,import_node_path3.dirname)(folder))}}var import_node_fs3=require("node:fs"),import_node_path4=require("node:path");var LASTING_NODES=["/opt/homebrew/bin/node","/usr/local/bin/node","/home/linuxbrew/.linuxbrew/bin/node","/opt/local/bin/node","/run/current-system/sw/bin/node","/usr/bin/node","/usr/bin/nodejs"];function launcherFacts(node,root,config){let keeper=keeperOf(root),keepers=[(0,import_node_path4.join)(config,"plugins"),...keeper===null?[]:[keeper]];return{node:lastingNode(node),folder:keeper===null?root:"",keepers:[...new Set(keepers)].filter(import_node_path4.isAbsolute)}}function keeperOf(root){let cache=(0,import_node_path4.dirname)((0,import_node_path4.dirname)((0,import_node_path4.dirname)(root)));return(0,import_node_path4.basename)((0,import_node_path4.dirname)(root))==="ccfind"&&(0,import_node_path4.basename)(cache)==="cache"?(0,import_node_path4.dirname)(cache):null}function lastingNode(node){return LASTING_NODES.find(path=>isSameProgram(path,node))??node}function isSameProgram(path,node){try{return(0,import_node_fs3.accessSync)(path,import_node_fs3.constants.X_OK),(0,import_node_fs3.realpathSync)(path)===(0,import_node_fs3.realpathSync)(node)}catch{return!1}}function pluginRoot(inside){return realFolder((0,import_node_path4.join)(inside,"..",".."))}var import_node_fs4=require("node:fs"),import_node_path5=require("node:path");var MARK='ccfind launcher, written by "ccfind install"; "ccfind uninstall" removes it';function isLauncher(text){return/^(?:#|rem) ccfind launcher, written by "ccfind install"/.test(text.split(`
`,2)[1]??"")}function launcherText({node,folder,keepers}){return SCRIPT.replace(/@(mark|node|folder|keepers)@/g,(_,name)=>name==="mark"?MARK:name==="keepers"?keepers.map(keeper=>` ${shellQuote(keeper)}`).join(""):shellQuote(name==="node"?node:folder))}var SCRIPT=`#!/bin/sh
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
`;function windowsLauncherText({node,folder,keepers}){let program=/^[\x20-\x7e]+$/.test(node)&&!/["%]/.test(node)?node.replaceAll('"',""):"node",script=WINDOWS_SCRIPT.join(" ").replace("@folder@",inScript(folder)).replace("@keepers@",keepers.map(inScript).join(","));return["@echo off",`rem ${MARK}`,"setlocal",`set "CCFIND_NODE=${program}"`,'if not exist "%CCFIND_NODE%" set "CCFIND_NODE=node"',`"%CCFIND_NODE%" -e "${script}" -- %*`,""].join(`\r
`)}function inScript(text){return`'${text.replace(/[^A-Za-z0-9 _.:/-]/g,character=>`\\u${character.charCodeAt(0).toString(16).padStart(4,"0")}`)}'`}var WINDOWS_SCRIPT=["const fs=require('fs'),path=require('path');let best=null;","const rank=(v)=>{const m=/^(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?(?:-([^+]*))?/.exec(v);return m?[+m[1],+(m[2]||0),+(m[3]||0),m[4]]:[0,0,0,'0']};","const rest=(a,b)=>{if(a===b)return 0;if(a===undefined)return 1;if(b===undefined)return -1;const x=a.split('.'),y=b.split('.');","for(let i=0;i<x.length;i++){if(i>=y.length)return 1;if(x[i]===y[i])continue;const n=/^\\d+$/.test(x[i]),o=/^\\d+$/.test(y[i]);","if(n&&o)return +x[i]-+y[i];if(n!==o)return n?-1:1;return x[i]<y[i]?-1:1}return -1};","const after=(a,b)=>a[0]-b[0]||a[1]-b[1]||a[2]-b[2]||rest(a[3],b[3]);","const consider=(root,v)=>{if(!fs.existsSync(path.join(root,'plugin','lib','ccfind.cjs')))return;const r=rank(v);if(best===null||after(r,best.r)>0)best={root,r}};","const list=(d)=>{try{return fs.readdirSync(d)}catch{return[]}};","const folder=@folder@;if(folder!==''){let v='';try{v=JSON.parse(fs.readFileSync(path.join(folder,'.claude-plugin','plugin.json'),'utf8')).version||''}catch{}consider(folder,v)}","const here=process.env['CLAUDE_CONFIG_DIR']||path.join(require('os')['homedir'](),'.claude');","for(const keeper of [path.join(here,'plugins'),@keepers@]){if(!path.isAbsolute(keeper))continue;const cache=path.join(keeper,'cache');","for(const market of list(cache))for(const v of list(path.join(cache,market,'ccfind'))){const kept=path.join(cache,market,'ccfind',v);","if(!v.includes('.tmp~')&&!fs.existsSync(path.join(kept,'.orphaned_at')))consider(kept,v)}}","if(best===null){console.error('ccfind: the plugin is not installed any more');console.error('hint: in Claude Code: /plugin install ccfind@ccfind');process.exitCode=2}","else{const program=path.join(best.root,'plugin','lib','ccfind.cjs');process.execArgv.length=0;process.argv.splice(1,0,program);require(program)}"];function launcherName(platform){return platform==="win32"?"ccfind.cmd":"ccfind"}function lookAtLauncher(path){try{return(0,import_node_fs4.lstatSync)(path).isFile()&&isLauncher((0,import_node_fs4.readFileSync)(path,"utf8"))?"ours":"foreign"}catch(error){let code=error.code;return code==="ENOENT"||code==="ENOTDIR"?"nothing":"foreign"}}function writeLauncher(folder,name,text){let path=(0,import_node_path5.join)(folder,name),present=lookAtLauncher(path);if(present==="foreign")throw new CcfindError("failure",`${path} is there and was not written by ccfind install`,{hint:"remove it if you made it, or choose another folder: ccfind install --dir FOLDER"});let aside=(0,import_node_path5.join)(folder,`.${name}.${process.pid}.tmp`);try{return present==="ours"&&(0,import_node_fs4.readFileSync)(path,"utf8")===text?((0,import_node_fs4.chmodSync)(path,493),!1):((0,import_node_fs4.mkdirSync)(folder,{recursive:!0}),(0,import_node_fs4.writeFileSync)(aside,text,{mode:493,flag:"wx"}),(0,import_node_fs4.chmodSync)(aside,493),(0,import_node_fs4.renameSync)(aside,path),!0)}catch(cause){throw removeQuietly(aside),new CcfindError("failure",`${path} cannot be written: ${cause.code??String(cause)}`,{hint:"choose another folder: ccfind install --dir FOLDER",cause})}}function removeLauncher(folder,name){let path=(0,import_node_path5.join)(folder,name),present=lookAtLauncher(path);if(present!=="ours")return present;try{(0,import_node_fs4.rmSync)(path)}catch(cause){throw new CcfindError("failure",`${path} cannot be removed: ${cause.code??String(cause)}`,{cause})}return present}function removeQuietly(path){try{(0,import_node_fs4.rmSync)(path,{force:!0})}catch{}}function lazy(make){let made=null;return()=>(made??={value:make()}).value}var ONE_COLUMN=String.raw`\n\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u2190-\u2319\u2500-\u25fc\u2713`,TWO_COLUMNS=String.raw`\u3000-\u3029\u3041-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60`,SIMPLE=new RegExp(`^[${ONE_COLUMN}]*$`),wide=lazy(()=>new RegExp(`^[${TWO_COLUMNS}]*$`)),single=lazy(()=>new RegExp(`^[${ONE_COLUMN}${TWO_COLUMNS}]*$`)),extend=lazy(()=>/[\p{M}\p{Emoji_Modifier}\u200c\u200d\uff9e\uff9f\u{e0020}-\u{e007f}]/u),pictograph=lazy(()=>new RegExp("\\p{Extended_Pictographic}","u")),letter=lazy(()=>new RegExp("\\p{L}","u"));function isSingle(text){return SIMPLE.test(text)||single().test(text)}var ESCAPE_SEQUENCE=/(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x80-\x9f\n]*(?:\x07|\x9c|\x1b\\)|\x1b[\x20-\x2f]*[\x30-\x7e]?/g,suspect=lazy(()=>/[\0-\x09\x0b-\x1f\x7f-\x9f\p{DI}\u2028\u2029\ufff9-\ufffb\p{Cs}]/gu),JOINER="\u200D",EMOJI_STYLE="\uFE0F",pictographBefore=lazy(()=>/[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]\ufe0f?$/u),pictographNext=lazy(()=>new RegExp("^\\p{Extended_Pictographic}","u")),joinedPictographNext=lazy(()=>new RegExp("^\\u200d\\p{Extended_Pictographic}","u")),pictographEnds=lazy(()=>/[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]$/u),jsonSuspect=lazy(()=>/[\x7f-\x9f\p{DI}\u2028\u2029\ufff9-\ufffb]/gu);function sanitize(text){return isSingle(text)&&!text.includes(`
`)?text:sanitizeLines(text.replace(/\t/g," ")).replace(/\n+/g," ")}function sanitizeLines(text){if(isSingle(text))return text;let unescaped=text.replace(ESCAPE_SEQUENCE,"").replace(/\r\n?/g,`
`).replace(/\t/g,"    ");return unescaped.replace(suspect(),(found,offset)=>harmless(found,offset,unescaped))}function harmless(found,offset,text){if(found===JOINER||found===EMOJI_STYLE){let before=text.slice(Math.max(0,offset-3),offset),after=text.slice(offset+1,offset+4);return(found===JOINER?pictographBefore().test(before)&&pictographNext().test(after):pictographEnds().test(before)&&joinedPictographNext().test(after))?found:""}return found==="\u2028"||found==="\u2029"?`
`:found>="\uD800"&&found<="\uDFFF"&&found.length===1?"\uFFFD":""}function runInstall(args,context){let{env,cwd}=context,home=homeOf(env),folder=args.values.dir===void 0?chooseBinFolder(env,home):namedFolder(args.values.dir,home,cwd),facts=launcherFacts(process.execPath,pluginRoot(context.demoDir),configFolder(env,cwd));if(folder.includes(import_node_path6.delimiter))throw new CcfindError("failure",`folder ${folder} cannot be on PATH: its name has a ${import_node_path6.delimiter}`,{hint:"choose another folder"});let name=launcherName(process.platform),text=process.platform==="win32"?windowsLauncherText(facts):launcherText(facts),isNew=writeLauncher(folder,name,text);if(say(context,`${isNew?"installed":"already installed"}: ${(0,import_node_path6.join)(folder,name)}`),isOnPath(folder,env)){let first=firstOnPath(name,env);first!==null&&!isSameFile(first,(0,import_node_path6.join)(folder,name))&&say(context,`Another one comes first on PATH: ${first}`)}else for(let line of adviceForPath(folder,env,home))say(context,line);return EXIT.ok}function runUninstall(args,context){let{env,cwd}=context,home=homeOf(env),usual=home===""?[]:[(0,import_node_path6.join)(home,".local","bin"),(0,import_node_path6.join)(home,"bin")],searched=[...new Set([...usual,...foldersOnPath(env)])].filter(folder=>!(0,import_node_fs5.existsSync)((0,import_node_path6.join)(folder,"..",".claude-plugin"))),folders=args.values.dir===void 0?searched:[namedFolder(args.values.dir,home,cwd)],name=launcherName(process.platform),removedCount=0;for(let folder of folders){let found=removeLauncher(folder,name);found==="ours"&&removedCount++,found!=="nothing"&&say(context,found==="ours"?`removed: ${(0,import_node_path6.join)(folder,name)}`:`left: ${(0,import_node_path6.join)(folder,name)} (not written by ccfind install)`)}return removedCount>0?EXIT.ok:(say(context,"no launcher of ccfind install was found"),EXIT.nothing)}function namedFolder(text,home,cwd){return home!==""&&/^~(?:\/|$)/.test(text)?(0,import_node_path6.join)(home,text.slice(1)):(0,import_node_path6.resolve)(cwd,text)}function say({output},line){output.write(`${sanitize(line)}
`)}function firstOnPath(name,env){return foldersOnPath(env).map(folder=>(0,import_node_path6.join)(folder,name)).find(path=>lookAtLauncher(path)!=="nothing")??null}function isSameFile(a,b){try{let[one,other]=[(0,import_node_fs5.statSync)(a),(0,import_node_fs5.statSync)(b)];return one.dev===other.dev&&one.ino===other.ino}catch{return!1}}0&&(module.exports={runInstall,runUninstall});
})
