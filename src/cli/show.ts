/**
 * `ccfind show ID`: reads a session, page by page, one turn in full, or around a hit.
 */
import type { SessionPage, SessionRequest } from '../contract.ts';
import { CcfindError, EXIT } from '../errors.ts';
import { toJson } from '../terminal/sanitize.ts';
import { createStyle, wantsColor } from '../terminal/style.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';
import type { FlagValues } from './flags.ts';
import { withIndex } from './open-index.ts';
import { resolveSession } from './resolve.ts';
import { renderSession } from './session-text.ts';

const TURNS_A_PAGE = 10;
const TURNS_AROUND = 3;

/** Exit code 0; 1 when there is no such session or turn. */
export function runShow(args: Arguments, context: CliContext): Promise<number> {
  const { values } = args;
  if (values.turn !== undefined && (values.around !== undefined || values.from !== undefined)) {
    throw new CcfindError('usage', '--turn shows that turn: --around and --from do not go with it');
  }
  if (values.around !== undefined && values.from !== undefined) {
    throw new CcfindError('usage', '--around shows the turns around a hit: --from does not go with it');
  }
  return withIndex(values, context, ({ engine, places }) => {
    const session = resolveSession(args.words[0], engine, places.indexDir);
    const page = engine.readSession(sessionRequest(session, values));
    checkTurns(page, values);
    const { output, env } = context;
    if (values.json) output.write(`${toJson(page)}\n`);
    else {
      const style = createStyle(wantsColor({ when: values.color ?? null, env, isTerminal: output.isTerminal() }));
      output.write(renderSession(page, { style, columns: output.columns(), fullTurns: fullTurns(page, values) }));
    }
    return EXIT.ok;
  });
}

/** `--turn N --turns M` reads M turns from N on, so it is a page; `--turn N` alone is that turn. */
function sessionRequest(session: string, { turn, around, turns, from }: FlagValues): SessionRequest {
  const isOneTurn = turn !== undefined && turns === undefined;
  return {
    session,
    turn: isOneTurn ? turn : null,
    around: around ?? null,
    from: from ?? turn ?? 0,
    turns: turns ?? (around === undefined ? TURNS_A_PAGE : TURNS_AROUND),
  };
}

function checkTurns(page: SessionPage, { turn, from }: FlagValues): void {
  const first = turn ?? from;
  if (page.turns.length > 0 || first === undefined) return;
  throw new CcfindError('not-found', `session ${page.session} has no turn ${first}, it has ${page.total}`);
}

/** A turn that was asked for is shown whole; on a page, long texts are shortened. */
function fullTurns(page: SessionPage, { turn, around }: FlagValues): number[] {
  if (turn !== undefined) return page.turns.map((one) => one.turn);
  return around === undefined ? [] : [Number(around.split(':').at(-2))];
}
