// The texts that the peers are fed: chunks as ccfind stores them, written by bench/programs/extract.ts.
//
// A chunk is `SESSION-ID US text RS` (U+001F, U+001E): clean text holds no control characters but line feed and tab.
const fs = require('node:fs');

const WINDOW_BYTES = 4 << 20;
const END = 0x1e;
const BORDER = 0x1f;

/** Calls back with the session's id and the text of each chunk. */
exports.readChunks = function readChunks(path, onChunk) {
  const descriptor = fs.openSync(path, 'r');
  const window = Buffer.allocUnsafe(WINDOW_BYTES);
  let filled = 0;
  for (;;) {
    const count = fs.readSync(descriptor, window, filled, WINDOW_BYTES - filled, null);
    if (count === 0) break;
    filled += count;
    let start = 0;
    const bytes = window.subarray(0, filled);
    for (let end = bytes.indexOf(END); end >= 0; end = bytes.indexOf(END, start)) {
      const border = bytes.indexOf(BORDER, start);
      onChunk(bytes.latin1Slice(start, border), bytes.utf8Slice(border + 1, end));
      start = end + 1;
    }
    window.copyWithin(0, start, filled);
    filled -= start;
  }
  fs.closeSync(descriptor);
};
