/**
 * Time that the work itself takes, for tests of what must grow in step with its input: however busy the machine is, only this process
 * is counted.
 */

/** Milliseconds of processor time, of all threads of this process. */
export function processorMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
