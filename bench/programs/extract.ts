/**
 * `node extract.cjs CONFIG-FOLDER FILE`: the chunks of every transcript into one file, as a process that can be timed.
 */
import { extractChunks } from '../extract-chunks.ts';

extractChunks(process.argv[2], process.argv[3]);
