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

/** The limits that are set, each in a few words: `project shop`, `branch main`, `prompt only`. */
export function limitsOf({ question, setting }: PickerState): string[] {
  const limits: string[] = [];
  if (question.isHere) limits.push(`project ${named(setting.project)}`);
  if (question.isOnBranch) limits.push(`branch ${named(setting.branch ?? '')}`);
  if (question.field !== null) limits.push(`${question.field} only`);
  if (question.isAll) limits.push('weak hits too');
  return limits;
}

function named(name: string): string {
  return truncate(oneLine(name), MAX_NAME_COLS);
}
