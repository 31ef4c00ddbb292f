/**
 * `node merge-all.cjs INDEX-FOLDER FOLDER`: merges every segment of an index into one file, which a refresh does not do.
 */
import { openDiskDirectory } from '../../src/index/disk-directory.ts';
import { openSnapshot } from '../../src/index/index-reader.ts';
import { mergeSegments } from '../../src/index/merge.ts';
import type { Segment } from '../../src/index/segment-reader.ts';

const [from, to] = process.argv.slice(2);
const snapshot = openSnapshot(openDiskDirectory(from));
if (snapshot === null) throw new Error(`${from}: no index`);
openDiskDirectory(to).write('merged', mergeSegments(snapshot.segments as readonly Segment[], snapshot.deadRows).parts);
snapshot.close();
