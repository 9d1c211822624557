import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiClient, type ApiRequest } from '../../api-client.js';
import { CarillonProcess } from '../../server/carillon-process.js';
import { type TemporaryFolder, temporaryFolder } from '../../store/support/temporary-folder.js';
import type { SeenResponse } from '../../walk/documented.js';
import { RandomValues } from '../../walk/random-values.js';

/** What is tried on a running service; notes what it should not have done. */
export type Attack = (target: Target) => Promise<void>;

/** A process on the embedded default, and the ways in which it is attacked. */
export class Target {
  /** Requests, or connections, of the attack that is running, and what went wrong. */
  requests = 0;
  failures: string[] = [];
  readonly values: RandomValues;

  private constructor(
    readonly carillon: CarillonProcess,
    readonly url: string,
    readonly folder: TemporaryFolder,
    readonly keys: { development: string; production: string },
    readonly document: OpenAPIObject,
    seed: number,
  ) {
    this.values = new RandomValues(seed, document);
  }

  static async start(settings: Record<string, string>, seed: number): Promise<Target> {
    const folder = await temporaryFolder('attacks');
    const development = randomBytes(16).toString('hex');
    const carillon = CarillonProcess.spawn({
      DATA_DIR: folder.path,
      BOOTSTRAP_API_KEY: development,
      OUTBOX: 'on',
      DELIVER_TO: 'providers',
      // Nobody is called.
      SLACK_URL: 'http://127.0.0.1:9',
      TELEGRAM_URL: 'http://127.0.0.1:9',
      ...settings,
    });
    const url = await carillon.ready();
    const production = /([0-9a-f]{32}) +\(environment: Production\)/.exec(carillon.printed)?.[1];
    if (production === undefined) throw new Error(`No key of Production was printed: ${carillon.printed}`);
    const document = (await (await fetch(new URL('/openapi.json', url))).json()) as OpenAPIObject;
    return new Target(carillon, url, folder, { development, production }, document, seed);
  }

  /** Calls as an environment, or without a key. */
  client(environment?: 'development' | 'production'): ApiClient {
    return new ApiClient((request) => this.send(request), environment && this.keys[environment]);
  }

  /** Sends a request as it is. */
  async send({
    method,
    url,
    headers,
    payload,
  }: ApiRequest): Promise<SeenResponse & { headers: Record<string, string> }> {
    this.requests += 1;
    const json: Record<string, string> = typeof payload === 'object' ? { 'content-type': 'application/json' } : {};
    const body = typeof payload === 'object' ? JSON.stringify(payload) : payload;
    const response = await fetch(this.url + url, {
      method,
      headers: { ...json, ...headers },
      body,
      redirect: 'manual',
    });
    return { statusCode: response.status, body: await response.text(), headers: Object.fromEntries(response.headers) };
  }

  connection(): Socket {
    this.requests += 1;
    const { hostname, port } = new URL(this.url);
    return connect(Number(port), hostname);
  }

  /** Sends bytes; returns what comes back until the connection is closed, or nothing has come for a while. */
  async raw(bytes: string | Buffer): Promise<string> {
    const socket = this.connection();
    const chunks: Buffer[] = [];
    await new Promise<void>((resolve) => {
      socket.on('data', (chunk) => chunks.push(chunk)).once('close', () => resolve());
      socket.on('error', () => undefined).setTimeout(1500, () => socket.destroy());
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    });
    return Buffer.concat(chunks).toString('latin1');
  }

  /** Notes a failure unless it is so. */
  check(isSo: boolean, failure: string): void {
    if (!isSo && this.failures.length < 20) this.failures.push(failure.slice(0, 1500));
  }

  /** The most memory that the process has ever had, in MB; undefined where that is not known. */
  async peakMemory(): Promise<number | undefined> {
    const status = await readFile(`/proc/${this.carillon.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  }

  async stop(): Promise<void> {
    await this.carillon.kill('SIGKILL');
    await this.folder.remove();
  }
}

/** Tells `npm run security` of an attack that was made. */
export function noteAttack(attack: string, requests: number, failures: readonly string[]): void {
  const report = process.env.SECURITY_REPORT;
  if (report) appendFileSync(report, `${JSON.stringify({ attack, requests, failures })}\n`);
}
