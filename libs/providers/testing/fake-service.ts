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
