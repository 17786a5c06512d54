import { readFileSync } from 'node:fs';
import { costlyPdfs } from '@carecommons/safe-pdf/corpus/costly';
import { type Hostile, hostileReports } from '../../apps/server/test/fixtures/hostile-reports.ts';
import { foundByPdfJs, foundByQpdf, hasQpdf } from '@carecommons/safe-pdf/corpus/other-parsers';
import { formOf } from '../../apps/server/test/fixtures/report-files.ts';
import { besideBystander, from, limitsOn, processorMsOf } from '../tools/bystander.ts';
import { pastVisit, upload } from '../tools/reporting.ts';
import type { Figure, Size } from '../tools/figure.ts';
import { joinAs, withServers } from '../tools/two-servers.ts';

// Below this processor time, a ratio to the bytes means nothing.
const startMs = 1500;
const msOfKilobyte = 20;

/**
 * S14: hostile files that are accepted as something that a browser would run, or that are returned with what they hid; the
 * processor time of each in relation to its size, and how others are affected meanwhile. Or the same for one given file.
 */
export async function uploads({ small, file }: Size): Promise<Figure> {
  const everySo = small ? 4 : 1;
  const all: Hostile[] =
    file === undefined
      ? [...(await hostileReports()), ...costlyPdfs().map((one) => ({ ...one, outcome: 'rewritten' as const }))]
      : [{ name: file, data: readFileSync(file), outcome: 'rewritten' }];
  const files = all.filter((_, n) => n % everySo === 0);
  const counts = { files: files.length, refused: 0, rewritten: 0, cleaned: 0, harmless: 0 };
  const active: string[] = [];
  const costly: string[] = [];
  let worst = { name: '', bytes: 0, status: 0, ms: 0, processor_ms: 0 };
  return await withServers(
    1,
    async ([server = ''], owner, _kill, _freeze, _stopAll, _restart, pidOf) => {
      const visit = await pastVisit(server, owner);
      const bystander = await joinAs(server, 'patient');
      async function sendAll() {
        for (const one of files) {
          const { fileName = 'report.pdf', type = 'application/pdf', data } = one;
          const [began, before] = [performance.now(), processorMsOf(pidOf(0))];
          const form = formOf([{ name: 'report', fileName, type, data }]);
          const { status, body } = await upload(server, visit, form);
          const processor_ms = processorMsOf(pidOf(0)) - before;
          const ms = Math.round(performance.now() - began);
          if (processor_ms > worst.processor_ms)
            worst = { name: one.name, bytes: data.length, status, ms, processor_ms };
          if (processor_ms > startMs + (msOfKilobyte * data.length) / 1024)
            costly.push(`${one.name}: ${processor_ms} ms`);
          if (status !== 201) counts.refused += 1;
          else if (one.outcome === 'refused' || !(await isInert(`${server}${body.report}`, one))) active.push(one.name);
          else counts[one.outcome === 'clean' ? 'cleaned' : one.outcome === 'plain' ? 'harmless' : 'rewritten'] += 1;
        }
      }
      const { noticed } = await besideBystander(server, bystander, sendAll);
      return {
        figure:
          'S14 malicious uploads accepted as active content; the most processor time; what others noticed (p99, ms)',
        value: { ...counts, active, worst, costly, noticed },
        target: '>= 150 files, 0 active; <= 1.5 s and 20 ms a kB; reads of others < 250, none refused',
        ok: (all.length >= 150 || file !== undefined) && active.length === 0 && noticed.refused === 0,
        fast: costly.length === 0 && noticed.reads_p99 < 250,
      };
    },
    () => ({ ...limitsOn, RATE_LIMIT: '1000' }),
  );
}

/** Whether a report is served so that nothing in it can run, and without what it hid. */
async function isInert(url: string, { payload, outcome }: Hostile) {
  const answer = await fetch(url, { headers: from(3) });
  const policy = answer.headers.get('content-security-policy') ?? '';
  const bytes = Buffer.from(await answer.arrayBuffer());
  return (
    answer.status === 200 &&
    ['application/pdf', 'image/png', 'image/jpeg'].includes(answer.headers.get('content-type') ?? '') &&
    answer.headers.get('x-content-type-options') === 'nosniff' &&
    policy.includes('sandbox') &&
    policy.includes("default-src 'none'") &&
    (payload === undefined || !bytes.includes(payload)) &&
    (outcome !== 'rewritten' || [...(await foundByPdfJs(bytes)), ...(hasQpdf ? foundByQpdf(bytes) : [])].length === 0)
  );
}
