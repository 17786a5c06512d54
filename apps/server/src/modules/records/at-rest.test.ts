import { randomBytes } from 'node:crypto';
import { readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { addDocument, registered } from '../../../test/fixtures/claims.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { formOf, pdfOfSize } from '../../../test/fixtures/report-files.ts';
import { auditOf, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { bytesOf, putBytes } from '../../../test/fixtures/stored-files.ts';

let v: Visit;
let address: string;
beforeAll(async () => {
  // The master keys in the data folder, so that they can be taken away.
  v = await pastVisit({ MASTER_KEYS: '' });
  await v.t.app.listen({ port: 0 });
  address = `http://127.0.0.1:${(v.t.app.server.address() as AddressInfo).port}`;
});
afterAll(() => v.close());

interface Sent {
  id: number;
  report: string;
  download: string;
}

const data = pdfOfSize(300_000);
const send = async () => (await v.upload(data)).body as Sent;
async function fileOf({ id }: Sent) {
  const { rows } = await sql<{ file: string }>`select file from records where id = ${id}`.execute(v.t.db);
  return (rows[0] as { file: string }).file;
}
async function spoil(sent: Sent, at: number) {
  const file = await fileOf(sent);
  const sealed = await bytesOf(v.t.store, file);
  sealed[at] = (sealed[at] as number) ^ 1;
  await putBytes(v.t, file, sealed);
}

/** What a page says, where it is a refusal without a byte of a report. */
function refusalOf({ statusCode, headers, body }: { statusCode: number; headers: object; body: string }) {
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(body).not.toContain('%PDF');
  return [statusCode, /<h1>(.*)<\/h1>/.exec(body)?.[1]];
}
const damaged = [500, 'This report is damaged'];

describe('a report whose file was changed', () => {
  test('at its beginning or its end is refused by a page, and counts as no look at it', async () => {
    for (const at of [100, 300_050]) {
      const sent = await send();
      await spoil(sent, at);
      for (const url of [sent.report, sent.download]) {
        expect(refusalOf(await v.t.app.inject(url))).toEqual(damaged);
      }
      expect((await auditOf(v.t, sent.id)).map(({ action }) => action)).toEqual(['upload']);
    }
  });

  test('in its middle breaks off before the first false byte', async () => {
    const sent = await send();
    await spoil(sent, 150_000);
    const answer = await fetch(`${address}${sent.report}`);
    expect(answer.status).toBe(200);
    const got: Uint8Array[] = [];
    await expect(
      (async () => {
        for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) got.push(chunk);
      })(),
    ).rejects.toThrow('terminated');
    expect(Buffer.concat(got)).toEqual(data.subarray(0, 2 * 65_536));
    // A part that begins within it is refused whole; one beside it is given.
    const part = (range: string) => v.t.app.inject({ url: sent.download, headers: { range } });
    const refused = await part('bytes=140000-140009');
    expect([refused.statusCode, refused.json().code]).toEqual([500, 'internal_error']);
    expect((await part('bytes=200000-200009')).rawPayload).toEqual(data.subarray(200_000, 200_010));
  });

  test('for that of another report is refused', async () => {
    const [one, other] = [await send(), await send()];
    const [from, to] = [await fileOf(one), await fileOf(other)];
    const [before, after] = [await bytesOf(v.t.store, from), await bytesOf(v.t.store, to)];
    await putBytes(v.t, from, after);
    await putBytes(v.t, to, before);
    for (const { report } of [one, other]) {
      expect(refusalOf(await v.t.app.inject(report))).toEqual(damaged);
    }
  });
});

test('a report whose key was destroyed is gone, whatever copies there are', async () => {
  const sent = await send();
  await sql`delete from file_keys where file = ${await fileOf(sent)}`.execute(v.t.db);
  expect(refusalOf(await v.t.app.inject(sent.report))).toEqual([410, 'This report has been erased']);
  expect((await auditOf(v.t, sent.id)).map(({ action }) => action)).toEqual(['upload']);
});

describe('while the master key', () => {
  const path = () => join(v.folder, 'master-keys');
  test.each([
    ['is missing', () => rm(path())],
    ['is another one', () => writeFile(path(), `1:${randomBytes(32).toString('base64')}\n`)],
  ])('%s, files are neither opened nor taken, and all else goes on', async (_, change) => {
    const provider = await registered(v.t);
    const [sent, document] = [await send(), (await addDocument(v.t, provider)).body];
    const before = await readFile(path());
    const restore = () => writeFile(path(), before);
    onTestFinished(restore);
    await change();

    const links = [
      [sent.report, 'This report cannot be opened just now'],
      [sent.download, 'This report cannot be opened just now'],
      [document.view, 'This document cannot be opened just now'],
    ];
    for (const [url, title] of links as [string, string][]) {
      const answer = await v.t.app.inject(url);
      expect(refusalOf(answer)).toEqual([503, title]);
      expect(answer.headers['retry-after']).toBe('300');
    }
    for (const refused of [await v.upload(data), await addDocument(v.t, provider)]) {
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'key_missing', '300']);
    }
    expect((await v.t.call('GET /api/records/', { as: v.patient.access })).status).toBe(200);
    await signUp(v.t);
    const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a0c0b0' } })
      .png()
      .toBuffer();
    const form = formOf([{ name: 'photo', fileName: 'me.png', type: 'image/png', data: photo }]);
    expect((await v.t.call('POST /providers/photo/', { as: provider.access, ...form })).status).toBe(201);

    await restore();
    expect((await v.t.app.inject(sent.report)).rawPayload).toEqual(data);
    expect((await v.upload(data)).status).toBe(201);
    expect((await addDocument(v.t, provider)).status).toBe(201);
  });
});

test.skipIf(process.platform !== 'linux')('whoever goes away, or is refused, leaves no file open', async () => {
  const files = join(v.folder, 'files');
  const open = async () => {
    const all = await readdir('/proc/self/fd');
    const paths = await Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return paths.filter((path) => path.startsWith(files));
  };
  const { download } = (await v.upload(pdfOfSize(19_000_000))).body as Sent;
  const damagedOne = await send();
  await spoil(damagedOne, 150_000);
  for (let n = 0; n < 3; n++) {
    const leaving = new AbortController();
    const answer = await fetch(`${address}${download}`, { signal: leaving.signal });
    await answer.body?.getReader().read();
    if (n === 0) expect(await open()).toHaveLength(v.t.files.isAway ? 0 : 1);
    leaving.abort();
    await fetch(`${address}${damagedOne.report}`).then((cut) => cut.arrayBuffer().catch(() => {}));
    await v.t.app.inject({ url: download, headers: { range: 'bytes=19000000-' } });
    await v.t.app.inject({ url: download, method: 'HEAD' });
  }
  await expect.poll(open).toEqual([]);
  // Nor does who is refused because the look cannot be written down.
  const { id, report } = await send();
  const made = await v.t.call('POST /api/shares/', { as: v.patient.access, body: { records: [id] } });
  const { path, passcode } = made.body.link as { path: string; passcode: string };
  const body = { token: path.split('#')[1], passcode };
  const [shared] = (await v.t.call('POST /api/shares/open/', { body })).body.records as Sent[];
  const app = inject('postgres').app.user;
  await asOwner(v.t.db, `revoke insert on audit from "${app}"`);
  onTestFinished(() => asOwner(v.t.db, `grant insert on audit to "${app}"`));
  for (const url of [report, String(shared?.report)]) expect((await v.t.app.inject(url)).statusCode).toBe(503);
  expect(await open()).toEqual([]);
});
