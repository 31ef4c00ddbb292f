import { test } from 'node:test';
import assert from 'node:assert/strict';
import { COMMANDS } from '../../src/cli/commands.ts';
import { helpText } from '../../src/cli/help.ts';
import { FLAGS } from '../../src/cli/flags.ts';
import { width } from '../../src/terminal/width.ts';

test('every help text fits 80 columns and about 40 lines', () => {
  for (const name of [null, ...COMMANDS.map((command) => command.name)]) {
    const lines = helpText(name).split('\n');
    assert.ok(lines.length <= 42, `${name}: ${lines.length} lines`);
    for (const line of lines) assert.ok(width(line) <= 80, `${name}: ${line}`);
  }
});

test('help tells all commands, and of each command all flags', () => {
  const overview = helpText(null);
  for (const { name } of COMMANDS) assert.match(overview, new RegExp(`\\b${name}\\b`));
  for (const flag of FLAGS.filter((one) => one.isBuilt && !one.isHidden)) {
    for (const command of flag.commands.filter((name) => COMMANDS.some((one) => one.name === name && one.isBuilt))) {
      assert.ok(helpText(command).includes(`  ${flag.name}`), `${command} ${flag.name}`);
    }
  }
});

test('every help text begins with examples', () => {
  for (const { name, isBuilt } of COMMANDS) {
    if (isBuilt) assert.match(helpText(name), /^ccfind .*\n\n {2}ccfind/, name);
  }
});
