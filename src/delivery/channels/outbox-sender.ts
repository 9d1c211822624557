import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { Config } from '../../config/config.js';
import type { KeptContent } from '../../outbox/outbox-message.schema.js';
import { isOutboxProvider, outboxProblem } from '../../outbox/outbox-rules.js';
import { OutboxService } from '../../outbox/outbox.service.js';
import { ChannelSender, type OutgoingContent, type OutgoingMessage, type SendResult } from './channel-sender.js';

/**
 * Keeps messages in the outbox instead of sending them. A message that is handed over twice is kept once, as a provider
 * that knows its id would do (behaviour S2).
 */
@Injectable()
export class OutboxSender extends ChannelSender {
  constructor(
    private readonly outbox: OutboxService,
    private readonly config: Config,
  ) {
    super();
  }

  async send(message: OutgoingMessage): Promise<SendResult> {
    const { id, environmentId, subscriberId, transactionId, integration } = message;
    const content = toContent(message.content);
    const problem = isOutboxProvider(integration.providerId) ? outboxProblem(this.config) : undefined;
    if (problem !== undefined) return { ok: false, error: problem };
    const environment = { id: new Types.ObjectId(environmentId), organizationId: integration.organizationId };
    await this.outbox.keep(environment, {
      key: content.channel === 'push' ? `${id} ${content.token}` : id,
      providerId: integration.providerId,
      integrationId: integration._id,
      transactionId,
      messageId: id,
      ...(subscriberId !== undefined && { subscriberId: new Types.ObjectId(subscriberId) }),
      content,
    });
    return { ok: true, providerMessageId: `outbox-${id}` };
  }
}

function toContent(content: OutgoingContent): KeptContent {
  return content.channel === 'chat'
    ? { channel: 'chat', target: { kind: 'webhook', url: content.webhookUrl }, body: content.body }
    : (content as KeptContent);
}
