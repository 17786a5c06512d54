import type { FastifyInstance } from 'fastify';
import { policyReportPath } from './headers.ts';
import { parseJson } from './json.ts';
import type { Clock } from '../time/time.ts';
import type { Logger } from '../log/log.ts';

const types = ['application/reports+json', 'application/csp-report'];
const bytes = 16_384;
const logEveryMs = 10_000;

/** A report as the Reporting API sends it, in a list, and as `report-uri` does, alone. */
interface Report {
  body?: { effectiveDirective?: unknown };
  'csp-report'?: { 'effective-directive'?: unknown; 'violated-directive'?: unknown };
}

/**
 * Takes what browsers say that the policy of a page has stopped: it means hostile markup, or a fault of ours. One line of the log
 * for all of ten seconds, with the directive and how many; nothing else of a report is kept, for it holds addresses.
 */
export async function registerPolicyReports(app: FastifyInstance, { log, clock }: { log: Logger; clock: Clock }) {
  let logged = { at: 0, count: 0 };
  await app.register((within, _options, done) => {
    within.removeAllContentTypeParsers();
    within.addContentTypeParser(types, { parseAs: 'string', bodyLimit: bytes }, parseJson);
    within.post(policyReportPath, async (request, reply) => {
      logged.count += 1;
      const now = clock.now().getTime();
      if (now - logged.at >= logEveryMs) {
        log.warn({ code: directiveOf(request.body), count: logged.count }, 'browsers stopped something by the policy');
        logged = { at: now, count: 0 };
      }
      return await reply.status(204).send();
    });
    done();
  });
}

/** The directive that a report names, where it has the form of one. */
function directiveOf(body: unknown): string {
  const [first] = [body].flat() as (Report | null)[];
  const { 'effective-directive': effective, 'violated-directive': violated } = first?.['csp-report'] ?? {};
  const named = first?.body?.effectiveDirective ?? effective ?? violated;
  return typeof named === 'string' && /^[a-z-]{1,40}$/.test(named) ? named : 'unknown';
}
