import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

interface Entry {
  path: string;
  /** Called when it is this entry's turn; undefined omits the entry. */
  content: () => Promise<Readable | undefined>;
  /** Whether compression makes it smaller; it does not for pictures and PDFs. */
  compress: boolean;
}

/** A ZIP of some entries, streamed one after the other, never a whole one in memory. The stream fails if an entry fails. */
export async function* zipOf(entries: Iterable<Entry>, now: Date): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;

  async function addAll() {
    for (const { path, content, compress } of entries) {
      current = await content();
      if (current === undefined) continue;
      // The next entry is opened when this one is written.
      const isIn = finished(current, { writable: false });
      zip.addReadStream(current, path, { mtime: now, mode: 0o100600, compress });
      await isIn;
    }
    zip.end();
  }
  const adding = addAll().catch((error: unknown) => void output.destroy(error as Error));
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    // If the consumer stops reading, a half-written entry would wait forever.
    current?.destroy();
    await adding;
  }
}
