import { defineConfig } from '@playwright/test';
import { chromiumToLaunch } from './support/chromium.ts';
import { firefoxToLaunch } from './support/firefox.ts';
import { missingForWebKit } from './support/webkit.ts';

const { executablePath, missing } = firefoxToLaunch();
const withoutWebKit = missingForWebKit();
// Printed once, not by every process that runs journeys.
if (process.env.TEST_WORKER_INDEX === undefined) {
  if (missing !== undefined) console.log(`In Firefox nothing is walked: ${missing}.`);
  if (withoutWebKit !== undefined) console.log(`In WebKit nothing is walked: ${withoutWebKit}.`);
}

// A failed journey is repeated once with a new product, to distinguish faults from flakiness: `npm test` lists both.
const walksAgain = process.env.CI !== undefined;

/** The journeys, each on a phone and on a desktop; the main ones in Firefox too, and a few in WebKit, where available. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: walksAgain ? 1 : 0,
  workers: 2,
  // Several times the longest journey on a quiet machine: slowness is not a fault.
  timeout: 120_000,
  // With few colours, the edge of a letter may differ by a shade; a shift by a pixel differs by more.
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixels: 20 } },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? 'list' : [['dot'], ['json']],
  use: {
    browserName: 'chromium',
    launchOptions: chromiumToLaunch(),
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    // Recording a trace takes a fifth of a journey's time.
    trace: walksAgain ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [
    {
      name: 'phone',
      // The specification applies equally to both; the journeys check how it looks on a phone.
      testIgnore: '**/specification/**',
      // The same for journeys about a rule, not a screen.
      grepInvert: /@desk/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      // Keyboard journeys run where there is the least room.
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 900 } },
    },
    ...(executablePath === undefined ? [] : [inFirefox(executablePath)]),
    // Driven by a WebDriver other than Playwright's: separate journeys.
    ...(withoutWebKit === undefined ? [{ name: 'webkit', testMatch: '**/*.webkit.ts' }] : []),
  ],
});

/** The viewport of a phone, which has the least room: a page that is too wide shows. */
function inFirefox(path: string) {
  return {
    name: 'firefox',
    grep: /@firefox/,
    timeout: 150_000,
    use: {
      browserName: 'firefox',
      // A screenshot injects a style, which Firefox reports as a CSP violation.
      screenshot: 'off',
      // The original Firefox, driven by WebDriver BiDi.
      channel: 'moz-firefox',
      launchOptions: { executablePath: path },
      viewport: { width: 360, height: 740 },
    },
  } as const;
}
