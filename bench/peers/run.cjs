// One engine, one task, one process.
//
//   node run.cjs check ENGINE                     exit code 0 when it can be used with this Node
//   node run.cjs build ENGINE CHUNKS FOLDER
//   node run.cjs search ENGINE FOLDER QUERY       opens, prints the ten best sessions with snippets
//   node run.cjs rank ENGINE FOLDER LIMIT         words of many queries on standard input, as JSON; prints the best sessions of each
//   node run.cjs warm ENGINE FOLDER QUERY …       processor time of a query, once everything is loaded: ms, as JSON, one a query
//
// ENGINE is a name of engines.cjs, or the path of a module that is like one of them.
const fs = require('node:fs');
const path = require('node:path');
const { engines } = require('./engines.cjs');

const LIMIT = 10;
/** Until a query is compiled and its pages are in memory. */
const WARM_UP_RUNS = 10;
const MAX_RUNS = 300;
/** A slow engine is asked less often. */
const MAX_MS = 2000;

async function main(task, name, ...rest) {
  const engine = engines[name] ?? require(path.resolve(name));
  if (task === 'check') engine.check();
  else if (task === 'build') {
    const [chunks, folder] = rest;
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    await engine.build(chunks, folder);
  } else {
    const [folder, ...queries] = rest;
    const search = await engine.open(folder);
    if (task === 'rank') return rank(search, Number(queries[0]));
    if (task === 'search') process.stdout.write([...ask(search, queries[0])].map(([session, snippet]) => `${session} ${snippet}\n`).join(''));
    else process.stdout.write(`${JSON.stringify(queries.map((query) => warmMs(search, query)))}\n`);
  }
}

function rank(search, limit) {
  const queries = JSON.parse(fs.readFileSync(0, 'utf8'));
  process.stdout.write(JSON.stringify(queries.map((words) => (words.length === 0 ? [] : [...search(words, limit).keys()]))));
}

function ask(search, query) {
  const hits = search([...new Set(query.toLowerCase().split(' '))], LIMIT);
  if (hits.size === 0) throw new Error(`nothing found for ${query}`);
  return hits;
}

function warmMs(search, query) {
  const deadline = performance.now() + MAX_MS;
  for (let i = 0; i < WARM_UP_RUNS && performance.now() < deadline; i++) ask(search, query);
  const before = process.cpuUsage();
  let runs = 0;
  for (const end = performance.now() + MAX_MS; runs < MAX_RUNS && (runs === 0 || performance.now() < end); runs++) ask(search, query);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
}

main(...process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 2;
});
