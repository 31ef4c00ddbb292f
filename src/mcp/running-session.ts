/**
 * Which session is calling: looked up at every call, since /clear and /resume change it while the server goes on.
 *
 * The client keeps a file named after its process with the id of the present session (seen from 2.1.63 to 2.1.332); the client is our parent, as
 * the launcher becomes this program. Where there is no such file the environment says which session it was when the server started.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { configFolder } from '../paths.ts';
import { isSafeSessionId } from '../resume/command.ts';

/** The client writes some 400 bytes. */
const MOST_BYTES = 65_536;

/** What it depends on. */
export interface RunningSessionContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly parentPid: number;
}

/** Its id; null when it is not known. Never throws. */
export function runningSession({ env, cwd, parentPid }: RunningSessionContext): string | null {
  return idInFile(env, cwd, parentPid) ?? (env.CLAUDE_CODE_SESSION_ID || null);
}

function idInFile(env: RunningSessionContext['env'], cwd: string, parentPid: number): string | null {
  try {
    const path = join(configFolder(env, cwd), 'sessions', `${parentPid}.json`);
    const found = statSync(path);
    // A pipe would be waited for.
    if (!found.isFile() || found.size > MOST_BYTES) return null;
    const { pid = parentPid, sessionId } = JSON.parse(readFileSync(path, 'utf8')) as { pid?: unknown; sessionId?: unknown };
    return pid === parentPid && typeof sessionId === 'string' && isSafeSessionId(sessionId) ? sessionId : null;
  } catch {
    return null;
  }
}
