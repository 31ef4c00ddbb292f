(function (exports, require, module, __filename, __dirname) {
"use strict";var __defProp=Object.defineProperty;var __getOwnPropDesc=Object.getOwnPropertyDescriptor;var __getOwnPropNames=Object.getOwnPropertyNames;var __hasOwnProp=Object.prototype.hasOwnProperty;var __export=(target,all)=>{for(var name in all)__defProp(target,name,{get:all[name],enumerable:!0})},__copyProps=(to,from,except,desc)=>{if(from&&typeof from=="object"||typeof from=="function")for(let key of __getOwnPropNames(from))!__hasOwnProp.call(to,key)&&key!==except&&__defProp(to,key,{get:()=>from[key],enumerable:!(desc=__getOwnPropDesc(from,key))||desc.enumerable});return to};var __toCommonJS=mod=>__copyProps(__defProp({},"__esModule",{value:!0}),mod);var completion_exports={};__export(completion_exports,{runCompletion:()=>runCompletion});module.exports=__toCommonJS(completion_exports);var EXIT={ok:0,nothing:1,failure:2,cancelled:130},EXIT_OF={usage:EXIT.failure,"not-found":EXIT.nothing,failure:EXIT.failure,cancelled:EXIT.cancelled};function byName(name){return value=>value instanceof Error&&value.name===name}var CcfindError=class extends Error{static[Symbol.hasInstance]=byName("CcfindError");code;hint;constructor(code,message,options={}){super(message,options.cause===void 0?void 0:{cause:options.cause}),this.name="CcfindError",this.code=code,this.hint=options.hint??null}get exitCode(){return EXIT_OF[this.code]}};function duration(ms){let seconds=Math.max(1,Math.ceil(ms/1e3));return seconds<60?`${seconds} s`:seconds%60===0?`${seconds/60} min`:`${Math.floor(seconds/60)} min ${seconds%60} s`}function counted(count,unit){return`${count} ${unit}${count===1?"":"s"}`}function countedOf(count,total,unit){return`${count} of ${counted(total,unit)}`}function lazy(make){let made=null;return()=>(made??={value:make()}).value}var ONE_COLUMN=String.raw`\n\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u2190-\u2319\u2500-\u25fc\u2713`,TWO_COLUMNS=String.raw`\u3000-\u3029\u3041-\u3096\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60`,SIMPLE=new RegExp(`^[${ONE_COLUMN}]*$`),wide=lazy(()=>new RegExp(`^[${TWO_COLUMNS}]*$`)),single=lazy(()=>new RegExp(`^[${ONE_COLUMN}${TWO_COLUMNS}]*$`)),extend=lazy(()=>/[\p{M}\p{Emoji_Modifier}\u200c\u200d\uff9e\uff9f\u{e0020}-\u{e007f}]/u),pictograph=lazy(()=>new RegExp("\\p{Extended_Pictographic}","u")),letter=lazy(()=>new RegExp("\\p{L}","u")),VIRAMA="\u094D\u09CD\u0ACD\u0B4D\u0C4D\u0D4D\u1039\u17D2\u1A60\u1BAB\uA9C0\uAAF6";function isSimple(text){return SIMPLE.test(text)}function isWideSimple(text){return wide().test(text)}function isSingle(text){return SIMPLE.test(text)||single().test(text)}function graphemes(text){if(isSingle(text))return text.split("");let clusters=[],cluster="",last="",regionalCount=0;for(let char of text)cluster!==""&&joins(cluster,last,char,regionalCount)?cluster+=char:(cluster!==""&&clusters.push(cluster),cluster=char,regionalCount=0),isRegional(char)&&regionalCount++,last=char;return cluster!==""&&clusters.push(cluster),clusters}function joins(cluster,last,char,regionalCount){return char<"\u0300"?last==="\r"&&char===`
`:last==="\r"||last===`
`?!1:extend().test(char)||isJamoTail(char)?!0:last==="\u200D"&&pictograph().test(char)?pictograph().test(cluster):isRegional(char)?regionalCount===1&&isRegional(last):isJamoLead(last)?isJamoLead(char)||char>="\uAC00"&&char<="\uD7A3"&&char.length===1:endsInVirama(cluster)&&letter().test(char)}function isRegional(char){return char.length===2&&char>="\u{1F1E6}"&&char<="\u{1F1FF}"}function isJamoLead(char){return char>="\u1100"&&char<="\u115F"||char>="\uA960"&&char<="\uA97C"}function isJamoTail(char){return char.length===1&&(char>="\u1160"&&char<="\u11FF"||char>="\uD7B0"&&char<="\uD7FB")}function endsInVirama(cluster){for(let i=cluster.length-1;i>0;i--){if(VIRAMA.includes(cluster[i]))return!0;if(!extend().test(cluster[i]))return!1}return!1}var ESCAPE_SEQUENCE=/(?:\x1b\[|\x9b)[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x80-\x9f\n]*(?:\x07|\x9c|\x1b\\)|\x1b[\x20-\x2f]*[\x30-\x7e]?/g,suspect=lazy(()=>/[\0-\x09\x0b-\x1f\x7f-\x9f\p{DI}\u2028\u2029\ufff9-\ufffb\p{Cs}]/gu),JOINER="\u200D",EMOJI_STYLE="\uFE0F",pictographBefore=lazy(()=>/[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]\ufe0f?$/u),pictographNext=lazy(()=>new RegExp("^\\p{Extended_Pictographic}","u")),joinedPictographNext=lazy(()=>new RegExp("^\\u200d\\p{Extended_Pictographic}","u")),pictographEnds=lazy(()=>/[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]$/u),jsonSuspect=lazy(()=>/[\x7f-\x9f\p{DI}\u2028\u2029\ufff9-\ufffb]/gu);function sanitize(text){return isSingle(text)&&!text.includes(`
`)?text:sanitizeLines(text.replace(/\t/g," ")).replace(/\n+/g," ")}function sanitizeLines(text){if(isSingle(text))return text;let unescaped=text.replace(ESCAPE_SEQUENCE,"").replace(/\r\n?/g,`
`).replace(/\t/g,"    ");return unescaped.replace(suspect(),(found,offset)=>harmless(found,offset,unescaped))}function harmless(found,offset,text){if(found===JOINER||found===EMOJI_STYLE){let before=text.slice(Math.max(0,offset-3),offset),after=text.slice(offset+1,offset+4);return(found===JOINER?pictographBefore().test(before)&&pictographNext().test(after):pictographEnds().test(before)&&joinedPictographNext().test(after))?found:""}return found==="\u2028"||found==="\u2029"?`
`:found>="\uD800"&&found<="\uDFFF"&&found.length===1?"\uFFFD":""}var UNSTEADY=/[\u200d\ufe0f]|\ud83c[\udffb-\udfff]/g;function steady(text){return text.replace(UNSTEADY,"")}var WIDE=[4352,4447,8986,8987,9001,9002,9193,9196,9200,9200,9203,9203,9725,9726,9748,9749,9800,9811,9855,9855,9875,9875,9889,9889,9898,9899,9917,9918,9924,9925,9934,9934,9940,9940,9962,9962,9970,9971,9973,9973,9978,9978,9981,9981,9989,9989,9994,9995,10024,10024,10060,10060,10062,10062,10067,10069,10071,10071,10133,10135,10160,10160,10175,10175,11035,11036,11088,11088,11093,11093,11904,12350,12353,42182,43360,43388,44032,55203,63744,64255,65040,65049,65072,65131,65281,65376,65504,65510,94176,101640,110576,111355,126980,126980,127183,127183,127374,127374,127377,127386,127462,127490,127504,127547,127552,127560,127568,127569,127584,127589,127744,128591,128640,128764,128992,129008,129280,129535,129648,129791,131072,196605,196608,262141],zero=lazy(()=>/^[\p{Mn}\p{Me}\p{Cc}\p{DI}\u1160-\u11ff\ud7b0-\ud7fb]$/u),EMOJI_STYLE2="\uFE0F",ELLIPSIS="\u2026";function width(text){if(isSimple(text))return text.length;let columns=0;for(let cluster of graphemes(text))columns+=clusterWidth(cluster);return columns}function truncate(text,columns){return text.length*2<=columns||width(text)<=columns?text:columns<1?"":cutAt(text,columns-1)+ELLIPSIS}function cutAt(text,columns){if(isSimple(text))return text.slice(0,Math.max(0,columns));let used=0,kept="";for(let cluster of graphemes(text)){if(used+=clusterWidth(cluster),used>columns)break;kept+=cluster}return kept}function clusterWidth(cluster){if(cluster.length===1&&cluster<"\u0300")return cluster<" "?0:1;if(isSimple(cluster))return 1;if(isWideSimple(cluster))return 2;let columns=0;for(let char of cluster){let code=char.codePointAt(0);columns+=char===EMOJI_STYLE2?1:zero().test(char)?0:isWide(code)?2:1}return columns===4&&cluster.length===4&&cluster>="\u{1F1E6}"&&cluster<="\u{1F1FF}\u{1F1FF}"?2:columns}function isWide(code){if(code<WIDE[0])return!1;let low=0,high=WIDE.length/2-1;for(;low<=high;){let middle=low+high>>1;if(code<WIDE[2*middle])high=middle-1;else if(code>WIDE[2*middle+1])low=middle+1;else return!0}return!1}function oneLine(text){return steady(sanitize(text)).replace(/\s+/g," ")}var SESSION_ID=/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;function isSafeSessionId(id){return SESSION_ID.test(id)&&!id.includes("..")}function isClientId(session){return/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(session)}var anyWords=()=>!0,noWords=words=>words.length===0,oneWord=words=>words.length===1,someWords=words=>words.length>0,wholeId=words=>words.length===1&&isClientId(words[0]);function shellOrList([first,...rest]){return["bash","zsh","fish"].includes(first)?rest.length===0:["sessions","projects","branches"].includes(first)&&rest.length<=1}function exclusion(words){let[action,...rest]=words;return action==="list"?rest.length===0:(action==="add"||action==="remove")&&rest.length>0}var COMMANDS=[{name:"search",shape:"[WORDS\u2026]",summary:"find past sessions by any words said in them",isBuilt:!0,accepts:anyWords},{name:"pick",shape:"[WORDS\u2026]",summary:"search, choose with the arrow keys, and go back in",isBuilt:!0,accepts:anyWords},{name:"show",shape:"ID",summary:"read a session",isBuilt:!0,accepts:oneWord},{name:"resume",shape:"ID [-- ARGS]",summary:"go back into a session in this terminal",isBuilt:!0,passesOn:!0,accepts:oneWord},{name:"open",shape:"ID [-- ARGS]",summary:"open a session in a new pane or window",isBuilt:!0,passesOn:!0,accepts:oneWord},{name:"index",shape:"",summary:"bring the index up to date (as every search does)",isBuilt:!0,accepts:noWords},{name:"stats",shape:"",summary:"what is indexed, and what was skipped",isBuilt:!0,accepts:noWords},{name:"doctor",shape:"",summary:"what works here, what does not, and why",isBuilt:!0,accepts:noWords},{name:"eval",shape:"",summary:"measure the search on this history",isBuilt:!0,accepts:noWords},{name:"demo",shape:"[WORDS\u2026]",summary:"try it on a small invented history",isBuilt:!0,accepts:anyWords},{name:"install",shape:"",summary:"put ccfind on PATH",isBuilt:!0,accepts:noWords},{name:"uninstall",shape:"",summary:"remove what install wrote",isBuilt:!0,accepts:noWords},{name:"completion",shape:"bash|zsh|fish",summary:"print the completion script for a shell",isBuilt:!0,accepts:shellOrList},{name:"archive",shape:"",summary:"keep transcripts that Claude Code would delete",isBuilt:!1,accepts:noWords},{name:"restore",shape:"ID",summary:"put an archived transcript back",isBuilt:!1,accepts:wholeId},{name:"exclude",shape:"add|remove|list PATH\u2026",summary:"folders that are never indexed",isBuilt:!1,accepts:exclusion},{name:"forget",shape:"ID",summary:"remove a session from index and archive",isBuilt:!1,accepts:wholeId},{name:"setup",shape:"",summary:"suggest settings of Claude Code that help",isBuilt:!0,accepts:noWords},{name:"mcp",shape:"",summary:"the MCP server for Claude Code",isBuilt:!0,accepts:noWords},{name:"hook",shape:"EVENT",summary:"called by Claude Code",isBuilt:!0,accepts:oneWord},{name:"recall",shape:"WORDS\u2026",summary:"sessions by day",isBuilt:!1,accepts:someWords},{name:"files",shape:"PATH",summary:"sessions that touched a file",isBuilt:!1,accepts:oneWord},{name:"commands",shape:"WORDS\u2026",summary:"what was run, and whether it failed",isBuilt:!1,accepts:someWords},{name:"graph",shape:"",summary:"sessions and files as a page",isBuilt:!1,accepts:noWords},{name:"export",shape:"",summary:"sessions for other programs",isBuilt:!1,accepts:noWords},{name:"sync",shape:"",summary:"bring other sources up to date",isBuilt:!1,accepts:noWords}];function parseDay(text){let parts=/^(\d{4})-(\d{2})-(\d{2})$/.exec(text);if(parts===null)return null;let day2={year:Number(parts[1]),month:Number(parts[2]),day:Number(parts[3])},date=new Date(Date.UTC(2e3,0,1));return date.setUTCFullYear(day2.year,day2.month-1,day2.day),day2.month>=1&&date.getUTCMonth()===day2.month-1&&date.getUTCDate()===day2.day?day2:null}function formatTime(time){let date=new Date(time??NaN);if(Number.isNaN(date.getTime()))return"no date";let two=value=>String(value).padStart(2,"0");return`${`${String(date.getFullYear()).padStart(4,"0")}-${two(date.getMonth()+1)}-${two(date.getDate())}`} ${two(date.getHours())}:${two(date.getMinutes())}`}var FIELDS=[{id:0,name:"title",weight:3.5,holds:"the name of a session, chosen or generated"},{id:1,name:"prompt",weight:3,holds:"what the person typed"},{id:2,name:"answer",weight:1.5,holds:"what Claude answered"},{id:3,name:"tool",weight:1,holds:"tool calls: name and arguments"},{id:4,name:"thinking",weight:.7,holds:"Claude's thinking"},{id:5,name:"output",weight:.5,holds:"tool results, errors included"},{id:6,name:"summary",weight:.4,holds:"summaries made at a compaction"}];function fieldByName(name){return FIELDS.find(field=>field.name===name)??null}var LARGEST=1e9,SEARCHES=["search","pick"],ANSWERS=["search","pick","demo"],READERS=["search","pick","show","resume","open","stats"];function flag(name,value,commands,help,set,extra={}){return{name,value,help,commands,isBuilt:!0,isFilter:!1,isHidden:!1,helpOf:{},set,...extra}}function filter(name,value,help,set){return flag(name,value,SEARCHES,help,set,{isFilter:!0})}function later(name,commands,help){return flag(name,null,commands,help,()=>{},{isBuilt:!1})}var FLAGS=[flag("--limit","N",ANSWERS,"at most N hits (10; pick: 200)",(v,text)=>{v.limit=wholeNumber("--limit",text,1)}),flag("--offset","N",ANSWERS,"skip the first N hits",(v,text)=>{v.offset=wholeNumber("--offset",text,0)}),flag("--all",null,ANSWERS,"weak hits too, and no limit",v=>{v.all=!0}),flag("--group","session|turn",ANSWERS,"one hit a session, or one a turn",(v,text)=>{v.group=choice("--group",text,["session","turn"])}),filter("--project","TEXT","part of the project's name or path",(v,text)=>{v.project=someText("--project",text)}),flag("--dir","PATH",[...SEARCHES,"install","uninstall"],"sessions in this folder or below",(v,text)=>{v.dir=someText("--dir",text)},{isFilter:!0,helpOf:{install:"the folder for the launcher",uninstall:"only the launcher in this folder"}}),filter("--branch","NAME","sessions on this git branch",(v,text)=>{v.branch=someText("--branch",text)}),filter("--session","ID","this session only",(v,text)=>{v.sessions=[...v.sessions??[],...list("--session",text)]}),filter("--exclude","ID,\u2026","not these sessions",(v,text)=>{v.exclude=[...v.exclude??[],...list("--exclude",text)]}),flag("--field","NAME,\u2026",[...SEARCHES,"show"],"only text of these fields",(v,text)=>{v.fields=[...v.fields??[],...list("--field",text).map(fieldName)]},{isFilter:!0}),filter("--days","N","the last N x 24 hours",(v,text)=>{v.days=wholeNumber("--days",text,1)}),filter("--since","DATE","from this day on: 2026-03-14",(v,text)=>{v.since=day("--since",text)}),filter("--until","DATE","up to and including this day",(v,text)=>{v.until=day("--until",text)}),flag("--self",null,SEARCHES,"the running session too",v=>{v.self=!0}),flag("--agents",null,SEARCHES,"sub-agents as hits of their own",v=>{v.agents=!0}),flag("--regex",null,SEARCHES,"a regular expression; reads all stored text",v=>{v.regex=!0}),flag("--explain",null,["search","demo"],"why a hit ranks where it does",v=>{v.explain=!0}),later("--no-mask",["search","pick","show"],"show secrets"),flag("--apply",null,["setup"],"change the settings as shown",v=>{v.apply=!0}),flag("--undo",null,["setup"],"undo what --apply changed",v=>{v.undo=!0}),flag("--recall",null,["setup"],"new sessions begin with past findings",v=>{v.recall=!0}),flag("--no-recall",null,["setup"],"new sessions begin without them",v=>{v.recall=!1}),flag("--turn","N",["show"],"one turn in full",(v,text)=>{v.turn=wholeNumber("--turn",text,0)}),flag("--around","HIT",["show"],"the turns around a hit (its key in --json)",(v,text)=>{v.around=hitKey(text)}),flag("--turns","N|A-B",["show"],"how many turns, or which",setTurns),flag("--from","N",["show"],"first turn to show",(v,text)=>{v.from=wholeNumber("--from",text,0)}),flag("--markdown",null,["show"],"all turns, to paste elsewhere",v=>{v.markdown=!0}),flag("--no-pager",null,["show"],"print at once, even on a terminal",v=>{v.noPager=!0}),flag("--print",null,["resume"],"print the command instead",v=>{v.print=!0}),flag("--handoff","FOLDER",["resume"],"in a window that open made",(v,text)=>{v.handoff=someText("--handoff",text)},{isHidden:!0}),flag("--window",null,["open"],"a window or tab, even where a pane would do",v=>{v.window=!0}),flag("--dry-run",null,["open"],"print what it would start",v=>{v.dryRun=!0}),flag("--in","DIR",["resume","open"],"in this folder, not the session's own",(v,text)=>{v.inDir=someText("--in",text)}),flag("--print-id",null,["pick"],"print the id of the chosen session, resume nothing",v=>{v.printId=!0}),flag("--no-mouse",null,["pick"],"leave the mouse to the terminal",v=>{v.noMouse=!0}),flag("--full",null,["index"],"from scratch, not only what is new",v=>{v.full=!0}),flag("--verbose",null,["index"],"tell where time and bytes went",v=>{v.verbose=!0}),flag("--seed","N",["doctor","eval"],"repeat a run: same seed, same samples",(v,text)=>{v.seed=wholeNumber("--seed",text,0)}),flag("--queries","N",["eval"],"at most N questions of a kind (60)",(v,text)=>{v.queries=wholeNumber("--queries",text,1)}),flag("--kind","NAME,\u2026",["eval"],"only these kinds, as the table names them",(v,text)=>{v.kinds=[...v.kinds??[],...list("--kind",text)]}),flag("--json",null,["search","show","open","index","stats","demo","doctor","eval"],"one JSON object",v=>{v.json=!0}),flag("--no-refresh",null,READERS,"answer from the index as it is",v=>{v.noRefresh=!0}),flag("--color","auto|always|never",["search","pick","show","demo"],"colours",(v,text)=>{v.color=choice("--color",text,["auto","always","never"])}),flag("--root","DIR",[...READERS,"index","doctor","eval","mcp"],"one more config folder (repeatable)",(v,text)=>{v.roots=[...v.roots??[],someText("--root",text)]})];function wrongValue(name,text,expected,hint){return new CcfindError("usage",`${name} ${text===""?"''":text}: expected ${expected}`,{hint})}function wholeNumber(name,text,least){let number=/^\d{1,10}$/.test(text)?Number(text):NaN;if(number>=least&&number<=LARGEST)return number;throw wrongValue(name,text,`a whole number from ${least} to ${LARGEST}`)}function setTurns(values,text){let range=/^(\d{1,9})-(\d{1,9})$/.exec(text);if(delete values.turns,delete values.range,range===null)values.turns=wholeNumber("--turns",text,1);else{if(Number(range[1])>Number(range[2]))throw wrongValue("--turns",text,"the first turn before the last");values.range={first:Number(range[1]),last:Number(range[2])}}}function choice(name,text,choices){let chosen=choices.find(one=>one===text);if(chosen!==void 0)return chosen;throw wrongValue(name,text,`one of ${choices.join(", ")}`)}function someText(name,text){if(text.trim()!=="")return text;throw wrongValue(name,text,"some text")}function list(name,text){let parts=text.split(",").map(part=>part.trim()).filter(part=>part!=="");if(parts.length>0)return parts;throw wrongValue(name,text,"names with commas between them")}function fieldName(text){let field=fieldByName(text.toLowerCase());if(field!==null)return field.name;throw wrongValue("--field",text,`one of ${FIELDS.map(one=>one.name).join(", ")}`)}function day(name,text){let parsed=parseDay(text);if(parsed!==null)return parsed;throw wrongValue(name,text,"a day that exists, as in 2026-03-14")}function hitKey(text){if(/^.+:\d+:\d+$/s.test(text))return text;throw wrongValue("--around",text,"the key of a hit, SESSION:TURN:N","ccfind search --json -- WORDS names the key of each hit")}function flagsOf(command){return FLAGS.filter(flag2=>flag2.isBuilt&&!flag2.isHidden&&flag2.commands.includes(command))}var LISTS={"--session":"sessions","--exclude":"sessions","--project":"projects","--branch":"branches"};function valuesOfFlag({name,value}){let text=value??"",isList=text.endsWith(",\u2026");return name==="--field"?{kind:"words",words:FIELDS.map(field=>field.name),isList}:name in LISTS?{kind:"index",list:LISTS[name],isList:isList||name==="--session"}:text.includes("|")?{kind:"words",words:text.split("|"),isList:!1}:["PATH","DIR","FOLDER"].includes(text)?{kind:"folders"}:{kind:"anything"}}function valuesOfCommand({shape}){let first=shape.split(" ",1)[0];return first.includes("|")?{kind:"words",words:first.split("|"),isList:!1}:first==="ID"?{kind:"index",list:"sessions",isList:!1}:first==="PATH"?{kind:"files"}:{kind:"anything"}}function completedCommands(){return COMMANDS.filter(command=>command.isBuilt).map(command=>({command,flags:flagsOf(command.name)}))}function completedFlags(){let commands=completedCommands();return FLAGS.filter(flag2=>commands.some(({flags})=>flags.includes(flag2)))}function meaningOf(flag2,command){return flag2.helpOf[command]??flag2.help}var COMMON_FLAGS=[{name:"--help",help:"what there is"},{name:"--version",help:"which version this is"}];function bashScript(){let flags=completedFlags(),commands=completedCommands();return`# Completion of ccfind for bash: eval "$(ccfind completion bash)"

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
${cases(flags.filter(flag2=>flag2.value!==null).map(({name})=>name),8)}
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
${flags.filter(flag2=>flag2.value!==null).map(flag2=>`    ${flag2.name}) ${commandOf(valuesOfFlag(flag2))} ;;`).join(`
`)}
  esac
  [[ -z $flag ]] || return 0
  if [[ $cur == -* ]]; then
    case $command in
${commands.filter(({command})=>command.name!=="search").map(({command,flags:taken})=>`      ${command.name}) ${wordsOf(taken)} ;;`).join(`
`)}
      *) ${wordsOf(flagsOf("search"))} ;;
    esac
  elif [[ -z $command ]]; then
    _ccfind_words '${commands.map(({command})=>command.name).join(" ")}'
  elif [[ $count -eq 0 ]]; then
    case $command in
${commands.filter(({command})=>valuesOfCommand(command).kind!=="anything").map(({command})=>`      ${command.name}) ${commandOf(valuesOfCommand(command))} ;;`).join(`
`)}
    esac
  fi
  return 0
}

complete -o nosort -F _ccfind ccfind 2>/dev/null || complete -F _ccfind ccfind
`}function wordsOf(flags){return`_ccfind_words '${[...flags,...COMMON_FLAGS].map(({name})=>name).join(" ")}'`}function cases(names,indent){return`${" ".repeat(indent-2)}${names.join(" | ")})`}function commandOf(values){return values.kind==="folders"?"_ccfind_paths -d":values.kind==="files"?"_ccfind_paths -f":values.kind==="anything"?":":(values.isList?"if [[ $cur == *,* ]]; then before_comma=${cur%,*}, cur=${cur##*,}; fi; ":"")+(values.kind==="words"?`_ccfind_words '${values.words.join(" ")}'`:`_ccfind_list ${values.list}`)}function fishScript(){let commands=completedCommands(),flags=completedFlags(),lines=flags.flatMap(flag2=>{let value=flag2.value===null?"":` ${wordsOf2(valuesOfFlag(flag2))}`,takers=commands.filter(({flags:taken})=>taken.includes(flag2)).map(({command})=>command.name);return[...new Set(takers.map(name=>meaningOf(flag2,name)))].map(help=>`complete -c ccfind -n '__ccfind_is ${takers.filter(name=>meaningOf(flag2,name)===help).join(" ")}' -l ${flag2.name.slice(2)}${value} -d ${quote(help)}`)});return`# Completion of ccfind for fish: ccfind completion fish | source

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
            case ${flags.filter(({value})=>value!==null).map(({name})=>name).join(" ")}
                set is_value yes
            case '-*'
            case '*'
                if test $command != none
                    set count (math $count + 1)
                else if contains -- $token ${commands.map(({command})=>command.name).join(" ")}
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
${commands.map(({command})=>`complete -c ccfind -n '__ccfind_first none' -a ${command.name} -d ${quote(command.summary)}`).join(`
`)}
${COMMON_FLAGS.map(({name,help})=>`complete -c ccfind -l ${name.slice(2)} -d ${quote(help)}`).join(`
`)}
${lines.join(`
`)}
${commands.filter(({command})=>valuesOfCommand(command).kind!=="anything").map(({command})=>`complete -c ccfind -n '__ccfind_first ${command.name}' ${wordsOf2(valuesOfCommand(command))}`).join(`
`)}
`}function wordsOf2(values){if(values.kind==="folders")return"-x -a '(__fish_complete_directories (__ccfind_value))'";if(values.kind==="files")return"-r -F";if(values.kind==="anything")return"-x";let words=values.kind==="words"?values.words.join(" "):`(__ccfind_list ${values.list})`;return`-x -k -a '${values.isList?`(__ccfind_several ${words})`:words}'`}function quote(text){return`'${text.replace(/[\\']/g,"\\$&")}'`}function zshScript(){let flags=completedFlags(),withValue=flags.filter(flag2=>flag2.value!==null),commands=completedCommands();return`#compdef ccfind
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
  local -A says=(${pairs([...flags,...COMMON_FLAGS])}
    ${pairs(commands.map(({command})=>({name:command.name,help:command.summary})))}
    ${pairs(flags.flatMap(({name,helpOf})=>Object.entries(helpOf).map(([command,help])=>({name:`'${command} ${name}'`,help}))))})
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
      (${withValue.map(({name})=>name).join("|")})
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
${withValue.map(flag2=>`    (${flag2.name}) ${commandOf2(valuesOfFlag(flag2))}; return ;;`).join(`
`)}
    (*) return 1 ;;
  esac
  if [[ $PREFIX == -* ]]; then
    case $command in
${commands.filter(({command})=>command.name!=="search").map(({command,flags:taken})=>`      (${command.name}) ${told([...taken,...COMMON_FLAGS])} ;;`).join(`
`)}
      (*) ${told([...flagsOf("search"),...COMMON_FLAGS])} ;;
    esac
  elif [[ -z $command ]]; then
    ${told(commands.map(({command})=>command))}
  elif (( count == 0 )); then
    case $command in
${commands.filter(({command})=>valuesOfCommand(command).kind!=="anything").map(({command})=>`      (${command.name}) ${commandOf2(valuesOfCommand(command))} ;;`).join(`
`)}
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
`}function told(named){return`_ccfind_told ${named.map(({name})=>name).join(" ")}`}function pairs(told2){return told2.map(({name,help})=>`${name} '${help.replaceAll("'","'\\''")}'`).join(`
    `)}function commandOf2(values){return values.kind==="folders"?"_files -/":values.kind==="files"?"_files":values.kind==="anything"?"return 1":(values.isList?"compset -P '*,'; ":"")+(values.kind==="words"?`compadd -- ${values.words.join(" ")}`:`_ccfind_list ${values.list}`)}var import_node_fs=require("node:fs"),import_node_path=require("node:path");function findPlaces({env,cwd,extraRoots}){let isNamed=isConfigNamed(env),config=configFolder(env,cwd),roots=new Set,searched=[];addRoot(config,isNamed?"CLAUDE_CONFIG_DIR":null);for(let extra of extraRoots)addRoot((0,import_node_path.resolve)(cwd,extra),"--root");return{roots:[...roots],indexDir:indexFolder(env,cwd),searched,synonyms:synonymsFile(env,cwd)};function addRoot(folder,namedBy){searched.push((0,import_node_path.join)(folder,"projects"));let real=checkRoot(folder,namedBy);real!==null&&roots.add(real)}}function indexFolder(env,cwd){return env.CCFIND_DIR?(0,import_node_path.resolve)(cwd,env.CCFIND_DIR):(0,import_node_path.join)(configFolder(env,cwd),"ccfind")}function homeFolder(env){if(env.HOME)return env.HOME;try{let{homeOfUser}=require("./system.cjs");return homeOfUser()}catch{return""}}function synonymsFile(env,cwd){let home=homeFolder(env);return!env.XDG_CONFIG_HOME&&home===""?null:(0,import_node_path.join)(env.XDG_CONFIG_HOME?(0,import_node_path.resolve)(cwd,env.XDG_CONFIG_HOME):(0,import_node_path.join)(home,".config"),"ccfind","synonyms.txt")}function isConfigNamed(env){return env.CLAUDE_CONFIG_DIR!==void 0&&env.CLAUDE_CONFIG_DIR!==""}function configFolder(env,cwd){if(isConfigNamed(env))return(0,import_node_path.resolve)(cwd,env.CLAUDE_CONFIG_DIR);let home=homeFolder(env);if(home==="")throw new CcfindError("failure","no home folder: HOME is not set",{hint:"name the config folder of Claude Code: CLAUDE_CONFIG_DIR=FOLDER ccfind \u2026"});return(0,import_node_path.resolve)(cwd,home,".claude")}function checkRoot(folder,namedBy){let kind=kindOf(folder);if(kind==="missing"&&namedBy===null)return null;if(kind!=="folder"){let by=namedBy===null?"":` (${namedBy})`;throw new CcfindError("failure",`config folder ${folder}${by}: ${kind==="missing"?"no such folder":"not a folder"}`,{hint:"name a folder that holds a projects folder, as ~/.claude does"})}let projects=(0,import_node_path.join)(folder,"projects"),projectsKind=kindOf(projects);if(projectsKind==="file")throw new CcfindError("failure",`projects folder ${projects}: not a folder`);return projectsKind==="folder"&&checkReadable(projects),(0,import_node_fs.realpathSync)(folder)}function kindOf(path){try{return(0,import_node_fs.statSync)(path).isDirectory()?"folder":"file"}catch(cause){let code=cause.code;if(code==="ENOENT"||code==="ENOTDIR")return"missing";throw unreadable(path,cause)}}function checkReadable(path){try{(0,import_node_fs.accessSync)(path,import_node_fs.constants.R_OK|import_node_fs.constants.X_OK)}catch(cause){throw unreadable(path,cause)}}function unreadable(path,cause){let code=cause.code??String(cause);return new CcfindError("failure",`folder ${path} cannot be read: ${code}`,{hint:"change its permissions, or run ccfind as its owner",cause})}function describeHolder(holder){if(holder===null)return"another process, which is writing the index";let who=`process ${holder.pid}${holder.host===null?"":` on ${sanitize(holder.host)}`}`;return holder.sinceMs===null?`${who}, which is writing the index`:`${who}, which has been writing the index since ${formatTime(isoTime(holder.sinceMs))}`}function describeWaiting({holder,waitedMs,limitMs}){return`waiting ${duration(waitedMs)} of at most ${duration(limitMs)} for ${describeHolder(holder)}`}function isoTime(ms){let date=new Date(ms);return Number.isNaN(date.getTime())?null:date.toISOString()}var SILENT_MS=200,REDRAW_MS=100,PACE_WINDOW_MS=5e3,PACE_WINDOW_BYTES=128e6,PACE_STEP_MS=1e3;function createProgressLine({messages,env}){let shownColumns=0,waitShownMs=-1/0,paceAt=createPace(),erasing=()=>shownColumns===0?"":env.TERM==="dumb"?`\r${" ".repeat(shownColumns)}\r`:"\r\x1B[K",clear=()=>{shownColumns>0&&messages.write(erasing()),shownColumns=0},draw=text=>{let line=truncate(text,messages.columns()-1);messages.write(erasing()+line),shownColumns=line.length};return{show:progress=>{let pace=paceAt(progress);progress.elapsedMs>=SILENT_MS&&messages.isTerminal()&&draw(describeProgress(progress,pace))},showWaiting:waiting=>{let{waitedMs,limitMs,holder}=waiting;waitedMs<SILENT_MS||waitedMs-waitShownMs<REDRAW_MS||(messages.isTerminal()?draw(describeWaiting(waiting)):waitShownMs<0&&messages.write(`ccfind: waiting at most ${duration(limitMs)} for ${describeHolder(holder)}
`),waitShownMs=waitedMs)},clear}}function createPace(){let seen=[{elapsedMs:0,bytesDone:0}],pace=null,pacedMs=0;return({elapsedMs,bytesDone})=>{for(elapsedMs<seen[seen.length-1].elapsedMs&&(seen=[{elapsedMs:0,bytesDone:0}],pacedMs=0),seen.push({elapsedMs,bytesDone});elapsedMs-seen[1].elapsedMs>=PACE_WINDOW_MS&&bytesDone-seen[1].bytesDone>=PACE_WINDOW_BYTES;)seen.shift();if(elapsedMs-pacedMs<PACE_STEP_MS)return pace;let bytes=bytesDone-seen[0].bytesDone;return pace=bytes>0?{bytesPerMs:bytes/(elapsedMs-seen[0].elapsedMs)}:null,pacedMs=elapsedMs,pace}}function describeProgress({doing,filesDone,filesTotal,bytesDone,bytesTotal},pace){let share=bytesTotal>0?Math.min(1,bytesDone/bytesTotal):filesTotal>0?Math.min(1,filesDone/filesTotal):0,percent=`${Math.floor(share*100)} %`;if(doing==="asking")return`${doing}: ${percent}, ${countedOf(filesDone,filesTotal,"question")}`;let parts=[percent,countedOf(filesDone,filesTotal,"file"),`${megabytes(bytesDone)} of ${megabytes(bytesTotal)} MB`];return bytesTotal>0&&bytesDone>=bytesTotal?parts.push("finishing"):pace!==null&&parts.push(`${megabytes(pace.bytesPerMs*1e3)} MB/s`,`${duration((bytesTotal-bytesDone)/pace.bytesPerMs)} left`),`${doing}: ${parts.join(", ")}`}function megabytes(bytes){let value=bytes/1e6;return value<10?value.toFixed(1):String(Math.round(value))}var SEARCH_WAIT_MS=2e3;async function withIndex(values,context,use,options={}){let places=options.places??findPlaces({env:context.env,cwd:context.cwd,extraRoots:values.roots??[]}),progress=createProgressLine(context),engine=context.openEngine({roots:places.roots,indexDir:places.indexDir,synonymsPath:places.synonyms,onProgress:progress.show,onWait:progress.showWaiting,onWarning:message=>{progress.clear(),context.messages.write(`ccfind: ${sanitize(message)}
`)}});try{let report=!values.noRefresh&&places.roots.length>0?engine.refresh({full:options.full??!1,waitMs:options.waitMs??SEARCH_WAIT_MS,hasTime:options.hasTime??!1}):null;return progress.clear(),await use({engine,places,report,clearProgress:progress.clear})}finally{progress.clear(),engine.close()}}var SCRIPTS={bash:bashScript,zsh:zshScript,fish:fishScript},MOST=200,NAME_CHARACTERS=60;async function runCompletion(args,context){let[what,start=""]=args.words,script=SCRIPTS[what];if(script!==void 0)return context.output.write(script()),EXIT.ok;let[idStart,limit]=what==="sessions"?[start,MOST]:["",1/0],listed=await withIndex({...args.values,noRefresh:!0},context,({engine})=>engine.listSessions(idStart,limit)),rows=candidates(what,listed).filter(([value])=>value.startsWith(start)&&oneLine(value)===value);return context.output.write(rows.slice(0,MOST).map(([value,says])=>`${value}	${[...oneLine(says)].slice(0,NAME_CHARACTERS).join("")}
`).join("")),EXIT.ok}function candidates(list2,sessions){if(list2==="sessions")return sessions.filter(({session})=>isSafeSessionId(session)).map(({session,name,project})=>[session,[project,name||"(no prompt)"].filter(part=>part!=="").join(": ")]);let known=new Map;for(let{project,cwd,branches}of sessions){let pairs2=list2==="projects"?[[project,cwd]]:branches.map(branch=>[branch,project]);for(let[value,says]of pairs2)value!==""&&!known.has(value)&&known.set(value,says)}return[...known]}0&&(module.exports={runCompletion});
})
