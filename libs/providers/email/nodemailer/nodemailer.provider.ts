import type { NodemailerError, SendMailOptions, SMTPPoolSentMessageInfo } from 'nodemailer';
import { AccountError } from '../../kit/account/account.js';
import type { Account, EmailProvider, World } from '../../kit/provider.js';
import type { SendResult } from '../../kit/send-result.js';
import { withoutSecrets } from '../../kit/account/without-secrets.js';
import { mailOf } from '../mail-of.js';
import { senderOf } from '../sender.js';
import { smtpProblem } from './smtp-problem.js';
import { SmtpPools } from './smtp-pools.js';
import type { Progress } from './smtp-server-pool.js';
import { smtpSettings } from './smtp-settings.js';

type Message = Parameters<EmailProvider['send']>[0];

/**
 * Any mail server, by SMTP (RFC 5321). Repetitions have the same Message-ID, which is also the id of the message where the
 * server does not give it another. With `domain`, `secretKey` and `accountSid` (the selector) emails are signed by DKIM.
 */
export const nodemailer: EmailProvider = smtpProvider(new SmtpPools());

/** The provider, with its connections in `pools`. */
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
        // An account that lacks something has never been connected.
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
    // A kept connection that the server has closed in the meantime says nothing about the message; nor do the others.
    pools.forget(settings, pool);
    return pools.for(settings, SmtpServerPool).send(mail(), world, progress);
  }
}

/** Whether the connection was lost before the server had said anything about the message. */
function isStale(error: unknown): boolean {
  const { code, responseCode } = error as NodemailerError;
  return code === 'ECONNECTION' && responseCode === undefined;
}

/** A server may take a message for some of its recipients alone: not having reached anybody it is for is a failure. */
function resultOf({ content }: Message, sent: SMTPPoolSentMessageInfo): SendResult {
  const refused = new Set(sent.rejected);
  if (content.to.every((address) => refused.has(address))) {
    const [reason] = sent.rejectedErrors ?? [];
    return smtpProblem(reason ?? new Error('all recipients were refused'), false);
  }
  return { ok: true, id: sent.serverMessageId ?? sent.messageId };
}
