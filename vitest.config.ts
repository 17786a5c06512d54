import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

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
          globalSetup: ['apps/server/test/postgres.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          // What is waited for may be slow in coming on a busy machine.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          name: 'tools',
          include: ['scripts/**/*.test.mjs', 'deploy/**/*.test.ts', 'prove/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
