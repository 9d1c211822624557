/**
 * Completes the built console: each file gets its compressed forms beside it, which the server sends as they are; and what
 * the first screen loads must stay small.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { firstScripts, overBudget } from './budget.mjs';

const folder = join(import.meta.dirname, '../../dist/console');
const assets = join(folder, 'assets');
const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Size of each file with gzip, by its name. */
const sizes = new Map();

await Promise.all(
  readdirSync(assets)
    .filter((name) => COMPRESSIBLE.test(name))
    .map(async (name) => {
      const content = readFileSync(join(assets, name));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      sizes.set(name, gz.length);
      if (br.length < content.length) writeFileSync(join(assets, `${name}.br`), br);
      if (gz.length < content.length) writeFileSync(join(assets, `${name}.gz`), gz);
    }),
);

const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
const problem = overBudget(firstScripts(manifest), sizes);
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}
