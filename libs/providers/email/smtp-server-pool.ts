import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import {
  createTransport,
  type MailMessage,
  type SendMailOptions,
  type SMTPPoolOptions,
  type SMTPPoolSentMessageInfo,
  type Transporter,
} from 'nodemailer';
import DKIM from 'nodemailer/lib/dkim';
import type { World } from '../kit/provider.js';
import type { SmtpSettings } from './smtp-settings.js';

const CONNECT_TIMEOUT_MS = 30_000;
const GREETING_TIMEOUT_MS = 30_000;
/** A server may need a while to process a message that it has received, but not forever. */
const SILENCE_TIMEOUT_MS = 120_000;
const MAX_CONNECTIONS = 5;
const MAX_MESSAGES_PER_CONNECTION = 100;

/** The headers that DKIM signs, if they are there: those of RFC 6376 (5.4.1), and both for unsubscribing, as RFC 8058 demands. */
const SIGNED = [
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:In-Reply-To:References',
  'MIME-Version:Content-Type:Content-Transfer-Encoding:Content-ID:Content-Description',
  'Resent-Date:Resent-From:Resent-Sender:Resent-To:Resent-Cc:Resent-Message-ID',
  'List-Id:List-Help:List-Unsubscribe:List-Unsubscribe-Post:List-Subscribe:List-Post:List-Owner:List-Archive',
].join(':');

/** How far a message got. */
export interface Progress {
  /** The server has received all of it. */
  handedOver: boolean;
}

/** Data that Nodemailer passes through to its `stream` plugins. */
interface Watched {
  progress: Progress;
}

type TokenCallback = (error: Error | null, token?: string) => void;
type SocketCallback = (error: Error | null, socket?: { connection: Socket }) => void;

/** Settings and callback from the owner of a pool. */
interface PoolOptions {
  /** How long an idle connection is kept. */
  idleMs: number;
  /** Called when no connection is left and nothing is to be sent. */
  onEmpty: () => void;
}

/** Reusable connections to one mail server. They do not keep the process alive. */
export class SmtpServerPool {
  private readonly transport: Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>;
  private connect?: World['connect'];
  /** The token of the last message, for new connections. */
  private token?: string;
  private sending = 0;
  private retired = false;

  constructor(
    private readonly settings: SmtpSettings,
    private readonly options: PoolOptions,
  ) {
    this.transport = this.createTransport();
  }

  /** Sends an email. Throws the errors of Nodemailer and of `connect`. */
  async send(
    mail: SendMailOptions,
    { connect, signal }: Pick<World, 'connect' | 'signal'>,
    progress: Progress,
    token?: string,
  ): Promise<SMTPPoolSentMessageInfo> {
    this.connect = connect;
    this.token = token;
    this.sending += 1;
    try {
      const watched: Watched & SendMailOptions = { ...mail, signal, progress };
      return await this.transport.sendMail(watched);
    } finally {
      this.sending -= 1;
      this.closeIfDone();
    }
  }

  /** Connects, encrypts and logs in as for an email, over a separate connection. Throws as {@link send}. */
  async signIn({ connect, signal }: Pick<World, 'connect' | 'signal'>, token?: string): Promise<void> {
    signal.throwIfAborted();
    this.connect = connect;
    this.token = token;
    this.sending += 1;
    const finished = new AbortController();
    try {
      const timeout = once(signal, 'abort', { signal: finished.signal }).then(() => {
        throw signal.reason as Error;
      });
      await Promise.race([this.transport.verify(), timeout]);
    } finally {
      finished.abort();
      this.sending -= 1;
      this.closeIfDone();
    }
  }

  /** Closes the connections as soon as messages in progress have been sent. */
  retire(): void {
    this.retired = true;
    this.closeIfDone();
  }

  private closeIfDone(): void {
    if (this.retired && this.sending === 0) this.transport.close();
  }

  private createTransport(): Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions> {
    const { host, port, secure, requireTls, ignoreTls, tls, login } = this.settings;
    const transport = createTransport({
      pool: true,
      host,
      port,
      secure,
      requireTLS: requireTls,
      ignoreTLS: ignoreTls,
      tls,
      auth: login && 'token' in login ? { type: 'OAuth2', user: login.user } : login,
      maxConnections: MAX_CONNECTIONS,
      maxMessages: MAX_MESSAGES_PER_CONNECTION,
      // Files can be read only once: the caller builds the message again.
      maxRequeues: 0,
      idleTimeout: this.options.idleMs,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: GREETING_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      // Connections are made by the `World`, which checks their target.
      getSocket: (_options: unknown, done: SocketCallback) => void this.open(done),
    });
    transport.set('oauth2_provision_cb', (_user: string, _renew: boolean, done: TokenCallback) => {
      done(null, this.token);
    });
    transport.use('stream', (mail, done) => {
      this.watch(mail);
      done();
    });
    transport.on('clear', this.options.onEmpty);
    return transport;
  }

  private async open(done: SocketCallback): Promise<void> {
    const { host, port } = this.settings;
    try {
      const connection = await this.connect!({ host, port, purpose: 'mail' });
      connection.unref();
      done(null, { connection });
    } catch (error) {
      done(error as Error);
    }
  }

  /**
   * Signs the message if configured, and notes when all of it has been read, which starts when the server asks for it.
   */
  private watch({ message, data }: MailMessage<SMTPPoolSentMessageInfo>): void {
    const { signingKey } = this.settings;
    if (signingKey)
      message.processFunc((input: Readable) => new DKIM({ ...signingKey, headerFieldNames: SIGNED }).sign(input));
    const { progress } = data as Watched;
    message.processFunc((output: Readable) =>
      output.once('end', () => {
        progress.handedOver = true;
      }),
    );
  }
}
