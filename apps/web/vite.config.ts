import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Two builds: the browser's (`dist/client`, with a manifest) and the server's renderer (`dist/server`). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), babel({ plugins: ['@lingui/babel-plugin-lingui-macro'], include: /\/src\/.*\.tsx?$/ }), lingui(), tailwindcss()],
  publicDir: isSsrBuild ? false : 'public',
  ssr: { noExternal: true },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    target: 'es2022',
    // Inlined assets would need `data:` in more places of the content security policy, and are fetched again with each page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: isSsrBuild ? 'src/app/entry-server.tsx' : 'src/app/entry-client.tsx' },
  },
}));
