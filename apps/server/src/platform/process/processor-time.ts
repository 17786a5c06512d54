/** The processor time of this thread so far, in milliseconds; before Node 23.9 the time that passed. */
export function processorMs(): number {
  if (!('threadCpuUsage' in process)) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
