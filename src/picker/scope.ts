/**
 * What the list is limited to, in words, and the order in which Tab goes through the fields. Pure.
 */
import type { FieldName } from '../schema.ts';
import { FIELDS } from '../schema.ts';
import { truncate } from '../terminal/width.ts';
import { oneLine } from './hit-text.ts';
import type { PickerState } from './state.ts';

/** All text, then field after field, then all text again. */
const STEPS: readonly (FieldName | null)[] = [null, ...FIELDS.map(({ name }) => name)];

/** Most columns of a project's or a branch's name. */
const MAX_NAME_COLS = 24;

/** The field after this one, or before it; null stands for all text. */
export function nextField(field: FieldName | null, step: 1 | -1): FieldName | null {
  return STEPS[(STEPS.indexOf(field) + step + STEPS.length) % STEPS.length];
}

/** The limits that are set, each in a few words: `project shop`, `branch main`, `prompt only`, `--since 2026-03-14`. */
export function limitsOf({ question, setting }: PickerState): string[] {
  let given = setting.filters;
  const limits: string[] = [];
  const limit = (shown: string, replaced: string): void => {
    limits.push(shown);
    given = given.filter((filter) => !filter.startsWith(`${replaced} `));
  };
  if (question.isHere) limit(`project ${named(setting.project)}`, '--dir');
  if (question.isOnBranch) limit(`branch ${named(setting.branch ?? '')}`, '--branch');
  if (question.field !== null) limit(`${question.field} only`, '--field');
  return [...limits, ...given.map(oneLine)];
}

function named(name: string): string {
  return truncate(oneLine(name), MAX_NAME_COLS);
}
