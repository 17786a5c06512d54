import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { pages, type PagePath } from '@carecommons/contract/pages';
import { pageTexts } from './page-texts.ts';

/** Lays a .br and a .gz beside each built text file, so that the server compresses nothing twice. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg|webmanifest)$/.test(file)) continue;
        const content = readFileSync(join(dir, file));
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(content));
        writeFileSync(join(dir, `${file}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

const router = readFileSync(join(import.meta.dirname, 'src/app/router.tsx'), 'utf8');
const guarded = new Set(
  [...router.matchAll(/^ {2}'(\/\S*)': \{\s*name: '([\w-]+)'/gm)]
    .filter(([, path]) => pages[path as PagePath] === 'guarded')
    .map(([, , name]) => `${name}-page.tsx`),
);

/** Whether a module is loaded at once with a page that everybody may open. */
function isPublic(id: string, graph: Graph, seen = new Set<string>()): boolean {
  seen.add(id);
  const file = basename(id);
  if (file.endsWith('-page.tsx')) return !guarded.has(file);
  if (file === 'entry-client.tsx') return true;
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => !seen.has(importer) && isPublic(importer, graph, seen));
}

// What several pages share is one file: small ones compress badly, and each is a request. What only members need is another.
const shared = [
  { name: (id: string, graph: Graph) => (isPublic(id, graph) ? 'shared' : null), minShareCount: 3, priority: 2 },
  { name: (id: string, graph: Graph) => (isPublic(id, graph) ? null : 'members'), minShareCount: 3, priority: 1 },
];

/** Two builds: the browser's (`dist/client`, with a manifest) and the server's renderer (`dist/server`). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    babel({ plugins: ['@lingui/babel-plugin-lingui-macro'], include: /\/src\/.*\.tsx?$/ }),
    pageTexts(),
    tailwindcss(),
    ...(isSsrBuild ? [] : [precompress()]),
  ],
  publicDir: isSsrBuild ? false : 'public',
  ssr: { noExternal: true },
  // Else the renderer holds both builds of React, and takes the slow one wherever the environment does not say otherwise.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    target: 'es2022',
    // An image in the script would be fetched again with each version of the script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: isSsrBuild ? 'src/app/entry-server.tsx' : 'src/app/entry-client.tsx',
      ...(isSsrBuild ? {} : { output: { codeSplitting: { groups: shared } } }),
    },
  },
}));
