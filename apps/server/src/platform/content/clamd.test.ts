import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eicar, hasClamd, openScanner, says, startClamd } from '../../../test/servers/clamd.ts';
import { isInfected } from './clamd.ts';

async function* inPieces(...pieces: Buffer[]) {
  yield* pieces;
}
const large = randomBytes(3 * 1024 * 1024);

describe('over a connection that speaks the protocol', () => {
  let scanner: Awaited<ReturnType<typeof openScanner>>;
  beforeAll(async () => {
    scanner = await openScanner();
  });
  afterAll(() => scanner.close());
  const ask = (content: AsyncIterable<Uint8Array> = inPieces(large), limitMs?: number) =>
    isInfected(scanner.address, content, limitMs);

  test('all of the content arrives, in pieces of at most 64 KB, whatever the pieces that it came in', async () => {
    scanner.behaviour = says('stream: OK');
    const pieces = [large.subarray(0, 1), Buffer.alloc(0), large.subarray(1, 200_000), large.subarray(200_000)];
    expect(await ask(inPieces(...pieces))).toBe(false);
    const { content, largest, ended } = scanner.received.at(-1) ?? {};
    expect(content?.equals(large)).toBe(true);
    expect([largest, ended]).toEqual([64 * 1024, true]);
  });

  test('what is found is infected, also where the answer comes in pieces', async () => {
    scanner.behaviour = says('str', 'eam: Eicar-Test-', 'Signature FOU', 'ND');
    expect(await ask()).toBe(true);
  });

  test.each([
    ['an answer of another kind', 'clamd_refused', says('UNKNOWN COMMAND')],
    ['an answer that only begins like a good one', 'clamd_refused', says('stream: OK but not really')],
    ['an error in its words', 'clamd_refused', says('stream: Allocation failed ERROR')],
    ['nothing at all', 'clamd_refused', says('')],
  ])('%s says nothing: %s', async (_, code, behaviour) => {
    scanner.behaviour = behaviour;
    await expect(ask()).rejects.toMatchObject({ code });
  });

  test('a size limit in the midst of the content is no clean file', async () => {
    scanner.behaviour = (socket, { content }) => {
      if (content.length > 1_000_000) socket.end('INSTREAM size limit exceeded. ERROR\0');
    };
    await expect(ask()).rejects.toMatchObject({ code: 'clamd_size_limit' });
  });

  test.each([
    ['in the midst of the content', 1_000_000],
    ['before a byte of it', -1],
  ])('a connection that ends %s is no clean file', async (_, after) => {
    scanner.behaviour = (socket, { content }) => void (content.length > after && socket.destroy());
    await expect(ask()).rejects.toMatchObject({ code: 'clamd_cut' });
  });

  test('nor one that ends where the answer is due, or within it', async () => {
    for (const last of ['', 'stream: OK']) {
      scanner.behaviour = (socket, { ended }) => void (ended && socket.end(last));
      await expect(ask()).rejects.toMatchObject({ code: 'clamd_cut' });
    }
  });

  test('an answer that never comes, or never ends, is waited for no longer than the limit', async () => {
    scanner.behaviour = () => {};
    await expect(ask(inPieces(large), 150)).rejects.toMatchObject({ code: 'clamd_timeout' });
    scanner.behaviour = (socket, { ended }) => void (ended && socket.write('x'.repeat(100_000)));
    await expect(ask()).rejects.toMatchObject({ code: 'clamd_cut' });
  });

  test('a content that breaks off is not taken for whole', async () => {
    scanner.behaviour = says('stream: OK');
    async function* broken() {
      yield large;
      throw new Error('the disk');
    }
    await expect(ask(broken())).rejects.toThrow('the disk');
    expect(scanner.received.at(-1)?.ended).toBe(false);
  });
});

test('nobody there, on a port or on a path, is said as such', async () => {
  const gone = await openScanner();
  await gone.close();
  for (const address of [gone.address, { path: join(tmpdir(), 'no-such-socket') }]) {
    await expect(isInfected(address, inPieces(large))).rejects.toMatchObject({ code: 'clamd_away' });
  }
});

test.skipIf(!hasClamd)(
  "Debian's clamd finds what it knows, passes what it does not, and refuses what is too large",
  async () => {
    const clamd = await startClamd();
    try {
      expect(await isInfected(clamd.address, inPieces(Buffer.from(`a report\n${eicar}\n`)))).toBe(true);
      expect(await isInfected(clamd.address, inPieces(Buffer.from('a report\n'), large.subarray(0, 900_000)))).toBe(
        false,
      );
      const asked = isInfected(clamd.address, inPieces(large));
      await expect(asked).rejects.toMatchObject({ code: expect.stringMatching(/^clamd_(size_limit|cut)$/) });
      await clamd.stop();
      await expect(isInfected(clamd.address, inPieces(large))).rejects.toMatchObject({ code: 'clamd_away' });
    } finally {
      await clamd.close();
    }
  },
);
