import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { escapeHtml } from '#libs/rendering/escape-html.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Environment } from '../../auth/environment.schema.js';
import { ChannelSender, type OutgoingEmail, type OutgoingMessage } from '../../delivery/sending/channel-sender.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import { landsInOutbox } from '../../outbox/outbox-rules.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import type { LinkEmailDto } from '../invitations/invitations.dto.js';
import type { OneTimeLink } from './one-time-link.schema.js';
import type { IssuedLink } from './one-time-links.js';

/** Sends links through an email integration of an environment, where there is one. */
@Injectable()
export class LinkEmails {
  constructor(
    @InjectModel(Environment.name) private readonly environments: Model<Environment>,
    private readonly integrations: IntegrationsService,
    private readonly sender: ChannelSender,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /**
   * Sends a link through the primary email integration of the environment, by default of Development. The outbox keeps the
   * email without the token: a reader of its messages must not become another member. Never throws.
   */
  async send(issued: IssuedLink, environment: EnvironmentRef | undefined): Promise<LinkEmailDto> {
    try {
      return await this.trySending(issued, environment);
    } catch (error) {
      this.logger.warn({ err: error }, 'A link could not be sent by email');
      return { sent: false, reason: 'The email could not be sent; the log says why' };
    }
  }

  private async trySending({ link, url }: IssuedLink, chosen: EnvironmentRef | undefined): Promise<LinkEmailDto> {
    const environment = await this.environmentOf(link, chosen);
    if (!environment) return { sent: false, reason: 'There is no Development environment to send it from' };
    const integration = await this.primaryOf(environment);
    if (!integration) {
      const reason = `There is no active primary email integration in the environment '${environment.name}'`;
      return { sent: false, reason };
    }
    const isKept = landsInOutbox(this.config, integration.providerId);
    const shownUrl = isKept ? url.replace(/#token=.*$/, '#token=…') : url;
    const result = await this.sender.send(messageOf(integration, contentOf(link, shownUrl)));
    if (!result.ok) return { sent: false, reason: result.error };
    if (isKept) return { sent: false, reason: 'The email is in the outbox, without the token of the link' };
    return { sent: true };
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

function messageOf(integration: Integration, content: OutgoingEmail): OutgoingMessage {
  const id = new Types.ObjectId().toHexString();
  return {
    id,
    key: id,
    environmentId: integration.environmentId.toHexString(),
    transactionId: `link-${randomUUID()}`,
    eventId: id,
    integration,
    content,
    overrides: {},
  };
}

/** The email that brings a link. */
export function contentOf(
  { purpose, email, expiresAt }: Pick<OneTimeLink, 'purpose' | 'email' | 'expiresAt'>,
  url: string,
): OutgoingEmail {
  const isReset = purpose === 'reset';
  const subject = isReset ? 'Your new password for Carillon' : 'You are invited to Carillon';
  const what = isReset ? 'Choose a new password' : 'Become a member';
  const until = `The link works once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  const ignore = 'If you did not expect this email, ignore it.';
  const html = `<p><a href="${escapeHtml(url)}">${what}</a></p><p>${until} ${ignore}</p>`;
  return { channel: 'email', to: [email ?? ''], subject, html, text: `${what}:\n\n${url}\n\n${until} ${ignore}\n` };
}
