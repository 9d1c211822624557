import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { errors, request } from 'undici';
import { type HttpExchange, type HttpRequest, UnreachableError } from '../kit/http/http-exchange.js';

/** A request as it came over the wire, with the address that it was meant for. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A response of the service. `echo`: with the request in its body. `silence`: none, until the timeout. */
export type ServiceResponse =
  | { status: number; headers?: Record<string, string>; body?: string }
  | { echo: number }
  | 'silence';

const MEANT_FOR = 'x-meant-for';

/** A server on loopback in place of services on the internet: it records requests, and responds as configured. */
export class FakeService {
  readonly received: ReceivedRequest[] = [];
  /** Returns the response for each request. */
  respond: (request: ReceivedRequest) => ServiceResponse = () => ({ status: 404 });

  /** The timeout of all requests in progress; it fires as soon as one of them gets no response. */
  private time = new AbortController();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeService> {
    const server = createServer((incoming, response) => {
      void fake.take(incoming, response);
    });
    const fake = new FakeService(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  private async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { [MEANT_FOR]: origin, ...headers } = incoming.headers;
    const url = `${String(origin)}${incoming.url}`;
    const received = { method: incoming.method ?? '', url, headers, body: await buffer(incoming) };
    this.received.push(received);
    const chosen = this.respond(received);
    if (chosen === 'silence') this.endTime();
    else reply(response, received, chosen);
  }

  private endTime(): void {
    this.time.abort(new DOMException('No response in time', 'TimeoutError'));
    this.time = new AbortController();
  }

  /** Sends requests for any address to this service. */
  exchange(): HttpExchange {
    const { port } = this.server.address() as AddressInfo;
    return async ({ method, url, headers, body }: HttpRequest) => {
      const { origin, pathname, search } = new URL(url);
      try {
        const response = await request(`http://127.0.0.1:${port}${pathname}${search}`, {
          method,
          headers: { ...headers, [MEANT_FOR]: origin },
          body,
          signal: this.time.signal,
        });
        const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        return { status: response.statusCode, headers: Object.fromEntries(given), body: await response.body.text() };
      } catch (error) {
        throw unreachable(error);
      }
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function reply(response: ServerResponse, received: ReceivedRequest, chosen: Exclude<ServiceResponse, 'silence'>): void {
  if ('echo' in chosen) {
    response.writeHead(chosen.echo);
    response.end(`${received.url} ${JSON.stringify(received.headers)} ${received.body.toString()}`);
    return;
  }
  response.writeHead(chosen.status, chosen.headers);
  response.end(chosen.body ?? '');
}

function unreachable(error: unknown): unknown {
  // The error of a timeout comes from Node, not from the realm of a test.
  const { name = '', message = '' } = error as { name?: string; message?: string };
  const known = error instanceof errors.UndiciError || name === 'TimeoutError' || name === 'Error';
  return known ? new UnreachableError('no_response', message) : error;
}

/** The browser's side of a subscription: decrypts pushed messages (RFC 8291, RFC 8188). */
export class WebPushBrowser {
  private readonly keys = createECDH('prime256v1');
  private readonly auth = randomBytes(16);
  private readonly publicKey = this.keys.generateKeys();

  /** The subscription as the page gives it to its server. */
  subscription(endpoint: string): string {
    const keys = { p256dh: this.publicKey.toString('base64url'), auth: this.auth.toString('base64url') };
    return JSON.stringify({ endpoint, expirationTime: null, keys });
  }

  /** The text of a pushed body of one record. */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const theirs = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, theirs]);
    const shared = hkdfSync('sha256', this.keys.computeSecret(theirs), this.auth, info, 32);
    const key = hkdfSync('sha256', Buffer.from(shared), salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = hkdfSync('sha256', Buffer.from(shared), salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    // The last record ends with a delimiter of 2, then padding of zeros.
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}
