import type { NodemailerError, SendMailOptions, SMTPPoolSentMessageInfo } from 'nodemailer';
import { type Account, AccountError, withoutSecrets } from '../kit/account.js';
import { unreachableProblem } from '../kit/http/read-response.js';
import type { EmailProvider, SendProblem, SendResult, World } from '../kit/provider.js';
import { mailOf, senderOf } from './mail.js';
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

/** Error codes, without a reply of the server, for which another attempt is useless. */
const PERMANENT_ERRORS = new Set(['EAUTH', 'ENOAUTH', 'EENVELOPE', 'EMESSAGE', 'ESTREAM', 'ECONFIG', 'EMAXRECIPIENTS']);

/**
 * The result for an error. `handedOver`: the server had received the whole message; unless it refused the message, it
 * is unknown whether it accepted it (behaviour S2).
 */
export function smtpProblem(error: unknown, handedOver: boolean): SendProblem {
  if (error instanceof AccountError) return { ok: false, kind: 'permanent', error: error.message };
  const unreachable = unreachableProblem(error);
  if (unreachable) return ambiguousIf(handedOver, unreachable);
  const { message, code, response, responseCode } = error as NodemailerError;
  const text = response ?? (message || String(error));
  if (responseCode !== undefined) {
    // SMTP replies: 4xx is temporary, 5xx permanent. Any other reply was out of sequence.
    return { ok: false, kind: responseCode >= 500 ? 'permanent' : 'transient', error: text, statusCode: responseCode };
  }
  if (code !== undefined && PERMANENT_ERRORS.has(code)) return { ok: false, kind: 'permanent', error: text };
  return ambiguousIf(handedOver, { ok: false, kind: 'transient', error: text });
}

function ambiguousIf(handedOver: boolean, { ambiguous: _whileConnecting, ...problem }: SendProblem): SendProblem {
  return handedOver && problem.kind === 'transient' ? { ...problem, ambiguous: true } : problem;
}

type Message = Parameters<EmailProvider['send']>[0];

/**
 * Any mail server, by SMTP (RFC 5321). Repetitions have the same Message-ID, which is also the id of the message unless
 * the server assigns another. With `domain`, `secretKey` and `accountSid` (the selector) emails are signed with DKIM.
 */
export const nodemailer: EmailProvider = smtpProvider(new SmtpPools());

/** The provider with its connections in `pools`. */
export function smtpProvider(pools: SmtpPools): EmailProvider {
  return {
    id: 'nodemailer',
    channel: 'email',
    name: 'SMTP',
    documentation: 'https://www.rfc-editor.org/rfc/rfc5321',
    keys: {
      needed: ['host', 'port', 'from', 'senderName'],
      optional: [
        'user',
        'password',
        'secure',
        'requireTls',
        'ignoreTls',
        'tlsOptions',
        'domain',
        'secretKey',
        'accountSid',
      ],
    },
    async send(message, account, world): Promise<SendResult> {
      const result = await attempt(message, account, world);
      return result.ok ? result : { ...result, error: withoutSecrets(result.error, account) };
    },
    async signIn(account, world): Promise<SendResult> {
      try {
        const settings = smtpSettings(account);
        const { SmtpServerPool } = await import('./smtp-server-pool.js');
        await pools.for(settings, SmtpServerPool).signIn(world);
        return { ok: true };
      } catch (error) {
        const problem = smtpProblem(error, false);
        return { ...problem, error: withoutSecrets(problem.error, account) };
      }
    },
    forget(account) {
      try {
        pools.forget(smtpSettings(account));
      } catch (error) {
        // An incomplete account has never had a connection.
        if (!(error instanceof AccountError)) throw error;
      }
    },
  };

  async function attempt(message: Message, account: Account, world: World): Promise<SendResult> {
    const progress: Progress = { handedOver: false };
    try {
      return resultOf(message, await sendOver(message, account, world, progress));
    } catch (error) {
      return smtpProblem(error, progress.handedOver);
    }
  }

  async function sendOver(
    { key, content }: Message,
    account: Account,
    world: World,
    progress: Progress,
  ): Promise<SMTPPoolSentMessageInfo> {
    const settings = smtpSettings(account);
    const sender = senderOf(content, account);
    const mail = (): SendMailOptions => ({ ...mailOf(key, content, sender, world.now()), xMailer: false });
    const { SmtpServerPool } = await import('./smtp-server-pool.js');
    const pool = pools.for(settings, SmtpServerPool);
    try {
      return await pool.send(mail(), world, progress);
    } catch (error) {
      if (!isStale(error) || progress.handedOver || world.signal.aborted) throw error;
    }
    // The server has closed an idle connection, and probably the others: send over a new one.
    pools.forget(settings, pool);
    return pools.for(settings, SmtpServerPool).send(mail(), world, progress);
  }
}

/** Whether the connection was lost before the server replied to anything about the message. */
function isStale(error: unknown): boolean {
  const { code, responseCode } = error as NodemailerError;
  return code === 'ECONNECTION' && responseCode === undefined;
}

/** A server may accept a message for only some recipients; it is a failure when all in "To" are refused. */
function resultOf({ content }: Message, sent: SMTPPoolSentMessageInfo): SendResult {
  const refused = new Set(sent.rejected);
  if (content.to.every((address) => refused.has(address))) {
    const [reason] = sent.rejectedErrors ?? [];
    return smtpProblem(reason ?? new Error('all recipients were refused'), false);
  }
  return { ok: true, id: sent.serverMessageId ?? sent.messageId };
}
