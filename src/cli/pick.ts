/**
 * `ccfind pick WORDS`: a search whose hits stand under the arrow keys; the chosen one is resumed.
 *
 * The first frame shows what the index already holds; what is new in the transcripts is read behind it, and the list then
 * grows without losing its selection. Where there is no terminal, the list is printed, as up to date as that of any search.
 */
import { basename } from 'node:path';
import type { ResumePlan } from '../contract.ts';
import { CcfindError, EXIT } from '../errors.ts';
import { checkedOutBranch } from '../hook/repository.ts';
import { layoutOf } from '../picker/layout.ts';
import { findPickerTerminal, runPicker } from '../picker/picker.ts';
import { plainList } from '../picker/plain-list.ts';
import type { Question } from '../picker/question.ts';
import { wantsColor } from '../terminal/style.ts';
import type { Device } from '../terminal/device.ts';
import type { Arguments } from './args.ts';
import { checkTerminal } from './check-terminal.ts';
import type { CliContext } from './context.ts';
import { saveLastList } from './last-list.ts';
import { isNothingThere, nothingThere, withIndex } from './open-index.ts';
import { requestOf } from './pick-answer.ts';
import type { PickBase } from './pick-answer.ts';
import { openPickSource } from './pick-source.ts';
import { buildRequest } from './request.ts';
import { answerTo, checkPattern } from './search.ts';
import { wayBack } from './way-back.ts';

/** Hits of a printed list, and of one under the arrow keys: nobody pages through more. */
const LIMIT = 200;
const MOST_HITS = 2000;
/** The first frame asks for no more hits than fit on the screen: for each one, text is read. On a low one, for some more. */
const FIRST_HITS = 8;

/** Exit code: that of the resumed client; 130 when left; without a terminal, that of a search. */
export async function runPick(args: Arguments, context: CliContext): Promise<number> {
  if (args.values.regex) await checkPattern(args.words.join(' '));
  const device = findPickerTerminal(context.env);
  if (device !== null) return pickOn(device, args, context);
  if (args.values.printId) throw new CcfindError('failure', '--print-id: there is no terminal to choose on', { hint: 'ccfind search --json -- WORDS' });
  return printList(args, context);
}

function printList({ words, values }: Arguments, context: CliContext): Promise<number> {
  return withIndex(values, context, (index) => {
    const wanted = buildRequest(words.join(' '), values, index.engine, index.places, context);
    const answer = answerTo({ ...wanted, limit: values.limit ?? LIMIT }, index);
    if (isNothingThere(answer)) throw nothingThere(index, answer.index.files);
    saveLastList(index.places.indexDir, { first: wanted.offset + 1, sessions: answer.hits.map((hit) => hit.session) });
    context.output.write(plainList(answer, (hit) => wayBack(hit.session, hit.dir), context.nowMs()));
    return answer.hits.length === 0 ? EXIT.nothing : EXIT.ok;
  });
}

async function pickOn(device: Device, args: Arguments, context: CliContext): Promise<number> {
  const { words, values } = args;
  // A session that is named may be one that was written a moment ago.
  const isRefreshedFirst = values.sessions !== undefined || values.exclude !== undefined;
  const chosen = await withIndex({ ...values, noRefresh: isRefreshedFirst ? values.noRefresh : true }, context, async (index): Promise<ResumePlan | number> => {
    const { engine, places } = index;
    const base: PickBase = { request: buildRequest(words.join(' '), values, engine, places, context), branch: checkedOutBranch(context.cwd) };
    const mostHits = values.limit ?? MOST_HITS;
    const { cols, rows } = device.measure();
    const firstHits = Math.min(mostHits, Math.max(FIRST_HITS, layoutOf(cols || 0, rows || 0, { isBeside: true, isInstead: false }).hitCount));
    const question: Question = { query: base.request.query, isHere: false, isOnBranch: false, field: null, isAll: base.request.all, isUnfinished: false, limit: firstHits };
    const answer = answerTo(requestOf(base, question), index);
    if (isNothingThere(answer) && (values.noRefresh === true || engine.backlog().transcripts === 0)) throw nothingThere(index, answer.index.files);
    const { roots, indexDir, synonyms } = places;
    const outcome = await runPicker(device, {
      setting: {
        hasColor: wantsColor({ when: values.color ?? null, env: context.env, isTerminal: true }),
        project: basename(context.cwd),
        branch: base.branch,
        filters: args.filters,
        mostHits,
      },
      nowMs: context.nowMs,
      question,
      answer,
      source: openPickSource({ engine: { roots, indexDir, synonymsPath: synonyms }, base }, values.noRefresh !== true),
      command: (hit) => wayBack(hit.session, hit.dir),
      open: async (hit) => (await import('./open-beside.ts')).openBeside(hit.session, engine, indexDir, context.env),
      hasMouse: values.noMouse !== true,
    });
    if (outcome.kind === 'left') return outcome.exitCode;
    if (values.printId) {
      context.output.write(`${outcome.hit.session}\n`);
      return EXIT.ok;
    }
    return engine.resumePlan(outcome.hit.session);
  });
  if (typeof chosen === 'number') return chosen;
  checkTerminal(chosen.session);
  return (await import('../resume/run.ts')).resumeSession(chosen, { env: context.env });
}
