import { Injectable } from '@nestjs/common';
import { smtpProvider, SmtpPools } from '#libs/providers/email/nodemailer.js';
import { isUrl } from '#libs/url/is-url.js';
import type { Account as ProviderAccount } from '#libs/providers/kit/account.js';
import type { EmailContent } from '#libs/providers/kit/content.js';
import type { SendResult } from '#libs/providers/kit/provider.js';
import { Clock } from '../../platform/clock.js';
import { Config, ConfigError } from '../../platform/config/config.js';
import { GuardedSockets } from '../../platform/outbound-http/guarded-sockets.js';

/** The mail server of the installation for links (`LINK_MAIL_URL`). */
interface LinkMail {
  host: string;
  account: ProviderAccount;
}

/** Reads the settings; undefined without them. Throws {@link ConfigError} when they do not fit together. */
export function readLinkMail({
  linkMailUrl,
  linkMailFrom,
}: Pick<Config, 'linkMailUrl' | 'linkMailFrom'>): LinkMail | undefined {
  if (linkMailUrl === undefined) return undefined;
  if (linkMailFrom === undefined)
    throw new ConfigError('LINK_MAIL_FROM is required with LINK_MAIL_URL: the address that sends links');
  if (!isUrl(linkMailUrl)) throw new ConfigError('LINK_MAIL_URL is not an address');
  const { protocol, hostname, port, username, password } = new URL(linkMailUrl);
  const secure = protocol === 'smtps:';
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  return {
    host,
    account: {
      host,
      port: port || (secure ? '465' : '587'),
      secure,
      from: linkMailFrom,
      senderName: 'Carillon',
      ...(username !== '' && { user: decodeURIComponent(username), password: decodeURIComponent(password) }),
    },
  };
}

/** Sends links through the mail server of the settings, which no API key and no role can change. */
@Injectable()
export class LinkMailServer {
  private readonly provider = smtpProvider(new SmtpPools());
  private readonly settings: LinkMail | undefined;
  private readonly timeoutMs: number;

  constructor(
    private readonly sockets: GuardedSockets,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.settings = readLinkMail(config);
    this.timeoutMs = config.sendTimeoutSeconds * 1000;
  }

  /** What people see of it; undefined when there is none. */
  get name(): string | undefined {
    return this.settings && `${this.settings.host} (LINK_MAIL_URL)`;
  }

  /** Sends an email; `key` is the same for each attempt. Call it only where there is a server. */
  send(key: string, content: EmailContent): Promise<SendResult> {
    if (!this.settings) throw new Error('LINK_MAIL_URL is not set');
    const { timeoutMs } = this;
    const signal = AbortSignal.timeout(timeoutMs);
    return this.provider.send({ key, content, overrides: {} }, this.settings.account, {
      http: () => Promise.reject(new Error('Mail servers take no HTTP')),
      connect: (target) => this.sockets.connect({ ...target, purpose: 'settings', timeoutMs, signal }),
      now: () => this.clock.now(),
      signal,
    });
  }
}
