import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { InboxEvents, type InboxListener } from '../../notifications/messages/inbox-events.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import { NoticeChannel, PubSub } from '../../platform/queue/pub-sub.js';
import { groupBy } from '../../platform/values/group-by.js';

/** What has changed in inboxes of one environment. Ids are hexadecimal; the receiver reads the content from the store. */
export interface InboxNotice {
  readonly environmentId: string;
  /** Subscribers (internal ids) with the messages that are new in their inboxes. */
  readonly received?: readonly (readonly [subscriberId: string, messageId: string])[];
  /** Subscribers (internal ids) whose messages were changed. */
  readonly changed?: readonly string[];
  /** Subscribers (internal ids) who were deleted; `all` when their environment was. */
  readonly deleted?: readonly string[] | 'all';
}

/** Notices for the processes that clients are connected to. */
export const INBOX_NOTICES = new NoticeChannel<InboxNotice>('inbox');

/** Publishes changes in inboxes to all processes that clients may be connected to: ids only, one notice per chunk. */
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

  // Not earlier: workers finish their jobs first, and the recipients may be connected to other processes.
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
