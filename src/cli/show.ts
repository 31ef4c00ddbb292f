/**
 * `ccfind show ID`: reads a session, as a page for a person, as Markdown to paste, or as JSON.
 *
 * On a terminal the whole session goes through the person's pager, and is read from the index only as far as the person reads on.
 * Elsewhere a few turns make a page, whose last lines say how to read on. A single turn that is asked for is shown whole.
 */
import type { Engine, SessionPage, SessionRequest } from '../contract.ts';
import { CcfindError, EXIT } from '../errors.ts';
import { openPager } from '../terminal/pager.ts';
import type { Unread } from '../terminal/pager.ts';
import { sanitize, toJson } from '../terminal/sanitize.ts';
import { createStyle, wantsColor } from '../terminal/style.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import type { FlagValues } from './flags.ts';
import { withIndex } from './open-index.ts';
import { resolveSession } from './resolve.ts';
import { footText, headText, turnsText } from './session-text.ts';
import type { SessionTextOptions } from './session-text.ts';

const TURNS_A_PAGE = 10;
const TURNS_AROUND = 3;

/** Most UTF-16 units of text in an object of `--json`; a page of ten turns usually has a tenth of that. */
const JSON_BUDGET = 500_000;

/** Columns of a line where there is no terminal to break it. */
const PIPE_COLUMNS = 240;

/**
 * Turns read at once when somebody may stop reading at any time: twice as many each time, up to MOST_READ turns or MOST_UNITS UTF-16 units of
 * text in memory. Each read looks through the whole session, which takes 0.16 s of processor time for one of 47,000 turns (reading all of
 * them takes 6 s).
 */
const FIRST_READ = 10;
const MOST_READ = 2560;
const MOST_UNITS = 50_000_000;

/** Flags of which at most one may be given. */
const CHOICES = ['turn', 'around', 'range', 'from'] as const;
const CHOICE_NAMES = { turn: '--turn', around: '--around', range: '--turns A-B', from: '--from' } as const;

/** Exit code 0; 1 when there is no such session or turn. */
export function runShow(args: Arguments, context: CliContext): Promise<number> {
  const { values } = args;
  const chosen = CHOICES.filter((name) => values[name] !== undefined);
  if (chosen.length > 1) throw new CcfindError('usage', `${CHOICE_NAMES[chosen[0]]} and ${CHOICE_NAMES[chosen[1]]} do not go together`);
  if (values.json && values.markdown) throw new CcfindError('usage', '--json and --markdown do not go together');
  return withIndex(values, context, async ({ engine, places, clearProgress }) => {
    const session = resolveSession(args.words[0], engine, places.indexDir);
    clearProgress();
    const request = sessionRequest(session, values);
    if (values.json) {
      const page = engine.readSession(isWhole(values) ? request : { ...request, budget: JSON_BUDGET });
      checkTurns(page, values);
      context.output.write(`${toJson(page)}\n`);
      return EXIT.ok;
    }
    const isPaged = context.output.isTerminal() && !values.noPager && context.env.TERM !== 'dumb';
    const isAll = (isPaged || values.markdown === true) && values.turns === undefined && chosen.every((name) => name === 'from');
    await write(textOf(isAll ? allPages(engine, request) : [engine.readSession(request)], isAll, values, context), isPaged, context);
    return EXIT.ok;
  });
}

/** `--turn N --turns M` reads M turns from N on, so it is a page; `--turn N` alone is that turn. */
function isWhole({ turn, turns }: FlagValues): boolean {
  return turn !== undefined && turns === undefined;
}

function sessionRequest(session: string, values: FlagValues): SessionRequest {
  const { turn, around, turns, from, range, fields } = values;
  return {
    session,
    turn: isWhole(values) ? (turn ?? null) : null,
    around: around ?? null,
    from: range?.first ?? from ?? turn ?? 0,
    turns: range === undefined ? (turns ?? (around === undefined ? TURNS_A_PAGE : TURNS_AROUND)) : range.last - range.first + 1,
    ...(range === undefined ? {} : { to: range.last }),
    ...(fields === undefined ? {} : { fields }),
  };
}

function* allPages(engine: Engine, request: SessionRequest): Generator<SessionPage> {
  let { from } = request;
  for (let turns = FIRST_READ; ; turns = Math.min(MOST_READ, 2 * turns)) {
    const page = engine.readSession({ ...request, from, turns, budget: MOST_UNITS });
    yield page;
    if (page.next === null) return;
    from = page.next;
  }
}

/** The text of one page after another; no page is read before it is asked for. */
function* textOf(pages: Iterable<SessionPage>, isAll: boolean, values: FlagValues, context: CliContext): Generator<string> {
  const { output, env } = context;
  const style = createStyle(wantsColor({ when: values.color ?? null, env, isTerminal: output.isTerminal() }));
  const columns = output.columns();
  let isFirst = true;
  for (const page of pages) {
    if (isFirst) checkTurns(page, values);
    const options: SessionTextOptions = { style, columns, lineColumns: output.isTerminal() ? columns : PIPE_COLUMNS, fullTurns: fullTurns(page, values) };
    const isLast = !isAll || page.next === null;
    if (values.markdown) {
      const { markdownOf } = require('./session-markdown.ts') as typeof import('./session-markdown.ts');
      yield markdownOf(page, { fullTurns: options.fullTurns, isFirst, isLast, isPart: !isAll });
    } else yield `${isFirst ? headText(page, options) : ''}${turnsText(page, options)}${isLast ? `\n${footText(page, options, !isAll)}` : ''}`;
    isFirst = false;
  }
}

async function write(texts: Generator<string>, isPaged: boolean, { output, messages, env }: CliContext): Promise<void> {
  const pager = isPaged ? await openPager(env) : null;
  if (pager !== null) {
    let unread: Unread | null = null;
    try {
      // Not by for…of, which ends a generator that it does not read to its end.
      for (let next = texts.next(); next.done !== true; next = texts.next()) if (!(await pager.write(next.value))) break;
    } finally {
      unread = await pager.close();
    }
    if (unread === null) return;
    messages.write(`ccfind: the pager failed: ${sanitize(unread.problem)}\n`);
    for (const text of unread.texts) output.write(text);
  }
  for (const text of texts) output.write(text);
}

function checkTurns(page: SessionPage, { turn, from, range, fields }: FlagValues): void {
  if (page.turns.length > 0) return;
  const first = turn ?? from ?? range?.first;
  const holds = fields === undefined ? '' : ` with ${fields.join(' or ')}`;
  if (first !== undefined) throw new CcfindError('not-found', `session ${page.session} has no turn ${first}${holds}, it has ${page.total}`);
  if (fields !== undefined) throw new CcfindError('not-found', `session ${page.session} has no turn${holds}, it has ${page.total}`);
}

/** A turn that was asked for is shown whole; on a page, long texts are shortened. */
function fullTurns(page: SessionPage, { turn, around }: FlagValues): number[] {
  if (turn !== undefined) return page.turns.map((one) => one.turn);
  return around === undefined ? [] : [Number(around.split(':').at(-2))];
}
