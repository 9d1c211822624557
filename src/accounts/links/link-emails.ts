import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { escapeHtml } from '#libs/rendering/escape-html.js';
import type { AccountRoles } from '../../auth/account-roles.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Environment } from '../../auth/environment.schema.js';
import { Account } from '../../auth/people/account.schema.js';
import { ChannelSender, messageAlone } from '../../delivery/sending/channel-sender.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import { landsInOutbox } from '../../outbox/outbox-rules.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import type { LinkEmailDto } from './links.dto.js';
import { NO_ROLES, whyNotGive } from '../role-rules.js';
import { LinkMailServer } from './link-mail-server.js';
import type { OneTimeLink } from './one-time-link.schema.js';
import type { IssuedLink } from './one-time-links.js';
import type { OutgoingEmail } from '../../delivery/engine/step-effects.js';

/**
 * Sends links through the mail server of the settings, or else through an email integration. The person who has given
 * the credentials of the integration must be able to give the role of the link: who reads a link becomes that member
 * (behaviour AC62).
 */
@Injectable()
export class LinkEmails {
  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    @InjectModel(Account.name) private readonly accounts: Model<Account>,
    private readonly integrations: IntegrationsService,
    private readonly server: LinkMailServer,
    private readonly sender: ChannelSender,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * Sends a link through the server of the settings, or the primary email integration of the environment, by default of
   * Development. The outbox keeps the email without the token: its readers must not become another member. Never throws.
   */
  async send(issued: IssuedLink, environment: EnvironmentRef | undefined): Promise<LinkEmailDto> {
    try {
      return await this.trySending(issued, environment);
    } catch (error) {
      this.logger.warn({ err: error }, 'A link could not be sent by email');
      return { sent: false, reason: 'The email could not be sent; the log says why' };
    }
  }

  private async trySending(issued: IssuedLink, chosen: EnvironmentRef | undefined): Promise<LinkEmailDto> {
    const { link, url } = issued;
    if (this.server.name === undefined) return this.sendByIntegration(issued, chosen);
    const result = await this.server.send(link._id.toHexString(), emailOf(link, url));
    return result.ok ? { sent: true, through: this.server.name } : { sent: false, reason: result.error };
  }

  private async sendByIntegration(
    { link, url }: IssuedLink,
    chosen: EnvironmentRef | undefined,
  ): Promise<LinkEmailDto> {
    const environment = await this.environmentOf(link, chosen);
    if (!environment) return { sent: false, reason: 'There is no Development environment to send it from' };
    const integration = await this.primaryOf(environment);
    if (!integration) {
      const reason = `There is no active primary email integration in the environment '${environment.name}'`;
      return { sent: false, reason };
    }
    const isKept = landsInOutbox(this.config, integration.providerId);
    if (!isKept && !(await this.isTrusted(integration, link))) return { sent: false, reason: notTrusted(integration) };
    const shownUrl = isKept ? url.replace(/#token=.*$/, '#token=…') : url;
    const result = await this.sender.send(messageAlone('link', integration, emailOf(link, shownUrl)));
    if (!result.ok) return { sent: false, reason: result.error };
    if (isKept) return { sent: false, reason: 'The email is in the outbox, without the token of the link' };
    return { sent: true, through: `${integration.name} of the environment '${environment.name}'` };
  }

  /** Whether somebody answers for the integration who could give the roles of the link now. */
  private async isTrusted({ changedBy: _id }: Integration, link: OneTimeLink): Promise<boolean> {
    if (!_id) return false;
    const { organizationId } = link;
    const person = await this.accounts.findOne({ _id, organizationId }).lean();
    const roles = await this.rolesOf(link);
    if (!person || !roles) return false;
    return [NO_ROLES, roles].every((before) => whyNotGive(person, before, roles) === undefined);
  }

  /** What the holder of a link may do. */
  private async rolesOf({ accountId: _id, organizationId, ...link }: OneTimeLink): Promise<AccountRoles | undefined> {
    if (_id) return (await this.accounts.findOne({ _id, organizationId }).lean()) ?? undefined;
    return { role: link.role ?? 'none', environmentRoles: link.environmentRoles ?? [] };
  }

  private async environmentOf(
    { organizationId }: OneTimeLink,
    chosen: EnvironmentRef | undefined,
  ): Promise<Environment | undefined> {
    const which = chosen ? { organizationId, _id: chosen.id } : { organizationId, type: 'dev' as const };
    return (await this.environments.findOne(which).sort({ _id: 1 }).lean()) ?? undefined;
  }

  private async primaryOf({ _id: id }: Environment): Promise<Integration | undefined> {
    const active = await this.integrations.findActive({ id });
    return active.find(({ channel, primary }) => channel === 'email' && primary);
  }
}

function notTrusted({ name }: Integration): string {
  return `Nobody who could give this role has set up the integration '${name}': somebody who can gives its credentials again, or the operator sets LINK_MAIL_URL`;
}

/** The email that brings a link. */
function emailOf(
  { purpose, email, expiresAt }: Pick<OneTimeLink, 'purpose' | 'email' | 'expiresAt'>,
  url: string,
): Omit<OutgoingEmail, 'attachments'> {
  const isReset = purpose === 'reset';
  const subject = isReset ? 'Your new password for Carillon' : 'You are invited to Carillon';
  const what = isReset ? 'Choose a new password' : 'Become a member';
  const until = `The link works once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  const ignore = 'If you did not expect this email, ignore it.';
  const html = `<p><a href="${escapeHtml(url)}">${what}</a></p><p>${until} ${ignore}</p>`;
  return { channel: 'email', to: [email ?? ''], subject, html, text: `${what}:\n\n${url}\n\n${until} ${ignore}\n` };
}
