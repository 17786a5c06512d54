import { type Browser, chromium } from '@playwright/test';
import { chromiumToLaunch } from '../e2e/support/chromium.ts';
import { serveBarePages } from './bare-page.ts';
import { type Opening, openOnPhone, slowness } from './phone.ts';
import { publicPages } from './public-pages.ts';

// `npm run check` reports the size of the styles, which are inlined.
const goals = { firstPaint: 600, shift: 0, blocked: 50, js: 100_000 };
type WebPagesOptions = Parameters<typeof publicPages>[0] & {
  /** The number of times that each page is opened. */
  runs: number;
};

/** Every public page as a phone on a slow connection opens it, compared with a bare page of the same bytes. */
export async function webPages({ runs, ...asked }: WebPagesOptions) {
  const addresses = await publicPages(asked);
  const browser = await chromium.launch(chromiumToLaunch());
  const bare = await serveBarePages();
  try {
    const opened = [];
    let slower = NaN;
    for (const { page, url } of addresses) {
      const bareUrl = await bare.add(await (await fetch(url, { headers: { accept: 'text/html' } })).text());
      if (Number.isNaN(slower)) slower = await slowness(browser, bareUrl);
      opened.push({ page, ...(await measure(browser, url, bareUrl, runs)) });
    }
    return {
      about: {
        'processor held back, times (asked 4)': slower.toFixed(1),
      },
      opened,
    };
  } finally {
    bare.close();
    await browser.close();
  }
}

/** One line of the table: a page and its bare version opened alternately, and the median of the runs. */
async function measure(browser: Browser, url: string, bareUrl: string, runs: number) {
  const bare: Opening[] = [];
  const ours: Opening[] = [];
  for (let run = 0; run < runs; run++) {
    bare.push(await openOnPhone(browser, bareUrl));
    ours.push(await openOnPhone(browser, url));
  }
  const of = (kind: keyof Opening, openings = ours) => median(openings.map((opening) => opening[kind]));
  // As it is reported: smaller values come from the rounding of pixels.
  const shift = Math.round(of('shift') * 1000) / 1000;
  const firstPaint = Math.round(of('firstPaint'));
  const blocked = Math.round(of('blocked'));
  return {
    'first paint ms': firstPaint,
    'bare ms': Math.round(of('firstPaint', bare)),
    ratio: median(ours.map((opening, run) => opening.firstPaint / (bare[run]?.firstPaint ?? NaN))).toFixed(2),
    'largest ms': Math.round(of('largestPaint')),
    shift,
    'blocked ms': blocked,
    'HTML bytes': of('html'),
    'bare bytes': of('html', bare),
    'JS bytes': of('js'),
    ok: firstPaint <= goals.firstPaint && shift <= goals.shift && blocked <= goals.blocked && of('js') <= goals.js,
  };
}

function median(values: number[]) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}
