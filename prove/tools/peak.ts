/**
 * The most that can be got done in a second: of rates that rise until they are not followed any more, the best that was reached.
 * `run` sends so many requests a second for so many seconds, and gives how many were answered well.
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
