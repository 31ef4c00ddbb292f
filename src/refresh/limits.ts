/**
 * How much a refresh takes at once. Numbers chosen on generated histories of 100 MB and 1 GB; tests set smaller ones.
 */

/** Bounds of one refresh. */
export interface Limits {
  /** A segment is made when there is so much text for it: bounds memory. */
  readonly draftBytes: number;
  /** The same with workers, when there are three drafts and two segments at a time: 1 GB takes 274 MB with drafts of 8 MB, 360 with 12. */
  readonly workerDraftBytes: number;
  /** A file is read in steps of so many bytes; after each the run may publish. */
  readonly stepBytes: number;
  /** A batch is published after so many bytes, or so long. */
  readonly batchBytes: number;
  readonly batchMs: number;
  /** The first batch of a new index: soon, for those who wait for a long build. */
  readonly firstBatchBytes: number;
  /** A build is long from so many bytes on; a shorter one is not worth a small segment. */
  readonly longBuildBytes: number;
  /** From so many new bytes on, all known identities are loaded instead of being looked up one by one. */
  readonly loadEntriesBytes: number;
}

/** Those of the program. */
export const LIMITS: Limits = {
  draftBytes: 24 << 20,
  workerDraftBytes: 8 << 20,
  stepBytes: 128 << 20,
  batchBytes: 128 << 20,
  batchMs: 10_000,
  firstBatchBytes: 16 << 20,
  longBuildBytes: 300 << 20,
  loadEntriesBytes: 2 << 20,
};
