import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumToLaunch } from './e2e/support/chromium.ts';

// Without it, Lingui looks for its settings where vitest was started.
process.env.LINGUI_CONFIG = join(import.meta.dirname, 'apps/web/lingui.config.ts');

export default defineConfig({
  test: {
    // Tests wait for their database and for processes half of the time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'server',
          // Each file opens a server of its own: what they share of loaded modules spares a second for each.
          isolate: false,
          include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts'],
          globalSetup: ['apps/server/test/servers/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 180_000,
          // What is waited for may be slow in coming on a busy machine.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'] },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'components',
          root: 'apps/web',
          include: ['src/**/*.test.tsx'],
          setupFiles: [join(import.meta.dirname, 'apps/web/test/setup.ts')],
          testTimeout: 60_000,
          // What is waited for may be slow in coming on a busy machine.
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // Looked for when it is needed: other tests run where there is none.
              get launchOptions() {
                return chromiumToLaunch();
              },
              contextOptions: { locale: 'en-IN', timezoneId: 'Asia/Kolkata' },
              actionTimeout: 15_000,
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
          },
        },
      },
      {
        test: {
          name: 'tools',
          include: ['scripts/**/*.test.mjs', 'deploy/**/*.test.ts', 'prove/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
