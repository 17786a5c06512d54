import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Hostile, hostileReports } from '../../../test/fixtures/hostile-reports.ts';
import { foundByPdfJs, foundByQpdf, hasQpdf } from '@carecommons/safe-pdf/corpus/other-parsers';
import { formOf } from '../../../test/fixtures/report-files.ts';
import { pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

const files = await hostileReports();

let v: Visit;
beforeAll(async () => {
  v = await pastVisit();
});
afterAll(() => v.close());

const inWaiting = () => readdir(join(v.folder, 'files', 'incoming'));

async function send({ data, fileName = 'report.pdf', type = 'application/pdf' }: Hostile) {
  const form = formOf([{ name: 'report', fileName, type, data }]);
  return await v.t.call(`POST /api/records/create/${v.appointment}/`, { as: v.provider.access, ...form });
}

test('there are enough of them', () => {
  expect(files.length).toBeGreaterThanOrEqual(150);
});

describe('refused, with a sentence and nothing left behind', () => {
  test.each(files.filter(({ outcome }) => outcome === 'refused').map((file) => [file.name, file] as const))(
    '%s',
    async (_, file) => {
      const answer = await send(file);
      expect([400, 415]).toContain(answer.status);
      expect(answer.body.errors).toEqual([{ field: 'report', message: expect.stringMatching(/^(This|Please) .+\.$/) }]);
      expect(await inWaiting()).toEqual([]);
    },
  );
});

describe('taken, but as a picture and nothing else', () => {
  test.each(files.filter(({ outcome }) => outcome === 'clean').map((file) => [file.name, file] as const))(
    '%s',
    async (_, file) => {
      expect(file.data.includes(file.payload as string)).toBe(true);
      const { status, body } = await send(file);
      expect(status).toBe(201);
      const served = await v.t.app.inject(body.report);
      expect(served.headers['content-type']).toBe(body.media_type);
      expect(served.rawPayload.includes(file.payload as string)).toBe(false);
      const told = await sharp(served.rawPayload).metadata();
      expect([told.format, told.exif, told.xmp, told.iptc, told.comments]).toEqual([
        body.media_type.replace('image/', ''),
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect([told.width, told.height]).toEqual([64, 48]);
      expect(await inWaiting()).toEqual([]);
    },
  );
});

const payloads = ['<script', '<svg', '<?php', 'JavaScript', 'app.alert', 'evil.example', 'PK\u0005\u0006', 'GIF89a'];

describe('taken, but as a PDF that does and hides nothing, by what other parsers find', () => {
  test.each(files.filter(({ outcome }) => outcome === 'rewritten').map((file) => [file.name, file] as const))(
    '%s',
    async (_, file) => {
      const { status, body } = await send(file);
      expect([status, body.media_type]).toEqual([201, 'application/pdf']);
      const { rawPayload } = await v.t.app.inject(body.report);
      expect(await foundByPdfJs(rawPayload)).toEqual([]);
      if (hasQpdf) expect(foundByQpdf(rawPayload)).toEqual([]);
      expect(payloads.filter((payload) => rawPayload.includes(payload))).toEqual([]);
      expect(await inWaiting()).toEqual([]);
    },
  );
});

describe('taken, because only its name or its declared type is odd; neither comes back', () => {
  test.each(files.filter(({ outcome }) => outcome === 'plain').map((file) => [file.name, file] as const))(
    '%s',
    async (_, file) => {
      const { status, body } = await send(file);
      expect([status, body.media_type, body.title]).toEqual([201, 'application/pdf', 'Medical Report']);
      const { headers } = await v.t.app.inject(body.download);
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'content-disposition': `attachment; filename="Medical Report.pdf"; filename*=UTF-8''Medical%20Report.pdf`,
      });
    },
  );
});

test('who sent too many files that were refused sends no more for a while', async () => {
  const limited = await pastVisit({ RATE_LIMIT: 'on' });
  try {
    const form = formOf([{ name: 'report', fileName: 'report.pdf', data: 'no PDF' }]);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) {
      const line = `POST /api/records/create/${limited.appointment}/`;
      statuses.push((await limited.t.call(line, { as: limited.provider.access, ...form })).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(415), 429]);
  } finally {
    await limited.close();
  }
});

test('a picture that lies on its side stands upright, without saying so', async () => {
  const data = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { body } = await send({ name: '', data, outcome: 'clean' });
  const told = await sharp((await v.t.app.inject(body.report)).rawPayload).metadata();
  expect([told.width, told.height, told.orientation]).toEqual([20, 60, undefined]);
});
