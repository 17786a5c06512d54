const everyMs = 5000;

/** Prints the progress of long work on standard error from time to time. */
export function progressOf(name: string, total: number) {
  let done = 0;
  let said = performance.now();
  return {
    step(by = 1) {
      done += by;
      if (performance.now() - said < everyMs) return;
      said = performance.now();
      process.stderr.write(`${name}: ${done} of ${total}\n`);
    },
  };
}
