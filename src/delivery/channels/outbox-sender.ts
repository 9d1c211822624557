import type { SendResult } from '#libs/providers/kit/send-result.js';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { Config } from '../../platform/config/config.js';
import { isOutboxProvider, outboxProblem } from '../../outbox/outbox-rules.js';
import { OutboxService } from '../../outbox/outbox.service.js';
import { runId } from '../execution/new-run.js';
import { ChannelSender, type OutgoingMessage } from './channel-sender.js';

/**
 * Keeps messages in the outbox instead of sending them. A message that is handed over twice is kept once, as a provider
 * that knows its key would do (behaviour S2).
 */
@Injectable()
export class OutboxSender extends ChannelSender {
  constructor(
    private readonly outbox: OutboxService,
    private readonly config: Config,
  ) {
    super();
  }

  /** Throws when the store cannot be reached: it may be tried again. */
  async send(message: OutgoingMessage): Promise<SendResult> {
    const { id, key, environmentId, transactionId, integration, content } = message;
    const subscriberId = message.subscriberId === undefined ? undefined : new Types.ObjectId(message.subscriberId);
    const problem = isOutboxProvider(integration.providerId) ? outboxProblem(this.config) : undefined;
    if (problem !== undefined) return { ok: false, kind: 'permanent', error: problem };
    const environment = { id: new Types.ObjectId(environmentId), organizationId: integration.organizationId };
    await this.outbox.keep(environment, {
      key,
      providerId: integration.providerId,
      integrationId: integration._id,
      transactionId,
      messageId: id,
      ...(subscriberId && { subscriberId, runId: runId({ _id: new Types.ObjectId(message.eventId) }, subscriberId) }),
      content,
    });
    return { ok: true, id: `outbox-${id}` };
  }
}
