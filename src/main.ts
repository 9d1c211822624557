import { firstStartGreeting, laterGreeting } from './bootstrap/greeting.js';
import { type Config, ConfigError, loadConfig } from './config/config.js';
import { misspeltSettings } from './config/misspelt-settings.js';
import { servedPages } from './pages/served-pages.js';
import type { RunningCarillon } from './serve.js';
import { startCarillon } from './start.js';

/** The process ends at the latest this long after SIGTERM; what is not finished then is found by the next start. */
const LAST_MOMENT_MS = 9500;

let config: Config;
try {
  config = loadConfig(process.env);
} catch (error) {
  fail(error);
}

try {
  await warnOfMisspeltSettings();
  const carillon = await startCarillon(config, (reason) => fail(new Error(reason)));
  announce(carillon);
  stopOnSignal(carillon);
  await import('./late-parts.js');
} catch (error) {
  fail(error);
}

async function warnOfMisspeltSettings(): Promise<void> {
  const misspelt = misspeltSettings(process.env);
  if (misspelt.length === 0) return;
  const { Logger } = await import('./logging/logger.js');
  const logger = new Logger(config);
  for (const { variable, meant } of misspelt)
    logger.warn({ variable }, `There is no setting ${variable}. Did you mean ${meant}?`);
}

function announce(carillon: RunningCarillon): void {
  const addresses = { ...carillon, pages: Object.values(servedPages(config)) };
  if (carillon.firstKeys) {
    const { development, production } = carillon.firstKeys;
    const keys = { development: config.bootstrapApiKey ? undefined : development, production };
    process.stdout.write(firstStartGreeting(addresses, keys));
  } else process.stdout.write(laterGreeting(addresses));
}

function stopOnSignal(carillon: RunningCarillon): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), LAST_MOMENT_MS).unref();
    void carillon.stop().then(() => process.exit(0), fail);
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
