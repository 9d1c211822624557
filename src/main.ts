import { firstStartGreeting } from './bootstrap/greeting.js';
import { type Config, ConfigError, loadConfig } from './config/config.js';
import { servesInboxDemo } from './inbox-demo/is-served.js';
import { hasOutbox, OUTBOX_PATH } from './outbox/outbox-rules.js';
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
  const carillon = await startCarillon(config, (reason) => fail(new Error(reason)));
  announce(carillon);
  stopOnSignal(carillon);
  await import('./late-parts.js');
} catch (error) {
  fail(error);
}

function announce(carillon: RunningCarillon): void {
  if (carillon.firstKeys) {
    const inboxDemoUrl = servesInboxDemo(config) ? `${carillon.url}/inbox-demo` : undefined;
    const outboxUrl = hasOutbox(config) ? `${carillon.url}${OUTBOX_PATH}` : undefined;
    const { development, production } = carillon.firstKeys;
    const keys = { development: config.bootstrapApiKey ? undefined : development, production };
    process.stdout.write(firstStartGreeting({ ...carillon, inboxDemoUrl, outboxUrl }, keys));
  } else {
    const legacy = carillon.legacyUrl === undefined ? '' : `, legacy API: ${carillon.legacyUrl}`;
    process.stdout.write(`\n  Carillon is ready on ${carillon.url} (API reference: ${carillon.url}/docs${legacy})\n`);
  }
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
