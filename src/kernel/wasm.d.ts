/**
 * Types of compiled code: what the bundler makes of an import of it (its bytes), and as much of Node's WebAssembly as is used.
 */
declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

declare namespace WebAssembly {
  /** Pages of 64 KB. */
  class Memory {
    constructor(limits: { initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module, imports: { env: Readonly<Record<string, Memory | ((...values: number[]) => number)>> });
    readonly exports: object;
  }
}
