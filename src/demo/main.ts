import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { OUTBOX_PATH } from '../outbox/outbox-rules.js';
import { pagesToOpen } from '../pages/served-pages.js';
import { type Config, loadConfig } from '../platform/config/config.js';
import { inDatabase } from '../platform/persistence/database-name.js';
import { startCarillon } from '../start.js';
import { DemoApi } from './api.js';
import { formatStory } from './report.js';
import { playStory } from './story.js';

const DATA_DIR = '.carillon-demo';
const STAYS = process.argv.includes('--stay');
const HINTS = `  Your turn: npm start, then see what is sent in the outbox, at the address that it prints.
  npm run demo -- --stay keeps the demo running, to see its messages there.
`;

try {
  await rm(DATA_DIR, { recursive: true, force: true });
  const config = demoConfig();
  say('\n  Starting Carillon …');
  const startedAt = performance.now();
  const carillon = await startCarillon(config, { onExit: fail });
  say(`  started on ${carillon.url} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const story = await playStory(new DemoApi(carillon.url, config.bootstrapApiKey ?? ''), (line) => say(`  ${line}`));
  say(formatStory(story));
  say(`  That took ${((performance.now() - startedAt) / 1000).toFixed(1)} s in all.\n`);
  if (STAYS) {
    const outbox = pagesToOpen(config, carillon.pageToken).find(({ path }) => path.startsWith(OUTBOX_PATH));
    const key = config.mongodbUri === undefined ? '' : ` (API key: ${config.bootstrapApiKey})`;
    say(`  It keeps running. See them as their readers do: ${carillon.url}${outbox?.path}${key}\n  Ctrl+C ends it.\n`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  }
  await carillon.stop();
  if (!STAYS) say(HINTS);
  process.exit(0);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

/**
 * The settings of an ordinary start, with a data folder of its own; on external servers, with a database of its own.
 */
function demoConfig(): Config {
  const { MONGODB_URI, REDIS_URL } = process.env;
  const name = `carillon-demo-${randomBytes(4).toString('hex')}`;
  return loadConfig({
    PORT: '0',
    LEGACY_API: 'false',
    OUTBOX: 'on',
    LOG_LEVEL: 'warn',
    DATA_DIR,
    QUEUE_PREFIX: name,
    BOOTSTRAP_API_KEY: randomBytes(16).toString('hex'),
    REDIS_URL,
    ...(MONGODB_URI && {
      MONGODB_URI: inDatabase(MONGODB_URI, name),
      SECRET_KEY: randomBytes(32).toString('hex'),
    }),
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(reason: string): never {
  process.stderr.write(`\n  The demo could not finish: ${reason}\n`);
  process.exit(1);
}
