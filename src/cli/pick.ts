/**
 * `ccfind pick WORDS`: a search whose hits stand under the arrow keys; the chosen one is resumed.
 */
import type { ResumePlan } from '../contract.ts';
import { runPicker } from '../picker/picker.ts';
import { resumeSession } from '../resume/run.ts';
import { wantsColor } from '../terminal/style.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import { saveLastList } from './last-list.ts';
import { nothingThere, withIndex } from './open-index.ts';
import { buildRequest } from './request.ts';
import { answerTo, checkPattern } from './search.ts';
import { wayBack } from './way-back.ts';

/** A list under keys may be long: nobody pages through more. */
const LIMIT = 200;

/** Exit code of the resumed client; 130 when left; without a terminal as that of a search. */
export async function runPick(args: Arguments, context: CliContext): Promise<number> {
  if (args.values.regex) await checkPattern(args.words.join(' '));
  const chosen = await withIndex(args.values, context, async (index): Promise<ResumePlan | number> => {
    const { engine, places } = index;
    const wanted = buildRequest(args.words.join(' '), args.values, engine, places, context);
    const request = { ...wanted, limit: args.values.limit ?? LIMIT };
    const answer = answerTo(request, index);
    if (answer.total === 0 && answer.index.sessions === 0 && answer.index.pending === 0) throw nothingThere(index, answer.index.files);
    saveLastList(places.indexDir, { first: request.offset + 1, sessions: answer.hits.map((hit) => hit.session) });
    const outcome = await runPicker({
      answer,
      command: (hit) => wayBack(hit.session, hit.dir),
      env: context.env,
      color: wantsColor({ when: args.values.color ?? null, env: context.env, isTerminal: true }),
      nowMs: context.nowMs(),
      print: (text) => context.output.write(text),
    });
    return outcome.kind === 'chosen' ? engine.resumePlan(outcome.hit.session) : outcome.exitCode;
  });
  return typeof chosen === 'number' ? chosen : resumeSession(chosen, { env: context.env });
}
