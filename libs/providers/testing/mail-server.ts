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
  /** Whether it came encrypted. */
  secure: boolean;
  /** Who has logged in. */
  user?: string;
}

/** Where a server refuses, and with what. */
export interface Refusals {
  connection?: Reply;
  sender?: Reply;
  /** By address. */
  recipient?: (address: string) => Reply | undefined;
  message?: Reply;
}

type Reply = readonly [code: number, words: string];

/** A mail server on loopback that keeps what it is given. One user may log in: `carillon`, with `pass-word-1`. */
export class MailServer {
  static readonly LOGIN = { user: 'carillon', password: 'pass-word-1' };

  readonly received: ReceivedEmail[] = [];
  /** How many connections there have been. */
  connections = 0;
  /** Bytes of messages that have come so far. */
  arriving = 0;
  refuse: Refusals = {};
  /** Called when a message is there, and before it is answered; what it returns is waited for. */
  beforeResponse: () => Promise<void> | void = () => undefined;

  private readonly server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.server = new SMTPServer({
      ...SELF_SIGNED,
      logger: false,
      disableReverseLookup: true,
      authOptional: true,
      closeTimeout: 0,
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
    // A client that goes away in the middle is what tests are about.
    this.server.on('error', () => undefined);
  }

  private async take(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    answer: (error: Error | null) => void,
  ): Promise<void> {
    try {
      const content = await buffer(stream);
      await this.beforeResponse();
      if (!this.refuse.message) this.received.push(received(session, content));
      answer(errorOf(this.refuse.message));
    } catch (error) {
      // The client has gone away in the middle.
      answer(error as Error);
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

  /** How many connections there are. */
  get open(): number {
    return this.server.connections.size;
  }

  /** Closes all connections without a word. */
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

/** A world in which there are sockets, and no HTTP. */
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
