import { join, resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { configureApp, httpAdapter } from './app.js';
import { AppModule } from './app.module.js';
import { BootstrapService } from './bootstrap/bootstrap.service.js';
import type { Config } from './config/config.js';
import { resolveSecretKey } from './crypto/secret-key.js';
import { type EmbeddedServices, startEmbeddedServices } from './embedded/embedded-services.js';
import type { QueueConnection } from './queue/queue-connection.js';

/** A Carillon that serves. */
export interface RunningCarillon {
  /** Where the API answers, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** True when this start made the first environments and keys. */
  readonly firstStart: boolean;
  /** The Development key, only on the first start. */
  readonly developmentKey?: string;
  /** Finishes running work, hands back the rest, and lets go of every resource. */
  stop(): Promise<void>;
}

/** Where the store and the queue answer. */
interface ServiceAddresses {
  mongodbUri: string;
  queue: QueueConnection;
}

/** Starts everything the settings ask for; `onFailure` is called when an embedded part dies later on. */
export async function startCarillon(config: Config, onFailure: (reason: string) => void): Promise<RunningCarillon> {
  const embedded = await startEmbeddedParts(config, onFailure);
  try {
    const carillon = await startOn(config, addressesOf(config, embedded));
    return {
      ...carillon,
      async stop() {
        await carillon.stop();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Starts the application on a store and a queue that run already. They are not stopped with it. */
export async function startOn(config: Config, services: ServiceAddresses): Promise<RunningCarillon> {
  const app = await createApp(config, services);
  await app.listen({ port: config.port, host: config.host ?? (config.mongodbUri ? '0.0.0.0' : '127.0.0.1') });
  const { createdDevelopmentKey } = app.get(BootstrapService);
  return {
    url: await reachableUrl(app),
    firstStart: createdDevelopmentKey !== undefined,
    developmentKey: createdDevelopmentKey,
    stop: () => app.close(),
  };
}

async function startEmbeddedParts(
  config: Config,
  onExit: (reason: string) => void,
): Promise<EmbeddedServices | undefined> {
  const parts = { store: !config.mongodbUri, queue: !config.redisUrl };
  if (!parts.store && !parts.queue) return undefined;
  return startEmbeddedServices({ dataDir: resolve(config.dataDir), ...parts, onExit });
}

function addressesOf(config: Config, embedded: EmbeddedServices | undefined): ServiceAddresses {
  const mongodbUri = config.mongodbUri ?? embedded?.mongodbUri;
  const queueUri = config.redisUrl ?? embedded?.queueUri;
  if (!mongodbUri || !queueUri) throw new Error(`The embedded services in ${join(config.dataDir)} gave no address`);
  return { mongodbUri, queue: { kind: config.redisUrl ? 'redis' : 'postgres', uri: queueUri } };
}

async function createApp(config: Config, services: ServiceAddresses): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot({ config, ...services, secretKey: await resolveSecretKey(config) }),
    httpAdapter(config),
    { bodyParser: false, bufferLogs: true, abortOnError: false },
  );
  configureApp(app);
  return app;
}

// An address that listens everywhere is reached on this machine through localhost.
async function reachableUrl(app: NestFastifyApplication): Promise<string> {
  const url = await app.getUrl();
  return url.replace('0.0.0.0', 'localhost').replace('[::]', 'localhost');
}
