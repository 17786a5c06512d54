import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { unzip } from '../../../test/oracles/unzip.ts';
import { zipOf } from './zip.ts';

const now = new Date('2026-11-25T10:00:00Z');

test('an entry without content is left out, and those after it come', async () => {
  const entry = (path: string, text: string | undefined) => ({
    path,
    compress: true,
    content: async () => (text === undefined ? undefined : Readable.from([text])),
  });
  const pieces: Buffer[] = [];
  for await (const piece of zipOf([entry('a', 'first'), entry('b', undefined), entry('c', 'third')], now))
    pieces.push(piece);
  const zip = await unzip(Buffer.concat(pieces));
  expect(zip.names).toEqual(['a', 'c']);
  expect([await zip.text('a'), await zip.text('c')]).toEqual(['first', 'third']);
});

test('where nobody reads on, what is half in is let go', async () => {
  async function* withoutEnd() {
    for (;;) yield Buffer.alloc(100_000);
  }
  const source = Readable.from(withoutEnd());
  for await (const _ of zipOf([{ path: 'endless', compress: false, content: async () => source }], now)) break;
  expect(source.destroyed).toBe(true);
});
