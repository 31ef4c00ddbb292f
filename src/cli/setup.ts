/**
 * `ccfind setup`: shows what it would change in the settings of Claude Code; with --apply it does, with --undo it takes that back.
 */
import { join } from 'node:path';
import { CcfindError, EXIT } from '../errors.ts';
import { configFolder, recallSwitch, setupFolder } from '../paths.ts';
import { diffLines } from '../setup/diff.ts';
import type { Change } from '../setup/plan.ts';
import { DEFAULT_DAYS, WANTED_DAYS } from '../setup/plan.ts';
import { applySetup, isChange, proposeSetup, undoSetup } from '../setup/setup.ts';
import type { Proposal, SetupPlaces } from '../setup/setup.ts';
import { MANAGED_FOLDER } from '../setup/settings-files.ts';
import { sanitize } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';

/** Values of keys that look like this are nobody's business, not even on the screen of their owner. */
const SECRET_LINE = /("[^"]*(?:key|token|secret|passw|auth|credential)[^"]*"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/** Always 0. Throws CcfindError for settings that cannot be read, parsed or written. */
export function runSetup({ values }: Arguments, context: CliContext): number {
  const { env, cwd } = context;
  const config = configFolder(env, cwd);
  const places: SetupPlaces = { settings: join(config, 'settings.json'), folder: setupFolder(env, cwd), recall: recallSwitch(env, cwd), managed: MANAGED_FOLDER, project: cwd };
  const say = (...lines: readonly string[]): void => context.output.write(lines.map((line) => `${sanitize(line)}\n`).join(''));
  if (values.undo) {
    if (values.apply || values.recall !== undefined) throw new CcfindError('usage', '--undo stands alone', { hint: 'ccfind setup --undo' });
    say(...undoLines(places));
    return EXIT.ok;
  }
  const proposal = proposeSetup(places, values.recall ?? null);
  say(...proposalLines(proposal, places));
  if (!isChange(proposal)) say('nothing to change');
  else if (!values.apply) say('', `nothing is changed yet. To change it: ${commandLine(values.recall)} --apply   (ccfind setup --undo undoes it)`);
  else {
    const backup = applySetup(places, proposal, context.nowMs());
    say('', `changed${backup === null || proposal.changes.length === 0 ? '' : `; as it was: ${join(places.folder, backup)}`}. ccfind setup --undo undoes it. Claude Code picks up new settings by itself; where it does not, restart it`);
  }
  return EXIT.ok;
}

function commandLine(recall: boolean | undefined): string {
  return recall === undefined ? 'ccfind setup' : `ccfind setup ${recall ? '--recall' : '--no-recall'}`;
}

function proposalLines({ file, text, changes, remarks, isRecallOn, wantsRecall }: Proposal, { settings, recall }: SetupPlaces): string[] {
  const lines = changes.filter(({ kind }) => kind !== 'made').map(reasonOf);
  if (changes.length > 0) lines.push('', `${settings}${file.target === settings ? '' : ` (${file.target})`}${file.text === null ? ', which does not exist yet' : ''}`, ...diffOf(file.text ?? '', text), '');
  lines.push(...remarks.map((remark) => `left: ${remark}`));
  const state = isRecallOn ? 'on' : 'off';
  const wanted = wantsRecall === null ? state : wantsRecall ? 'on' : 'off';
  lines.push(`recall (a new session begins with a few past findings that fit its branch and latest commits): ${wanted === state ? state : `${state} -> ${wanted}, by the file ${recall}`}${wantsRecall === null && !isRecallOn ? '; --recall turns it on' : ''}`);
  return lines;
}

function reasonOf(change: Change): string {
  if (change.kind === 'days') return `transcripts are deleted ${change.before ?? DEFAULT_DAYS} days after their last change; ${WANTED_DAYS} days keep them findable and resumable for a year`;
  return `rule ${change.kind === 'rule' ? change.rule : ''}: searching and reading past sessions need no question each time`;
}

function diffOf(before: string, after: string): string[] {
  return diffLines(before, after).map((line) => line.replace(SECRET_LINE, '$1"…"'));
}

function undoLines(places: SetupPlaces): string[] {
  const undone = undoSetup(places);
  if (undone === null) return ['nothing to undo: setup has changed nothing here'];
  const { before, after, wasRecallOn } = undone;
  const settings = before === after ? [`${places.settings} is as it was`] : after === null ? [`${places.settings} is removed again`] : [places.settings, ...diffOf(before ?? '', after)];
  return [...settings, ...(wasRecallOn ? ['recall is off again'] : []), 'undone'];
}
