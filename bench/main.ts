/**
 * `npm run bench -- WHAT`: the measurements, and the generated histories by themselves.
 */
import { growSession, makeCorpus } from './corpus/make-corpus.ts';
import { measureQuality } from './quality/quality.ts';
import { measureSpeed, PARTS, type Part } from './speed.ts';

const USAGE = `npm run bench -- speed [--mb 100,1000,3000] [--runs 5] [--node PATH] [--only ${PARTS.join(',')}]
                      [--histories DIR] [--store MACHINE]
  --only       these measurements alone; peers are other engines, installed from npm when they are first asked for
  --histories  take c100, c1000, … (made by corpus) from there instead of generating them; nothing there is changed
  --store      write the table to bench/runs/DATE-MACHINE
npm run bench -- quality --mirror DIR --work DIR [--sets AW,AC] [--mb 40,100] [--peers] [--kept] [--compare FILE]
                      [--store MACHINE [--label NAME]]
  --mirror     the public repositories that sets are made of (bench/quality/collections.ts names them), bare clones OWNER+NAME
  --work       histories and indexes; made once and left there
  --mb         generated histories too, three of each size
  --kept       rank on the indexes that are there
  --compare    a stored run, bench/runs/…/quality.json
npm run bench -- corpus --out DIR [--mb 100] [--seed 1] [--dirty] [--agents]
npm run bench -- grow FILE [--kb 8] [--seed 1]
`;

const [asked, ...rest] = process.argv.slice(2);
/** Paths say nothing to whoever repeats a run elsewhere. */
const PATH_FLAGS = ['--node', '--histories', '--mirror', '--work'];

function flag(name: string): boolean {
  return rest.includes(`--${name}`);
}

function value(name: string, otherwise: string): string {
  const at = rest.indexOf(`--${name}`);
  return at >= 0 && at + 1 < rest.length ? rest[at + 1] : otherwise;
}

/** A mistyped flag, or --help, must not start minutes of work: then nothing is known that was asked. */
const KNOWN_FLAGS: readonly string[] = USAGE.match(/--[a-z]+/g) ?? [];
const what = rest.every((word) => !word.startsWith('--') || KNOWN_FLAGS.includes(word)) ? asked : null;
const typed = rest.map((word, i) => (PATH_FLAGS.includes(rest[i - 1]) ? 'PATH' : word));
const parts = value('only', PARTS.join(',')).split(',') as Part[];
if (what === 'speed' && parts.every((part) => PARTS.includes(part))) {
  measureSpeed({
    sizes: value('mb', '100').split(',').map(Number),
    runs: Number(value('runs', '5')),
    node: value('node', process.execPath),
    parts,
    kept: value('histories', '') || null,
    store: value('store', '') || null,
    command: ['npm run bench -- speed', ...typed].join(' '),
  });
} else if (what === 'quality' && flag('mirror') && flag('work')) {
  measureQuality({
    mirror: value('mirror', ''),
    work: value('work', ''),
    sets: flag('sets') ? value('sets', '').split(',') : null,
    sizes: flag('mb') ? value('mb', '').split(',').map(Number) : [],
    withPeers: flag('peers'),
    keepsIndexes: flag('kept'),
    compared: value('compare', '') || null,
    store: value('store', '') || null,
    label: value('label', ''),
    command: ['npm run bench -- quality', ...typed].join(' '),
  });
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
