// The engines that are fed chunks: how each builds its index into a folder, and opens it for searches of any of some words.
//
// Each is used as its own documentation says. open() gives, perhaps later, a function (words, limit) that returns the best
// sessions in order, a Map from session id to snippet.
const fs = require('node:fs');
const path = require('node:path');
const { readChunks } = require('./chunks.cjs');
const { createFts5 } = require('./fts5.cjs');

exports.engines = {
  'better-sqlite3': createFts5((file) => new (require('better-sqlite3'))(file)),
  'node:sqlite': createFts5((file) => new (require('node:sqlite').DatabaseSync)(file)),
  minisearch: {
    check: () => require('minisearch'),
    build(chunks, folder) {
      const index = new (require('minisearch'))(MINISEARCH);
      let id = 0;
      readChunks(chunks, (session, text) => index.add({ id: id++, session, text }));
      fs.writeFileSync(path.join(folder, 'index.json'), JSON.stringify(index));
    },
    open(folder) {
      const index = require('minisearch').loadJSON(fs.readFileSync(path.join(folder, 'index.json'), 'utf8'), MINISEARCH);
      return (words, limit) => bestSessions(index.search(words.join(' ')), words, limit);
    },
  },
  flexsearch: {
    check: () => require('flexsearch'),
    async build(chunks, folder) {
      const index = new (require('flexsearch').Document)(FLEXSEARCH);
      let id = 0;
      readChunks(chunks, (session, text) => index.add({ id: id++, session, text }));
      await index.export((key, data) => fs.promises.writeFile(path.join(folder, key), data ?? '', 'utf8'));
    },
    async open(folder) {
      const index = new (require('flexsearch').Document)(FLEXSEARCH);
      for (const key of fs.readdirSync(folder)) await index.import(key, fs.readFileSync(path.join(folder, key), 'utf8'));
      return (words, limit) => {
        const [found] = index.search(words.join(' '), { limit: FLEXSEARCH_LIMIT, suggest: true, enrich: true });
        return bestSessions((found?.result ?? []).map(({ doc }) => doc), words, limit);
      };
    },
  },
};

/** Text is stored, for the snippet. */
const MINISEARCH = { fields: ['text'], storeFields: ['session', 'text'] };
const FLEXSEARCH = { document: { id: 'id', index: ['text'], store: ['session', 'text'] } };
/** It wants to know how many chunks; ten sessions are among so many. */
const FLEXSEARCH_LIMIT = 500;

function bestSessions(chunks, words, limit) {
  const hits = new Map();
  for (const { session, text } of chunks) {
    if (!hits.has(session)) hits.set(session, snippetOf(text, words));
    if (hits.size === limit) break;
  }
  return hits;
}

/** About what snippet() of SQLite shows: the surroundings of the first word that is found. */
function snippetOf(text, words) {
  const lower = text.toLowerCase();
  const at = Math.max(0, ...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0).slice(0, 1));
  return text.slice(Math.max(0, at - 60), at + 100);
}
