/**
 * Unpacks deflated blocks: long posting lists, and texts.
 *
 * Node's own functions make a stream for each call, which takes as long as unpacking 20 KB, and a question has thirty blocks. So the
 * handle of one stream is reused, as minizlib does it (npm's own). It is no documented interface: if it looks different, or
 * reports an error, inflateRawSync() decides. The input has been checked by page, see checked-file.ts.
 */
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib';
import { IndexDamage } from './damage.ts';

/** The smallest buffer that zlib takes. */
const MIN_CHUNK_BYTES = 64;

/** What a stream of zlib works with. */
interface Handle {
  onerror: () => void;
  reset(): void;
  writeSync(flush: number, from: Uint8Array, fromStart: number, fromLength: number, to: Uint8Array, toStart: number, toLength: number): void;
}

interface Unpacker {
  readonly handle: Handle;
  /** Bytes left of the output's room, and of the input. */
  readonly left: Uint32Array;
}

/** Null where there is no such handle. */
let used: Unpacker | null | undefined;
let hasFailed = false;

/** Inflates one block. length: of the result, known or guessed; a result that is not longer comes in one piece (room for one byte more, or zlib asks for another piece). into: memory for it, of one byte more, if the result may be a view of that. Throws IndexDamage when zlib fails. */
export function inflate(bytes: Uint8Array, name: string, length = 0, into: Buffer | null = null): Buffer {
  const whole = length < MIN_CHUNK_BYTES ? null : inflateAtOnce(bytes, length + 1, constants.Z_FINISH, into);
  if (whole !== null && whole.length <= length) return whole;
  try {
    return inflateRawSync(bytes, length < MIN_CHUNK_BYTES ? {} : { chunkSize: length + 1 });
  } catch (error) {
    throw new IndexDamage(`${name}: a block cannot be inflated`, error);
  }
}

/** The first `length` bytes of a block, or more; all of a shorter one. Throws what inflate() throws. */
export function inflateBegin(bytes: Uint8Array, name: string, length: number): Buffer {
  const begin = length < MIN_CHUNK_BYTES ? null : inflateAtOnce(bytes, length, constants.Z_SYNC_FLUSH);
  return begin !== null && begin.length === length ? begin : inflate(bytes, name, length);
}

/** At most that many bytes of a block; null when that fails, or cannot be done in this way. */
function inflateAtOnce(bytes: Uint8Array, room: number, flush: number, into: Buffer | null = null): Buffer | null {
  used ??= openHandle();
  if (used === null) return null;
  const { handle, left } = used;
  // Not from Buffer's shared pool: a result that is kept would keep all of it.
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
