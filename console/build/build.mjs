/** Builds the console to dist/console: what it knows of the server, the scripts, and their compressed forms. */
import { join } from 'node:path';
import { build } from 'vite';
import { writeFacts } from './types.mjs';

const folder = join(import.meta.dirname, '..');

writeFacts();
await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' });
await import('./finish.mjs');
