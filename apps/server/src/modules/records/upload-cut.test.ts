import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf, pdfOfSize, reportForm } from '../../../test/fixtures/report-files.ts';
import { pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

let v: Visit;
let port: number;
beforeAll(async () => {
  v = await pastVisit();
  await v.t.app.listen({ port: 0 });
  ({ port } = v.t.app.server.address() as AddressInfo);
});
afterAll(() => v.close());

const left = async () => await readdir(join(v.folder, 'files', 'incoming')).catch(() => []);
const count = async () => {
  const { rows } = await sql<{ records: number }>`select count(*) as records from records`.execute(v.t.db);
  return rows[0]?.records;
};

/** The bytes of an upload as they go over the wire. */
function wire(data: Buffer) {
  const { body, headers } = reportForm(data);
  const head = [
    `POST /api/records/create/${v.appointment}/ HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${v.provider.access}`,
    `content-type: ${headers['content-type']}`,
    `content-length: ${body.length}`,
  ].join('\r\n');
  return { head: Buffer.from(`${head}\r\n\r\n`), body };
}

async function cutAfter(bytes: number, { head, body }: ReturnType<typeof wire>) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.write(Buffer.concat([head, body.subarray(0, bytes)]), () => resolve()));
  // Half of them once the server has begun to write.
  if (bytes % 2 === 0)
    await expect
      .poll(left, { timeout: 200 })
      .not.toEqual([])
      .catch(() => {});
  socket.destroy();
}

test('a client that goes away at any byte leaves nothing', { timeout: 60_000 }, async () => {
  const sent = wire(pdfOfSize(300_000));
  const { length } = sent.body;
  const cuts = [
    0,
    1,
    40,
    100,
    150,
    151,
    170,
    200,
    201,
    1000,
    65_536,
    65_537,
    150_000,
    length - 100,
    length - 3,
    length - 1,
  ];
  const before = await count();
  for (const cut of cuts) await cutAfter(cut, sent);
  await expect.poll(left).toEqual([]);
  expect(await count()).toBe(before);
  // The server is none the worse for it.
  expect((await v.upload()).status).toBe(201);
});

test('a refusal reaches a client that is still sending, and the connection goes on', async () => {
  const { head, body } = wire(Buffer.concat([Buffer.from('no PDF at all'), Buffer.alloc(400_000)]));
  const next = wire(pdf());
  const answers = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (/HTTP\/1.1 415[^]*HTTP\/1.1 201/.test(text)) socket.end();
    });
    socket.on('close', () => resolve(text));
    socket.write(Buffer.concat([head, body, next.head, next.body]));
  });
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 415', 'HTTP/1.1 201']);
});

/** Sends a file piece by piece, with no end to it. */
async function endless() {
  const { body } = wire(Buffer.alloc(0));
  const start = body.subarray(0, body.indexOf('\r\n\r\n') + 4);
  const boundary = body.subarray(2, body.indexOf('\r\n')).toString();
  const socket = connect(port, '127.0.0.1');
  socket.setMaxListeners(0);
  socket.on('error', () => {});
  socket.write(
    `POST /api/records/create/${v.appointment}/ HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${v.provider.access}\r\n` +
      `content-type: multipart/form-data; boundary=${boundary}\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const piece = (data: Buffer) =>
    Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
  socket.write(piece(start));
  const filler = piece(Buffer.alloc(256 * 1024));
  const sendOne = async () => {
    if (!socket.write(filler)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    return filler.length;
  };
  return { socket, sendOne };
}

const tooLarge = /^HTTP\/1.1 413[^]*connection: close/i;
const megabyte = 1024 * 1024;

test('a file that never ends is not read to its end', { timeout: 30_000 }, async () => {
  let taken = () => 0;
  v.t.app.server.once('connection', (from: Socket) => (taken = () => from.bytesRead));
  const { socket, sendOne } = await endless();
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  let sent = 0;
  while (socket.bytesRead === 0 && !socket.destroyed && sent < 60 * megabyte) sent += await sendOne();
  await expect.poll(() => answer).toMatch(tooLarge);
  socket.destroy();
  // What the kernel holds between the two is none of the server's.
  expect(taken()).toBeGreaterThan(20 * megabyte);
  expect(taken()).toBeLessThan(30 * megabyte);
  await expect.poll(left).toEqual([]);
});

test('a client that sends on for a while before it looks still gets the refusal', { timeout: 30_000 }, async () => {
  const { socket, sendOne } = await endless();
  let answer = '';
  let sent = 0;
  while (!socket.destroyed && sent < 26 * megabyte) sent += await sendOne();
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await expect.poll(() => answer).toMatch(tooLarge);
  // A client that never stops is left to itself.
  await expect.poll(() => socket.destroyed || socket.readableEnded, { timeout: 5000 }).toBe(true);
  socket.destroy();
});
