import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { openFiles, openStore } from '../../apps/server/src/platform/files/files.ts';
import { openMasterKeys } from '../../apps/server/src/platform/crypto/crypto.ts';
import { formOf, pdfOfSize, reportForm } from '../../apps/server/test/fixtures/report-files.ts';
import { s3SettingsOf, startS3 } from '../../apps/server/test/servers/s3-server.ts';
import { closing } from '../tools/closing.ts';
import { asOwnerOf, endOne, type OneServer, startOne } from '../tools/one-server.ts';
import { pastVisit, type Reporting, upload } from '../tools/reporting.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { post } from '../tools/two-servers.ts';

const atOnce = 4;
const fileBytes = 2 * 1024 * 1024;
const faults = new URL('../tools/storage-faults.ts', import.meta.url).href;
const codes = ['EIO', 'ENOSPC', 'EROFS'];
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * R5: reports answered with 201 that are lost or damaged after the server was killed during uploads, and after the disk failed
 * at each step of an upload.
 */
export const uploadCrash = async (size: Size): Promise<Figure> => await crashUploads(size);

/** The same with files in an S3 store, whose own faults are another proof: the server is killed. */
export async function uploadCrashS3(size: Size): Promise<Figure> {
  const s3 = await startS3();
  const close = closing(s3.stop);
  return await crashUploads(size, s3SettingsOf(s3.endpoint)).finally(close);
}

async function crashUploads(size: Size, settings?: Record<string, string>): Promise<Figure> {
  const rounds = sized(size, 1, 3, 50);
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-uploads-'));
  const acknowledged = new Map<number, string>();
  let server: OneServer | undefined;
  let visit: Reporting | undefined;
  let unfinished = 0;
  const close = closing(async () => {
    if (server !== undefined) await endOne(server, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    for (let round = 0; round < rounds; round++) {
      server = await startOne(dataDir, { settings: settings ?? {} });
      const { address } = server;
      unfinished += await leftIn(dataDir);
      visit ??= await asOwnerOf(dataDir, (_, owner) => pastVisit(address, owner));
      Object.assign(visit.provider, await renewed(address, visit.provider));
      const before = acknowledged.size;
      const sending = Array.from({ length: atOnce }, () => uploadUntilGone(address, visit as Reporting, acknowledged));
      while (acknowledged.size < before + 4) await sleep(5);
      // At some moment of the next upload.
      await sleep(Math.random() * 100);
      await endOne(server, 'SIGKILL');
      await Promise.all(sending);
    }

    server = await startOne(dataDir, settings === undefined ? { preloaded: faults } : { settings });
    const { provider } = visit as Reporting;
    Object.assign(provider, await renewed(server.address, provider));
    const faulty =
      settings === undefined
        ? await uploadWithFaults(server, visit as Reporting, acknowledged, size.full ? codes : [undefined])
        : undefined;
    const bad = await spoiled(server.address, provider.access, acknowledged);
    const { files: rows, ...keys } = await filesInDatabase(dataDir);
    // A file that it could not remove is removed after the restart.
    await endOne(server, 'SIGTERM');
    const { orphans, without_file } = await swept(dataDir, rows, settings);
    const left = { unfinished, without_file, ...keys };
    return {
      figure: `R5 acknowledged uploads missing or changed when the server is killed ${settings ? 'and files lie in an S3 store' : 'or its disk fails'}`,
      value: { rounds, ...faulty, acknowledged: acknowledged.size, bad, orphans, ...left },
      target:
        '0 bad, each refusal 503 or 507; after a start and the sweep 0 unfinished, 0 files without a row or rows without a file or key',
      ok:
        bad === 0 &&
        Object.values(left).every((count) => count === 0) &&
        acknowledged.size > 0 &&
        faulty?.refused !== 0,
    };
  } finally {
    await close();
  }
}

/**
 * Compares the files of a data folder with the rows while no server runs: the number of files without a row, and of rows
 * without a file.
 */
export async function swept(dataDir: string, rows: Set<string>, settings: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: dataDir, ...settings });
  const store = openStore(config, quiet);
  const files = openFiles(dataDir, openMasterKeys(config), quiet, store);
  const orphans = await files.sweep(async () => rows, 0);
  const missing = new Set(rows);
  let unnamed = 0;
  for await (const { name } of store.list()) if (!missing.delete(name)) unnamed += 1;
  return { orphans, without_file: missing.size + unnamed };
}

export async function renewed(server: string, { refresh }: { refresh: string }) {
  const { body } = await post(`${server}/token/refresh/`, { refresh });
  return { access: body.access as string, refresh: body.refresh as string };
}

/** Uploads one report after the other, each recorded once it was acknowledged, until no server answers. */
async function uploadUntilGone(server: string, visit: Reporting, acknowledged: Map<number, string>) {
  for (;;) {
    const data = pdfOfSize(fileBytes);
    const answer = await upload(server, visit, reportForm(data)).catch(() => undefined);
    if (answer === undefined) return;
    if (answer.status === 201) acknowledged.set(Number(answer.body.id), hashOf(data));
  }
}

/**
 * Uploads a document, then a picture, repeatedly, each time with a fault at the next disk operation, until no operation is
 * left to fail; for each error code, or (undefined) with alternating codes.
 */
async function uploadWithFaults(
  server: OneServer,
  visit: Reporting,
  acknowledged: Map<number, string>,
  inTurn: readonly (string | undefined)[],
) {
  const counts = { faults: 0, refused: 0, not_clear: 0 };
  const raw = { width: 250, height: 200, channels: 3 } as const;
  const picture = await sharp(randomBytes(150_000), { raw }).png().toBuffer();
  for (const code of inTurn) {
    for (const type of ['application/pdf', 'image/png']) {
      for (let at = 1; ; at++) {
        await setFault(server, at, code ?? (codes[at % codes.length] as string));
        const data = type === 'image/png' ? picture : pdfOfSize(150_000);
        const { status, body } = await upload(server.address, visit, formOf([{ ...asReport, type, data }]));
        const steps = await setFault(server, 0, '');
        // A picture is encoded anew: what is read back at once is what must come back later.
        if (status === 201)
          acknowledged.set(Number(body.id), hashOf(type === 'image/png' ? await readBack(server, body) : data));
        else counts.refused += 1;
        if (![201, 503, 507].includes(status)) counts.not_clear += 1;
        if (steps < at) break;
        counts.faults += 1;
      }
    }
  }
  return counts;
}

const asReport = { name: 'report', fileName: 'report' };

async function readBack({ address }: OneServer, { report }: Record<string, string>) {
  return Buffer.from(await (await fetch(`${address}${report}`)).arrayBuffer());
}

/** Sets the step that is to fail, and returns the number of steps since the last call. */
async function setFault({ child }: OneServer, at: number, code: string) {
  const told = once(child, 'message') as Promise<[{ steps: number }]>;
  child.send({ fault: { at, code } });
  return (await told)[0].steps;
}

export const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex');

/** The number of acknowledged reports that do not come back as they were sent. */
export async function spoiled(server: string, access: string, acknowledged: Map<number, string>) {
  const missing = new Map(acknowledged);
  let next: string | undefined = '/api/records-provider/?limit=200';
  while (next !== undefined) {
    const page: Response = await fetch(server + next, { headers: { authorization: `Bearer ${access}` } });
    for (const { id, report } of (await page.json()) as { id: number; report: string }[]) {
      const data = Buffer.from(await (await fetch(server + report)).arrayBuffer());
      if (missing.get(id) === hashOf(data)) missing.delete(id);
    }
    next = /<(.+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return missing.size;
}

/** The files named by rows, and the number of rows without a key and keys without a row. */
export async function filesInDatabase(dataDir: string) {
  return await asOwnerOf(dataDir, async (client) => {
    const { rows } = await client.query<{ file: string | null; key: string | null }>(
      'select r.file, k.file as key from records r full join file_keys k on k.file = r.file',
    );
    return {
      files: new Set(rows.flatMap(({ file }) => file ?? [])),
      without_key: rows.filter(({ key }) => key === null).length,
      keys_of_nothing: rows.filter(({ file }) => file === null).length,
    };
  });
}

/** Unfinished files that remain after the server's start and its sweep. */
async function leftIn(dataDir: string) {
  const left = () => readdirSync(join(dataDir, 'files', 'incoming')).length;
  for (let tries = 0; left() > 0 && tries < 100; tries++) await sleep(20);
  return left();
}
