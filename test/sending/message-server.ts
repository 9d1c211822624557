import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A message as it was posted: an email has addresses, a push notification a token. */
interface PostedMessage {
  id: string;
  to?: string[];
  token?: string;
}

/** The server of somebody who takes messages by webhook: it notes them, and answers as it is told. */
export class MessageServer {
  /** Every request, accepted or not. */
  readonly posted: PostedMessage[] = [];
  /** Messages that were answered with 200. */
  readonly accepted: PostedMessage[] = [];
  /** Status of the answer to a message. */
  status: (message: PostedMessage) => number = () => 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<MessageServer> {
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        const message = body as PostedMessage;
        const status = messages.status(message);
        messages.posted.push(message);
        if (status === 200) messages.accepted.push(message);
        response.writeHead(status, { 'content-type': 'application/json' });
        return response.end(JSON.stringify({ id: `own-${message.id}` }));
      });
    });
    const messages = new MessageServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return messages;
  }

  /** An integration that posts here. */
  integration(channel: 'email' | 'push', name: string): object {
    const { port } = this.server.address() as AddressInfo;
    const account = { webhookUrl: `http://127.0.0.1:${port}/`, secretKey: 'a-secret-of-ours' };
    const sender = { from: 'shop@example.com', senderName: 'Shop' };
    return {
      providerId: `${channel}-webhook`,
      channel,
      name,
      active: true,
      check: false,
      credentials: channel === 'email' ? { ...account, ...sender } : account,
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
