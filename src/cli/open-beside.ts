/**
 * Opens a session in a new pane or window from within the picker, which stays as it is.
 */
import { spawn } from 'node:child_process';

/** `ccfind open ID` as a process of its own; resolves with what it says. */
export function openBeside(session: string, roots: readonly string[], cwd: string): Promise<string> {
  const words = [process.argv[1], 'open', ...roots.flatMap((root) => ['--root', root]), '--', session];
  return new Promise((done) => {
    const child = spawn(process.execPath, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const listen = (bytes: Buffer): void => {
      if (said.length < 4000) said += bytes.toString('utf8');
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', (error) => done(`it could not be opened: ${error.message}`));
    child.once('close', (code) => done(said.trim().replace(/^ccfind: /, '') || (code === 0 ? 'opened' : 'it could not be opened')));
  });
}
