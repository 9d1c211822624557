import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Db, MongoClient } from 'mongodb';
import { inDatabase } from '../../src/platform/persistence/database-name.js';
import type { ApiClient } from '../api-client.js';
import { CarillonProcess, clientOf } from '../server/carillon-process.js';
import { hasRedisServer, RedisServer } from '../redis-server.js';

/** This checkout; others are given by the folder they were built in. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Role = 'api' | 'worker';

type Spawn = (role: Role, checkout: string) => CarillonProcess;

/** A place for one process: whatever is killed in it is replaced. */
class Member {
  process: CarillonProcess;
  /** Where the process serves, once it does. */
  url: string | undefined;
  private starting: Promise<string>;

  constructor(
    readonly role: Role,
    private readonly spawn: Spawn,
    /** The folder of the build that it runs. */
    public checkout: string,
  ) {
    this.start();
  }

  start(): void {
    const started = this.spawn(this.role, this.checkout);
    this.process = started;
    this.url = undefined;
    this.starting = started.ready().then((url) => {
      if (this.process === started) this.url = url;
      return url;
    });
    // Who waits for it hears of a failure; nobody may be waiting.
    this.starting.catch(() => undefined);
  }

  /** Resolves when the process serves; throws what it printed when it could not start. */
  async ready(): Promise<string> {
    return this.starting;
  }
}

interface FleetOptions {
  apis: number;
  workers: number;
  /** The folder of the build that the processes run. Default: this one. */
  checkout?: string;
  /** Default: the store of all tests. */
  mongodbUri?: string;
  /** Default: the Redis of all tests, or one of its own. */
  redisUrl?: string;
}

/** Several processes share a queue only on Redis. */
export const describeFleet = process.env.REDIS_URL || hasRedisServer ? describe : describe.skip;

/** Processes of the built application, some for the API and some for the work, on one database and one queue. */
export class Fleet {
  private readonly members: Member[];

  private constructor(
    private readonly client: MongoClient,
    readonly database: Db,
    /** Names the queue of this fleet among those of others. */
    readonly queuePrefix: string,
    private readonly apiKey: string,
    settings: Record<string, string>,
    readonly redisUrl: string,
    private readonly ownRedis: RedisServer | undefined,
    { apis, workers, checkout = ROOT }: FleetOptions,
  ) {
    const spawn: Spawn = (role, built) =>
      CarillonProcess.spawn({ ...settings, ROLE: role, REDIS_URL: redisUrl }, [programOf(built)]);
    this.members = [
      ...Array.from({ length: apis }, () => new Member('api', spawn, checkout)),
      ...Array.from({ length: workers }, () => new Member('worker', spawn, checkout)),
    ];
  }

  /** Starts processes for the API and, behind them in number, workers, with these settings. */
  static async start(
    settings: Record<string, string>,
    options: FleetOptions = { apis: 2, workers: 2 },
  ): Promise<Fleet> {
    const name = `t${randomBytes(5).toString('hex')}`;
    const apiKey = randomBytes(16).toString('hex');
    const mongodbUri = inDatabase(options.mongodbUri ?? required('TEST_MONGODB_URI'), name);
    const client = await MongoClient.connect(mongodbUri);
    const given = options.redisUrl ?? process.env.REDIS_URL;
    const ownRedis = given ? undefined : await RedisServer.start();
    const redisUrl = given ?? ownRedis!.uri;
    const common = {
      MONGODB_URI: mongodbUri,
      HOST: '127.0.0.1',
      SECRET_KEY: randomBytes(32).toString('hex'),
      BOOTSTRAP_API_KEY: apiKey,
      QUEUE_PREFIX: name,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
      DELIVER_TO: 'outbox',
      ...settings,
    };
    const fleet = new Fleet(client, client.db(), name, apiKey, common, redisUrl, ownRedis, options);
    await Promise.all(fleet.members.map((member) => member.ready()));
    return fleet;
  }

  /** Calls one of the processes that serve the API, as Development by default. */
  async api(number: number, apiKey = this.apiKey): Promise<ApiClient> {
    return clientOf(await this.url(number), apiKey);
  }

  /** Where one of the processes serves the API; waits for one if none is there. */
  async url(number: number): Promise<string> {
    const apis = this.members.filter(({ role }) => role === 'api');
    const serving = apis.filter(({ url }) => url !== undefined);
    const chosen = serving[number % serving.length] ?? apis[number % apis.length]!;
    return chosen.ready();
  }

  /**
   * Kills the process at a place and puts another one there, without waiting until that serves. The places are numbered
   * from 0; one whose process has not started yet is waited for, so that each kill hits somebody at work.
   */
  async kill(place: number): Promise<void> {
    const member = this.members[place % this.members.length]!;
    await member.ready();
    await member.process.kill('SIGKILL');
    member.start();
  }

  /**
   * Replaces the process at a place by one of the build in a folder, by default this one, as a rolling upgrade does: it is
   * asked to end, and the next one serves before anything else happens.
   */
  async replace(place: number, checkout = ROOT): Promise<void> {
    const member = this.members[place % this.members.length]!;
    await member.ready();
    await member.process.kill('SIGTERM');
    member.checkout = checkout;
    member.start();
    await member.ready();
  }

  /** The process ids of the present processes. Throws with what one has printed that has ended by itself. */
  get pids(): number[] {
    for (const { process: member } of this.members) {
      if (!member.isRunning) throw new Error(`A process has ended: ${member.printed}`);
    }
    return this.members.map(({ process: member }) => member.pid);
  }

  get size(): number {
    return this.members.length;
  }

  /** Everything the present processes have printed. */
  get printed(): string {
    return this.members.map(({ process }) => process.printed).join('');
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map(({ process }) => process.kill('SIGKILL')));
    await this.database.dropDatabase();
    await this.client.close();
    await this.ownRedis?.stop();
  }
}

/** Up to release 0.1 the bundle took the place of the module. */
function programOf(checkout: string): string {
  const bundle = join(checkout, 'dist/bundle/src/main.js');
  return existsSync(bundle) ? bundle : join(checkout, 'dist/src/main.js');
}

function required(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set: run the tests through npm test`);
  return value;
}
