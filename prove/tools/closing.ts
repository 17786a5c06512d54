const open = new Set<() => Promise<void>>();

/**
 * Remembers how something is ended that must not be left behind; what comes back ends it, once. Should the proofs be stopped
 * by a signal, all that is still open is ended.
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
