/**
 * Unpacks blocks that were deflated: long posting lists, and texts.
 *
 * Node's own functions make a stream for each call, which takes as long as unpacking 20 KB, and a question has thirty blocks. So one
 * stream's handle is used again and again, as minizlib does it (npm's own). It is no documented interface: where it looks otherwise, or
 * finds anything wrong, inflateRawSync() decides. What comes in has been checked by page, see checked-file.ts.
 */
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib';
import { IndexDamage } from './damage.ts';

/** The smallest piece that zlib takes. */
const MIN_CHUNK_BYTES = 64;

/** What a stream of zlib works with. */
interface Handle {
  onerror: () => void;
  reset(): void;
  writeSync(flush: number, from: Uint8Array, fromStart: number, fromLength: number, to: Uint8Array, toStart: number, toLength: number): void;
}

interface Unpacker {
  readonly handle: Handle;
  /** What is left of the room, and of what came in. */
  readonly left: Uint32Array;
}

/** Null where there is none such. */
let used: Unpacker | null | undefined;
let hasFailed = false;

/** Inflates one block. length: of the result, where it is known or guessed: what is not longer comes in one piece (a byte of room, or zlib asks for another). into: memory for it, of a byte more, where the result may be a view of that. Throws IndexDamage where zlib fails. */
export function inflate(bytes: Uint8Array, name: string, length = 0, into: Buffer | null = null): Buffer {
  const whole = length < MIN_CHUNK_BYTES ? null : inflateAtOnce(bytes, length + 1, constants.Z_FINISH, into);
  if (whole !== null && whole.length <= length) return whole;
  try {
    return inflateRawSync(bytes, length < MIN_CHUNK_BYTES ? {} : { chunkSize: length + 1 });
  } catch (error) {
    throw new IndexDamage(`${name}: a block cannot be inflated`, error);
  }
}

/** The first `length` bytes of a block at least, of which there are so many. Errors as inflate(). */
export function inflateBegin(bytes: Uint8Array, name: string, length: number): Buffer {
  const begin = length < MIN_CHUNK_BYTES ? null : inflateAtOnce(bytes, length, constants.Z_SYNC_FLUSH);
  return begin !== null && begin.length === length ? begin : inflate(bytes, name, length);
}

/** At most so many bytes of a block; null where that cannot be done, or not like this. */
function inflateAtOnce(bytes: Uint8Array, room: number, flush: number, into: Buffer | null = null): Buffer | null {
  used ??= openHandle();
  if (used === null) return null;
  const { handle, left } = used;
  // Not from Buffer's shared pool, which what is kept would keep.
  const to = into ?? Buffer.allocUnsafeSlow(room);
  hasFailed = false;
  handle.reset();
  handle.writeSync(flush, bytes, 0, bytes.length, to, 0, room);
  if (hasFailed) used = undefined;
  return hasFailed ? null : to.subarray(0, room - left[0]);
}

function openHandle(): Unpacker | null {
  const { _handle: handle, _writeState: left } = createInflateRaw() as unknown as { _handle?: Partial<Handle>; _writeState?: unknown };
  if (typeof handle?.reset !== 'function' || typeof handle.writeSync !== 'function' || !(left instanceof Uint32Array)) return null;
  handle.onerror = () => {
    hasFailed = true;
  };
  return { handle: handle as Handle, left };
}
