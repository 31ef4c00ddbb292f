// Compiles the kernels to WebAssembly by AssemblyScript: src/kernel/kernel.wasm for a search, src/index/terms.wasm for the making of
// segments. The results are committed (scripts/build.mjs writes them).
//
// The sources are TypeScript that uses only numbers. Their imports are cut off, memory.ts is replaced by the
// instructions that it stands for, and a table of named numbers becomes a namespace of constants.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './development.mjs';

/** What is compiled, from which sources in which order; called from outside is what an interface lists. */
export const KERNELS = [
  {
    file: join(ROOT, 'src', 'kernel', 'kernel.wasm'),
    sources: ['kernel/layout', 'kernel/lists', 'kernel/quote', 'kernel/rows', 'kernel/score', 'kernel/members', 'kernel/window', 'kernel/hide', 'kernel/tally', 'kernel/best', 'kernel/spell', 'kernel/rank', 'kernel/terms'],
    called: ['kernel/arena', 'Kernel'],
    imports: '',
  },
  {
    file: join(ROOT, 'src', 'index', 'terms.wasm'),
    sources: [
      'analysis/kinds', 'analysis/places', 'analysis/term-hash', 'analysis/decode', 'analysis/compound', 'analysis/word', 'analysis/grams', 'analysis/tokenizer',
      'kernel/heap', 'kernel/lists', 'index/interner', 'index/term-sort', 'index/term-run', 'index/posting-lists', 'index/join-source', 'index/list-join',
    ],
    called: ['index/term-kernel', 'TermKernel'],
    imports: '@external("env", "learn") declare function learn(codePoint: i32): i32; @external("env", "compose") declare function compose(start: i32, end: i32, sign: i32): i32;',
  },
];

const INSTRUCTIONS = `
@inline function byteAt(at: i32): i32 { return load<u8>(at); }
@inline function halfAt(at: i32): i32 { return load<u16>(at); }
@inline function wordAt(at: i32): i32 { return load<i32>(at); }
@inline function realAt(at: i32): f64 { return load<f64>(at); }
@inline function setByte(at: i32, value: i32): void { store<u8>(at, value); }
@inline function setHalf(at: i32, value: i32): void { store<u16>(at, value); }
@inline function setWord(at: i32, value: i32): void { store<i32>(at, value); }
@inline function setReal(at: i32, value: f64): void { store<f64>(at, value); }
@inline function imul(a: i32, b: i32): i32 { return a * b; }
@inline function copyBytes(to: i32, from: i32, count: i32): void { memory.copy(to, from, count); }
@inline function clearBytes(at: i32, count: i32): void { memory.fill(at, 0, count); }
function isSame(a: i32, b: i32, count: i32): bool {
  let i: i32 = 0;
  for (; count - i > 8; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
  return count == i || (load<u64>(a + i) ^ load<u64>(b + i)) << (64 - ((count - i) << 3)) == 0;
}
function memoryBytes(): i32 { return memory.size() << 16; }
function growMemory(more: i32): void { if (memory.grow((more + 0xffff) >>> 16) < 0) unreachable(); }
`;

/** The bytes of the compiled kernel. */
export async function compileKernel({ sources, called, imports }) {
  const { default: asc } = await import('assemblyscript/asc');
  const text = [INSTRUCTIONS, imports, ...sources.map(sourceOf), `export { ${namesIn(called).join(', ')} };`].join('\n');
  const output = {};
  const { error, stderr } = await asc.main(['kernel.ts', '--outFile', 'kernel.wasm', '-O3', '--runtime', 'stub', '--importMemory', '--noAssert'], {
    readFile: (name) => (name === 'kernel.ts' ? text : null),
    writeFile: (name, contents) => void (output[name] = contents),
    listFiles: () => [],
  });
  if (error !== null) throw new Error(`the kernel cannot be compiled:\n${stderr.toString()}`);
  return output['kernel.wasm'];
}

function sourceOf(name) {
  return readFileSync(join(ROOT, 'src', `${name}.ts`), 'utf8')
    .replace(/^import [^;]*;$/gm, '')
    .replace(/^export const (\w+) = (\{[^}]*\}) as const;/gm, (_, table, body) => `namespace ${table} {${constantsOf(body)}}`)
    .replace(/^export /gm, '')
    .replaceAll('===', '==')
    .replaceAll('!==', '!=');
}

function namesIn([name, type]) {
  const text = readFileSync(join(ROOT, 'src', `${name}.ts`), 'utf8');
  const body = text.slice(text.indexOf(`export interface ${type} {`)).split('\n}')[0];
  return [...body.matchAll(/readonly (\w+): \(/g)].map(([, name]) => name);
}

function constantsOf(body) {
  return [...body.replace(/\/\*.*?\*\//gs, '').matchAll(/(\w+): (\d+)/g)].map(([, name, value]) => ` export const ${name}: i32 = ${value};`).join('');
}
