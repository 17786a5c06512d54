import type { Logger } from './platform/log/log.ts';

// Told to stop, it has ended by then, one way or the other.
const endMs = 29_000;
// Two signals closer than this are one.
const doubledMs = 1000;

/**
 * Resolves when everything has been stopped after SIGTERM or SIGINT; a second signal, or too long a wait, ends at once. A fault
 * that nothing has caught is written down and ends it in the same way, only with exit code 1: whatever keeps it running starts it anew.
 */
export function stopOnSignal(
  lifecycle: { draining: boolean },
  close: () => Promise<void>,
  log: Logger,
  kill = () => {},
) {
  return new Promise<void>((resolve, reject) => {
    let signalledAt = 0;
    const endNow = () => {
      kill();
      process.exit(1);
    };
    const end = () => {
      signalledAt = performance.now();
      lifecycle.draining = true;
      log.info({}, 'draining');
      setTimeout(endNow, endMs).unref();
      close().then(resolve, reject);
    };
    const stop = () => {
      // Ctrl-C under npm arrives twice: from the terminal, and passed on by npm.
      if (!lifecycle.draining) end();
      else if (performance.now() - signalledAt > doubledMs) endNow();
    };
    const fail = (thrown: unknown) => {
      log.error(
        { fault: thrown instanceof Error ? (thrown.stack ?? thrown.message) : 'not an Error' },
        'fault outside',
      );
      process.exitCode = 1;
      if (!lifecycle.draining) end();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    process.on('uncaughtException', fail);
    process.on('unhandledRejection', fail);
  });
}
