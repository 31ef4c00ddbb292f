/**
 * What could not be read, and why, in words that can be counted.
 */

/** A file or folder that could not be read. */
export interface Trouble {
  readonly path: string;
  /** A short phrase for the count of skipped files: `permission denied`. */
  readonly reason: string;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'link loop',
  ENAMETOOLONG: 'name too long',
};

/** The reason for an error of the file system; its code if there is no better word. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return REASONS[code] ?? (code === '' ? 'unreadable' : code);
}

/** The file system's code of an error, '' for any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
