import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Connection, Model } from 'mongoose';
import { configureApp, httpAdapter } from '../src/server/app.js';
import { ProviderDeadline } from '../src/accounts/oidc/provider-fetch.js';
import { PasswordCost } from '../src/accounts/passwords.js';
import { AppModule } from '../src/server/start/app.module.js';
import { Clock } from '../src/platform/clock.js';
import { loadConfig } from '../src/platform/config/config.js';
import { ProviderIO } from '../src/delivery/sending/provider-io.js';
import { LocalJobs } from '../src/platform/queue/local-queue.js';
import { SecretBox } from '../src/platform/crypto/secret-box.js';
import type { Tracing } from '../src/platform/tracing/tracing.js';
import { Environment } from '../src/auth/environment.schema.js';
import { inDatabase } from '../src/platform/persistence/database-name.js';
import { ApiClient, type ApiRequest } from './api-client.js';
import { ioTo, type StandIn } from './provider-stand-in.js';
import { requiredVariable } from './required-variable.js';

/** The real application on a database and a queue of its own; requests go through `inject`, without a port. */
export interface TestApp {
  app: NestFastifyApplication;
  /** Calls the API as the Development environment. */
  api: ApiClient;
  /** Calls the API as the Production environment: a stranger to what Development holds. */
  otherApi: ApiClient;
  /** Calls without an API key. */
  anonymous: ApiClient;
  connection: Connection;
  /** The folder of attachments; it goes with the application. */
  attachmentsDir: string;
  close(): Promise<void>;
}

/** The work of a hash in tests, which makes and checks hundreds of them. */
export const CHEAP_HASH = { N: 1024, r: 8, p: 1 } as const;

/** Applications of one namespace share a queue, also without Redis. */
const localJobs = new Map<string, LocalJobs>();

export function jobsOf(namespace: string): LocalJobs {
  const jobs = localJobs.get(namespace) ?? new LocalJobs();
  localJobs.set(namespace, jobs);
  return jobs;
}

interface TestAppOptions {
  /** Settings by variable name. */
  settings?: Record<string, string>;
  clock?: Clock;
  /** Encrypts what is stored. */
  secretKey?: string;
  /** A name shared by several applications that work on one database and queue. Default: a new one. */
  namespace?: string;
  /** The server that gets all requests to providers. */
  providersAt?: StandIn;
  /** Passwords are hashed with as much work as in production. */
  hashesFully?: boolean;
  /** The Redis of its queue. Default: that of all tests, if there is one. */
  redisUri?: string;
  /** How long an OpenID provider has for each response. */
  providerSeconds?: number;
  /** Records spans. */
  tracing?: Tracing;
}

export async function startTestApp({
  settings = {},
  clock,
  namespace,
  secretKey = 'a secret key that only tests have',
  hashesFully = false,
  redisUri = process.env.REDIS_URL,
  providerSeconds,
  providersAt,
  tracing,
}: TestAppOptions = {}): Promise<TestApp> {
  const name = namespace ?? `t${randomBytes(5).toString('hex')}`;
  const ownAttachments = join(tmpdir(), 'carillon-attachments', name);
  const config = loadConfig({
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    BOOTSTRAP_API_KEY: randomBytes(16).toString('hex'),
    QUEUE_PREFIX: name,
    ATTACHMENTS_DIR: ownAttachments,
    // Environments begin empty, and nothing leaves.
    OUTBOX: 'off',
    DELIVER_TO: 'outbox',
    // However busy the machine is, only what is endless is ended.
    COMPUTATION_SECONDS: '120',
    // Nobody is told when a test puts the clock forward.
    IDLE_LOOK_SECONDS: '1',
    ...settings,
  });
  const attachmentsDir = config.attachmentsDir!;
  const module = Test.createTestingModule({
    imports: [
      AppModule.forRoot({
        config,
        mongodbUri: inDatabase(requiredVariable('TEST_MONGODB_URI'), name),
        queue: redisUri ? { kind: 'redis', uri: redisUri } : { kind: 'local', jobs: jobsOf(name) },
        secretKey,
        tracing,
      }),
    ],
  });
  if (clock) module.overrideProvider(Clock).useValue(clock);
  if (!hashesFully) module.overrideProvider(PasswordCost).useValue(CHEAP_HASH);
  if (providersAt) module.overrideProvider(ProviderIO).useClass(ioTo(providersAt));
  if (providerSeconds) module.overrideProvider(ProviderDeadline).useValue({ seconds: providerSeconds });
  const app = (await module.compile()).createNestApplication<NestFastifyApplication>(httpAdapter(config), {
    bodyParser: false,
  });
  configureApp(app);
  await initOrClose(app);
  const fastify = app.getHttpAdapter().getInstance();
  await fastify.ready();
  const send = (request: ApiRequest) => fastify.inject(request);
  const [developmentKey, productionKey] = await apiKeys(app);
  const connection = app.get<Connection>(getConnectionToken());
  return {
    app,
    api: new ApiClient(send, developmentKey),
    otherApi: new ApiClient(send, productionKey),
    anonymous: new ApiClient(send),
    connection,
    attachmentsDir,
    async close() {
      await connection.dropDatabase();
      await app.close();
      // Mongoose keeps a closed connection, and by it what the test file has held, for the rest of the run.
      await connection.destroy();
      await rm(ownAttachments, { recursive: true, force: true });
    },
  };
}

/** One that does not start leaves nothing open. */
async function initOrClose(app: NestFastifyApplication): Promise<void> {
  try {
    await app.init();
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function apiKeys(app: NestFastifyApplication): Promise<string[]> {
  const environments = await app
    .get<Model<Environment>>(getModelToken(Environment.name))
    .find()
    .sort({ _id: 1 })
    .lean();
  const secretBox = app.get(SecretBox);
  return environments.flatMap(({ _id, apiKeys }) =>
    apiKeys.map(({ sealedKey }) => secretBox.open(sealedKey!, _id.toHexString())),
  );
}
