import { Prop } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Channel } from '#libs/channels.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { EnvironmentRecord } from '../../platform/persistence/environment-record.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';

/** The owner and the integration of a connection or an endpoint, as a request names them. */
export interface ChannelOwner {
  integration: Integration;
  /** Absent when it is for all subscribers in the contexts. */
  subscriber?: Subscriber;
  /** Sorted. */
  contextKeys: string[];
}

/** The common fields of connections and endpoints: an identifier, an integration, and an owner. */
export abstract class OwnedChannel extends EnvironmentRecord {
  /** Unique in the environment. */
  @Prop({ required: true })
  identifier: string;

  @Prop({ type: Types.ObjectId, required: true })
  integrationId: Types.ObjectId;

  @Prop({ type: String, required: true })
  channel: Channel;

  @Prop({ required: true })
  providerId: string;

  /** Internal id. */
  @Prop({ type: Types.ObjectId })
  subscriberId?: Types.ObjectId;

  /** The caller's own id of the subscriber. */
  @Prop()
  externalSubscriberId?: string;

  /** Sorted; empty for none. */
  @Prop({ type: [String], required: true })
  contextKeys: string[];

  @Prop({ required: true })
  createdAt: Date;

  @Prop({ required: true })
  updatedAt: Date;
}

/** A subscriber in exactly these contexts, the owner of what a session of an inbox shows. */
export interface SubscriberInContexts {
  /** Internal id. */
  subscriberId: Types.ObjectId;
  /** Sorted. */
  contextKeys: readonly string[];
}

/** The filter for what belongs to an owner; for what belongs to anyone without one. */
export function ownedBy(owner: SubscriberInContexts | undefined): object {
  return owner ? { subscriberId: owner.subscriberId, contextKeys: [...owner.contextKeys] } : {};
}

/** Returns the fields that name the owner. */
export function ownerFields({ integration, subscriber, contextKeys }: ChannelOwner, providerChannel: Channel) {
  return {
    environmentId: integration.environmentId,
    organizationId: integration.organizationId,
    integrationId: integration._id,
    channel: providerChannel,
    providerId: integration.providerId,
    ...(subscriber && { subscriberId: subscriber._id, externalSubscriberId: subscriber.subscriberId }),
    contextKeys,
  };
}
