import { spawnSync } from 'node:child_process';
import type { Figure } from './run.ts';

/** Until when those who make it mend it; both as their makers publish it. */
const runtimes = [
  { name: 'Node.js 24', until: '2028-04-30', source: 'https://github.com/nodejs/Release/blob/main/schedule.json' },
  { name: 'PostgreSQL 18', until: '2030-11-14', source: 'https://www.postgresql.org/support/versioning/' },
];

interface Outdated {
  current?: string;
  latest: string;
}

/** Packages that the product names and that are behind the newest release of their line, as the registry tells them. */
export async function outdated(): Promise<Figure> {
  const cwd = new URL('..', import.meta.url);
  const asked = ['outdated', '--json', '--workspaces', '--include-workspace-root'];
  const { stdout } = spawnSync('npm', asked, { cwd, encoding: 'utf8', timeout: 120_000 });
  const { error, ...found } = JSON.parse(stdout === '' ? '{}' : stdout) as Record<string, Outdated | Outdated[]>;
  const behind = Object.entries(found).flatMap(([name, of]) =>
    [of].flat().flatMap(({ current, latest }) => (isBehind(current, latest) ? [`${name} ${current} < ${latest}`] : [])),
  );
  return {
    figure: 'S24 packages that the product names and that are behind their newest release',
    value: { behind },
    target: 'none but types of another Node.js',
    ok: error === undefined && behind.every((one) => one.startsWith('@types/node ')),
  };
}

/** What is not installed here, as of another system, is not judged; nor what is newer than the registry's tag. */
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

/** S24: known advisories in what ships, as the registry tells them, and whether what it runs on is still mended. */
export async function deps(): Promise<Figure> {
  const cwd = new URL('..', import.meta.url);
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

/** What npm said, where it is a report: a registry that does not answer gives an error, or nothing. */
function reportIn(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}
