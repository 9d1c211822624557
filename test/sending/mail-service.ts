import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An email as it was posted. */
interface PostedEmail {
  id: string;
  to: string[];
  subject: string;
}

/** The server of somebody who takes emails by webhook: it notes them, and answers as it is told. */
export class MailService {
  /** Every request, accepted or not. */
  readonly posted: PostedEmail[] = [];
  /** Emails that were answered with 200. */
  readonly accepted: PostedEmail[] = [];
  /** Status of the answer to an email. */
  status: (email: PostedEmail) => number = () => 200;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<MailService> {
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        const email = body as PostedEmail;
        const status = service.status(email);
        service.posted.push(email);
        if (status === 200) service.accepted.push(email);
        response.writeHead(status, { 'content-type': 'application/json' });
        return response.end(JSON.stringify({ id: `mail-${email.id}` }));
      });
    });
    const service = new MailService(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mail`;
  }

  /** An integration that posts here. */
  integration(name: string): object {
    return {
      providerId: 'email-webhook',
      channel: 'email',
      name,
      active: true,
      check: false,
      credentials: {
        webhookUrl: this.url,
        secretKey: 'a-secret-of-mail',
        from: 'shop@example.com',
        senderName: 'Shop',
      },
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
