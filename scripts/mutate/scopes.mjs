const modules = ['accounts', 'appointments', 'chat', 'moderation', 'privacy', 'records'];

/** What is mutated, and which tests have to notice. */
export const scopes = {
  /** The rules that server and browser share, by tests that need nothing but them. */
  contract: {
    sources: ['packages/contract/src/{!(session)-rules,names,pages}.ts'],
    tests: [
      'packages/contract/src/*.test.ts',
      'apps/server/test/names.test.ts',
      'apps/server/src/modules/appointments/rules.test.ts',
      'apps/server/src/modules/verification/moves.test.ts',
    ],
    testsOf: () => [],
    settings: { globalSetup: [] },
  },
  /** Modules of the server, by their own tests on a real database. */
  modules: {
    sources: modules.map((name) => `apps/server/src/modules/${name}/**/*.ts`),
    tests: modules.map((name) => `apps/server/src/modules/${name}/**/*.test.ts`),
    groupOf: (path) => path.split('/')[4],
    testsOf: (path) => [
      path.split('/').slice(0, 5).join('/').concat('/'),
      // What an erasure does in a module is tested where erasures are.
      ...(path.endsWith('/erase.ts') ? ['apps/server/src/modules/privacy/erasure'] : []),
    ],
    slow: /at-scale|random|sequences|contention|interleaving/,
    settings: {},
    types: 'apps/server',
    sampled: true,
  },
  /** Cases whose outcome is known, for the test of the runner itself. */
  planted: {
    sources: ['scripts/mutate/planted/*.ts'],
    tests: ['scripts/mutate/planted/*.check.ts'],
    testsOf: () => [],
    settings: { globalSetup: [] },
    graceMs: 2_000,
  },
};
