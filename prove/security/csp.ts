import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { type Finding, Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { request, sendRaw, upgrade } from '../../apps/server/test/servers/raw-http.ts';
import { pastVisit, reportOf } from '../tools/reporting.ts';
import type { Figure } from '../tools/figure.ts';
import { withTwoServers } from '../tools/two-servers.ts';

/** S7: the findings of csp_evaluator in the policy of every kind of answer. */
export async function csp(): Promise<Figure> {
  return await withTwoServers(async ([server], owner) => {
    const report = await reportOf(server, await pastVisit(server, owner));
    const page = await sendRaw(server, request('GET /', { accept: 'text/html' }));
    const script = /"(\/assets\/[^ "]+\.js)/.exec(page.text)?.[1] ?? '/';
    const paths = ['/', '/login', '/record', '/no-such-page', '/docs', '/openapi.json', '/feed.xml', '/robots.txt'];
    const more = ['/sitemap.xml', '/favicon.svg', script, '/providers/', '/nothing/', '/%zz', report, `${report}x`];
    const asked = [
      ...[...paths, ...more].map((path) => request(`GET ${path}`)),
      request('GET /providers/', { accept: 'text/html' }),
      request('PUT /token/'),
      request('GET /', { 'x-more': 'a'.repeat(16_384) }),
      'HELO there\r\n\r\n',
      upgrade('/', {}),
      upgrade('/live/', { origin: 'https://evil.example' }),
    ];
    const policies = new Map<string, number>();
    let without = 0;
    for (const bytes of asked) {
      const { headers } = await sendRaw(server, bytes);
      const policy = headers['content-security-policy'];
      if (policy === undefined) without += 1;
      else policies.set(policy, (policies.get(policy) ?? 0) + 1);
    }
    const findings = [...policies.keys()].flatMap(findingsOf);
    const high = findings.filter(({ severity }) => severity <= Severity.SYNTAX);
    return {
      figure: 'S7 high findings of csp_evaluator in the policies of all kinds of answers; answers without one',
      value: {
        answers: asked.length,
        policies: policies.size,
        high: high.length,
        without,
        lower: [...new Set(findings.filter((one) => !high.includes(one)).map(told))],
        ...(high.length === 0 ? {} : { first: high.map(told) }),
      },
      target: '0 and 0',
      ok: high.length === 0 && without === 0 && policies.size > 1 && sees(),
    };
  });
}

const findingsOf = (policy: string): Finding[] => new CspEvaluator(new CspParser(policy).csp).evaluate();

const told = ({ severity, directive, value, description }: Finding) =>
  `${Severity[severity]} ${directive} ${value ?? ''}: ${description}`;

/** Whether the evaluator finds something in a bad policy. */
const sees = () => findingsOf("script-src 'unsafe-inline' *").some(({ severity }) => severity === Severity.HIGH);
