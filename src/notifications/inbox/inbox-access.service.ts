import { Injectable } from '@nestjs/common';
import type { QueryFilter } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { exactly } from '../../contexts/exactly.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import type { Message } from '../messages/message.schema.js';

/** Whose inbox, and how much of it. */
export interface InboxOwner {
  /** The caller's own id of the subscriber. */
  subscriberId: string;
  /**
   * Only what has exactly this set of context keys; an empty set, or one that holds an empty text alone, is that of
   * messages without context. Absent: everything.
   */
  contextKeys?: readonly string[];
}

/** An inbox at a moment. */
export interface OpenInbox {
  subscriber: Subscriber;
  now: Date;
  /** What belongs to it: nothing that has expired (behaviour N3). */
  filter: QueryFilter<Message>;
}

/** Finds the inbox that a request is about. */
@Injectable()
export class InboxAccess {
  constructor(
    private readonly subscribers: SubscribersService,
    private readonly clock: Clock,
  ) {}

  /** The inbox, or a 404 when there is no such subscriber. */
  async open(environment: Pick<EnvironmentRef, 'id'>, { subscriberId, contextKeys }: InboxOwner): Promise<OpenInbox> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const now = this.clock.now();
    const filter: QueryFilter<Message> = {
      environmentId: environment.id,
      subscriberId: subscriber._id,
      channel: 'in_app',
      expiresAt: { $gt: now },
      ...(contextKeys && { contextKeys: exactly(contextKeys) }),
    };
    return { subscriber, now, filter };
  }
}
