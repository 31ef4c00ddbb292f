// SQLite FTS5: a table that stores its text, the unicode61 tokenizer, one row a chunk, bm25() and snippet().
//
// The same for both packages, whose calls are alike. The bulk load is the fastest that SQLite offers: no journal, one transaction.
// Without the command `optimize`: searches took the same time with it (100 MB).
const path = require('node:path');
const { readChunks } = require('./chunks.cjs');

const SEARCH = `
  SELECT sessions.id AS session, snippet(chunks, 1, '[', ']', '…', 24) AS snippet
  FROM chunks JOIN sessions ON sessions.number = chunks.session WHERE chunks MATCH ? ORDER BY rank`;

/** open: from a file name to an opened database. */
exports.createFts5 = function createFts5(open) {
  return {
    check: () => open(':memory:').exec('CREATE VIRTUAL TABLE chunks USING fts5(text)'),

    build(chunks, folder) {
      const database = open(path.join(folder, 'index.sqlite'));
      database.exec(`
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        CREATE TABLE sessions (number INTEGER PRIMARY KEY, id TEXT);
        CREATE VIRTUAL TABLE chunks USING fts5(session UNINDEXED, text, tokenize = 'unicode61');
        BEGIN`);
      const addSession = database.prepare('INSERT INTO sessions VALUES (?, ?)');
      const addChunk = database.prepare('INSERT INTO chunks VALUES (?, ?)');
      const numbers = new Map();
      readChunks(chunks, (session, text) => {
        if (!numbers.has(session)) {
          numbers.set(session, numbers.size);
          addSession.run(numbers.get(session), session);
        }
        addChunk.run(numbers.get(session), text);
      });
      database.exec('COMMIT');
      database.close();
    },

    open(folder) {
      const statement = open(path.join(folder, 'index.sqlite')).prepare(SEARCH);
      return (words, limit) => {
        const hits = new Map();
        for (const { session, snippet } of statement.iterate(words.map((word) => `"${word}"`).join(' OR '))) {
          if (!hits.has(session)) hits.set(session, snippet);
          if (hits.size === limit) break;
        }
        return hits;
      };
    },
  };
};
