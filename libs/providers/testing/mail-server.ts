import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { UnreachableError } from '../kit/http/http-exchange.js';
import type { World } from '../kit/provider.js';
import { SELF_SIGNED } from './test-certificate.js';

/** An email as it came over the wire. */
export interface ReceivedEmail {
  from: string;
  to: string[];
  content: Buffer;
  /** Whether the connection was encrypted. */
  secure: boolean;
  /** The user that logged in. */
  user?: string;
}

/** At which stages a server refuses, and its replies. */
export interface Refusals {
  connection?: Reply;
  sender?: Reply;
  /** By address. */
  recipient?: (address: string) => Reply | undefined;
  message?: Reply;
}

type Reply = readonly [code: number, text: string];

/** A mail server on loopback that keeps the emails it receives. One user may log in: `carillon`, with `pass-word-1`. */
export class MailServer {
  static readonly LOGIN = { user: 'carillon', password: 'pass-word-1' };

  readonly received: ReceivedEmail[] = [];
  /** The number of connections so far. */
  connections = 0;
  /** Bytes of messages received so far. */
  arriving = 0;
  refuse: Refusals = {};
  /** Called when a message has been received, before the reply, which waits for it. */
  beforeResponse: () => Promise<void> | void = () => undefined;

  private readonly server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.server = new SMTPServer({
      ...SELF_SIGNED,
      logger: false,
      disableReverseLookup: true,
      authOptional: true,
      // Milliseconds for open connections; with 0 it would be half a minute.
      closeTimeout: 1,
      onConnect: (_session, done) => {
        this.connections += 1;
        done(errorOf(this.refuse.connection));
      },
      onAuth: ({ username, password }, _session, done) => {
        const { LOGIN } = MailServer;
        if (username === LOGIN.user && password === LOGIN.password) done(null, { user: username });
        else done(errorOf([535, '5.7.8 no such login']));
      },
      onMailFrom: (_address, _session, done) => done(errorOf(this.refuse.sender)),
      onRcptTo: ({ address }, _session, done) => done(errorOf(this.refuse.recipient?.(address))),
      onData: (stream, session, done) => {
        stream.on('data', ({ length }: Buffer) => {
          this.arriving += length;
        });
        void this.take(stream, session, done);
      },
      ...options,
    });
    // Tests disconnect clients in the middle of a message.
    this.server.on('error', () => undefined);
  }

  private async take(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    reply: (error: Error | null) => void,
  ): Promise<void> {
    try {
      const content = await buffer(stream);
      await this.beforeResponse();
      if (!this.refuse.message) this.received.push(received(session, content));
      reply(errorOf(this.refuse.message));
    } catch (error) {
      // The client has disconnected.
      reply(error as Error);
    }
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** The number of open connections. */
  get open(): number {
    return this.server.connections.size;
  }

  /** Closes all connections without a reply. */
  dropConnections(): void {
    for (const connection of this.server.connections) connection._socket.destroy();
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}

function received({ envelope, secure, user }: SMTPServerSession, content: Buffer): ReceivedEmail {
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    content,
    secure,
    ...(typeof user === 'string' && { user }),
  };
}

function errorOf(reply: Reply | undefined): Error | null {
  return reply ? Object.assign(new Error(reply[1]), { responseCode: reply[0] }) : null;
}

/** A `World` with sockets and without HTTP. */
export function socketWorld(signal: AbortSignal = new AbortController().signal): World {
  return {
    http: () => Promise.reject(new Error('A provider that speaks another protocol makes no requests')),
    connect: (target) =>
      new Promise((resolve, reject) => {
        const socket = connect(target);
        socket.once('error', (error) => reject(new UnreachableError('unsent', error.message)));
        socket.once('connect', () => resolve(socket));
      }),
    now: () => new Date('2026-03-01T12:00:00Z'),
    signal,
  };
}
