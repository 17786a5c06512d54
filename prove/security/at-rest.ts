import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { findBinaries } from '../../apps/server/src/platform/embedded-postgres/binaries.ts';
import { findClusterLocation } from '../../apps/server/src/platform/embedded-postgres/os-user.ts';
import { formOf, pdfOfSize, reportForm } from '../../apps/server/test/fixtures/report-files.ts';
import { closing } from '../tools/closing.ts';
import { asOwnerOf, endOne, type OneServer, startOne } from '../tools/one-server.ts';
import { pastVisit, type Reporting, upload } from '../tools/reporting.ts';
import type { Figure, Size } from '../tools/figure.ts';

const admin = new URL('../../apps/server/src/admin.ts', import.meta.url).pathname;
const headBytes = 15;
const chunkBytes = 64 * 1024;
const sealedBytes = chunkBytes + 16;

/** A report as it is served, and the path of its file. */
interface Kept {
  id: number;
  content: Buffer;
  file: string;
  path: string;
}

/** A running product with a visit, whose provider reads the reports back. */
interface Ground {
  dataDir: string;
  server: OneServer;
  visit: Reporting;
}

/** S21: content found on the disk, served bytes that differ from what was stored, and what the destruction of keys destroys. */
export async function atRest({ full }: Size): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-at-rest-'));
  let server: OneServer | undefined;
  const close = closing(async () => {
    if (server !== undefined) await endOne(server, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    server = await startOne(dataDir);
    const { address } = server;
    const visit = await asOwnerOf(dataDir, (_, owner) => pastVisit(address, owner));
    const ground = { dataDir, server, visit };
    const kept: Kept[] = [];
    const sources = await sourcesOf(full ? 1000 : 30);
    for (const source of sources) kept.push(await keep(ground, source));
    const plain = await plainOnDisk(ground, kept);
    const flips = await flip(ground, kept.slice(0, 8), full ? 2000 : 200);
    const forged = await forge(ground, kept);
    const rotation = await rotate(ground, kept);
    const keys = await loseKeys(ground, kept);
    const value = { files: kept.length, ...plain, ...flips, ...forged, ...rotation, ...keys };
    return {
      figure: 'S21 plaintext at rest, bytes served of changed files, bytes rewritten by a rotation of keys',
      value,
      target: '0 plaintext, 0 false bytes, all refused, 0 rewritten and all readable, erased and missing keys said',
      ok:
        plain.plaintext === 0 &&
        plain.control > 0 &&
        flips.false_bytes + flips.served_whole + forged.not_refused === 0 &&
        rotation.rotated === kept.length + rotation.others &&
        rotation.bytes_rewritten + rotation.unreadable + rotation.unreadable_without_old === 0 &&
        Object.values(keys).every(Boolean),
    };
  } finally {
    await close();
  }
}

interface Source {
  data: Buffer;
  fileName: string;
  type: string;
}

/** Documents and pictures of several sizes. */
async function sourcesOf(count: number): Promise<Source[]> {
  const asPdf = (data: Buffer) => ({ data, fileName: 'r.pdf', type: 'application/pdf' });
  const letter = await PDFDocument.create();
  letter.setTitle('A letter that nobody else may read');
  letter.addPage().drawText('What the doctor found.');
  const noise = { create: { width: 400, height: 300, channels: 3, background: '#fff' } } as const;
  const drawn = sharp({ ...noise, create: { ...noise.create, noise: { type: 'gaussian', mean: 128, sigma: 30 } } });
  const sources = [
    asPdf(Buffer.from(await letter.save({ useObjectStreams: false }))),
    { data: await drawn.png().toBuffer(), fileName: 'r.png', type: 'image/png' },
    ...[300_000, 4 * chunkBytes, 4 * chunkBytes, 4 * chunkBytes, 70_000, 1_000_000].map((bytes) =>
      asPdf(pdfOfSize(bytes)),
    ),
  ];
  while (sources.length < count) sources.push(asPdf(pdfOfSize(2000)));
  return sources;
}

async function keep({ server, visit, dataDir }: Ground, { data, fileName, type }: Source): Promise<Kept> {
  const before = new Set(filesBelow(join(dataDir, 'files')));
  const form = formOf([{ name: 'report', fileName, type, data }]);
  const { status, body } = await upload(server.address, visit, form);
  if (status !== 201) throw new Error(`an upload was answered with ${status}`);
  const path = filesBelow(join(dataDir, 'files')).find((one) => !before.has(one)) as string;
  const content = (await read(server, String(body.download))).got;
  const [folder, name] = path.split('/').slice(-2);
  return { id: Number(body.id), content, file: `${folder}${name}`, path };
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** The content behind a link, until it ends or is interrupted. */
async function read({ address }: OneServer, link: string) {
  const answer = await fetch(address + link);
  const got: Uint8Array[] = [];
  let whole = true;
  try {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) got.push(chunk);
  } catch {
    whole = false;
  }
  return { status: answer.status, got: Buffer.concat(got), whole: whole && answer.status === 200 };
}

/** The links of all reports, by id; valid for five minutes. */
async function linksOf({ server, visit }: Ground) {
  const links = new Map<number, string>();
  let next: string | undefined = '/api/records-provider/?limit=200';
  const headers = { authorization: `Bearer ${visit.provider.access}` };
  while (next !== undefined) {
    const page: Response = await fetch(server.address + next, { headers });
    for (const { id, download } of (await page.json()) as { id: number; download: string }[]) links.set(id, download);
    next = /<(.+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return links;
}

/**
 * The number of files of the data folder, including its database, that contain recognisable content: the beginnings of
 * documents and pictures, and pieces of what was sent. Also searched during an upload. `control` is the same search in the
 * sources.
 */
async function plainOnDisk(ground: Ground, kept: readonly Kept[]) {
  const { dataDir, server, visit } = ground;
  const sent = pdfOfSize(2_000_000);
  const needles: Buffer[] = [Buffer.from('%PDF-'), Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')];
  for (const data of [...kept.slice(0, 8).map(({ content }) => content), sent]) {
    for (let n = 0; n < 6; n++) {
      const at = Math.floor(Math.random() * (data.length - 32));
      // Such as every document's table of contents.
      const piece = data.subarray(at, at + 32);
      if (new Set(piece).size > 12) needles.push(piece);
    }
  }
  const hits = (paths: readonly string[]) =>
    paths.filter((path) => {
      const bytes = contentOf(path);
      return needles.some((needle) => bytes.includes(needle));
    }).length;

  const { body, headers } = reportForm(sent);
  const going = request(`${server.address}/api/records/create/${visit.appointment}/`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${visit.provider.access}`, 'content-length': body.length },
  });
  const answered = once(going, 'response');
  going.write(body.subarray(0, 1_500_000));
  const aside = () => filesBelow(join(dataDir, 'files', 'incoming')).filter((path) => statSync(path).size > 1_000_000);
  while (aside().length === 0) await sleep(5);
  const unfinished = hits(aside());
  going.end(body.subarray(1_500_000));
  await answered;

  const { cluster } = findClusterLocation(realpathSync(dataDir), findBinaries());
  const folders = cluster.startsWith(realpathSync(dataDir)) ? [dataDir] : [dataDir, cluster];
  const paths = folders.flatMap(filesBelow);
  const control = mkdtempSync(join(tmpdir(), 'carecommons-control-'));
  for (const { content, id } of kept.slice(0, 8)) writeFileSync(join(control, String(id)), content);
  const found = hits(filesBelow(control));
  rmSync(control, { recursive: true });
  return { looked_at: paths.length, plaintext: hits(paths) + unfinished, control: found };
}

/** The database removes files while it runs. */
function contentOf(path: string) {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Flips a bit of a stored file at a time, and reads the file. */
async function flip(ground: Ground, kept: readonly Kept[], flips: number) {
  const counts = { flips, false_bytes: 0, served_whole: 0, broken_off: 0, refused: 0 };
  const links = await linksOf(ground);
  for (let n = 0; n < flips; n++) {
    const one = kept[n % kept.length] as Kept;
    const sealed = readFileSync(one.path);
    // One in ten is in the header.
    const at = Math.floor(Math.random() * (n % 10 === 0 ? headBytes : sealed.length));
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] as number) ^ (1 << (n % 8));
    writeFileSync(one.path, changed);
    const { status, got, whole } = await read(ground.server, links.get(one.id) as string);
    writeFileSync(one.path, sealed);
    if (whole) counts.served_whole += 1;
    else counts[status === 200 ? 'broken_off' : 'refused'] += 1;
    if (status === 200) counts.false_bytes += got.filter((byte, index) => byte !== one.content[index]).length;
  }
  return counts;
}

/** Combines parts into invalid files, and counts what is served of them: nothing beyond the valid beginning may be. */
async function forge(ground: Ground, kept: readonly Kept[]) {
  // Three files of the same length.
  const [one, other] = kept.slice(3, 5) as [Kept, Kept];
  const [sealed, others] = [readFileSync(one.path), readFileSync(other.path)];
  const head = sealed.subarray(0, headBytes);
  const chunks: Buffer[] = [];
  for (let at = headBytes; at < sealed.length; at += sealedBytes) chunks.push(sealed.subarray(at, at + sealedBytes));
  const [first, second, third, ...rest] = chunks as [Buffer, Buffer, Buffer, ...Buffer[]];
  const forgeries = {
    'another file': others,
    "another file's chunks": Buffer.concat([head, others.subarray(headBytes)]),
    'without its last chunk': sealed.subarray(0, -(chunks.at(-1) as Buffer).length),
    'without its first chunk': Buffer.concat([head, ...chunks.slice(1)]),
    'the first two reordered': Buffer.concat([head, second, first, third, ...rest]),
    'two in the middle reordered': Buffer.concat([head, first, third, second, ...rest]),
    'a chunk twice': Buffer.concat([head, first, first, second, third, ...rest]),
    'the head alone': head,
    empty: Buffer.alloc(0),
    'one of version 1': Buffer.concat([Buffer.from('CCFILE\u0001\n'), one.content]),
  };
  const links = await linksOf(ground);
  let not_refused = 0;
  const served = async ({ id, content }: Kept) => {
    const { status, got, whole } = await read(ground.server, links.get(id) as string);
    return whole || (status === 200 && !got.equals(content.subarray(0, got.length)));
  };
  for (const forgery of Object.values(forgeries)) {
    writeFileSync(one.path, forgery);
    if (await served(one)) not_refused += 1;
  }
  writeFileSync(other.path, sealed);
  writeFileSync(one.path, others);
  for (const swapped of [one, other]) if (await served(swapped)) not_refused += 1;
  writeFileSync(one.path, sealed);
  writeFileSync(other.path, others);
  return { forgeries: Object.keys(forgeries).length + 2, not_refused };
}

/** Runs the operator's command while the server runs, and compares every file before and after. */
async function rotate(ground: Ground, kept: readonly Kept[]) {
  const { dataDir } = ground;
  const look = () =>
    new Map(
      filesBelow(join(dataDir, 'files')).map((path) => {
        const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
        const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
        return [path, { size: Number(size), said: [ino, size, mtimeNs, ctimeNs, hash].join(' ') }];
      }),
    );
  const before = look();
  const child = spawn(process.execPath, [admin, 'rotate-keys'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let told = '';
  child.stdout.on('data', (text: Buffer) => (told += text.toString()));
  await once(child, 'close');
  const rotated = Number(/^(\d+) keys .* version 2 /.exec(told)?.[1]);
  const after = look();
  let bytes_rewritten = 0;
  for (const [path, { size, said }] of after) if (before.get(path)?.said !== said) bytes_rewritten += size;
  const unreadable = await unreadableOf(ground, kept);
  // The old version is withdrawn.
  const path = join(dataDir, 'master-keys');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^1:.*\n/, ''));
  const unreadable_without_old = await unreadableOf(ground, kept);
  return { rotated, others: before.size - kept.length, bytes_rewritten, unreadable, unreadable_without_old };
}

async function unreadableOf(ground: Ground, kept: readonly Kept[]) {
  const links = await linksOf(ground);
  let count = 0;
  for (const { id, content } of kept) {
    const { got, whole } = await read(ground.server, links.get(id) as string);
    if (!whole || !got.equals(content)) count += 1;
  }
  return count;
}

/** Whether the destruction of a key destroys its file, and a missing master key is reported and can be repaired. */
async function loseKeys(ground: Ground, kept: readonly Kept[]) {
  const { dataDir, server, visit } = ground;
  const [gone, ...others] = kept as [Kept, ...Kept[]];
  const link = async ({ id }: Kept) => (await linksOf(ground)).get(id) as string;
  await asOwnerOf(dataDir, (client) => client.query('delete from file_keys where file = $1', [gone.file]));
  const erased = (await read(server, await link(gone))).status === 410;

  const path = join(dataDir, 'master-keys');
  const refused = async () => {
    const page = await fetch(server.address + (await link(others[0] as Kept)));
    const isPage = page.status === 503 && (page.headers.get('content-type') ?? '').startsWith('text/html');
    const { status, body } = await upload(server.address, visit, reportForm(pdfOfSize(2000)));
    return isPage && status === 503 && body.code === 'key_missing' && (await linksOf(ground)).size > 0;
  };
  renameSync(path, `${path}.aside`);
  const missing_said = await refused();
  writeFileSync(path, `2:${randomBytes(32).toString('base64')}\n`);
  const another_said = await refused();
  renameSync(`${path}.aside`, path);
  const mended = (await unreadableOf(ground, others)) === 0;
  return { erased, missing_said, another_said, mended };
}
