import { spawnSync } from 'node:child_process';
import type { Figure } from '../tools/figure.ts';

/** The end of support of Node and PostgreSQL, as published by their makers. */
const runtimes = [
  { name: 'Node.js 24', until: '2028-04-30', source: 'https://github.com/nodejs/Release/blob/main/schedule.json' },
  { name: 'PostgreSQL 18', until: '2030-11-14', source: 'https://www.postgresql.org/support/versioning/' },
];

interface Outdated {
  current?: string;
  latest: string;
}

/** Versions that are pinned on purpose. */
const held: [begins: string, line: string, why: string][] = [
  ['@lingui/', '5', 'version 6 does not install beside what builds the pages; it reads our own texts alone'],
  ['@babel/core', '7', 'what Lingui 5 builds with; nothing of it ships'],
  ['@types/node', '24', 'types of the Node.js that runs it'],
];
const mostDays = 90;

/** Declared packages whose newest release is older than the days that docs/CONTROLS.md allows, and which are not updated yet. */
export async function outdated(): Promise<Figure> {
  const { error, ...found } = JSON.parse(
    npm('outdated', '--json', '--workspaces', '--include-workspace-root') || '{}',
  ) as Record<string, Outdated | Outdated[]>;
  const behind = Object.entries(found).flatMap(([name, of]) =>
    [of].flat().flatMap(({ current, latest }) => (isBehind(current, latest) ? [{ name, current, latest }] : [])),
  );
  const others = behind.filter(
    ({ name, current }) => !held.some(([begins, line]) => name.startsWith(begins) && current?.startsWith(`${line}.`)),
  );
  const late = others.filter(({ name, latest }) => daysSince(name, latest) > mostDays);
  const told = (list: typeof behind) => list.map(({ name, current, latest }) => `${name} ${current} < ${latest}`);
  return {
    figure: 'S24 packages that the product names, behind their newest release for longer than 90 days',
    value: { late: told(late), behind: told(others), held: behind.length - others.length },
    target: 'none late',
    ok: error === undefined && late.length === 0,
  };
}

function npm(...args: string[]) {
  return spawnSync('npm', args, { cwd: new URL('../../', import.meta.url), encoding: 'utf8', timeout: 120_000 }).stdout;
}

/** The age of a release in days; infinite if the registry does not say. */
function daysSince(name: string, version: string) {
  const times = JSON.parse(npm('view', name, 'time', '--json') || '{}') as Record<string, string | undefined>;
  const at = Date.parse(times[version] ?? '');
  return Number.isNaN(at) ? Infinity : (Date.now() - at) / 86_400_000;
}

/**
 * Packages that are not installed here, for example for another system, are not judged; nor versions newer than the registry's
 * tag.
 */
function isBehind(current: string | undefined, latest: string) {
  if (current === undefined) return false;
  const [ours = [], theirs = []] = [current, latest].map((version) => version.split(/[.-]/).map(Number));
  const at = theirs.findIndex((part, place) => part !== ours[place]);
  return at !== -1 && (ours[at] ?? 0) < (theirs[at] ?? 0);
}

interface Report {
  metadata?: { vulnerabilities: Record<string, number>; dependencies: { prod: number } };
  error?: { code?: string; summary?: string };
}

/** S24: known advisories for shipped packages, according to the registry, and whether Node and PostgreSQL are still supported. */
export async function deps(): Promise<Figure> {
  const cwd = new URL('../../', import.meta.url);
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd, encoding: 'utf8', timeout: 60_000 });
  const found = reportIn(stdout)?.metadata;
  const today = new Date().toISOString().slice(0, 10);
  const over = runtimes.filter(({ until }) => until < today).map(({ name }) => name);
  const { high = 0, critical = 0, total = 0 } = found?.vulnerabilities ?? {};
  const advisories =
    found === undefined
      ? 'not reachable'
      : { packages: found.dependencies.prod, high, critical, lower: total - high - critical };
  return {
    figure: 'S24 known high or critical advisories in what ships; what it runs on and is no longer mended',
    value: { advisories, runtimes: runtimes.map(({ name, until }) => `${name} until ${until}`), over },
    target: '0 and none',
    ok: found !== undefined && high + critical === 0 && over.length === 0,
  };
}

/** The report of npm, if it is one: if the registry does not answer, there is an error or nothing. */
function reportIn(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}
