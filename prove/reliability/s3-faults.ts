import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type FaultyProxy,
  openFaultyProxy,
  type S3Fault,
  s3Faults,
} from '../../apps/server/test/servers/faulty-proxy.ts';
import { pdfOfSize, reportForm } from '../../apps/server/test/fixtures/report-files.ts';
import { s3SettingsOf, startS3 } from '../../apps/server/test/servers/s3-server.ts';
import { closing } from '../tools/closing.ts';
import { asOwnerOf, endOne, startOne } from '../tools/one-server.ts';
import { pastVisit, type Reporting, upload } from '../tools/reporting.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { healthy } from './slow-clients.ts';
import { filesInDatabase, hashOf, renewed, spoiled, swept } from './upload-crash.ts';

const fileBytes = 1_500_000;
// The maximum duration of a file call if the store hangs at each attempt: three attempts and a removal, five seconds each.
const longestMs = 25_000;
const atOnce = 24;
const betweenMs = 200;
// With an open circuit: the calls in progress and those that replaced them, and one every five seconds. Otherwise hundreds.
const askedAtMost = 40;

/** Counts of uploads and downloads under faults. */
interface Counted {
  refused: number;
  not_clear: number;
  false_bytes: number;
  broken_off: number;
  longest: number;
}

/**
 * F12: faults of an S3 store at each request of an upload and a download, once and for a while; what is lost, and how long
 * people wait who want no file.
 */
export async function storeFaults(size: Size): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-s3-faults-'));
  const s3 = await startS3();
  const proxy = await openFaultyProxy(s3.endpoint);
  const settings = s3SettingsOf(proxy.endpoint, 'files/');
  const server = await startOne(dataDir, { settings });
  const close = closing(async () => {
    proxy.plan();
    await endOne(server, 'SIGTERM');
    await proxy.close();
    await s3.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    const { address } = server;
    const visit = await asOwnerOf(dataDir, (_, owner) => pastVisit(address, owner));
    const acknowledged = new Map<number, string>();
    const counted: Counted = { refused: 0, not_clear: 0, false_bytes: 0, broken_off: 0, longest: 0 };
    const call = { address, visit, acknowledged, counted };
    const steps = await eachStep(call, proxy, size);
    const storms: Record<string, unknown> = {};
    const forMs = sized(size, 3000, 3000, 10_000);
    const before = await storm(call, proxy, undefined, forMs);
    let isWell = before.failed === 0 && counted.refused === 0;
    let isFast = true;
    for (const fault of sized<readonly S3Fault[]>(size, ['slow_down'], ['slow_down', 'hang'], s3Faults)) {
      const during = await storm(call, proxy, fault, forMs);
      storms[fault] = during;
      isWell &&= during.failed === 0 && during.opened && during.closed;
      isFast &&= during.p99 < Math.max(50, 2 * before.p99);
    }
    Object.assign(visit.provider, await renewed(address, visit.provider));
    const bad = await spoiled(address, visit.provider.access, acknowledged);
    const { files: rows, ...keys } = await filesInDatabase(dataDir);
    await endOne(server, 'SIGTERM');
    const left = { ...keys, ...(await swept(dataDir, rows, settings)) };
    const { orphans, ...wrong } = left;
    return {
      figure: 'F12 uploads and downloads while an S3 store fails: what is lost, and the p99 of others in ms',
      value: {
        steps,
        ...counted,
        acknowledged: acknowledged.size,
        bad,
        orphans,
        ...wrong,
        p99_well: before.p99,
        storms,
      },
      target: `0 bad, 0 false bytes, each refusal 503 within ${longestMs} ms, 0 rows without a file, 0 files without a row; others p99 < 2 x with a store that is well, or < 50; the circuit opens, and closes again`,
      ok:
        isWell &&
        bad + counted.false_bytes + counted.not_clear === 0 &&
        Object.values(wrong).every((count) => count === 0) &&
        acknowledged.size > 0,
      fast: isFast && counted.longest < longestMs,
    };
  } finally {
    await close();
  }
}

interface Calls {
  address: string;
  visit: Reporting;
  acknowledged: Map<number, string>;
  counted: Counted;
}

/** Each fault once at each request, first of an upload, then of its download; everything must succeed in spite of it. */
async function eachStep(call: Calls, proxy: FaultyProxy, { full, small }: Size) {
  let steps = 0;
  // A hanging request is awaited.
  for (const fault of s3Faults.filter((one) => !small || one !== 'hang')) {
    proxy.plan({ fault });
    const report = await uploadOne(call);
    steps += 1;
    // The first part, the last, and those between.
    for (let from = 1; from <= (fault === 'hang' && !full ? 1 : 4); from++) {
      proxy.plan({ fault, from });
      if (report !== undefined) await downloadOne(call, report);
      steps += 1;
    }
  }
  proxy.plan();
  return steps;
}

/**
 * All requests fail (or, for comparison, none) while many want files and one asks for something else; then the store recovers.
 */
async function storm(call: Calls, proxy: FaultyProxy, fault: S3Fault | undefined, forMs: number) {
  const report = (await uploadOne(call)) as Report;
  proxy.plan(fault && { fault, times: Infinity });
  const stopped = { yes: false };
  const wanting = Array.from({ length: atOnce }, async (_, n) => {
    while (!stopped.yes) {
      await (n % 3 === 0 ? uploadOne(call) : downloadOne(call, report));
      await sleep(betweenMs);
    }
  });
  // A hanging store is detected at the end of the first attempts.
  const others = await healthy(call.address, fault === 'hang' ? forMs + 8000 : forMs);
  stopped.yes = true;
  await Promise.all(wanting);
  const asked = proxy.passed().length;
  proxy.plan();
  const back = performance.now();
  let closed = false;
  while (!closed && performance.now() - back < 15_000) {
    closed = (await uploadOne(call)) !== undefined;
    if (!closed) await sleep(100);
  }
  return {
    ...others,
    asked,
    opened: asked <= askedAtMost,
    closed,
    back_in: Math.round(performance.now() - back),
  };
}

interface Report {
  path: string;
  hash: string;
}

/** A successful upload; undefined if it was refused. */
async function uploadOne({ address, visit, acknowledged, counted }: Calls): Promise<Report | undefined> {
  const data = pdfOfSize(fileBytes);
  const began = performance.now();
  const { status, body } = await upload(address, visit, reportForm(data));
  counted.longest = Math.max(counted.longest, Math.round(performance.now() - began));
  if (status === 201) {
    acknowledged.set(Number(body.id), hashOf(data));
    return { path: body.download as string, hash: hashOf(data) };
  }
  counted.refused += 1;
  if (status !== 503) counted.not_clear += 1;
  return undefined;
}

/** A download: complete and right, refused, or interrupted. */
async function downloadOne({ address, counted }: Calls, { path, hash }: Report) {
  const answer = await fetch(`${address}${path}`);
  if (answer.status !== 200) {
    await answer.arrayBuffer();
    counted.refused += 1;
    if (answer.status !== 503 || answer.headers.get('retry-after') === null) counted.not_clear += 1;
    return;
  }
  const data = await answer.arrayBuffer().catch(() => undefined);
  if (data === undefined) counted.broken_off += 1;
  else if (hashOf(Buffer.from(data)) !== hash) counted.false_bytes += 1;
}
