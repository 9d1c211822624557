import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed, type SealedField } from '../platform/crypto/sealed-fields.js';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';
import type { PendingChange } from './pending-change.js';

/** What a chat or push provider needs to reach the subscriber. */
export interface ChannelCredentials {
  webhookUrl?: string;
  channel?: string;
  deviceTokens?: string[];
  alertUid?: string;
  title?: string;
  imageUrl?: string;
  state?: string;
  externalUrl?: string;
}

/** The subscriber's credentials at one integration. */
@Schema({ _id: false, minimize: false })
export class SubscriberChannel {
  @Prop({ required: true })
  providerId: string;

  /** The integration's identifier when the credentials were set. */
  @Prop()
  integrationIdentifier?: string;

  @Prop({ type: Types.ObjectId, required: true })
  integrationId: Types.ObjectId;

  /** {@link ChannelCredentials} as encrypted JSON; `CredentialBox` decrypts them. */
  @Prop({ required: true })
  sealedCredentials: string;

  /** When each device token was stored, by `tokenKey`; absent for those of earlier releases. */
  @Prop({ type: Object })
  registeredAt?: Record<string, Date>;
}

/** A person who receives notifications: an end user of the application that triggers them. */
@Schema({ collection: 'subscribers', timestamps: true, minimize: false })
export class Subscriber extends EnvironmentRecord {
  /** The caller's own id of this person, unique inside the environment. */
  @Prop({ required: true })
  subscriberId: string;

  @Prop()
  firstName?: string;

  @Prop()
  lastName?: string;

  @Prop()
  email?: string;

  @Prop()
  phone?: string;

  /** Address of a picture. */
  @Prop()
  avatar?: string;

  /** Language, such as `en` or `en_US`. */
  @Prop()
  locale?: string;

  /** IANA time zone, such as `Europe/Berlin`. */
  @Prop()
  timezone?: string;

  /** Anything the caller wants to use in templates and conditions. */
  @Prop({ type: Object })
  data?: Record<string, unknown>;

  @Prop({ type: [SchemaFactory.createForClass(SubscriberChannel)], required: true })
  channels: SubscriberChannel[];

  @Prop()
  isOnline?: boolean;

  @Prop()
  lastOnlineAt?: Date;

  /** The processes the subscriber is connected to (behaviour O7); absent without connections. */
  @Prop({ type: [String], default: undefined })
  onlineAt?: string[];

  /** Changes of the whole inbox that are in effect but not stored with all messages yet (A13), oldest first. */
  @Prop({ type: [Object], default: undefined })
  pendingChanges?: PendingChange[];

  /** When a worker has to continue with `pendingChanges`; absent without them. */
  @Prop()
  pendingDueAt?: Date;

  /** The `order` of the last pending change there was. */
  @Prop()
  lastPending?: Date;

  createdAt: Date;
  updatedAt: Date;

  /** Incremented with each change of `channels`: they are only written if it is still the same as when they were read (R13). */
  __v: number;
}

export const SubscriberSchema = SchemaFactory.createForClass(Subscriber);

// Decides which of several concurrent requests creates an id (behaviour R4).
SubscriberSchema.index({ environmentId: 1, subscriberId: 1 }, { unique: true });

// The sort orders of the list; each index is read in both directions. A part of a text is not a range of any index. The
// store looks for it in the keys of the first one, in the order of the list: they contain all texts that can be
// searched for.
SubscriberSchema.index({ environmentId: 1, _id: 1, subscriberId: 1, email: 1, phone: 1, firstName: 1, lastName: 1 });
SubscriberSchema.index({ environmentId: 1, createdAt: 1, _id: 1 });
SubscriberSchema.index({ environmentId: 1, updatedAt: 1, _id: 1 });

// Finds subscribers by their complete address, and by the number of a text message that they have sent.
SubscriberSchema.index({ environmentId: 1, email: 1 });
SubscriberSchema.index(
  { environmentId: 1, phone: 1 },
  // Earlier releases had an index by the usual name, which a migration drops.
  { name: 'environmentId_1_phone_given', partialFilterExpression: { phone: { $exists: true } } },
);

// Finds the subscribers of a process that has died. Few subscribers are connected at any time, so it is small.
SubscriberSchema.index({ onlineAt: 1 }, { sparse: true });

// Finds pending changes of inboxes, everywhere and in an environment. There are few at any time.
const pending = { partialFilterExpression: { pendingDueAt: { $exists: true } } };
SubscriberSchema.index({ pendingDueAt: 1 }, pending);
SubscriberSchema.index({ environmentId: 1, pendingDueAt: 1 }, pending);

/** What the credentials of a channel are bound to: the subscriber by the caller's id, and the integration. */
export function channelRecord(
  { environmentId, subscriberId }: Pick<Subscriber, 'environmentId' | 'subscriberId'>,
  { integrationId }: Pick<SubscriberChannel, 'integrationId'>,
): string {
  return `${environmentId}:${integrationId}:${subscriberId}`;
}

/** The sealed values of channels in a document; `path` is where the channels are. */
export function sealedChannels(
  owner: Pick<Subscriber, 'environmentId' | 'subscriberId'>,
  channels: readonly SubscriberChannel[] | undefined,
  path: string,
): SealedField[] {
  return (channels ?? []).map((channel, index) => ({
    path: `${path}.${index}.sealedCredentials`,
    value: channel.sealedCredentials,
    recordId: channelRecord(owner, channel),
  }));
}

declareSealed(SubscriberSchema, {
  fields: ['environmentId', 'subscriberId', 'channels'],
  find: (subscriber) => sealedChannels(subscriber, subscriber.channels, 'channels'),
});
