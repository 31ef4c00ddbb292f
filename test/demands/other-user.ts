/**
 * Running the program as a person without rights: root may read everything, so a suite that runs as root becomes another
 * user for the tests that are about permissions.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import type { Box } from './box.ts';

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const THROUGH = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];

export const AS_NOBODY = {
  /** What stands before the program: nothing where the suite has no rights to give up. */
  through: THROUGH,
  /** Gives that user what the test made. */
  own(box: Box): void {
    for (const path of [box.root, box.folder]) {
      if (isRoot) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, path]);
      chmodSync(path, 0o700);
    }
  },
};

/** Why tests of permissions cannot run here; false when they can. */
export function whyNotAsNobody(): string | false {
  if (process.platform === 'win32') return 'no permissions of this kind on Windows';
  if (!isRoot) return false;
  const { status } = spawnSync(THROUGH[0], [...THROUGH.slice(1), process.execPath, '--version'], { stdio: 'ignore' });
  return status === 0 ? false : 'runs as root, and setpriv cannot start Node as another user';
}
