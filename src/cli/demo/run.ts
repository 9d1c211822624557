import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { OUTBOX_PATH } from '../../outbox/outbox-rules.js';
import { opensWithToken } from '../../auth/guests/guest-access.js';
import { CONSOLE_PATH, pagesToOpen } from '../../pages/served-pages.js';
import { print as say } from '../../platform/command-line/print.js';
import { type Config, loadConfig } from '../../platform/config/config.js';
import { inDatabase } from '../../platform/persistence/database-name.js';
import type { RunningCarillon } from '../../server/start/serve.js';
import { startCarillon } from '../../server/start/start.js';
import { DemoApi } from './api.js';
import { formatStory } from './report.js';
import { playStory } from './story.js';

const DATA_DIR = '.carillon-demo';
// In a checkout the command is not on the path: `npm run demo` names the next steps as npm runs them.
const [STAY, START] =
  process.env['npm_lifecycle_event'] === 'demo'
    ? ['npm run demo -- --stay', 'npm start']
    : ['carillon demo --stay', 'carillon start'];
const HINTS = `  ${STAY} keeps the demo running, to see all of this in its console.
  Your turn: ${START}. It prints a link that makes your account in the console, http://127.0.0.1:${loadConfig({}).port}${CONSOLE_PATH}
`;

/** Plays the story on a Carillon that it starts; then ends the process, or lets it run until it is asked to end. */
export async function run({ stays }: { stays: boolean }): Promise<never> {
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
    if (stays) {
      say(`  It keeps running. See them in the console as their readers do:\n  ${addressOf(config, carillon)}\n`);
      say('  Ctrl+C ends it.\n');
      await signalToEnd();
    }
    await carillon.stop();
    if (!stays) say(HINTS);
    return process.exit(0);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** A second signal while it ends does not kill it: a terminal and the launcher may both send one. */
function signalToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
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

/** Where the messages are seen: in the outbox without an account, or elsewhere after making one with the first link. */
function addressOf(config: Config, { url, pageToken, setupLink }: RunningCarillon): string {
  const outbox = pagesToOpen(config, pageToken).find(({ path }) => path.startsWith(OUTBOX_PATH));
  if (opensWithToken(config)) return url + (outbox?.path ?? CONSOLE_PATH);
  return `${url}${CONSOLE_PATH}${OUTBOX_PATH}${setupLink === undefined ? '' : ` (make an account first: ${setupLink})`}`;
}

function fail(reason: string): never {
  process.stderr.write(`\n  The demo could not finish: ${reason}\n`);
  process.exit(1);
}
