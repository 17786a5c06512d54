const base = 'accounts|erasure|notifications';
const last = 'admin|moderation|privacy|site';

/** The folders of `apps/server/src/platform`, the ground floor first: each imports only those before it. */
const floors = [
  'errors',
  'log',
  'process',
  'time',
  'crypto',
  'config',
  'languages',
  'db',
  'embedded-postgres',
  'search',
  'redis',
  'jobs',
  'broadcast',
  'auth',
  'cache',
  'files',
  'audit',
  'erasure-list',
  'http',
  'limits',
  'live',
  'telemetry',
  'mail',
  'routing',
  'content',
  'web',
  'commands',
  'backup',
];

/** A rule by which `from` must not import `to`. Paths are regular expressions. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Who may import whom: docs/ARCHITECTURE.md says why. */
export default {
  forbidden: [
    never('no-cycles', 'No import leads back to where it came from.', {}, { circular: true }),
    // Syntax trees of HTML and of Markdown are packages of types alone.
    never('resolvable', 'Every import is found.', {}, { couldNotResolve: true, pathNot: '^(hast|mdast)$' }),
    never(
      'no-dev-in-product',
      'What the product runs is a dependency, no devDependency.',
      { path: '^(apps/server|packages/safe-pdf)/src', pathNot: '[.]test[.]ts$' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
    ),

    never(
      'contract-alone',
      'The contract imports zod and itself, nothing else.',
      { path: '^packages/contract/src', pathNot: '[.]test[.]ts$' },
      { pathNot: ['^packages/contract/src', '(^|/)node_modules/zod/'] },
    ),
    never(
      'safe-pdf-by-its-face',
      'What the product needs of the PDFs is in the face of their package; the corpus is for tests.',
      { path: '^apps/[^/]+/src/', pathNot: '[.]test[.]ts$' },
      { path: '^packages/safe-pdf/', pathNot: '^packages/safe-pdf/src/safe-pdf[.]ts$' },
    ),
    never('contract-inside', 'The contract knows nobody who uses it.', { path: '^packages' }, { path: '^apps' }),
    never(
      'web-not-server',
      'The web reaches the server over HTTP alone.',
      { path: '^apps/web' },
      { path: '^apps/server' },
    ),
    never(
      'server-not-web',
      'The server loads the built pages, never their sources.',
      { path: '^apps/server' },
      { path: '^apps/web' },
    ),
    never(
      'product-not-tools',
      'The product needs no test, script or tool.',
      { path: '^(apps|packages)/[^/]+/src/', pathNot: '[.]test[.]tsx?$' },
      { path: '^(e2e|bench|prove|scripts)/|^apps/(server|web)/test/|^packages/safe-pdf/corpus/|[.]test[.]tsx?$' },
    ),

    never(
      'platform-below-modules',
      'The platform imports no module.',
      { path: '^apps/server/src/platform/', pathNot: '[.]test[.]ts$' },
      { path: '^apps/server/src/(modules/|[^/]+[.]ts$)' },
    ),
    ...floors.map((floor, at) =>
      never(
        'platform-floors',
        'A folder of the platform imports only folders below it, in the order of .dependency-cruiser.mjs.',
        { path: `^apps/server/src/platform/${floor}/`, pathNot: '[.]test[.]ts$' },
        {
          path: '^apps/server/src/platform/',
          pathNot: `^apps/server/src/platform/(${floors.slice(0, at + 1).join('|')})/`,
        },
      ),
    ),
    never(
      'platform-floors',
      'Every folder of the platform has its floor in .dependency-cruiser.mjs.',
      { path: '^apps/server/src/platform/', pathNot: `^apps/server/src/platform/(${floors.join('|')})/` },
      {},
    ),
    never(
      'platform-by-its-face',
      'Another folder of the platform is reached through platform/x/x.ts.',
      { path: '^apps/server/src/(platform/([^/]+)|modules|demo|[^/]+[.]ts$)', pathNot: '[.]test[.]ts$' },
      {
        path: '^apps/server/src/platform/([^/]+)/',
        pathNot: ['^apps/server/src/platform/$2/', '^apps/server/src/platform/([^/]+)/\\1[.]ts$'],
      },
    ),
    never(
      'base-below-product',
      'Base modules import base modules and the platform.',
      { path: `^apps/server/src/modules/(${base})/`, pathNot: '[.]test[.]ts$' },
      { path: '^apps/server/src/modules/', pathNot: `^apps/server/src/modules/(${base})/` },
    ),
    never(
      'product-below-last',
      'Only the last modules look at all others.',
      { path: '^apps/server/src/modules/', pathNot: [`^apps/server/src/modules/(${last})/`, '[.]test[.]ts$'] },
      { path: `^apps/server/src/modules/(${last})/` },
    ),
    never(
      'module-by-its-face',
      'Another module is reached through modules/x/x.ts.',
      { path: '^apps/server/src/modules/([^/]+)/', pathNot: '[.]test[.]ts$' },
      {
        path: '^apps/server/src/modules/([^/]+)/',
        pathNot: [
          '^apps/server/src/modules/$1/',
          '^apps/server/src/modules/([^/]+)/\\1[.]ts$',
          // What every module that writes to a person needs.
          '^apps/server/src/modules/accounts/send-email[.]ts$',
        ],
      },
    ),

    never(
      'features-apart',
      'A feature imports no other feature.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    never(
      'features-below-pages',
      'Features know no page.',
      { path: '^apps/web/src/features/' },
      { path: '^apps/web/src/(pages|app)/' },
    ),
    never(
      'components-below-features',
      'Components know no feature and no page.',
      { path: '^apps/web/src/components/' },
      { path: '^apps/web/src/(features|pages|app)/' },
    ),
    never(
      'lib-below-all',
      'The library of the web knows nothing above it.',
      { path: '^apps/web/src/lib/' },
      { path: '^apps/web/src/(components|features|pages|app)/' },
    ),
    never(
      'pages-below-app',
      'Pages know no router and no other page.',
      { path: '^apps/web/src/pages/' },
      { path: '^apps/web/src/(pages|app)/' },
    ),

    never(
      'proofs-apart',
      'A proof imports what proofs share, no other folder of proofs.',
      { path: '^prove/(deployment|reliability|security)/' },
      { path: '^prove/(run[.]ts|deployment|reliability|security)', pathNot: '^prove/$1/' },
    ),
    never(
      'proofs-share',
      'What proofs share imports no proof.',
      { path: '^prove/tools/' },
      { path: '^prove/', pathNot: '^prove/tools/' },
    ),
    never(
      'journeys-alone',
      'The product and the proofs need no journey.',
      { path: '^(apps|packages|bench|prove)/' },
      { path: '^e2e/.*[.]e2e[.]ts$' },
    ),
  ],
  options: {
    // Types alone count too: an import that vanishes at run time still couples.
    tsPreCompilationDeps: true,
    parser: 'swc',
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '[.](css|svg|po|woff2)$', '^virtual:'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
