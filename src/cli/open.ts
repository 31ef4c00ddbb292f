/**
 * `ccfind open ID`: the session in a new pane or window, while this terminal stays as it is.
 *
 * It returns as soon as `claude` runs there. If no terminal opens, the line to type is on standard output and the reasons
 * are on standard error, with exit code 2, so that the caller can go on by hand.
 */
import { resolve } from 'node:path';
import type { ResumePlan } from '../contract.ts';
import { CcfindError, EXIT } from '../errors.ts';
import { shellQuote } from '../resume/command.ts';
import { checkOpening, commandInWindow, openWindow, startsHere } from '../resume/open-window.ts';
import type { OpenOptions, Opening } from '../resume/open-window.ts';
import { sanitize, toJson } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { lineToType } from './line-to-type.ts';
import { withIndex } from './open-index.ts';
import { refusalText } from './refusal-text.ts';
import { resolveSession } from './resolve.ts';

/** In a dry run, stands for the folder that is made only when a window is really opened. */
const SOME_FOLDER = '/FOLDER';

/** Exit code 0 when the session runs in its window, or after --dry-run; 2 when no terminal would. */
export async function runOpen(args: Arguments, context: CliContext): Promise<number> {
  const { values } = args;
  const { plan, indexDir } = await withIndex(values, context, ({ engine, places }) => ({
    plan: engine.resumePlan(resolveSession(args.words[0], engine, places.indexDir)),
    indexDir: places.indexDir,
  }));
  const dir = values.inDir === undefined ? {} : { dir: resolve(context.cwd, values.inDir) };
  const options: OpenOptions = { env: context.env, indexDir, where: values.window ? 'window' : 'pane', extra: args.extra, ...dir };
  const line = await lineToType(plan, options);
  if (values.dryRun) {
    checkOpening(plan, options);
    return printStarts(plan, options, line, values.json === true, context);
  }
  const opening = await openWindow(plan, options);
  if (values.json) context.output.write(`${toJson(answerOf(plan, opening, line))}\n`);
  if (opening.opened !== null) {
    const { terminal, opens } = opening.opened;
    if (!values.json) context.output.write(`session ${plan.session} is open in a new ${opens} of ${terminal}\n`);
    return EXIT.ok;
  }
  if (!values.json) context.output.write(`${line}\n`);
  throw new CcfindError('failure', refusalText(opening.refusals), { hint: 'type that line in a terminal' });
}

/** The `--json` object of `open`. Keys are only ever added. */
function answerOf({ session }: ResumePlan, { opened, refusals }: Opening, line: string): object {
  return { schema: 1, session, opened: opened !== null, terminal: opened?.terminal ?? null, as: opened?.opens ?? null, resume: line, refused: refusals.map(({ terminal, opens, reason }) => ({ terminal, as: opens, reason })) };
}

/** Prints what would be started, in the order in which it would be tried. */
function printStarts(plan: ResumePlan, options: OpenOptions, line: string, isJson: boolean, { output }: CliContext): number {
  const { command, script } = commandInWindow(plan, options, SOME_FOLDER);
  const starts = startsHere(command, options);
  if (isJson) {
    const would = starts.map(({ terminal, words }) => ({ terminal: terminal.name, as: terminal.opens, words }));
    output.write(`${toJson({ schema: 1, session: plan.session, would, runs: script, resume: line })}\n`);
    return EXIT.ok;
  }
  const shown = (words: readonly string[]): string => sanitize(words.map(shellQuote).join(' '));
  if (starts.length === 0) output.write(`no terminal to open a window in; the line to type: ${line}\n`);
  for (const { terminal, words } of starts) output.write(`${terminal.name}, ${terminal.opens}: ${shown(words)}\n`);
  if (starts.length > 0) output.write(`which runs: ${shown(script)}\n`);
  return EXIT.ok;
}
