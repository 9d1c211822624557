import { parseArgs } from 'node:util';
import { EmbeddedMongo } from './server.js';

/** Command line of the store alone: `cli.js --port 27017 --data DIR [--host 127.0.0.1]`. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '27017' },
      data: { type: 'string', default: '.embedded-store' },
      host: { type: 'string', default: '127.0.0.1' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port must be a number from 0 to 65535, not '${values.port}'`);
  const store = await EmbeddedMongo.open({ dataDir: values.data, host: values.host, port });
  process.stdout.write(`Embedded store ready on mongodb://${values.host}:${store.port} (data in ${values.data})\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void store.close().then(() => process.exit(0));
    });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
