import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSessions } from '../../src/search/session-list.ts';
import { history, snapshotOf } from './memory-index.ts';

test('listSessions() lists sessions newest first, with the start of their ids, and title or opening', () => {
  const snapshot = snapshotOf(history([['first prompt', 'x']], [['second prompt', 'y']], [['third prompt', 'z']]));
  assert.deepEqual(listSessions(snapshot, '', 10).map(({ session }) => session), ['session-2', 'session-1', 'session-0']);
  assert.deepEqual(listSessions(snapshot, '', 2).map(({ session }) => session), ['session-2', 'session-1']);
  assert.deepEqual(listSessions(snapshot, 'session-1', 10).map(({ session, project }) => [session, project]), [['session-1', 'project-1']]);
  assert.deepEqual(listSessions(snapshot, 'other', 10), []);
});
