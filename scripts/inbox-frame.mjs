/** Puts the script of the page that shows an inbox, with all that it imports, into one file. */
import { join } from 'node:path';
import { build } from 'esbuild';

await build({
  absWorkingDir: join(import.meta.dirname, '..'),
  entryPoints: ['src/pages/inbox-frame/browser/frame.ts'],
  outfile: 'dist/inbox-frame.js',
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  // Packages ask which environment they are for.
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'inline',
  logLevel: 'warning',
});
