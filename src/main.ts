import { firstStartGreeting, laterGreeting } from './server/bootstrap/greeting.js';
import { assertEnoughOpenFiles } from './platform/open-files.js';
import { type Config, ConfigError, loadConfig } from './platform/config/config.js';
import { misspeltSettings } from './platform/config/misspelt-settings.js';
import { pagesToOpen } from './pages/served-pages.js';
import type { RunningCarillon } from './server/start/serve.js';
import { startCarillon } from './server/start/start.js';

/** After the time for running work, this much is left for everything else; then the process ends in any case. */
const CLOSING_MS = 1500;

// Templates print dates by the methods of `Date` that follow the zone of the process, which has hours that do not exist.
process.env.TZ = 'UTC';

let config: Config;
try {
  config = loadConfig(process.env);
} catch (error) {
  fail(error);
}

try {
  assertEnoughOpenFiles();
  await warnOfMisspeltSettings();
  const carillon = await startCarillon(config, {
    onRestart: (reason) => void warnOfRestart(reason),
    onExit: (reason) => fail(new Error(reason)),
  });
  announce(carillon);
  await stopOnSignal(carillon);
  await import('./server/late-parts.js');
} catch (error) {
  fail(error);
}

async function warnOfMisspeltSettings(): Promise<void> {
  const misspelt = misspeltSettings(process.env);
  if (misspelt.length === 0) return;
  const { Logger } = await import('./platform/logging/logger.js');
  const logger = new Logger(config);
  for (const { variable, meant } of misspelt)
    logger.warn({ variable }, `There is no setting ${variable}. Did you mean ${meant}?`);
}

async function warnOfRestart(reason: string): Promise<void> {
  const { Logger } = await import('./platform/logging/logger.js');
  new Logger(config).warn({ reason }, 'The embedded store ended; it is started again');
}

function announce(carillon: RunningCarillon): void {
  const addresses = { ...carillon, pages: pagesToOpen(config, carillon.pageToken) };
  if (carillon.firstKeys) {
    const { development, production } = carillon.firstKeys;
    const keys = { development: config.bootstrapApiKey ? undefined : development, production };
    process.stdout.write(firstStartGreeting(addresses, keys));
  } else process.stdout.write(laterGreeting(addresses));
}

async function stopOnSignal(carillon: RunningCarillon): Promise<void> {
  const { Logger } = await import('./platform/logging/logger.js');
  const logger = new Logger(config);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(
      () => {
        logger.warn(
          {},
          'Not everything has ended in time; the process ends, and what is open is found by other workers',
        );
        process.exit(0);
      },
      config.shutdownSeconds * 1000 + CLOSING_MS,
    ).unref();
    void carillon.stop(signal).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function fail(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  const advice = error instanceof ConfigError ? 'These settings cannot be used:\n' : 'Carillon cannot run: ';
  process.stderr.write(`${advice}${reason}\n`);
  process.exit(1);
}
