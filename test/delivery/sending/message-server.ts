import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A message as it was posted: an email has addresses, a push notification a token, an SMS its text. */
interface PostedMessage {
  id: string;
  to?: string[];
  token?: string;
  content?: string;
}

/** A request as it came. */
export interface PostedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The server of somebody who takes messages by webhook: it notes them, and responds as it is told. */
export class MessageServer {
  /** Every request, accepted or not. */
  readonly requests: PostedRequest[] = [];
  /** What was in them. */
  readonly posted: PostedMessage[] = [];
  /** Messages whose response was 200. */
  readonly accepted: PostedMessage[] = [];
  /** Status of the response to a message. */
  status: (message: PostedMessage, path: string) => number = () => 200;
  /** Called with a message before the response, which waits for it. */
  beforeResponse: (message: PostedMessage) => Promise<void> | void = () => undefined;
  /** Body of the response, in place of the id that the message has here, and what some services demand. */
  response?: string;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<MessageServer> {
    const server = createServer((request, response) => {
      void text(request).then(async (body) => {
        const { method = '', url: path = '', headers } = request;
        const message = JSON.parse(body) as PostedMessage;
        const status = messages.status(message, path);
        messages.requests.push({ method, path, headers, body });
        messages.posted.push(message);
        if (status === 200) messages.accepted.push(message);
        await messages.beforeResponse(message);
        response.writeHead(status, { 'content-type': 'application/json' });
        return response.end(
          messages.response ?? JSON.stringify({ id: `own-${message.id}`, status: 'success', requestId: 'r-1' }),
        );
      });
    });
    const messages = new MessageServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return messages;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** An integration that posts here; with chat, to the webhooks that subscribers have here. */
  integration(channel: 'email' | 'push' | 'sms' | 'chat' | 'tool', name: string): object {
    const account = { webhookUrl: `${this.address}/`, secretKey: 'a-secret-of-ours' };
    const credentials = {
      email: { ...account, from: 'shop@example.com', senderName: 'Shop' },
      push: account,
      sms: { baseUrl: this.address, apiKeyRequestHeader: 'x-key', apiKey: 'ours', idPath: 'id', from: 'Shop' },
      chat: {},
      tool: account,
    }[channel];
    const providerId = channel === 'sms' ? 'generic-sms' : `${channel}-webhook`;
    return { providerId, channel, name, active: true, check: false, credentials };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
