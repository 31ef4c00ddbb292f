import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderCosts } from '../../src/cli/costs-text.ts';
import { COSTS } from './fake-engine.ts';

test('renderCosts() tells times, bytes, memory and the slowest files', () => {
  assert.equal(renderCosts(COSTS), `time, of 1.7 s:
  listing folders                12 ms    1 %
  reading and scanning          700 ms   41 %
  splitting into words          900 ms   53 %
  writing segments               88 ms    5 %
in other threads at the same time:
  sorting, encoding              1.2 s
bytes:
  read: sessions                1.0 MB in 2 files
  read: sub-agents              200 KB in 1 file
  text kept of it               240 KB   20 %
  written                       150 KB in 2 segments, 0 merged
  memory at most                121 MB
slowest to read:
  600 ms, 900 KB              1.5 MB/s  /home/dev/.claude/projects/-shop/a.jsonl
`);
});

test('renderCosts() shows no shares for a refresh that found nothing', () => {
  const nothing = { ...COSTS, phases: [], phasesBeside: [], read: [], textBytes: 0, bytesWritten: 0, segmentsWritten: 0, slowest: [] };
  assert.equal(renderCosts(nothing).replace(/ +/g, ' ').replace(/ $/gm, ''), 'time, of 0 ms:\nbytes:\n text kept of it 0 B\n written 0 B in 0 segments, 0 merged\n memory at most 121 MB\n');
});
