import { Injectable } from '@nestjs/common';
import type { Content } from '#libs/providers/kit/content.js';
import type { SendResult } from '#libs/providers/kit/send-result.js';
import { SecretBoxError } from '../../platform/crypto/secret-box.js';
import { AttachmentGoneError, AttachmentsService } from '../../events/attachments/attachments.service.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { ChannelSender, type OutgoingMessage } from '../channels/channel-sender.js';
import { type ProviderAccount, ProviderAccounts } from './provider-accounts.js';
import { ProviderIO } from './provider-io.js';

/** Sends messages with the providers of their integrations. */
@Injectable()
export class ProviderSender extends ChannelSender {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly io: ProviderIO,
    private readonly attachments: AttachmentsService,
  ) {
    super();
  }

  async send(message: OutgoingMessage): Promise<SendResult> {
    const { integration, key, overrides } = message;
    const found = this.findAccount(integration);
    if (typeof found === 'string') return { ok: false, kind: 'permanent', error: found };
    const { provider, account, breaker } = found;
    const lost = await this.findLost(message);
    if (lost !== undefined) return { ok: false, kind: 'permanent', error: lost };
    const content = this.contentOf(message);
    return breaker.run(() => provider.send({ key, content, overrides }, account, this.io.open()));
  }

  /**
   * Signs in, where the provider can be asked for that alone, and sends once: for whoever tests an integration. Earlier
   * failures do not keep it from being tried, and its own say nothing about the messages of others.
   */
  async test(message: OutgoingMessage): Promise<{ stage: 'sign_in' | 'send'; result: SendResult }> {
    const found = this.findAccount(message.integration);
    if (typeof found === 'string') return { stage: 'sign_in', result: { ok: false, kind: 'permanent', error: found } };
    const { provider, account } = found;
    const { key, overrides } = message;
    const world = this.io.open();
    const signedIn = await provider.signIn?.(account, world);
    if (signedIn?.ok === false) return { stage: 'sign_in', result: signedIn };
    const content = this.contentOf(message);
    return { stage: 'send', result: await provider.send({ key, content, overrides }, account, world) };
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

  /** Which attachment is not there any more: nothing is sent without it. */
  private async findLost(message: OutgoingMessage): Promise<string | undefined> {
    const { content } = message;
    if (content.channel !== 'email' || !content.attachments) return undefined;
    try {
      await this.attachments.assertThere(message, content.attachments);
      return undefined;
    } catch (error) {
      if (error instanceof AttachmentGoneError) return error.message;
      throw error;
    }
  }

  /** An email with its files, which are opened only when they are sent. */
  private contentOf(message: OutgoingMessage): Content {
    const { content } = message;
    if (content.channel !== 'email') return content;
    const { attachments, ...email } = content;
    if (!attachments || attachments.length === 0) return email;
    const files = attachments.map((attachment) => ({
      name: attachment.name,
      ...(attachment.mime !== undefined && { mime: attachment.mime }),
      size: attachment.size,
      open: () => this.attachments.open(message, attachment),
    }));
    return { ...email, attachments: files };
  }
}
