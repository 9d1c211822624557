import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The Carillon that the development server sends requests for data to. */
const CARILLON = process.env.CARILLON_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/console/',
  plugins: [
    // One chunk for each file of src/routes; the list of them is generated.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './generated/routes.ts',
      disableLogging: true,
    }),
    react(),
  ],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    // The policy of the page refuses what is not a file of this origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // Browsers of 2024 know `light-dark()`; what it would be replaced by does not know Mantine's way of saying dark.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    license: { fileName: 'licences.md' },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen needs, in one file in place of some forty small ones.
          groups: [
            { name: 'base', test: /node_modules\/(react|react-dom|scheduler|openapi-fetch)\// },
            { name: 'base', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            { name: 'base', test: /node_modules\/(@tanstack|@floating-ui|@mantine\/hooks)\// },
            { name: 'parts', test: /node_modules\/@mantine\/|console\/src\/(ui|api|search-text)/, minShareCount: 34 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // Changes need the host that the browser shows: a request of another origin is refused.
    proxy: Object.fromEntries(
      ['/v1', '/v2', '/favicon.svg', '/openapi.json'].map((path) => [path, { target: CARILLON, changeOrigin: false }]),
    ),
  },
});
