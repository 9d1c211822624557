import { Injectable } from '@nestjs/common';
import type { SendResult } from '#libs/providers/kit/send-result.js';
import { Config } from '../../platform/config/config.js';
import { landsInOutbox } from '../../outbox/outbox-rules.js';
import { ProviderSender } from '../sending/provider-sender.js';
import { ChannelSender, type OutgoingMessage } from './channel-sender.js';
import { OutboxSender } from './outbox-sender.js';

/** Lets messages out to their providers, or into the outbox: those of its own integrations, or all where that is set. */
@Injectable()
export class RoutedSender extends ChannelSender {
  constructor(
    private readonly providers: ProviderSender,
    private readonly outbox: OutboxSender,
    private readonly config: Config,
  ) {
    super();
  }

  send(message: OutgoingMessage): Promise<SendResult> {
    const stays = landsInOutbox(this.config, message.integration.providerId);
    return stays ? this.outbox.send(message) : this.providers.send(message);
  }
}
