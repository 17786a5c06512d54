import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdfOfSize, reportForm } from '../../apps/server/test/fixtures/report-files.ts';
import { closing } from '../tools/closing.ts';
import { asOwnerOf, endOne, startOne } from '../tools/one-server.ts';
import { pastVisit, upload } from '../tools/reporting.ts';
import type { Figure, Size } from '../tools/figure.ts';
import { filesInDatabase, hashOf, renewed, spoiled, swept } from './upload-crash.ts';

const fileBytes = 700_000;
const [small, large] = ['size=8m', 'size=24m'];

/**
 * R18: reports uploaded while the disk of the data folder's files is full. It is a real one: a file system of a few megabytes
 * in memory, which is then enlarged under the running server. Mounting requires root.
 */
export async function diskFull({ full }: Size): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-disk-full-'));
  const files = join(dataDir, 'files');
  mkdirSync(files);
  execFileSync('mount', ['-t', 'tmpfs', '-o', small, 'none', files]);
  const unmount = closing(async () => {
    execFileSync('umount', [files]);
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    const server = await startOne(dataDir);
    const close = closing(async () => await endOne(server, 'SIGTERM'));
    try {
      const { address } = server;
      const visit = await asOwnerOf(dataDir, (_, owner) => pastVisit(address, owner));
      const acknowledged = new Map<number, string>();
      const statuses: Record<number, number> = {};
      const uploadSome = async (count: number) => {
        for (let n = 0; n < count; n++) {
          // Several sizes, so that the last space is used up at a different step each time.
          const data = pdfOfSize(fileBytes - n * 20_000);
          const { status, body } = await upload(address, visit, reportForm(data));
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status === 201) acknowledged.set(Number(body.id), hashOf(data));
        }
      };
      await uploadSome(full ? 120 : 30);
      const refused = { ...statuses };
      execFileSync('mount', ['-o', `remount,${large}`, files]);
      const before = acknowledged.size;
      await uploadSome(5);
      const recovered = acknowledged.size - before === 5;
      Object.assign(visit.provider, await renewed(address, visit.provider));
      const bad = await spoiled(address, visit.provider.access, acknowledged);
      const { files: rows, ...keys } = await filesInDatabase(dataDir);
      await close();
      const left = { ...keys, ...(await swept(dataDir, rows)) };
      return {
        figure: 'R18 a full disk: reports that are lost, changed or half, and whether uploads go on when there is room',
        value: { answers: refused, acknowledged: acknowledged.size, bad, ...left, recovered },
        target: '0 bad, each refusal 507, nothing left of what was refused; recovered by itself',
        ok:
          bad === 0 &&
          recovered &&
          Object.keys(refused).every((status) => ['201', '507'].includes(status)) &&
          (refused[507] ?? 0) > 0 &&
          Object.values(left).every((count) => count === 0),
      };
    } finally {
      await close();
    }
  } finally {
    await unmount();
  }
}
