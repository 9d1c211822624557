import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Types } from 'mongoose';
import { groupBy } from '../../../platform/values/group-by.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { InboxEvents, type InboxListener } from '../../../notifications/live/inbox-events.js';
import type { Message } from '../../../notifications/messages/message.schema.js';
import { INBOX_NOTICES } from '../inbox-notices.js';
import { PubSub } from '../../../platform/queue/pub-sub/pub-sub.js';

/** Passes on what happens in inboxes to all processes that people may be connected to: ids alone, one notice per chunk. */
@Injectable()
export class InboxRelay implements InboxListener, OnModuleInit, OnApplicationShutdown {
  private stopListening?: () => void;

  constructor(
    private readonly events: InboxEvents,
    private readonly pubSub: PubSub,
  ) {}

  onModuleInit(): void {
    this.stopListening = this.events.listen(this);
  }

  // Not earlier: workers finish what they are at, and others are connected to those who get it.
  onApplicationShutdown(): void {
    this.stopListening?.();
  }

  received(messages: readonly Message[]): void {
    for (const [environmentId, own] of groupBy(messages, (message) => message.environmentId.toHexString())) {
      const received = own.map(({ subscriberId, _id }) => [subscriberId.toHexString(), _id.toHexString()] as const);
      this.pubSub.publish(INBOX_NOTICES, { environmentId, received });
    }
  }

  changed({ id }: Pick<EnvironmentRef, 'id'>, subscriberIds: readonly Types.ObjectId[]): void {
    const changed = subscriberIds.map((subscriberId) => subscriberId.toHexString());
    this.pubSub.publish(INBOX_NOTICES, { environmentId: id.toHexString(), changed });
  }
}
