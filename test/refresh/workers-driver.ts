/**
 * A refresh with worker threads that kills itself: a program for the tests.
 *
 *   node driver.cjs ROOT INDEX WORKER N
 *
 * Makes the index of config folder ROOT in folder INDEX in small segments, and dies by SIGKILL at the n-th write.
 */
import { openDiskDirectory } from '../../src/index/disk-directory.ts';
import { MANY_SEGMENTS, refresh } from './refreshing.ts';

const [root, index, workerFile, writes] = process.argv.slice(2);
const directory = openDiskDirectory(index);
let left = Number(writes);

refresh(
  {
    ...directory,
    write: (name, parts, isCommit) => {
      if (--left <= 0) process.kill(process.pid, 'SIGKILL');
      return directory.write(name, parts, isCommit);
    },
  },
  root,
  { limits: MANY_SEGMENTS, workerFile },
);
