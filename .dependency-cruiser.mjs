const base = 'accounts|notifications';
const last = 'admin|moderation|privacy|fhir|site';

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
      { path: '^apps/server/src', pathNot: '[.]test[.]ts$' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
    ),

    never(
      'contract-alone',
      'The contract imports zod and itself, nothing else.',
      { path: '^packages/contract/src', pathNot: '[.]test[.]ts$' },
      { pathNot: ['^packages/contract/src', '(^|/)node_modules/zod/'] },
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
      { path: '^(e2e|bench|prove|scripts)/|^apps/server/test/|[.]test[.]tsx?$' },
    ),

    never(
      'core-below-modules',
      'The core imports no module.',
      { path: '^apps/server/src/core/', pathNot: '[.]test[.]ts$' },
      { path: '^apps/server/src/(modules/|app[.]ts|main[.]ts)' },
    ),
    never(
      'base-below-product',
      'Base modules import base modules and the core.',
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
          '^apps/server/src/modules/accounts/letters[.]ts$',
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
