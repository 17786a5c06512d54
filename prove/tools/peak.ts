/**
 * The maximum throughput per second: the best of increasing rates, until they are no longer achieved. `run` sends a rate of
 * requests for some seconds, and returns how many succeeded.
 */
export async function peakOf(run: (rate: number, seconds: number) => Promise<number>, seconds = 4): Promise<number> {
  let peak = 0;
  for (let rate = 300; rate <= 20_000; rate *= 1.5) {
    const reached = (await run(rate, seconds)) / seconds;
    peak = Math.max(peak, reached);
    if (reached < 0.8 * rate) break;
  }
  return peak;
}
