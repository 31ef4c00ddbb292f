/**
 * `npm run bench -- WHAT`: the measurements, and the generated histories by themselves.
 */
import { growSession, makeCorpus } from './corpus/make-corpus.ts';
import { measureSpeed } from './speed.ts';

const USAGE = `npm run bench -- speed [--mb 100,1000,3000] [--runs 5] [--node PATH] [--store MACHINE]
npm run bench -- corpus --out DIR [--mb 100] [--seed 1] [--dirty] [--agents]
npm run bench -- grow FILE [--kb 8] [--seed 1]
`;

const [what, ...rest] = process.argv.slice(2);

function flag(name: string): boolean {
  return rest.includes(`--${name}`);
}

function value(name: string, otherwise: string): string {
  const at = rest.indexOf(`--${name}`);
  return at >= 0 && at + 1 < rest.length ? rest[at + 1] : otherwise;
}

if (what === 'speed') {
  const sizes = value('mb', '100').split(',').map(Number);
  measureSpeed({ sizes, runs: Number(value('runs', '5')), node: value('node', process.execPath), store: value('store', '') || null });
} else if (what === 'corpus' && flag('out')) {
  const outDir = value('out', '');
  const corpus = makeCorpus({ outDir, megabytes: Number(value('mb', '100')), seed: Number(value('seed', '1')), isDirty: flag('dirty'), hasAgents: flag('agents') });
  process.stdout.write(`${corpus.files.length} sessions, ${(corpus.bytes / 1048576).toFixed(1)} MB, ${corpus.needles.length} needles in ${outDir}\n`);
} else if (what === 'grow' && rest.length > 0) {
  process.stdout.write(`${growSession(rest[0], Number(value('kb', '8')), Number(value('seed', '1')))} bytes appended\n`);
} else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
