// The yardstick of a build: reads every transcript below a config folder and JSON.parses each line.
//
//   node bench/parse-all.cjs CONFIG-FOLDER
const fs = require('node:fs');
const path = require('node:path');

function parseAll(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) parseAll(file);
    else if (entry.name.endsWith('.jsonl')) parseFile(fs.readFileSync(file));
  }
}

function parseFile(bytes) {
  for (let start = 0; start < bytes.length; ) {
    let end = bytes.indexOf(10, start);
    if (end < 0) end = bytes.length;
    try {
      JSON.parse(bytes.utf8Slice(start, end));
    } catch {
      // a broken line
    }
    start = end + 1;
  }
}

parseAll(path.join(process.argv[2], 'projects'));
