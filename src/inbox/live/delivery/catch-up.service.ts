import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Clock } from '../../../platform/clock.js';
import { OnceLogger } from '../../../platform/once-logger.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { LiveInboxesService } from '../../../notifications/live/live-inboxes.service.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import type { LiveConnection } from '../connections/live-connection.js';
import { toStoredMessageDto } from './stored-message.js';

/** Tells clients that come back what they have missed (behaviour O6). */
@Injectable()
export class CatchUpService {
  private readonly outage: OnceLogger;

  constructor(
    private readonly inboxes: LiveInboxesService,
    private readonly subscribers: SubscribersService,
    private readonly clock: Clock,
    private readonly config: Config,
    logger: Logger,
  ) {
    this.outage = new OnceLogger(logger, 'Clients that came back could not be told what they have missed');
  }

  /**
   * Opens a connection. One that names the last notification it knows gets those after it, and then `caught_up`, whose
   * `hasMore` says that there are more than are told, or that they cannot be told: then the list shows them.
   */
  async tell(connection: LiveConnection, after: Types.ObjectId | undefined): Promise<void> {
    if (!after) {
      connection.open([]);
      return;
    }
    try {
      const { environment, subscriberId, contextKeys } = connection.session;
      const limit = this.config.liveMissedLimit;
      const { messages, hasMore } = await this.inboxes.findMissed(
        environment,
        { subscriberId, contextKeys },
        { after, limit },
      );
      const subscriber = [...(await this.subscribers.findByIds(environment, [subscriberId])).values()][0];
      const now = this.clock.now();
      connection.open(subscriber ? messages.map((message) => toStoredMessageDto(message, subscriber, now)) : []);
      connection.tell('caught_up', { hasMore });
      this.outage.worked();
    } catch (error) {
      this.outage.failed(error);
      connection.open([]);
      connection.tell('caught_up', { hasMore: true });
    }
  }
}
