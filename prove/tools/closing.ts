const open = new Set<() => Promise<void>>();

/**
 * Registers how to end something that must not be left behind; the returned function ends it, once. If the proofs are stopped
 * by a signal, everything still open is ended.
 */
export function closing(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  const close = () => (ended ??= end().finally(() => open.delete(close)));
  open.add(close);
  return close;
}

/** Ends everything, the last opened first. */
export async function closeAll() {
  for (const close of [...open].toReversed()) await close().catch((error: unknown) => console.error(error));
}
