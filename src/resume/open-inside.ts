/**
 * What runs in a window that was opened for a session: takes what was handed over, starts `claude`, and tells the process that asked.
 *
 * A window closes when its program ends, and its messages are gone with it. So if `claude` cannot be started, or ends at once with an
 * error, the window stays until a key is pressed. A window that comes too late finds nothing to take, and ends.
 */
import { isatty } from 'node:tty';
import { CcfindError, EXIT } from '../errors.ts';
import { environmentInWindow, reportOutcome, takeHandoff } from './open-handoff.ts';
import { resumeSession } from './run.ts';

/** If `claude` ends sooner than this, nobody can have read its error. */
const AT_ONCE_MS = 5000;

/** say: shows a line in the window. Resolves with the exit code of `claude`; 0 when there was nothing to take. */
export async function resumeHandedOver(folder: string, env: Readonly<Record<string, string | undefined>>, say: (line: string) => void): Promise<number> {
  const handoff = takeHandoff(folder);
  if (handoff === null) return 0;
  const startMs = performance.now();
  const onStart = (): void => reportOutcome(folder, { error: null });
  try {
    const { plan, dir, extra } = handoff;
    const code = await resumeSession(plan, { env: environmentInWindow(handoff.env, env), extra, onStart, ...(dir === undefined ? {} : { dir }) });
    if (code === 0 || code === EXIT.cancelled || performance.now() - startMs > AT_ONCE_MS) return code;
    say(`ccfind: claude has ended with exit code ${code}`);
    await keyPress(say);
    return code;
  } catch (error) {
    if (!(error instanceof CcfindError)) throw error;
    reportOutcome(folder, { error: error.message });
    say(`ccfind: ${error.message}`);
    if (error.hint !== null) say(`hint: ${error.hint}`);
    await keyPress(say);
    return error.exitCode;
  }
}

async function keyPress(say: (line: string) => void): Promise<void> {
  if (!isatty(0)) return;
  say('Enter closes this window.');
  await new Promise<void>((next) => {
    process.stdin.once('data', () => next());
    process.stdin.once('end', () => next());
  });
  process.stdin.pause();
}
