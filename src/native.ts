/**
 * What only newer versions of Node have. Not by an import: that would fail on older ones or, as a namespace, copy every property of its
 * module.
 */
interface Builtins {
  readonly getBuiltinModule?: (name: string) => { readonly crc32?: (bytes: Uint8Array, before?: number) => number };
}

/** The CRC-32 of gzip; undefined before Node 20.16 and 22.3. */
export const nativeCrc32 = (process as Builtins).getBuiltinModule?.('node:zlib').crc32;
