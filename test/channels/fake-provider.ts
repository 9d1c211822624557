import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that the application has made. */
export interface Received {
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A server on loopback that stands in for the API of a provider: it notes requests and responds as it is told. */
export class FakeProvider {
  received: Received[] = [];
  /** The response by the end of the path, as JSON; a text is sent as it is. Others are 404. */
  responses: Record<string, unknown> = {};

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeProvider> {
    const server = createServer((request, response) => {
      void fake.respond(request, response);
    });
    const fake = new FakeProvider(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    this.received.push({ url, headers, body: await text(request) });
    const name = Object.keys(this.responses).find((end) => url.endsWith(end));
    const body = name === undefined ? 'nothing here' : this.responses[name];
    response.writeHead(name === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
