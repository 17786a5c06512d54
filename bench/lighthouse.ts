import { createRequire } from 'node:module';
import { join } from 'node:path';
import { unlistedPages } from '@carecommons/contract/pages';
import { chromium } from '@playwright/test';
import { freePort } from '../apps/server/test/servers/free-port.ts';
import { chromiumToLaunch } from '../e2e/support/chromium.ts';
import { publicPages } from './public-pages.ts';

// It is not a dependency: it brings more than a hundred packages.
const folder = 'node_modules/.cache/lighthouse';
const install = `npm install --prefix ${folder} lighthouse@13.5.0`;
const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The fields of a Lighthouse report that are used. */
interface Report {
  runtimeError?: { message: string };
  audits: Record<string, { score: number | null; numericValue?: number }>;
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>;

/** Lighthouse, if it was installed for this. */
export async function installedLighthouse() {
  const { resolve } = createRequire(join(import.meta.dirname, '..', folder, 'from-here.js'));
  try {
    const { default: lighthouse } = (await import(resolve('lighthouse'))) as { default: Lighthouse };
    const { default: trace } = (await import(resolve('lighthouse/core/gather/gatherers/trace.js'))) as {
      default: { getDefaultTraceCategories(): string[] };
    };
    // While Chromium 147 traces the use of web features, it aborts every page with a `referrer-policy` (net::ERR_ABORTED). No
    // score depends on that trace.
    const traced = trace.getDefaultTraceCategories().filter((name) => name !== 'blink.webdx_feature_usage');
    trace.getDefaultTraceCategories = () => traced;
    return lighthouse;
  } catch (error) {
    throw new Error(`Please install Lighthouse first: ${install}`, { cause: error });
  }
}

/** The scores that Lighthouse gives every public page on a phone. */
export async function lighthouseScores(lighthouse: Lighthouse, asked: Parameters<typeof publicPages>[0]) {
  const port = await freePort();
  const { args, ...launch } = chromiumToLaunch();
  const browser = await chromium.launch({ ...launch, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    const scores = [];
    for (const { page, url } of await publicPages(asked)) {
      // Search engines are excluded from these on purpose.
      const skipAudits = unlistedPages.includes(page) ? ['is-crawlable'] : [];
      const { lhr } = await lighthouse(url, { port, onlyCategories, skipAudits, logLevel: 'error' });
      if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`);
      scores.push(lineOf(page, lhr));
    }
    return scores;
  } finally {
    await browser.close();
  }
}

/** One line of the table: the four scores, the parts of the first, and what keeps the others below 100. */
function lineOf(page: string, { categories, audits }: Report) {
  const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)] as const);
  const { performance: _, ...others } = categories;
  const short = Object.values(others)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  const value = (id: string) => audits[id]?.numericValue ?? NaN;
  return {
    page,
    ...Object.fromEntries(scores),
    'first paint ms': Math.round(value('first-contentful-paint')),
    'largest ms': Math.round(value('largest-contentful-paint')),
    'blocked ms': Math.round(value('total-blocking-time')),
    shift: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
    'falls short': short.map(({ id }) => id).join(', '),
    ok: scores.every(([, score]) => score === 100),
  };
}
