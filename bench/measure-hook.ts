/**
 * What a person waits for at the start of a session when recall is on, and at its end: the hooks by the launcher, its look for Node included.
 *
 * A repository of its own, whose last session is in the history, so that there is something to tell. Processor time as everywhere; the
 * least wall time of the runs stands beside it, since the budget of 150 ms is one of waiting.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { History } from './history.ts';
import type { Measurement } from './measurement.ts';
import type { Command } from './process.ts';
import type { MeasureName } from './rows.ts';

const SESSION = 'be6c0000-0000-4000-8000-00000000000b';
const SUBJECTS = ['connection pool timeout after the worker upgrade', 'retry queue uploads with backoff', 'expired tokens are evicted before the refresh'];

export function measureHooks({ meter, histories, folder, runs, add, ensureIndex }: Measurement, node: string): void {
  const launcher = join(folder, 'plugin', 'ccfind');
  mkdirSync(dirname(launcher), { recursive: true });
  copyFileSync('plugin/ccfind', launcher);
  chmodSync(launcher, 0o755);
  symlinkSync(resolve('.build', 'program'), join(folder, 'plugin', 'lib'));
  const repository = makeRepository(join(folder, 'repository'));
  for (const history of histories) {
    ensureIndex(history);
    const { megabytes } = history;
    writeSession(history, repository);
    mkdirSync(join(history.config, 'ccfind-setup'), { recursive: true });
    writeFileSync(join(history.config, 'ccfind-setup', 'recall'), '');
    const ready = join(history.index, 'recall.json');
    const hook = (event: string): Command => ({
      program: 'sh', arguments: ['-c', 'cd "$1" && echo "{\\"cwd\\":\\"$1\\",\\"source\\":\\"startup\\"}" | "$0" hook "$2"', launcher, repository, event],
      environment: { CLAUDE_CONFIG_DIR: history.config, CCFIND_DIR: history.index, PATH: `${dirname(node)}:/usr/bin:/bin` },
    });
    meter.run(hook('SessionEnded'));
    if (!existsSync(ready)) throw new Error('no findings lie ready after the end of a session');
    const kept = readFileSync(ready);
    const measure = (name: MeasureName, command: Command): void => {
      const ms: number[] = [];
      const wallMs: number[] = [];
      for (let i = 0; i < runs * 2; i++) {
        command.before?.();
        const startedMs = performance.now();
        ms.push(meter.run({ ...command, before: undefined }).ms);
        wallMs.push(performance.now() - startedMs);
      }
      add({ measure: name, megabytes, value: ms.sort((a, b) => a - b)[ms.length >> 1], detail: `(waited ${Math.min(...wallMs).toFixed(0)} ms at least)` });
    };
    measure('hookReady', { ...hook('SessionStart'), before: () => writeFileSync(ready, kept) });
    measure('hookSearch', { ...hook('SessionStart'), before: () => writeFileSync(ready, '[]') });
    measure('hookStop', hook('Stop'));
  }
}

/** A folder with what the hook reads of git. */
function makeRepository(folder: string): string {
  const zero = '0'.repeat(40);
  mkdirSync(join(folder, '.git', 'logs'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(folder, '.git', 'logs', 'HEAD'), SUBJECTS.map((subject) => `${zero} ${zero} A <a@example.org> 1790000000 +0000\tcommit: ${subject}\n`).join(''));
  return folder;
}

/** A session in that repository that is about its commits. */
function writeSession({ config }: History, cwd: string): void {
  const lines = SUBJECTS.map((subject, i) => JSON.stringify({
    type: 'user', uuid: `be6c0000-0000-4000-8000-${String(i).padStart(12, '0')}`, timestamp: `2026-03-02T09:0${i}:00.000Z`, cwd, gitBranch: 'main', message: { role: 'user', content: subject },
  }));
  mkdirSync(join(config, 'projects', 'hook'), { recursive: true });
  writeFileSync(join(config, 'projects', 'hook', `${SESSION}.jsonl`), `${lines.join('\n')}\n`);
}
