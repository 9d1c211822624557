import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a webhook has made. */
export interface ReceivedEvent {
  headers: Record<string, string>;
  body: string;
}

/** How a path responds. */
export interface ReceiverResponse {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** A server on loopback as users of webhooks have one: it notes what comes, path by path, and responds as it is told. */
export class WebhookReceiver {
  private readonly received = new Map<string, ReceivedEvent[]>();
  private readonly responses = new Map<string, ReceiverResponse>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      void receiver.receive(request, response);
    });
    const receiver = new WebhookReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const path = request.url ?? '';
    this.at(path).push({ headers: singles(request.headers), body });
    const reply = this.responses.get(path) ?? { status: 200 };
    response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** What has come to a path, in the order of arrival. */
  at(path: string): ReceivedEvent[] {
    const events = this.received.get(path) ?? [];
    this.received.set(path, events);
    return events;
  }

  /** From now on a path responds so; until then 200. */
  respond(path: string, response: ReceiverResponse): void {
    this.responses.set(path, response);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function singles(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
