/**
 * Side files of a transcript that is being read, and those that its lines point to and that are not there.
 *
 * A synchroniser may bring those later. The mark remembers the latest of them by name; a refresh looks for them alone, one stat each,
 * and reads the session anew once one is there. What is still absent then is remembered in its place, so that in the end
 * all are found. Kept as `session/name/name`.
 */
import { basename } from 'node:path';
import type { CostMeter } from '../index/cost-meter.ts';
import type { Mark } from '../index/marks.ts';
import { findSideFile, readSideFile } from '../transcript/side-files.ts';
import { isReadable } from './file-check.ts';

/** Of one transcript so many are looked for. A choice: a listing looks at a folder and a file for each transcript. */
const MAX_WATCHED = 8;

/** What a mark says of side files. */
type SideFacts = Pick<Mark, 'cutBytes' | 'absent' | 'absentCount'>;

/** Whom the reading of a file tells. */
interface Listener {
  readonly meter: CostMeter;
  readonly onTrouble: (path: string, error: unknown) => void;
}

/** The side files of one transcript, in one reading of it. */
export class SideTexts {
  private readonly session: string;
  private readonly listener: Listener;
  private readonly absent = new Set<string>();
  private cutBytes = 0;

  /** session: the name of the folder that they belong in. */
  constructor(session: string, listener: Listener) {
    this.session = session;
    this.listener = listener;
  }

  /** There is none of that name. */
  noteAbsent(name: string): void {
    this.absent.add(name);
  }

  /** The text; null when there is none, or it cannot be read. */
  read(path: string): Buffer | null {
    try {
      const { bytes, cutBytes } = readSideFile(path);
      this.cutBytes += cutBytes;
      this.listener.meter.countRead('tool outputs', path, bytes.length, 0);
      return bytes.length > 0 ? bytes : null;
    } catch (error) {
      this.listener.onTrouble(path, error);
      if (!isReadable(path)) this.noteAbsent(basename(path));
      return null;
    }
  }

  /** For the next mark. before: as the transcript was marked where this reading of it began, null at its start. */
  facts(before: SideFacts | null): SideFacts {
    const known = namesIn(before?.absent ?? '');
    const added = [...this.absent].filter((name) => !known.includes(name));
    const names = [...known, ...added].slice(-MAX_WATCHED);
    return {
      cutBytes: (before?.cutBytes ?? 0) + this.cutBytes,
      absentCount: (before?.absentCount ?? 0) + added.length,
      absent: names.length === 0 ? '' : [this.session, ...names].join('/'),
    };
  }
}

/** True when one of the absent files of a mark can be read now. projectDir: the folder that the session lies in. Never throws. */
export function hasArrived(projectDir: string, absent: string): boolean {
  const [session] = absent.split('/', 1);
  return namesIn(absent).some((name) => {
    const path = findSideFile(`${projectDir}/${session}`, name);
    return path !== null && isReadable(path);
  });
}

function namesIn(absent: string): string[] {
  return absent.split('/').slice(1);
}
