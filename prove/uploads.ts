import { type Hostile, hostileReports } from '../apps/server/test/hostile-reports.ts';
import { formOf } from '../apps/server/test/report-files.ts';
import { pastVisit, upload } from './reporting.ts';
import type { Figure } from './run.ts';
import { withTwoServers } from './two-servers.ts';

/** S14: hostile files that are taken as something that a browser would run, or that comes back with what it hid. */
export async function uploads(): Promise<Figure> {
  const files = await hostileReports();
  const counts = { files: files.length, refused: 0, cleaned: 0, harmless: 0 };
  const active: string[] = [];
  await withTwoServers(async ([server], owner) => {
    const visit = await pastVisit(server, owner);
    for (const file of files) {
      const { fileName = 'report.pdf', type = 'application/pdf', data } = file;
      const { status, body } = await upload(server, visit, formOf([{ name: 'report', fileName, type, data }]));
      if (status !== 201) counts.refused += 1;
      else if (file.outcome === 'refused' || !(await isInert(`${server}${body.report}`, file))) active.push(file.name);
      else counts[file.outcome === 'clean' ? 'cleaned' : 'harmless'] += 1;
    }
  });
  return {
    figure: 'S14 malicious uploads accepted as active content',
    value: { ...counts, active },
    target: '>= 150 files, 0 active',
    ok: files.length >= 150 && active.length === 0,
  };
}

/** Whether a report is served so that nothing in it can run, and without what it hid. */
async function isInert(url: string, { payload }: Hostile) {
  const answer = await fetch(url);
  const policy = answer.headers.get('content-security-policy') ?? '';
  const bytes = Buffer.from(await answer.arrayBuffer());
  return (
    answer.status === 200 &&
    ['application/pdf', 'image/png', 'image/jpeg'].includes(answer.headers.get('content-type') ?? '') &&
    answer.headers.get('x-content-type-options') === 'nosniff' &&
    policy.includes('sandbox') &&
    policy.includes("default-src 'none'") &&
    (payload === undefined || !bytes.includes(payload))
  );
}
