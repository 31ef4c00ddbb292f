/**
 * Which session is calling: looked up at every call, since /clear and /resume change it while the server runs on.
 *
 * The client keeps a file, named after its process id, with the id of the present session (seen from 2.1.63 to 2.1.332). The client is our
 * parent, since the launcher replaces itself with this program. Without such a file, the environment tells which session it was when the
 * server started.
 */
import { join } from 'node:path';
import { configFolder } from '../paths.ts';
import { readWhole } from '../regular-file.ts';
import { isSafeSessionId } from '../resume/command.ts';

/** The client writes some 400 bytes. */
const MOST_BYTES = 65_536;

/** What the answer depends on. */
export interface RunningSessionContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly parentPid: number;
}

/** The id of the calling session; null when it is not known. Never throws. */
export function runningSession({ env, cwd, parentPid }: RunningSessionContext): string | null {
  return idInFile(env, cwd, parentPid) ?? (env.CLAUDE_CODE_SESSION_ID || null);
}

function idInFile(env: RunningSessionContext['env'], cwd: string, parentPid: number): string | null {
  try {
    const text = readWhole(join(configFolder(env, cwd), 'sessions', `${parentPid}.json`), MOST_BYTES) ?? '{}';
    const { pid = parentPid, sessionId } = JSON.parse(text) as { pid?: unknown; sessionId?: unknown };
    return pid === parentPid && typeof sessionId === 'string' && isSafeSessionId(sessionId) ? sessionId : null;
  } catch {
    return null;
  }
}
