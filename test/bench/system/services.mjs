import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { MongoClient } from 'mongodb';
import { startEmbeddedStore } from '../../../dist/src/server/embedded/embedded-store.js';
import { inDatabase } from '../../../dist/src/platform/persistence/database-name.js';
import { ProbedProcess } from './probed-process.mjs';

/** `stat` counts in these, whatever the file system. */
const BYTES_PER_BLOCK = 512;
const API_KEY = 'the-key-of-the-benchmark';

/**
 * The store and the queue: real servers where `MONGODB_URI` and `REDIS_URL` name them, else the embedded ones in a
 * process of their own, as the application starts them.
 */
export class Services {
  #embedded;
  #dataDir;

  static async start() {
    const services = new Services();
    const { MONGODB_URI, REDIS_URL } = process.env;
    services.isEmbedded = !MONGODB_URI;
    if (services.isEmbedded) {
      services.#dataDir = await mkdtemp(join(tmpdir(), 'carillon-bench-'));
      services.#embedded = await startEmbeddedStore({ dataDir: services.#dataDir });
    }
    services.mongodbUri = MONGODB_URI ?? services.#embedded.mongodbUri;
    services.queue = REDIS_URL ? { kind: 'redis', uri: REDIS_URL } : { kind: 'local' };
    services.storeName = services.isEmbedded ? 'embedded store' : 'the store in MONGODB_URI';
    services.queueName = REDIS_URL ? 'Redis' : 'queue in the process';
    return services;
  }

  async stop() {
    await this.#embedded?.stop();
    if (this.#dataDir) await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** What the embedded store occupies; undefined for other stores. */
  async bytesOnDisk() {
    if (!this.isEmbedded) return undefined;
    const { blocks } = await stat(join(this.#dataDir, 'store', 'data.mdb'));
    return blocks * BYTES_PER_BLOCK;
  }

  /** Does some work on a database and a queue of its own, and takes both away again. */
  async withInstallation(work) {
    const installation = await Installation.create(this);
    try {
      return await work(installation);
    } finally {
      await installation.remove();
    }
  }
}

/** A database and a queue, and the applications that work on them. */
class Installation {
  #processes = [];

  static async create(services) {
    const installation = new Installation();
    installation.services = services;
    installation.name = `bench-${randomBytes(4).toString('hex')}`;
    installation.mongodbUri = inDatabase(services.mongodbUri, installation.name);
    installation.client = await new MongoClient(installation.mongodbUri, {
      writeConcern: { w: 'majority', journal: true },
    }).connect();
    installation.database = installation.client.db();
    return installation;
  }

  /**
   * Starts the application. `monitored`: it can tell how many commands it sends to the store, and is slower. `aheadMs`: so many
   * milliseconds from now is its present. `otel`: settings of OpenTelemetry, with which it records traces.
   */
  async startApplication(role, { monitored = false, aheadMs = 0, settings = {}, otel = {} } = {}) {
    const application = await this.#start('application-process.mjs', {
      settings: {
        ROLE: role,
        BOOTSTRAP_API_KEY: API_KEY,
        QUEUE_PREFIX: this.name,
        // The caches are warm, and nothing is delivered a second time when it takes long.
        WORKFLOW_CACHE_SECONDS: '3600',
        SWEEP_AFTER_SECONDS: '3600',
        SWEEP_INTERVAL_SECONDS: '3600',
        ...settings,
      },
      mongodbUri: monitored ? withOption(this.mongodbUri, 'monitorCommands=true') : this.mongodbUri,
      queue: this.services.queue,
      aheadMs,
      otel,
    });
    application.headers = { authorization: `ApiKey ${API_KEY}`, 'content-type': 'application/json' };
    return application;
  }

  /** Starts the route that triggers are compared with. */
  startBareRoute() {
    return this.#start('bare-process.mjs', { mongodbUri: this.mongodbUri });
  }

  async remove() {
    await Promise.all(this.#processes.map((process) => process.stop()));
    await this.database.dropDatabase();
    await this.client.close();
    if (this.services.queue.kind === 'redis') await this.#removeQueues();
  }

  async #start(file, options) {
    const process = await ProbedProcess.start(file, options);
    this.#processes.push(process);
    return process;
  }

  async #removeQueues() {
    for (const name of ['turns', 'turns-low']) {
      const queue = new Queue(name, { prefix: this.name, connection: { url: this.services.queue.uri } });
      await queue.obliterate({ force: true });
      await queue.close();
    }
  }
}

function withOption(uri, option) {
  return `${uri}${uri.includes('?') ? '&' : '?'}${option}`;
}
