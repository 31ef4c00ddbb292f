/**
 * Files of a zip archive in memory: stored or deflated ones, of less than 4 GB, without encryption.
 *
 * Source: PKWARE APPNOTE.TXT, 4.3.7 (local header), 4.3.12 (central directory), 4.3.16 (its end).
 */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const DEFLATED = 8;

/** Contents by name; folders are left out. Throws for what is no archive. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== END) end--;
  if (end < 0) throw new Error('not a zip archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + 46, at + 46 + nameBytes);
    const header = archive.readUInt32LE(at + 42);
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const data = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    if (!name.endsWith('/')) files.set(name, archive.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(data) : Buffer.from(data));
    at += 46 + nameBytes + extraBytes + noteBytes;
  }
  return files;
}
