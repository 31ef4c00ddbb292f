/**
 * `ccfind demo`: the same search over a small invented history that ships with the program.
 *
 * One command shows a stranger what an answer looks like. The index is built in a fresh temporary folder and
 * removed afterwards; the history is only read, so a read-only checkout will do, and the person's own history is
 * not touched.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CcfindError, EXIT } from '../errors.ts';
import { oneLine } from '../picker/hit-text.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { withIndex } from './open-index.ts';
import { buildRequest } from './request.ts';
import { answerTo, printAnswer } from './search.ts';

/** Asked as by somebody who remembers what it was about, and none of the words. */
const QUESTION = 'what keeps a redelivered webhook from charging twice?';

/** Exit code: that of a search. */
export async function runDemo(args: Arguments, context: CliContext): Promise<number> {
  const indexDir = makeTemporaryFolder();
  const query = args.words.join(' ').trim() || QUESTION;
  const places = { roots: [context.demoDir], indexDir, searched: [join(context.demoDir, 'projects')], synonyms: null };
  // A running session of the person's own has no place in an invented history.
  const apart: CliContext = { ...context, env: { ...context.env, CLAUDE_CODE_SESSION_ID: undefined } };
  try {
    return await withIndex(
      args.values,
      apart,
      async (index) => {
        const request = buildRequest(query, args.values, index.engine, places, apart);
        const answer = answerTo(request, index);
        if (!args.values.json) context.output.write(`asked of an invented history: ${oneLine(query)}\n\n`);
        await printAnswer(answer, { request, args, index, context: apart, hasNumbers: false });
        if (!args.values.json) context.output.write(`\n${ownHistory(context.program)}`);
        return answer.total > 0 ? EXIT.ok : EXIT.nothing;
      },
      { places },
    );
  } finally {
    rmSync(indexDir, { recursive: true, force: true });
  }
}

function ownHistory(program: string): string {
  return [
    'The sessions above are invented: their ids lead nowhere. To search your own:',
    `  ${program} what you remember of it`,
    `  ${program} demo other words      searches the invented ones`,
    '',
  ].join('\n');
}

function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'ccfind-demo-'));
  } catch (cause) {
    throw new CcfindError('failure', `no temporary folder: ${(cause as Error).message}`, { hint: 'set TMPDIR to a folder that can be written', cause });
  }
}
