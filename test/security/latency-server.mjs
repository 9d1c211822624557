// The service that is measured, as a process of its own.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { inDatabase } from '../../dist/src/platform/persistence/database-name.js';
import { ask } from './latency-client.mjs';
import { OWNER } from './latency-sign-ins.mjs';

/** Of the environment that attacks. */
const ATTACKER_KEY = 'a'.repeat(32);
const READS = ['find', 'aggregate', 'count', 'distinct', 'getMore'];
/** Reads of the store per second that are nobody's: looks for what is due, and what reading the metrics costs. */
const CALM_READS = 60;
/** After so many seconds the process is measured whatever it still does. */
const MAX_CALM_SECONDS = 40;

/** A built checkout that runs, on the embedded default or on the servers in `MONGODB_URI` and `REDIS_URL`. */
export class Server {
  #child;
  #ended;
  #dataDir;
  #mongodbUri;

  /** Starts what is built in a folder; it may be a release without the command `carillon`. */
  static async start(folder) {
    const server = new Server();
    server.name = basename(resolve(folder));
    server.#dataDir = await mkdtemp(join(tmpdir(), 'carillon-latency-'));
    const { NODE_OPTIONS, PROGRAM, MAIN } = await import(join(resolve(folder), 'test/npm-start.mjs'));
    const program = PROGRAM ? [PROGRAM, 'start'] : [MAIN];
    const [url, key] = await server.#run([...NODE_OPTIONS, ...program]);
    return Object.assign(server, { url, key });
  }

  async #run(program) {
    const { PATH, MONGODB_URI, REDIS_URL } = process.env;
    const name = basename(this.#dataDir).toLowerCase();
    this.#mongodbUri = MONGODB_URI && inDatabase(MONGODB_URI, name);
    const settings = {
      PATH,
      DATA_DIR: this.#dataDir,
      BOOTSTRAP_API_KEY: ATTACKER_KEY,
      BOOTSTRAP_OWNER: `${OWNER.email}:${OWNER.password}`,
      HOST: '127.0.0.1',
      PORT: '0',
      LEGACY_PORT: '0',
      LOG_LEVEL: 'error',
      ...(this.#mongodbUri && { MONGODB_URI: this.#mongodbUri, SECRET_KEY: 'the secret key of a measurement alone' }),
      ...(REDIS_URL && { REDIS_URL, QUEUE_PREFIX: name }),
    };
    this.#child = spawn(process.execPath, program, { env: settings, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#ended = once(this.#child, 'close');
    // Also when this process fails, or is ended.
    process.once('exit', () => this.#child.kill('SIGKILL'));
    let output = '';
    for await (const chunk of this.#child.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      const url = /(?:API {12}|ready on )(http:\/\/\S+)/.exec(output)?.[1];
      const key = /([0-9a-f]{32}) {2}\(environment: Production/.exec(output)?.[1];
      if (!url || !key) continue;
      this.#child.stdout.resume();
      return [url, key];
    }
    throw new Error(`The process did not start: ${output}`);
  }

  /** Environment A in a process of its own: attacks for so many seconds, and resolves with the number of its requests. */
  async attacker(name) {
    const attacker = fork(new URL('latency-attacker.mjs', import.meta.url), [name, this.url, ATTACKER_KEY]);
    const failed = once(attacker, 'exit').then(([code]) =>
      code === 0 ? 0 : Promise.reject(new Error(`${name} has ended with ${code}`)),
    );
    const said = () => Promise.race([once(attacker, 'message').then(([message]) => message), failed]);
    await said();
    return (seconds) => {
      attacker.send(seconds);
      return said();
    };
  }

  /** Commands that have read the store, and seconds of processor time of the application, since the first time this was asked. */
  async counts() {
    const { received } = await ask('GET', new URL('/metrics', this.url));
    const commands = received.matchAll(/^carillon_store_commands_total\{command="(\w+)".*\} (\d+)$/gm);
    const reads = [...commands].filter(([, command]) => READS.includes(command));
    return {
      reads: reads.reduce((sum, [, , count]) => sum + Number(count), 0),
      processor: Number(/^carillon_cpu_seconds (\S+)$/m.exec(received)[1]),
    };
  }

  /** Megabytes of memory that the process occupies. */
  async memory() {
    const { received } = await ask('GET', new URL('/metrics', this.url));
    return Number(/^carillon_memory_bytes\{kind="rss"\} (\d+)$/m.exec(received)[1]) / 1e6;
  }

  /** Waits until it does nothing that an attack has left behind; returns how many seconds it took. */
  async calm() {
    const begin = performance.now();
    for (let { reads: before } = await this.counts(); ;) {
      const looked = performance.now();
      await wait(250);
      const { reads: after } = await this.counts();
      const perSecond = ((after - before) / (performance.now() - looked)) * 1000;
      const seconds = (performance.now() - begin) / 1000;
      if (perSecond <= CALM_READS || seconds > MAX_CALM_SECONDS) return seconds;
      before = after;
    }
  }

  async stop() {
    this.#child.kill('SIGTERM');
    await this.#ended;
    await rm(this.#dataDir, { recursive: true, force: true });
    if (!this.#mongodbUri) return;
    const store = await new MongoClient(this.#mongodbUri).connect();
    await store.db().dropDatabase();
    await store.close();
  }
}
