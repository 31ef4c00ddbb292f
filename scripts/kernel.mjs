// Compiles src/kernel to src/kernel/kernel.wasm by AssemblyScript; the result is committed (scripts/build.mjs writes it).
//
// The sources are TypeScript that uses nothing but numbers. Their imports are cut off, and memory.ts is replaced by the
// instructions that it stands for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './development.mjs';

/** The compiled kernel. */
export const KERNEL = join(ROOT, 'src', 'kernel', 'kernel.wasm');

const SOURCES = ['layout', 'lists', 'quote', 'rows', 'score', 'tally', 'best', 'spell'];

const INSTRUCTIONS = `
// @ts-ignore
@inline function byteAt(at: i32): i32 { return load<u8>(at); }
// @ts-ignore
@inline function halfAt(at: i32): i32 { return load<u16>(at); }
// @ts-ignore
@inline function wordAt(at: i32): i32 { return load<i32>(at); }
// @ts-ignore
@inline function realAt(at: i32): f64 { return load<f64>(at); }
// @ts-ignore
@inline function setByte(at: i32, value: i32): void { store<u8>(at, value); }
// @ts-ignore
@inline function setWord(at: i32, value: i32): void { store<i32>(at, value); }
// @ts-ignore
@inline function setReal(at: i32, value: f64): void { store<f64>(at, value); }
`;

/** The bytes of the compiled kernel. */
export async function compileKernel() {
  const { default: asc } = await import('assemblyscript/asc');
  const source = SOURCES.map((name) => readFileSync(join(ROOT, 'src', 'kernel', `${name}.ts`), 'utf8').replace(/^import [^;]*;$/gm, ''));
  const layout = source[0].replace(/^export /gm, '');
  const text = INSTRUCTIONS + [layout, ...source.slice(1)].join('\n').replaceAll('export let ', 'let ').replaceAll('===', '==').replaceAll('!==', '!=');
  const output = {};
  const { error, stderr } = await asc.main(['kernel.ts', '--outFile', 'kernel.wasm', '-O3', '--runtime', 'stub', '--importMemory', '--noAssert'], {
    readFile: (name) => (name === 'kernel.ts' ? text : null),
    writeFile: (name, contents) => void (output[name] = contents),
    listFiles: () => [],
  });
  if (error !== null) throw new Error(`the kernel cannot be compiled:\n${stderr.toString()}`);
  return output['kernel.wasm'];
}
