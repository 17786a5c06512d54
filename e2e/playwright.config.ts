import { defineConfig } from '@playwright/test';
import { chromiumToLaunch } from './support/chromium.ts';
import { firefoxToLaunch } from './support/firefox.ts';
import { missingForWebKit } from './support/webkit.ts';

const { executablePath, missing } = firefoxToLaunch();
const withoutWebKit = missingForWebKit();
// Said once, and not by each process that runs journeys.
if (process.env.TEST_WORKER_INDEX === undefined) {
  if (missing !== undefined) console.log(`In Firefox nothing is walked: ${missing}.`);
  if (withoutWebKit !== undefined) console.log(`In WebKit nothing is walked: ${withoutWebKit}.`);
}

// What fails is walked once more on a product of its own, to tell what is broken from what is unsteady: `npm test` names both.
const walksAgain = process.env.CI !== undefined;

/** The journeys, each on a phone and on a desk; the chief ones in Firefox too, and a few in WebKit, where there is one. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: walksAgain ? 1 : 0,
  workers: 2,
  // Several times what the longest takes on a quiet machine: a slow one is no fault.
  timeout: 120_000,
  // A letter's edge may be a shade lighter where a picture is kept in few colours; what has moved by a pixel is more than that.
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixels: 20 } },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? 'list' : [['dot'], ['json']],
  use: {
    browserName: 'chromium',
    launchOptions: chromiumToLaunch(),
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
    // Recording one takes a fifth of a journey's time.
    trace: walksAgain ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [
    {
      name: 'phone',
      // What the specification says is the same on both; how it looks on a phone is walked by the journeys.
      testIgnore: '**/specification/**',
      // So is what a journey says of a rule, not of a screen.
      grepInvert: /@desk/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      // Journeys by keyboard alone are walked where there is the least room.
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 900 } },
    },
    ...(executablePath === undefined ? [] : [inFirefox(executablePath)]),
    // By a driver that is not Playwright's: journeys of their own.
    ...(withoutWebKit === undefined ? [{ name: 'webkit', testMatch: '**/*.webkit.ts' }] : []),
  ],
});

/** The window of a phone, where there is the least room: a page that is too wide shows. */
function inFirefox(path: string) {
  return {
    name: 'firefox',
    grep: /@firefox/,
    timeout: 150_000,
    use: {
      browserName: 'firefox',
      // A picture brings a style of its own, of which Firefox tells as a breach.
      screenshot: 'off',
      // Firefox as it comes from its makers, driven by WebDriver BiDi.
      channel: 'moz-firefox',
      launchOptions: { executablePath: path },
      viewport: { width: 360, height: 740 },
    },
  } as const;
}
