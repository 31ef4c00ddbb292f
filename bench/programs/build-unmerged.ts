/**
 * `node build-unmerged.cjs CONFIG-FOLDER INDEX-FOLDER`: the index of a history in as many segments as it was written in, for merge-all.ts.
 *
 * The program itself merges what a long build wrote; to a build that is not called long it leaves the segments.
 */
import { openDiskDirectory } from '../../src/index/disk-directory.ts';
import { refreshIndex } from '../../src/refresh/refresh.ts';

const [config, index] = process.argv.slice(2);
const quiet = (): void => {};
refreshIndex({
  directory: openDiskDirectory(index), roots: [config], isFull: true, waitMs: 0, onProgress: quiet, onWarning: quiet,
  limits: { longBuildBytes: Infinity }, workerFile: null,
});
