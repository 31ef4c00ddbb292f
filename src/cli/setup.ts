/**
 * `ccfind setup`: shows what it would change in the settings of Claude Code; --apply makes the change, --undo takes it back.
 */
import { join } from 'node:path';
import { CcfindError, EXIT } from '../errors.ts';
import { configFolder, recallSwitch, setupFolder } from '../paths.ts';
import { diffLines } from '../setup/diff.ts';
import type { Change } from '../setup/plan.ts';
import { DEFAULT_DAYS, WANTED_DAYS } from '../setup/plan.ts';
import { applySetup, isChange, proposeSetup, undoSetup } from '../setup/setup.ts';
import type { Proposal, SetupPlaces, Undone } from '../setup/setup.ts';
import { MANAGED_FOLDER } from '../setup/settings-files.ts';
import { counted } from '../sizes.ts';
import { sanitize } from '../terminal/sanitize.ts';
import type { Arguments } from './args.ts';
import type { CliContext } from './context.ts';

/** Values of keys that look like secrets do not belong on a screen, not even their owner's. */
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
    const copy = backup === null || proposal.changes.length === 0 ? '' : `; as it was: ${join(places.folder, backup)}`;
    say('', `changed${copy}. ccfind setup --undo undoes it. Claude Code picks up new settings by itself; where it does not, restart it`);
  }
  return EXIT.ok;
}

function commandLine(recall: boolean | undefined): string {
  return recall === undefined ? 'ccfind setup' : `ccfind setup ${recall ? '--recall' : '--no-recall'}`;
}

function proposalLines({ file, text, changes, remarks, isRecallOn, wantsRecall }: Proposal, { settings, recall }: SetupPlaces): string[] {
  const lines = changes.filter(({ kind }) => kind !== 'made').map(reasonOf);
  if (changes.length > 0) {
    const target = file.target === settings ? '' : ` (${file.target})`;
    const missing = file.text === null ? ', which does not exist yet' : '';
    lines.push('', `${settings}${target}${missing}`, ...diffOf(file.text ?? '', text), '');
  }
  return [...lines, ...remarks.map((remark) => `left: ${remark}`), recallLine(isRecallOn, wantsRecall, recall)];
}

/** What recall is, whether it is on, and what would become of it. wanted: null when nobody asked. */
function recallLine(isOn: boolean, wanted: boolean | null, file: string): string {
  const about = 'recall (a new session begins with a few past findings that fit its branch and latest commits)';
  const state = isOn ? 'on' : 'off';
  if (wanted !== null && wanted !== isOn) return `${about}: ${state} -> ${wanted ? 'on' : 'off'}, by the file ${file}`;
  return `${about}: ${state}${wanted === null && !isOn ? '; --recall turns it on' : ''}`;
}

function reasonOf(change: Change): string {
  if (change.kind === 'days') return `transcripts are deleted ${counted(change.before ?? DEFAULT_DAYS, 'day')} after their last change; ${WANTED_DAYS} days keep them findable and resumable for a year`;
  return `rule ${change.kind === 'rule' ? change.rule : ''}: searching and reading past sessions need no question each time`;
}

function diffOf(before: string, after: string): string[] {
  return diffLines(before, after).map((line) => line.replace(SECRET_LINE, '$1"…"'));
}

function undoLines(places: SetupPlaces): string[] {
  const undone = undoSetup(places);
  if (undone === null) return ['nothing to undo: setup has changed nothing here'];
  const { wasRecallOn } = undone;
  return [...undoneSettings(undone, places.settings), ...(wasRecallOn ? ['recall is off again'] : []), 'undone'];
}

function undoneSettings({ before, after }: Undone, settings: string): string[] {
  if (before === after) return [`${settings} is as it was`];
  return after === null ? [`${settings} is removed again`] : [settings, ...diffOf(before ?? '', after)];
}
