import { readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunks } from './chunks.ts';
import { onePathIcons } from './icons.ts';
import { pageStyles } from './page-styles.ts';
import { pageTexts } from './page-texts.ts';

// How much of a file Brotli looks at in one go, as a power of two; 0 leaves it to the library. Which is better for a large file is
// seen only by trying: a few hundred bytes.
const blockSizes = [0, 20];

// Babel is the slowest of a build: it is given those files alone that hold texts.
const macros = defineRolldownBabelPreset({
  preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
  rolldown: { filter: { id: /\/src\/.*\.tsx?$/, code: /@lingui\/(core|react)\/macro/ } },
});

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function smallestBrotli(content: Buffer): Promise<Buffer> {
  const sizes = content.length > 100_000 ? blockSizes : [0];
  const found = await Promise.all(
    sizes.map((size) => brotli(content, { params: { [constants.BROTLI_PARAM_LGBLOCK]: size } })),
  );
  return found.reduce((smallest, one) => (one.length < smallest.length ? one : smallest));
}

/** Lays a .br and a .gz beside each built text file, so that the server compresses nothing twice. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      // All at once: zlib works in threads of its own.
      await Promise.all(
        files.map(async (file) => {
          if (!/\.(m?js|css|svg|wasm)$/.test(file)) return;
          const content = await readFile(join(dir, file));
          await writeFile(join(dir, `${file}.br`), await smallestBrotli(content));
          await writeFile(join(dir, `${file}.gz`), await zip(content, { level: 9 }));
        }),
      );
    },
  };
}

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version: pdfVersion } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8')) as { version: string };
const pdfDecoders = `assets/pdfjs-${pdfVersion}/`;

/** Lays what decodes the pictures of PDFs where the worker of pdf.js looks for it: it is fetched for a PDF that has such pictures. */
function decodersOfPdfs(): Plugin {
  return {
    name: 'decoders-of-pdfs',
    apply: 'build',
    generateBundle() {
      for (const name of ['jbig2.wasm', 'openjpeg.wasm', 'qcms_bg.wasm']) {
        this.emitFile({ type: 'asset', fileName: pdfDecoders + name, source: readFileSync(join(pdfjs, 'wasm', name)) });
      }
    },
  };
}

/** Two builds: the browser's (`dist/client`, with a manifest) and the server's renderer (`dist/server`). */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    react(),
    babel({ presets: [macros], sourceMap: false }),
    pageTexts(),
    onePathIcons(),
    tailwindcss(),
    ...(isSsrBuild ? [] : [pageStyles(), decodersOfPdfs(), precompress()]),
  ],
  publicDir: isSsrBuild ? false : 'public',
  // React has it built in; the router brings it along for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // In development React comes from its package, which is no ES module.
  ...(command === 'build' ? { ssr: { noExternal: true } } : {}),
  // Else the renderer holds both builds of React, and takes the slow one wherever the environment does not say otherwise.
  define: {
    'import.meta.env.PDF_DECODERS': JSON.stringify(`/${pdfDecoders}`),
    ...(isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {}),
  },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    target: 'es2022',
    // An image in the script would be fetched again with each version of the script.
    assetsInlineLimit: 0,
    // A chunk that is imported needs no preloading beside: without its own name in each list, all of these are shorter.
    modulePreload: { polyfill: false, resolveDependencies: (file, files) => files.filter((name) => name !== file) },
    // Nobody reads how large each file is when it is compressed.
    reportCompressedSize: false,
    rolldownOptions: {
      input: isSsrBuild ? 'src/app/entry-server.tsx' : ['src/app/start.ts', 'src/app/entry-client.tsx'],
      // Every reader loads the name of every chunk: a hash alone is half of it.
      ...(isSsrBuild ? {} : { output: { chunkFileNames: 'assets/[hash].js', codeSplitting: { groups: chunks } } }),
    },
  },
}));
