import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saidOn } from '../../src/inspect/said.ts';
import type { RawLine } from '../../src/inspect/said.ts';

const user = (content: unknown, more: RawLine = {}): RawLine => ({ type: 'user', message: { content }, ...more });
const claude = (block: RawLine, more: RawLine = {}): RawLine => ({ type: 'assistant', message: { content: [block] }, ...more });

/** A line, and what was said on it as `kind: text`. */
const CASES: readonly (readonly [says: string, line: RawLine, said: readonly string[]])[] = [
  ['a prompt', user('mend the sluice'), ['prompt: mend the sluice']],
  ['an answer', claude({ type: 'text', text: 'mended' }), ['answer: mended']],
  ['thinking', claude({ type: 'thinking', thinking: 'the gate rusts' }), ['thinking: the gate rusts']],
  ['a call, with every string of its input', claude({ type: 'tool_use', name: 'Bash', input: { command: 'ls docks', deep: [{ at: 'pier' }], n: 1 } }), ['tool: Bash\nls docks\npier']],
  ['of a plan the plan alone', claude({ type: 'tool_use', name: 'ExitPlanMode', input: { plan: 'dig deeper', file: 'plan.md' } }), ['tool: ExitPlanMode\ndig deeper']],
  ['an output, without what follows it', user([{ type: 'tool_result', content: 'four docks\n<system-reminder>be kind</system-reminder>' }]), ['output: four docks\n\n']],
  ['an output in blocks, and what was typed beside it', user([{ type: 'tool_result', content: [{ type: 'text', text: 'five docks' }, { type: 'image' }] }, { type: 'text', text: 'go on' }]), ['output: five docks\n', 'prompt: go on']],
  ['a summary', user('all about docks', { isCompactSummary: true }), ['summary: all about docks']],
  ['a prompt in between', { type: 'attachment', attachment: { type: 'queued_command', commandMode: 'prompt', prompt: 'and the pier' } }, ['prompt: and the pier']],
  ['no colours', user([{ type: 'tool_result', content: '\x1b[31mred\x1b[0m buoy' }]), ['output: red buoy']],
  ['nothing that moves a cursor', user([{ type: 'tool_result', content: 'red\x1b[2K buoy' }]), []],
  ['nothing of a meta line', user('be careful', { isMeta: true }), []],
  ['nothing of a command wrapper', user('<command-name>/clear</command-name>'), []],
  ['nothing of a notice', claude({ type: 'text', text: 'API Error' }, { isApiErrorMessage: true }), []],
  ['nothing of a refusal', user([{ type: 'tool_result', content: "The user doesn't want to proceed with this tool use." }]), []],
  ['nothing of a program', user('wake up', { promptSource: 'system' }), []],
  ['nothing of ours', claude({ type: 'text', text: 'found in harbour' }, { attributionSkill: 'ccfind:ccfind' }), []],
  ['nothing of an unknown line', { type: 'hologram', message: { content: 'seen' } }, []],
];

for (const [says, line, said] of CASES) {
  test(`saidOn() gives ${says}`, () => {
    assert.deepEqual(saidOn(line).map(({ kind, text }) => `${kind}: ${text}`), said);
  });
}
