const everyMs = 5000;

/** Says on standard error how far something long has come, now and then. */
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
