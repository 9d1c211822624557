import type { NodemailerError, SendMailOptions, SMTPPoolSentMessageInfo } from 'nodemailer';
import { type Account, AccountError } from '../kit/account.js';
import { addressed, type EmailContent } from '../kit/content.js';
import type { EmailProvider, ProviderResult, World } from '../kit/provider.js';
import { EarlierProblem, withoutSecretsOf } from '../kit/http/http-provider.js';
import { mailOf, senderOf } from './mail.js';
import { envelopeOf, outcomesOf, smtpProblem, smtpResult } from './smtp-faults.js';
import { SMTP_FORMS } from './smtp-forms.js';
import { MailboxTokens } from './smtp-oauth.js';
import type { Progress, SmtpServerPool } from './smtp-server-pool.js';
import { fingerprintOf, type SmtpSettings, smtpSettings } from './smtp-settings.js';

/** Number of mail servers to which connections are kept open at the same time. */
const MAX_SERVERS = 200;
const IDLE_MS = 60_000;

/** The open connection pools, one for each server and login. */
export class SmtpPools {
  /** Ordered by last use. */
  private readonly pools = new Map<string, SmtpServerPool>();

  constructor(private readonly limits = { servers: MAX_SERVERS, idleMs: IDLE_MS }) {}

  /** The number of pools. */
  get size(): number {
    return this.pools.size;
  }

  /**
   * Returns the pool for these settings; at the limit, the least recently used pool is retired. `Pool` is its class,
   * which is loaded together with the library by the caller. Use the pool immediately: after an `await` it may have
   * been retired.
   */
  for(settings: SmtpSettings, Pool: typeof SmtpServerPool): SmtpServerPool {
    const key = fingerprintOf(settings);
    const pool = this.pools.get(key) ?? this.create(settings, Pool);
    this.pools.delete(key);
    this.pools.set(key, pool);
    const [oldest] = this.pools.keys();
    if (this.pools.size > this.limits.servers && oldest !== undefined) this.retire(oldest);
    return pool;
  }

  /** Closes the connections for these settings when messages in progress have been sent. `only`: if it is this pool. */
  forget(settings: SmtpSettings, only?: SmtpServerPool): void {
    const key = fingerprintOf(settings);
    if (!only || this.pools.get(key) === only) this.retire(key);
  }

  private create(settings: SmtpSettings, Pool: typeof SmtpServerPool): SmtpServerPool {
    const pool: SmtpServerPool = new Pool(settings, {
      idleMs: this.limits.idleMs,
      onEmpty: () => {
        // Messages that it is sending now are still sent; the next message gets a new pool.
        this.forget(settings, pool);
      },
    });
    return pool;
  }

  private retire(key: string): void {
    this.pools.get(key)?.retire();
    this.pools.delete(key);
  }
}

type Message = Parameters<EmailProvider['send']>[0];

/**
 * Any mail server, by SMTP (RFC 5321). Repetitions have the same Message-ID, which is also the id of the message unless
 * the server assigns another. With `domain`, `secretKey` and `accountSid` (the selector) emails are signed with DKIM. With an
 * `authType` other than `password` the account logs in with a token that is fetched first (XOAUTH2).
 */
export const nodemailer: EmailProvider = smtpProvider(new SmtpPools());

/** The provider with its connections in `pools`. */
export function smtpProvider(pools: SmtpPools): EmailProvider {
  const tokens = new MailboxTokens();
  return {
    id: 'nodemailer',
    channel: 'email',
    name: 'SMTP',
    documentation: 'https://www.rfc-editor.org/rfc/rfc5321',
    keys: {
      needed: ['host', 'port', 'from', 'senderName'],
      optional: [
        'authType',
        'user',
        'password',
        'clientId',
        'clientSecret',
        'tenantId',
        'refreshToken',
        'tokenUrl',
        'scope',
        'secure',
        'requireTls',
        'ignoreTls',
        'tlsOptions',
        'domain',
        'accountSid',
        'secretKey',
      ],
      forms: SMTP_FORMS,
    },
    async send(message, account, world): Promise<ProviderResult> {
      return withToken(account, world, (token) => attempt(message, account, world, token));
    },
    async signIn(account, world): Promise<ProviderResult> {
      return withToken(account, world, async (token) => {
        try {
          const settings = smtpSettings(account);
          const { SmtpServerPool } = await import('./smtp-server-pool.js');
          await pools.for(settings, SmtpServerPool).signIn(world, token);
          return { ok: true };
        } catch (error) {
          return smtpProblem(error, false);
        }
      });
    },
    forget(account) {
      tokens.forget(account);
      try {
        pools.forget(smtpSettings(account));
      } catch (error) {
        // An incomplete account has never had a connection.
        if (!(error instanceof AccountError)) throw error;
      }
    },
  };

  /** The result with the account's token, if it logs in with one, without secrets. */
  async function withToken(
    account: Account,
    world: World,
    run: (token?: string) => Promise<ProviderResult>,
  ): Promise<ProviderResult> {
    const clean = async (token?: string): Promise<ProviderResult> =>
      withoutSecretsOf(await run(token), account, token === undefined ? [] : [token]);
    try {
      return await tokens.with(account, world, clean, isRefusedLogin);
    } catch (error) {
      return withoutSecretsOf(error instanceof EarlierProblem ? error.problem : smtpProblem(error, false), account);
    }
  }

  async function attempt(message: Message, account: Account, world: World, token?: string): Promise<ProviderResult> {
    const progress: Progress = { handedOver: false };
    try {
      return smtpResult(message.content, await sendOver(message, account, world, progress, token));
    } catch (error) {
      const addresses = outcomesOf(message.content, (error as Partial<NodemailerError>).rejectedErrors ?? []);
      return { ...smtpProblem(error, progress.handedOver), ...(addresses && { addresses }) };
    }
  }

  async function sendOver(
    { key, content }: Message,
    account: Account,
    world: World,
    progress: Progress,
    token?: string,
  ): Promise<SMTPPoolSentMessageInfo> {
    const settings = smtpSettings(account);
    const sender = senderOf(content, account);
    // The headers name all recipients, also those that already have the email.
    const whole = addressed<EmailContent>({ ...content, only: undefined });
    const mail = (): SendMailOptions => ({
      ...mailOf(key, whole, sender, world.now()),
      ...(content.only && { envelope: { from: sender.email, to: envelopeOf(content) } }),
      xMailer: false,
    });
    const { SmtpServerPool } = await import('./smtp-server-pool.js');
    const pool = pools.for(settings, SmtpServerPool);
    try {
      return await pool.send(mail(), world, progress, token);
    } catch (error) {
      if (!isStale(error) || progress.handedOver || world.signal.aborted) throw error;
    }
    // The server has closed an idle connection, and probably the others: send over a new one.
    pools.forget(settings, pool);
    return pools.for(settings, SmtpServerPool).send(mail(), world, progress, token);
  }
}

/** Whether the server does not accept the login, as it is of a token that was revoked or has expired. */
function isRefusedLogin(result: ProviderResult): boolean {
  return !result.ok && result.statusCode === 535;
}

/** Whether the connection was lost before the server replied to anything about the message. */
function isStale(error: unknown): boolean {
  const { code, responseCode } = error as NodemailerError;
  return code === 'ECONNECTION' && responseCode === undefined;
}
