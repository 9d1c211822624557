import { randomBytes } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Message } from '../../../src/notifications/messages/message.schema.js';
import { Subscriber } from '../../../src/subscribers/subscriber.schema.js';
import type { TestApp } from '../../test-app.js';

/** A subscriber with messages. */
export interface TestInbox {
  /** Path of the notifications. */
  url: string;
  /** Path of the older operations. */
  v1: string;
  /** Ids of the messages, in the order they were given. */
  ids: string[];
  subscriberId: string;
  subscriber: Subscriber;
}

export interface Inboxes {
  messages: Model<Message>;
  /** A subscriber of its own for a test, with messages that are written as the worker writes them. */
  anInbox(this: void, ...fields: Partial<Message>[]): Promise<TestInbox>;
}

export function inboxesOf({ app, api }: TestApp): Inboxes {
  const messages = app.get<Model<Message>>(getModelToken(Message.name));
  const subscribers = app.get<Model<Subscriber>>(getModelToken(Subscriber.name));
  return {
    messages,
    async anInbox(...fields) {
      const subscriberId = `s-${randomBytes(6).toString('hex')}`;
      await api.subscriber({ subscriberId, firstName: 'Ada', avatar: '/ada.png' });
      const subscriber = await subscribers.findOne({ subscriberId }).lean().orFail();
      const stored = fields.map((given, index) => aMessage(subscriber, { body: `message ${index}`, ...given }));
      if (stored.length > 0) await messages.insertMany(stored);
      return {
        url: `/v2/subscribers/${subscriberId}/notifications`,
        v1: `/v1/subscribers/${subscriberId}`,
        ids: stored.map(({ _id }) => _id.toHexString()),
        subscriberId,
        subscriber,
      };
    },
  };
}

export function aMessage(subscriber: Subscriber, fields: Partial<Message>): Message {
  const createdAt = new Date('2026-02-03T04:05:06.789Z');
  return {
    _id: new Types.ObjectId(),
    environmentId: subscriber.environmentId,
    organizationId: subscriber.organizationId,
    subscriberId: subscriber._id,
    runId: new Types.ObjectId(),
    stepId: 'inbox',
    transactionId: 't-1',
    channel: 'in_app',
    workflow: {
      id: new Types.ObjectId('6925a1f0c0ffee0123456789'),
      identifier: 'welcome',
      name: 'Welcome',
      critical: false,
      tags: ['news'],
      severity: 'none',
    },
    body: 'text',
    tags: ['news'],
    severity: 'none',
    contextKeys: [],
    seen: false,
    read: false,
    archived: false,
    deliveredAt: [createdAt],
    createdAt,
    expiresAt: new Date('2100-01-01'),
    ...fields,
  };
}
