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

/** An answer of the service. `echo`: with the request in its body. `silence`: none at all, until time is up. */
export type ServiceResponse =
  { status: number; headers?: Record<string, string>; body?: string } | { echo: number } | 'silence';

const MEANT_FOR = 'x-meant-for';

/** A server on loopback that stands in for services on the internet: it notes requests, and answers as it is told. */
export class FakeService {
  readonly received: ReceivedRequest[] = [];
  /** Decides about each request. */
  respond: (request: ReceivedRequest) => ServiceResponse = () => ({ status: 404 });

  /** The time that all requests under way have; it is up as soon as one of them gets no answer. */
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
    const answer = this.respond(received);
    if (answer === 'silence') this.endTime();
    else reply(response, received, answer);
  }

  private endTime(): void {
    this.time.abort(new DOMException('No answer in time', 'TimeoutError'));
    this.time = new AbortController();
  }

  /** Makes requests to whatever address by asking this service. */
  exchange(): HttpExchange {
    const { port } = this.server.address() as AddressInfo;
    return async ({ method, url, headers, body }: HttpRequest) => {
      const { origin, pathname, search } = new URL(url);
      try {
        const answer = await request(`http://127.0.0.1:${port}${pathname}${search}`, {
          method,
          headers: { ...headers, [MEANT_FOR]: origin },
          body,
          signal: this.time.signal,
        });
        const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
        return { status: answer.statusCode, headers: Object.fromEntries(given), body: await answer.body.text() };
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

function reply(response: ServerResponse, received: ReceivedRequest, answer: Exclude<ServiceResponse, 'silence'>): void {
  if ('echo' in answer) {
    response.writeHead(answer.echo);
    response.end(`${received.url} ${JSON.stringify(received.headers)} ${received.body.toString()}`);
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body ?? '');
}

function unreachable(error: unknown): unknown {
  // The error of a timeout comes from Node, not from the realm of a test.
  const { name = '', message = '' } = error as { name?: string; message?: string };
  const known = error instanceof errors.UndiciError || name === 'TimeoutError' || name === 'Error';
  return known ? new UnreachableError('unanswered', message) : error;
}
