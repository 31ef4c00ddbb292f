import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainList } from '../../src/picker/plain-list.ts';
import { NOW_MS, sampleAnswer, sampleHit } from './sample-answer.ts';

test('plainList() shows each hit and the line to type', () => {
  const answer = sampleAnswer([sampleHit(), sampleHit({ title: 'Ledger', weak: true, snippet: '', field: 'title', agent: false })], { weak: 3 });
  assert.equal(
    plainList(answer, (hit) => `cd ${hit.dir} && ${hit.resume}`, NOW_MS),
    [
      '1. Retry of failed payments',
      '   shop · 3d · 12 turns · 2 of 2 words',
      '   prompt: make the [payment retry] wait longer',
      '   cd /home/dev/shop && claude --resume 11111111-2222-4333-8444-555555555555',
      '2. weak: Ledger',
      '   shop · 3d · 12 turns · 2 of 2 words',
      '   cd /home/dev/shop && claude --resume 11111111-2222-4333-8444-555555555555',
      '1 relevant, 3 weak for: payment retry',
      '',
    ].join('\n'),
  );
});

test('plainList() says that nothing was found', () => {
  assert.equal(plainList(sampleAnswer([]), () => '', NOW_MS), 'nothing found\n');
});

test('plainList() makes the command harmless too', () => {
  const list = plainList(sampleAnswer([sampleHit()]), () => "cd '/x\x1b[2J' && claude", NOW_MS);
  assert.doesNotMatch(list, /[\0-\x09\x0b-\x1f]/);
});
