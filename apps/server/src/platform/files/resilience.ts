import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel';
import type { Logger } from '../log/log.ts';

// What another machine is asked at the same time, and what waits for that. More would wait longer than people do.
const atOnce = 16;
const waiting = 200;
const triesMore = 2;
const backoff = { initialDelay: 100, maxDelay: 1000 };
// So many failures in a row, and it is left alone for a while; then one request finds out whether it is back.
const failuresInARow = 5;

interface Options {
  log: Logger;
  /** Whether an error may be gone the next time; what is not is thrown at once, and is no sign that the other is away. */
  isWorthAnother: (error: unknown) => boolean;
  leftAloneMs: number;
}

/**
 * Calls another machine with retries, a limit on concurrent calls (bulkhead), and a circuit breaker that stops calling for a
 * while after several failures in a row. Throws the last error, or that it was not called.
 */
export function openResiliencePolicy({ log, isWorthAnother, leftAloneMs }: Options) {
  const notAsked = (error: unknown) => error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError;
  const failing = handleWhen((error) => !notAsked(error) && isWorthAnother(error));
  const breaker = circuitBreaker(failing, {
    halfOpenAfter: leftAloneMs,
    breaker: new ConsecutiveBreaker(failuresInARow),
  });
  breaker.onBreak((why) => {
    const fault = 'error' in why && why.error instanceof Error ? why.error.message : 'unknown';
    log.error({ fault }, 'the S3 store is away: it is left alone for a while');
  });
  breaker.onReset(() => log.info({}, 'the S3 store is back'));
  const outer = wrap(
    retry(failing, { maxAttempts: triesMore, backoff: new ExponentialBackoff(backoff) }),
    bulkhead(atOnce, waiting),
  );

  return async <T>(ask: () => Promise<T>): Promise<T> =>
    await outer.execute(async () => {
      // Nobody waits for the one that finds out.
      if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
      return await breaker.execute(ask);
    });
}
