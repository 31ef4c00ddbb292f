/**
 * `npm run prove -- [WHAT …]`: the long proofs, each by itself or all in turn. Exit code 1 when one has found a fault.
 *
 * A proof is a row of the table: a name, a sentence, and a function from the flags to a report.
 */
import { seedOf } from '../random.ts';
import { proveClients } from './clients.ts';
import { proveDamage } from './damage.ts';
import { proveAllFaults } from './faults.ts';
import { proveKills } from './kills.ts';
import { renderReport, storeReport, type ProofReport } from './proof.ts';
import { proveSoak } from './soak.ts';

interface Proof {
  readonly what: string;
  /** Its own flags, for the list. */
  readonly flags: string;
  readonly prove: () => Promise<ProofReport> | ProofReport;
}

const PROOFS: Readonly<Record<string, Proof>> = {
  kills: {
    what: 'kill −9 at random moments of build, refresh, merge and rebuild: the next search answers as a fresh index',
    flags: '[--kills 500] [--seed N] [--mb 4] [--step-kb 1000] [--large-mb 320]',
    prove: () => proveKills({
      kills: numberOf('kills', 500), seed: numberOf('seed', seedOf()), megabytes: numberOf('mb', 4),
      stepKilobytes: numberOf('step-kb', 1000), largeMegabytes: numberOf('large-mb', 320), onProgress: say,
    }),
  },
  soak: {
    what: 'one writer, eight readers, rebuilds: no error, no line missing that was there before the search, nothing that grows',
    flags: '[--minutes 10] [--seed N] [--mb 10] [--rebuild-s 30]',
    prove: () => proveSoak({
      minutes: numberOf('minutes', 10), seed: numberOf('seed', seedOf()), megabytes: numberOf('mb', 10), secondsBetweenRebuilds: numberOf('rebuild-s', 30),
    }),
  },
  faults: {
    what: 'a fault of every kind at every operation on the index folder: the next command answers as a fresh index',
    flags: '',
    prove: () => proveAllFaults(say),
  },
  damage: {
    what: 'every bit flipped, every length cut, every end lost of the files of an index: noticed, and made anew',
    flags: '',
    prove: () => proveDamage(say),
  },
  clients: {
    what: 'older clients from npm: the plugin installs, skill, hooks and server load without an error, /ccfind searches',
    flags: '[--versions 2.0.77,2.1.63,2.1.120,2.1.200] [--kept DIR]',
    prove: () => proveClients({ versions: (valueOf('versions') ?? '2.0.77,2.1.63,2.1.120,2.1.200').split(','), kept: valueOf('kept'), onProgress: say }),
  },
};

const USAGE = `npm run prove -- [WHAT …] [--store MACHINE]    all of them without a name
${Object.entries(PROOFS).map(([name, { what, flags }]) => `\n${`${name} ${flags}`.trim()}\n    ${what}\n`).join('')}`;

const words = process.argv.slice(2);
const firstFlag = words.findIndex((word) => word.startsWith('--'));
const names = firstFlag < 0 ? words : words.slice(0, firstFlag);

function valueOf(name: string): string | null {
  const at = words.indexOf(`--${name}`);
  return at >= 0 && at + 1 < words.length ? words[at + 1] : null;
}

function numberOf(name: string, otherwise: number): number {
  return Number(valueOf(name) ?? otherwise);
}

function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

if (words.includes('--help') || names.some((name) => !(name in PROOFS))) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  for (const name of names.length > 0 ? names : Object.keys(PROOFS)) {
    const startedMs = performance.now();
    const report = await PROOFS[name].prove();
    const page = renderReport(name, report, (performance.now() - startedMs) / 1000);
    process.stdout.write(page);
    const machine = valueOf('store');
    if (machine !== null) storeReport(name, page, machine);
    if (report.faults.length > 0) process.exitCode = 1;
  }
}
