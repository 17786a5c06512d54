import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

interface Entry {
  path: string;
  /** Called when its turn comes; undefined leaves the entry out. */
  content: () => Promise<Readable | undefined>;
  /** Whether it gets smaller by compressing; pictures and PDFs do not. */
  compress: boolean;
}

/** A ZIP of some entries, one after the other, none of them ever whole in memory. The stream fails where an entry does. */
export async function* zipOf(entries: Iterable<Entry>, now: Date): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  const failed = (error: unknown) => void output.destroy(error as Error);
  zip.on('error', failed);

  async function addAll() {
    for (const { path, content, compress } of entries) {
      current = await content();
      if (current === undefined) continue;
      // The next one is opened when this one is in.
      const isIn = finished(current, { writable: false });
      zip.addReadStream(current, path, { mtime: now, mode: 0o100600, compress });
      await isIn;
    }
    zip.end();
  }
  const adding = addAll().catch(failed);
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    // Where nobody reads on, an entry that is half in would wait for ever.
    current?.destroy();
    await adding;
  }
}
