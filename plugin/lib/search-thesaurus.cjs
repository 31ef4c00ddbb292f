"use strict";var __defProp=Object.defineProperty;var __getOwnPropDesc=Object.getOwnPropertyDescriptor;var __getOwnPropNames=Object.getOwnPropertyNames;var __hasOwnProp=Object.prototype.hasOwnProperty;var __export=(target,all)=>{for(var name in all)__defProp(target,name,{get:all[name],enumerable:!0})},__copyProps=(to,from,except,desc)=>{if(from&&typeof from=="object"||typeof from=="function")for(let key of __getOwnPropNames(from))!__hasOwnProp.call(to,key)&&key!==except&&__defProp(to,key,{get:()=>from[key],enumerable:!(desc=__getOwnPropDesc(from,key))||desc.enumerable});return to};var __toCommonJS=mod=>__copyProps(__defProp({},"__esModule",{value:!0}),mod);var thesaurus_exports={};__export(thesaurus_exports,{BETWEEN:()=>BETWEEN,SIGN_OF_COMMENT:()=>SIGN_OF_COMMENT,createThesaurus:()=>createThesaurus});module.exports=__toCommonJS(thesaurus_exports);var DOUBLE_SUFFIXES=[["ational","ate"],["ization","ize"],["iveness","ive"],["fulness","ful"],["ousness","ous"],["tional","tion"],["biliti","b"],["entli","ent"],["ousli","ous"],["ation","ate"],["alism","al"],["aliti","al"],["iviti","ive"],["enci","ence"],["anci","ance"],["izer","ize"],["alli","al"],["ator","ate"],["bli","b"],["eli","e"]],SUFFIXES=[["icate","ic"],["ative",""],["alize","al"],["iciti","ic"],["ical","ic"],["ness",""],["ful",""]],LAST_SUFFIXES=["ement","ance","ence","able","ible","ment","ant","ent","ism","ate","iti","ous","ive","ize","ion","al","er","ic","ou"];function stemEnglish(word){if(word.length<3)return word;let stem=withoutPast(withoutPlural(word));return/[^aeiou]y$/.test(stem)&&stem.length>2&&(stem=`${stem.slice(0,-1)}i`),stem=withoutAdverb(replaced(stem,DOUBLE_SUFFIXES)),stem=replaced(stem,SUFFIXES),stem=withoutLastSuffix(stem),withoutLastLetter(stem)}function commonStart(stem){return/[eiy]$/.test(stem)?stem.slice(0,-1):stem}function withoutPlural(word){return!word.endsWith("s")||/(ss|us|is)$/.test(word)?word:/(sses|ies)$/.test(word)?word.slice(0,-2):word.slice(0,-1)}function withoutPast(word){if(word.endsWith("eed"))return measure(word.slice(0,-3))>0?word.slice(0,-1):word;let ending=/(ed|ing)$/.exec(word);if(ending===null)return word;let stem=word.slice(0,ending.index);return hasVowel(stem)?/(at|bl|iz)$/.test(stem)?`${stem}e`:isDouble(stem)&&!/[lsz]$/.test(stem)?stem.slice(0,-1):measure(stem)===1&&endsShort(stem)?`${stem}e`:stem:word}function withoutAdverb(word){return/[cdghkmnrtw]li$/.test(word)&&measure(word.slice(0,-2))>0?word.slice(0,-2):word}function replaced(word,endings){for(let[ending,other]of endings){if(!word.endsWith(ending))continue;let stem=word.slice(0,-ending.length);return measure(stem)>0?stem+other:word}return word}function withoutLastSuffix(word){for(let ending of LAST_SUFFIXES){if(!word.endsWith(ending))continue;let stem=word.slice(0,-ending.length);return ending==="ion"&&!/[st]$/.test(stem)?word:measure(stem)>1?stem:word}return word}function withoutLastLetter(word){if(word.endsWith("e")){let stem=word.slice(0,-1),count=measure(stem);return count>1?stem.endsWith("bl")?stem.slice(0,-1):stem:count===1&&!endsShort(stem)?stem:word}return word.endsWith("ll")&&measure(word)>1?word.slice(0,-1):word}function isVowel(word,at){return"aeiou".includes(word[at])?!0:word[at]==="y"&&at>0&&!isVowel(word,at-1)}function hasVowel(word){for(let at=0;at<word.length;at++)if(isVowel(word,at))return!0;return!1}function measure(word){let count=0;for(let at=1;at<word.length;at++)!isVowel(word,at)&&isVowel(word,at-1)&&count++;return count}function isDouble(word){let at=word.length-1;return at>0&&word[at]===word[at-1]&&!isVowel(word,at)}function endsShort(word){let at=word.length-1;return at>=2&&!isVowel(word,at)&&isVowel(word,at-1)&&!isVowel(word,at-2)&&!"wxy".includes(word[at])}var synonyms_default=`# Words that developers use for the same thing, one group a line. An entry may be several words. A word stands in as many
# lines as it has senses; its forms (deploying, deployed) need no line. Not here: words that only go together (docker, port).

# doing
deploy, release, ship, publish, rollout, launch
delete, remove, drop, erase, purge, rid, unlink, discard, rm
create, add, make, generate, build, new
change, modify, edit, update, alter, adjust, tweak
rename, move, relocate, mv
copy, duplicate, clone, cp
fix, repair, resolve, correct, patch, solve, hotfix, bugfix
test, check, verify, validate, assert, confirm
list, enumerate, show, display, ls
search, find, lookup, query, locate, grep
start, launch, begin, boot, run, startup, init, spawn
stop, halt, kill, terminate, shutdown, quit, exit, end
restart, reboot, reload
install, setup, set up
uninstall, remove
upgrade, update, bump, migrate
downgrade, rollback, revert, undo, roll back
revert, undo, reset, back out
merge, combine, join, unify, integrate
split, divide, separate, break
upload, push, send, transmit, post
download, fetch, pull, retrieve, get
sync, synchronize, mirror, replicate
restore, recover, resume, continue
import, load, read, ingest
export, dump, save, write
persist, save, store
parse, decode, deserialize, unmarshal
serialize, encode, marshal, stringify
convert, transform, translate, transpile, map
compile, build
run, execute, invoke, exec
call, invoke
call, request, query
enable, activate, turn on, switch on
disable, deactivate, turn off, switch off
allow, permit, accept, whitelist, allowlist
deny, reject, refuse, block, forbid, prevent, disallow, blacklist, blocklist
skip, ignore, omit, bypass
filter, exclude, ignore, skip
select, choose, pick
compare, diff, difference
replace, substitute, swap, exchange
insert, add, inject
append, concatenate, concat
sort, order, rank, arrange
retry, again, repeat
wait, sleep, delay
watch, monitor, observe, listen, poll
notify, notification, alert
schedule, cron, timer, interval, periodic
extend, inherit, subclass
override, overwrite
wrap, wrapper, decorator
refactor, restructure, reorganize, cleanup, clean up, tidy, simplify
extract, pull out, factor out
improve, enhance, optimize
optimize, optimise, optimization, tune, speed up
investigate, debug, diagnose, troubleshoot, look into
explain, describe, clarify
implement, build, write, develop
support, handle
require, need, must, mandatory

# going wrong
error, failure, exception, fault, problem, issue, bug, defect, err, glitch
issue, ticket, task, card
crash, panic, abort, segfault, die, core dump
hang, freeze, stuck, deadlock, unresponsive, frozen, stall, hung
fail, failing, failure, broken, red
broken, failing, wrong
flaky, intermittent, unstable, random, nondeterministic, sporadic
wrong, incorrect, invalid, bad, malformed, corrupt
null, nil, none, undefined, empty, missing, absent
missing, not found, 404
npe, null pointer, nullpointerexception
stacktrace, stack trace, backtrace, traceback
warning, warn
deprecated, obsolete, legacy, outdated
conflict, clash, collision
race, racing, race condition, data race
leak, memory leak, oom
oom, out of memory, outofmemory, heap
overflow, overrun
timeout, time out, timed out, expire, expiry, deadline
regression, regress, broke
outage, downtime, incident, down
workaround, work around, hack, kludge
typo, misspelling, spelling
duplicate, repeated, copy, dup, redundant, twice
vulnerability, security, exploit, cve
unused, dead code, dead

# how fast
slow, latency, sluggish, lag, performance, perf
fast, quick, speed, faster
performance, perf, speed
benchmark, bench, perf, profile
profile, profiler, profiling, flamegraph
memory, ram, heap, leak
cpu, processor, core
throughput, rate, rps, qps
load, traffic, stress
rate limit, throttle, throttling, ratelimit, quota

# code
function, method, routine, procedure, func, fn, def
class, type, struct, object
variable, var, field
argument, arg, parameter, param
argument, parameter, option, flag, switch
constant, const
array, list, sequence, slice, vector
dictionary, dict, map, hash, object, hashmap
string, str, text
character, char, letter
number, integer, int, numeric
float, double, decimal
boolean, bool
enum, enumeration
interface, protocol, trait
implementation, impl
library, lib, package, module, dependency
dependency, dep, requirement
module, mod, package
component, widget
template, tmpl, tpl
generic, generics, template
callback, hook, handler, listener
event, signal
async, asynchronous, concurrent, parallel, simultaneous
synchronous, sync, blocking
thread, worker, goroutine
concurrency, parallelism, multithreading
mutex, lock, semaphore
queue, backlog
recursive, nested, recursion, subdirectory
parent, ancestor
child, descendant
state, status
progress, percent
loop, iterate, iteration
regex, regexp, regular expression, pattern
wildcard, glob
expression, expr
statement, stmt
syntax, grammar
annotation, decorator, attribute
comment, note, remark, annotation
documentation, document, docs, doc, readme, guide, manual
docstring, doc comment, javadoc
example, sample, demo
snippet, gist
script, program
pseudocode, algorithm
algorithm, algo
data structure, datastructure
utility, util, helper, utils
temporary, temp, tmp
previous, prev, last
initialize, initialise, init, setup
instance, inst
reference, ref
pointer, ptr
allocate, alloc, malloc
garbage collection, gc
exception, throw, raise
try catch, try except, error handling
type check, typecheck, tsc, mypy
lint, linter, eslint, style, format
format, formatting, formatter, prettier, indent
whitespace, blank, space
newline, line break, linebreak, eol, crlf
quote, quotation
bracket, parenthesis, paren, brace
prefix, start
suffix, ending, trailing
equal, match, same, identical
correct, right, valid, proper
average, avg, mean
maximum, max, limit, cap
minimum, min, least
limit, cap, threshold, quota
count, number, total, amount, quantity
size, length, len
random, arbitrary, rand
optional, nullable
default, fallback
hardcoded, hard coded, hardcode, magic number
internationalization, i18n, translation, localization, l10n
localization, l10n, locale, translation
accessibility, a11y
observability, o11y, monitoring, telemetry
kubernetes, k8s

# testing
test, spec, unit test, unittest
mock, stub, fake
fixture, test data
coverage, cov
end to end, e2e, integration test
snapshot, golden
assertion, assert, expect
staging, preprod, test environment

# versions and review
repository, repo, project, codebase
monorepo, workspace
branch, fork
commit, changeset, revision, sha
pull request, pr, merge request, mr
merge request, mr, pr
review, feedback, comment, code review
merge conflict, conflict, rebase
main, master, trunk
tag, release, version
version, release
changelog, release notes, history
submodule, subtree
squash, fixup, amend
gitignore, ignore file
diff, patch

# building and running
continuous integration, ci, pipeline, github actions, workflow
pipeline, workflow, ci
cd, continuous deployment, continuous delivery
github actions, gha, workflow
artifact, artefact, build output
bundle, package, pack, bundler
binary, executable, exe
container, docker, pod, image
dockerfile, docker, image
cluster, kubernetes, k8s
infrastructure, infra
terraform, tf, iac
infrastructure as code, iac
environment, env
environment variable, env var, env, envvar, dotenv
production, prod, live
development, dev, local
staging, stage, stg
configuration, config, settings, preferences, options, setup, cfg, conf
setup, configuration, install
directory, folder, dir, path
file, document
path, filepath, pathname
operating system, os
windows, win32, win
linux, unix
mac, macos, osx, darwin
executable, binary
virtual machine, vm, virtualbox
virtual environment, venv, virtualenv
node, machine, host, computer, server
cloud, hosted, remote
local, offline
cronjob, cron, scheduled
job, task
daemon, service, background process
process, proc, pid
terminal, console, shell, tty, command line, cli
command, cmd
command line, cli, terminal
javascript, js
typescript, ts
python, py
golang, go
rust, rs
ruby, rb
csharp, c#
cpp, c++
markdown, md
yaml, yml
postgresql, postgres, pg, psql
elasticsearch, elastic, es
makefile, make
package manager, npm, yarn, pnpm
lockfile, lock file

# data
database, db, datastore, store, sql, sqlite, postgres, mysql
sqlite, sqlite3
table, relation
column, field, attribute
row, record, entry
schema, ddl
primary key, pk
foreign key, fk
migration, migrate, schema change
transaction, tx, txn, commit
index, catalog
cache, memoize, caching
storage, disk, volume, filesystem, fs
backup, snapshot
replica, replication, mirror
query, sql, statement
pagination, paging, page
object relational mapper, orm
archive, compress, zip, gzip
compress, compression, zip, gzip, deflate
spreadsheet, excel, csv, xlsx
metadata, meta
timestamp, time, clock, date
timezone, zone, time zone, tz, utc
calendar, date
unique identifier, uuid, guid, id
identifier, id, key

# network
network, connection, socket
request, req
response, reply, answer, resp
message, msg
address, addr, url, link
url, link, uri, href
route, routing, router, path
endpoint, route, api
api, interface, endpoint
rest, http api
server, backend, service, daemon, host
backend, server, be
client, frontend
frontend, front end, ui, fe
website, site, page, web, webpage
browser, chrome, firefox
proxy, gateway, nginx
load balancer, lb, loadbalancer
dns, domain, hostname, nameserver
ssl, tls, https, certificate, cert
certificate, cert
websocket, ws, socket
webhook, callback, hook
download, wget, curl
header, headers
cookie, session
cors, cross origin
offline, disconnected
remote, ssh
email, mail, smtp

# who may
login, signin, sign in, log in, authenticate, auth
logout, signout, sign out, log out
signup, sign up, register, registration
authentication, auth, authn, login
authorization, auth, authz, permission
password, secret, credential, passphrase, pwd
secret, token, credential, api key
token, jwt, credential
permission, access, privilege, rights, forbidden, denied, acl
role, rbac, permission
single sign on, sso, saml
two factor, 2fa, mfa, otp
user, person, account, member
administrator, admin, root, superuser
encrypt, cipher, crypto, encryption
hash, checksum, digest
signature, sign
redact, mask, hide, censor, sanitize
sanitize, escape
leak, expose
privacy, gdpr

# what one sees
user interface, ui, frontend, gui
user experience, ux
button, link, control
dialog, modal, popup
menu, dropdown
navigation, navbar, nav, sidebar
color, colour, hue
dark mode, theme, night mode
font, typeface
picture, image, photo, icon, img, screenshot
screenshot, screen, image
layout, grid, flex, css
stylesheet, css, style, styling
tooltip, hint
spinner, loading, progress
keyboard, key, shortcut, hotkey, keybinding
mouse, pointer, cursor
scroll, scrolling
window, pane, tab
visible, shown
hidden, invisible
width, height, size, dimension
mobile, phone, android, ios, responsive
dashboard, graph, chart
form, input
checkbox, toggle, switch
notification, toast, alert
landing page, homepage, home page

# watching
log, trace, output, print
logging, logger
metric, statistics, stats, counter, telemetry, analytics, measurement
analytics, tracking, telemetry
statistics, stats
tracing, trace, span
alert, alarm, pager

# talking and planning
plan, design, proposal, blueprint, specification, spec
specification, spec, requirement
design, architecture
architecture, arch, design
summary, overview, recap, digest
conversation, session, chat, dialogue, thread, discussion, history
decide, decision, chose, choice
todo, task, fixme
roadmap, plan, milestone
prototype, poc, proof of concept, mvp
question, faq
tutorial, howto, walkthrough, guide
best practice, convention, guideline
owner, author, creator
team, group, organization, org
application, app
language, lang
information, info
management, mgmt
message, prompt
agent, assistant, bot
language model, llm, model, gpt
artificial intelligence, ai
machine learning, ml
embedding, vector
mcp, model context protocol
prompt, instruction, system prompt
plugin, extension, addon, add on

# money
price, cost, billing, payment, paid
billing, payment, stripe, charge
subscription, plan
purchase, buy, order, checkout
invoice, receipt, bill
discount, coupon, voucher, promo
customer, client, buyer
`;var SIGN_OF_COMMENT="#",BETWEEN=", ";function createThesaurus(own){let text=`
${own}${synonyms_default}
`;return{synonymsOf:word=>synonymsIn(text,word)}}function synonymsIn(text,word){if(word==="")return[];let isEnglish=/^[a-z]{4,}$/.test(word),stem=isEnglish?stemEnglish(word):word,start=isEnglish?commonStart(stem):word,found=new Set;for(let at=text.indexOf(start);at>=0;at=text.indexOf(start,at+1)){if(text[at-1]!==`
`&&!text.startsWith(BETWEEN,at-BETWEEN.length))continue;let entry=text.slice(at,endOfEntry(text,at));if(entry!==word&&(!isEnglish||entry.includes(" ")||stemEnglish(entry)!==stem))continue;let lineStart=text.lastIndexOf(`
`,at-1)+1;if(text[lineStart]!==SIGN_OF_COMMENT)for(let other of text.slice(lineStart,text.indexOf(`
`,at)).split(BETWEEN))other!==entry&&found.add(other)}return found.delete(word),[...found]}function endOfEntry(text,from){let end=from;for(;text[end]!==","&&text[end]!==`
`;)end++;return end}0&&(module.exports={BETWEEN,SIGN_OF_COMMENT,createThesaurus});
