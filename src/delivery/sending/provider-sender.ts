import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import type { Content } from '#libs/providers/kit/content.js';
import type { SendResult } from '#libs/providers/kit/send-result.js';
import { SecretBoxError } from '../../crypto/secret-box.js';
import { AttachmentsService } from '../../events/attachments/attachments.service.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { ChannelSender, type OutgoingMessage } from '../channels/channel-sender.js';
import { type ProviderAccount, ProviderAccounts } from './provider-accounts.js';
import { ProviderWorld } from './provider-world.js';

/** Sends messages with the providers of their integrations. */
@Injectable()
export class ProviderSender extends ChannelSender {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly world: ProviderWorld,
    private readonly attachments: AttachmentsService,
  ) {
    super();
  }

  async send(message: OutgoingMessage): Promise<SendResult> {
    const { integration, key, overrides } = message;
    const found = this.findAccount(integration);
    if (typeof found === 'string') return { ok: false, kind: 'permanent', error: found };
    const { provider, account, breaker } = found;
    const content = await this.contentOf(message);
    return breaker.run(() => provider.send({ key, content, overrides }, account, this.world.open()));
  }

  /** The account, or why there is none. */
  private findAccount(integration: Integration): ProviderAccount | string {
    try {
      const found = this.accounts.find(integration);
      return found ?? `Carillon cannot send with provider '${integration.providerId}'`;
    } catch (error) {
      if (error instanceof SecretBoxError) return 'the credentials were encrypted with another SECRET_KEY';
      throw error;
    }
  }

  /** An email with its files, which are opened only when they are sent. */
  private async contentOf({ content, eventId }: OutgoingMessage): Promise<Content> {
    if (content.channel !== 'email') return content;
    const { attachments, ...email } = content;
    if (!attachments || attachments.length === 0) return email;
    const stored = await this.attachments.findOf({ _id: new Types.ObjectId(eventId), attachments });
    const files = stored.map(({ name, mime, content: data }) => ({
      name,
      ...(mime !== undefined && { mime }),
      size: data.length,
      open: () => Readable.from([data]),
    }));
    return { ...email, attachments: files };
  }
}
