import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openJobs } from '../src/platform/jobs/jobs.ts';
import { type TestApp, testApp } from './servers/app.ts';

// What deploy/ asks Prometheus for is what the product tells.

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};
const asked = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

let t: TestApp;
/** By name, the labels of a metric that the product tells. */
const told = new Map<string, Set<string>>([['up', new Set()]]);
// These are added by Prometheus.
const always = ['instance', 'job'];

beforeAll(async () => {
  t = await testApp({ METRICS_PORT: '0' });
  await t.call('GET /healthz/ready/');
  await openJobs(t.db, t.instruments.ofWork({ none: async () => {} }), t.services.log).runDue();
  const text = await (await fetch(`http://127.0.0.1:${t.metricsPort}/metrics`)).text();
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const names = kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name];
    for (const one of names) told.set(one, new Set());
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)\{(.*)\} \S+$/gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) told.get(name)?.add(label);
});
afterAll(() => t.close());

/** The parts of a question of one kind; throws where it is not understood. */
function partsOf(question: string) {
  const text = question.replaceAll('$__rate_interval', '5m');
  const selectors: { name: string; labels: string[] }[] = [];
  parser
    .configure({ strict: true })
    .parse(text)
    .iterate({
      enter({ name, node }) {
        if (name !== 'VectorSelector') return;
        const selector = text.slice(node.from, node.to);
        const labels = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label as string);
        selectors.push({ name: /^\w+/.exec(selector)?.[0] ?? '', labels });
      },
    });
  return selectors;
}

test.each(asked)('%s asks for what there is: %s', (_what, question) => {
  const selectors = partsOf(question);
  expect(selectors.length).toBeGreaterThan(0);
  for (const { name, labels } of selectors) {
    expect([...told.keys()]).toContain(name);
    const known = told.get(name) as Set<string>;
    // Of what has not happened here no labels are told.
    if (known.size > 0) for (const label of labels) expect([...known, ...always]).toContain(label);
  }
});

test('a question that makes no sense is noticed', () => {
  expect(() => partsOf('sum(rate(up[5m])')).toThrow(SyntaxError);
});

test.each(alerts.map(({ alert, annotations }) => [alert, annotations] as const))(
  'the runbook has a section for %s',
  (alert, { runbook }) => {
    const [path = '', anchor] = runbook.split('#');
    expect(anchor).toBe(alert.toLowerCase());
    const titles = [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(titles).toContain(anchor);
  },
);

const promtool = spawnSync('promtool', ['--version']).status === 0;

test.runIf(promtool)('Prometheus itself takes the rules', () => {
  const path = new URL('deploy/prometheus/alerts.yml', root).pathname;
  expect(spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' }).stdout).toContain('SUCCESS');
});
