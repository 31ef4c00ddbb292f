/**
 * What only newer Nodes have: asked for without an import, which would fail or, as a namespace, copy every property of its module.
 */
interface Builtins {
  readonly getBuiltinModule?: (name: string) => { readonly crc32?: (bytes: Uint8Array, before?: number) => number };
}

/** CRC-32 as of gzip, from Node 20.16 and 22.3 on. */
export const nativeCrc32 = (process as Builtins).getBuiltinModule?.('node:zlib').crc32;
