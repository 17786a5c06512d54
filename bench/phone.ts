import type { Browser, CDPSession } from '@playwright/test';

// A mid-range phone on a slow connection: the browser itself throttles its network and its processor.
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slower = 4;
const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
};
// Shorter delays are not noticed.
const unfeltMs = 50;

/** One page load: milliseconds from the navigation, and received bytes. */
export interface Opening {
  firstPaint: number;
  largestPaint: number;
  /** The layout shift. */
  shift: number;
  /** How long a tap would have waited, from the first paint on. */
  blocked: number;
  html: number;
  /** Scripts that load before the page is complete. */
  js: number;
}

/** Opens a page in a browser without any cache. Throws if the connection was not slow. */
export async function openOnPhone(browser: Browser, url: string): Promise<Opening> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await throttle(await context.newCDPSession(page));
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: 'networkidle' });
    const { waited, ...opening } = await page.evaluate(read, unfeltMs);
    if (waited < line.latency) throw new Error(`${url} came after ${waited} ms: the line is not slow.`);
    return opening;
  } finally {
    await context.close();
  }
}

/** How much longer the same work takes on the throttled processor, after the page load. */
export async function slowness(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await throttle(session);
    await page.goto(url, { waitUntil: 'networkidle' });
    // The first run is for the compiler.
    await page.evaluate(work);
    const slow = await page.evaluate(work);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return slow / (await page.evaluate(work));
  } finally {
    await context.close();
  }
}

async function throttle(session: CDPSession) {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
}

interface Seen {
  shift: number;
  largest: number;
  tasks: { startTime: number; duration: number }[];
}
type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Runs in the page, before anything else. */
function watch() {
  const seen: Seen = { shift: 0, largest: 0, tasks: [] };
  Object.assign(window, { seen });
  const each = (type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as Entry);
    }).observe({ type, buffered: true });
  each('layout-shift', ({ value, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value));
  each('largest-contentful-paint', ({ startTime }) => (seen.largest = startTime));
  each('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
}

/** Runs in the page, when it is idle. */
function read(unfelt: number): Opening & { waited: number } {
  const { seen } = window as unknown as { seen: Seen };
  const [navigation] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;
  const js = resources
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime < navigation.loadEventStart)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return {
    firstPaint,
    largestPaint: seen.largest,
    shift: seen.shift,
    blocked: seen.tasks.reduce((sum, { startTime, duration }) => {
      const after = startTime + duration - Math.max(startTime, firstPaint);
      return sum + Math.max(0, after - unfelt);
    }, 0),
    html: navigation.encodedBodySize,
    js,
    // The connection between the response and the page is slow.
    waited: navigation.responseEnd - navigation.requestStart,
  };
}

/** Runs in the page: the duration of a calculation in milliseconds. */
function work() {
  const began = performance.now();
  let sum = 0;
  for (let n = 0; n < 30_000_000; n++) sum += n % 7;
  return sum > 0 ? performance.now() - began : NaN;
}
