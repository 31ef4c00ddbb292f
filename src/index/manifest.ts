/**
 * The manifest: the one small file that says what the index is. Replacing it by rename is the commit.
 *
 * JSON on one line, ended by a checksum of everything before it:
 *
 *     {"kind":"ccfind index","format":2,"analyzer":3,"generation":12,"roots":[…],"segments":[{"name","bytes","rows","chunks","liveChunks","dead"}…],
 *      "catalog":"catalog-12-k3j9x2","catalogBase":"","marks":"marks-12-k3j9x2","marksBase":"marks-4-0bq71c","counts":{…},"sessions":87,"checksum":"9f2c41aa"}
 *
 * `kind`, `format`, `analyzer` and the checksum keep their place and meaning in every format, so that an older ccfind can tell a newer
 * index from a damaged one.
 * `dead` is a bit set over the segment's rows in base64, '' when all live. Another format or analyzer version, or
 * anything that does not fit, is IndexDamage: the index is rebuilt, never converted.
 */
import { crc32 } from './crc32.ts';
import { IndexDamage } from './damage.ts';
import type { IndexCounts } from './reader-types.ts';

/** Its name in the index folder. */
export const MANIFEST_NAME = 'manifest.json';
/** Raise it when the layout of any file of the index changes. */
const INDEX_FORMAT = 8;

const KIND = 'ccfind index';
const CHECKSUM_TEXT = /,"checksum":"([0-9a-f]{8})"\}\n$/;

/** A segment and which of its rows are dead. */
export interface SegmentEntry {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly chunks: number;
  readonly liveChunks: number;
  /** Bit set over the rows, base64; '' when none is dead. */
  readonly dead: string;
}

/** What the index is. */
export interface Manifest {
  readonly generation: number;
  /** Config folders, absolute; catalog and marks name a root by its place in this list. */
  readonly roots: readonly string[];
  readonly segments: readonly SegmentEntry[];
  readonly catalog: string;
  /** The base file of `catalog`, '' when that holds everything. */
  readonly catalogBase: string;
  readonly marks: string;
  /** The base file of `marks`, '' when that holds everything. */
  readonly marksBase: string;
  readonly counts: IndexCounts;
  /** Live sessions. */
  readonly sessions: number;
}

/** The file's bytes. */
export function encodeManifest(manifest: Manifest, analyzer: number): Buffer {
  const text = JSON.stringify({ kind: KIND, format: INDEX_FORMAT, analyzer, ...manifest }).slice(0, -1);
  return Buffer.from(`${text},"checksum":"${checksumOf(text)}"}\n`, 'utf8');
}

/** Throws IndexDamage for anything but a manifest of this format and analyzer. */
export function decodeManifest(bytes: Buffer, analyzer: number): Manifest {
  const text = bytes.toString('utf8');
  const end = CHECKSUM_TEXT.exec(text);
  if (end === null || checksumOf(text.slice(0, end.index)) !== end[1]) throw new IndexDamage('manifest: wrong checksum');
  const value = JSON.parse(text) as Manifest & { kind: unknown; format: unknown; analyzer: unknown };
  if (value.kind !== KIND) throw new IndexDamage('manifest: not one of ours');
  const madeBy = (found: unknown, expected: number): IndexDamage['madeBy'] => (Number(found) > expected ? 'a newer one' : 'an older one');
  if (value.format !== INDEX_FORMAT) throw new IndexDamage(`manifest: format ${String(value.format)}, expected ${INDEX_FORMAT}`, undefined, madeBy(value.format, INDEX_FORMAT));
  if (value.analyzer !== analyzer) throw new IndexDamage(`manifest: analyzer ${String(value.analyzer)}, expected ${analyzer}`, undefined, madeBy(value.analyzer, analyzer));
  const { generation, roots, segments, catalog, catalogBase, marks, marksBase, counts, sessions } = value;
  return { generation, roots, segments, catalog, catalogBase, marks, marksBase, counts, sessions };
}

function checksumOf(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  return crc32(bytes, 0, bytes.length).toString(16).padStart(8, '0');
}

/** Every file that belongs to it. */
export function namesIn({ segments, catalog, catalogBase, marks, marksBase }: Manifest): string[] {
  return [...segments.map(({ name }) => name), catalog, marks, ...[catalogBase, marksBase].filter((name) => name !== '')];
}

/** A byte for each row, 1 for dead; null when none is. */
export function decodeDead(entry: SegmentEntry): Uint8Array | null {
  if (entry.dead === '') return null;
  const bits = Buffer.from(entry.dead, 'base64');
  const dead = new Uint8Array(entry.rows);
  for (let row = 0; row < entry.rows; row++) dead[row] = (bits[row >>> 3] >>> (row & 7)) & 1;
  return dead;
}

/** The `dead` text of a segment. */
export function encodeDead(dead: Uint8Array | null): string {
  if (dead === null || !dead.includes(1)) return '';
  const bits = Buffer.alloc((dead.length + 7) >>> 3);
  for (let row = 0; row < dead.length; row++) bits[row >>> 3] |= dead[row] << (row & 7);
  return bits.toString('base64');
}
