/**
 * The folder name that Claude Code makes of a working directory.
 *
 * The name is lossy (`my_app`, `my-app` and `my.app` fall together), so it is never turned back into a path;
 * it only answers whether a `cwd` that stands in the entries is the one the folder was named after.
 * Seen in all clients from 1.0.44 to 2.1.332; the form for long paths was checked against 2.1.332.
 */

/** Longer names are cut here and end in a hash of the whole path. */
const MAX_SLUG_LENGTH = 200;

/** Folder name of an absolute path, symbolic links already resolved. Every UTF-16 unit outside [A-Za-z0-9] is a dash. */
export function slugOf(cwd: string): string {
  const flat = cwd.replace(/[^A-Za-z0-9]/g, '-');
  if (flat.length <= MAX_SLUG_LENGTH) return flat;
  let hash = 0;
  for (let i = 0; i < cwd.length; i++) hash = (Math.imul(hash, 31) + cwd.charCodeAt(i)) | 0;
  return `${flat.slice(0, MAX_SLUG_LENGTH)}-${Math.abs(hash).toString(36)}`;
}
