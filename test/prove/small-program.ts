/**
 * The program with other limits, so that a small history is built as a large one is by the real program: in many segments, made by
 * worker threads, published in batches.
 *
 * Bundled by the proofs. Limits are read when a refresh starts, so setting them before main.ts loads is enough.
 */
import { LIMITS, type Limits } from '../../src/refresh/limits.ts';

const SMALL: Limits = {
  draftBytes: 96 << 10,
  workerDraftBytes: 64 << 10,
  stepBytes: 128 << 10,
  batchBytes: 512 << 10,
  batchMs: 300,
  firstBatchBytes: 128 << 10,
  longBuildBytes: 1 << 20,
  loadEntriesBytes: 64 << 10,
};

Object.assign(LIMITS, SMALL);
void import('../../src/main.ts');
