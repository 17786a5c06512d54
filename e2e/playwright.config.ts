import { defineConfig } from '@playwright/test';
import { chromiumToLaunch } from './chromium.ts';

/** The journeys, each on a phone and on a desk. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
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
    trace: 'retain-on-failure',
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
  ],
});
