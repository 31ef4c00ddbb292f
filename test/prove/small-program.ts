/**
 * The program with other limits, so that a small history is built in many batches, as a large one is by the real program.
 *
 * Bundled by the proofs. Limits are read when a refresh starts, so setting them before main.ts loads is enough.
 */
import { LIMITS } from '../../src/refresh/limits.ts';

Object.assign(LIMITS, { flushPostings: 20_000, stepBytes: 128 << 10, batchBytes: 512 << 10, batchMs: 300, firstBatchBytes: 128 << 10, longBuildBytes: 1 << 20 });
void import('../../src/main.ts');
