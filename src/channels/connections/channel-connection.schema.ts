import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';
import { type ChannelOwner, OwnedChannel } from '../owners/channel-owner.js';

export const CONNECTION_MODES = ['subscriber', 'shared'] as const;
export type ConnectionMode = (typeof CONNECTION_MODES)[number];

/** The workspace or tenant at the provider. */
export interface Workspace {
  id: string;
  name?: string;
  botUserId?: string;
}

/** The tokens for access to it. */
export interface ConnectionAuth {
  accessToken: string;
  refreshToken?: string;
  expiresAt?: string;
  refreshTokenExpiresAt?: string;
}

/** A workspace of a chat provider in which a subscriber, or all subscribers in some contexts, are reached. */
@Schema({ collection: 'channelconnections', timestamps: false, minimize: false })
export class ChannelConnection extends OwnedChannel {
  /** {@link ownerKey} of the owner. */
  @Prop({ required: true })
  owner: string;

  @Prop({ type: Object, required: true })
  workspace: Workspace;

  /** {@link ConnectionAuth} as JSON, encrypted. */
  @Prop({ required: true })
  auth: string;
}

export const ChannelConnectionSchema = SchemaFactory.createForClass(ChannelConnection);
ChannelConnectionSchema.index({ environmentId: 1, identifier: 1 }, { unique: true });
// One connection of an integration for the same subscriber in the same contexts.
ChannelConnectionSchema.index({ environmentId: 1, integrationId: 1, owner: 1 }, { unique: true });
// The sort orders of the list; each index is read in both directions.
ChannelConnectionSchema.index({ environmentId: 1, _id: 1 });
ChannelConnectionSchema.index({ environmentId: 1, createdAt: 1, _id: 1 });
ChannelConnectionSchema.index({ environmentId: 1, updatedAt: 1, _id: 1 });
ChannelConnectionSchema.index({ environmentId: 1, externalSubscriberId: 1, _id: 1 });
// For the deletion of subscribers.
ChannelConnectionSchema.index({ environmentId: 1, subscriberId: 1 });

/** Returns the owner of a connection as one text. */
export function ownerKey({ subscriber, contextKeys }: Pick<ChannelOwner, 'subscriber' | 'contextKeys'>): string {
  return JSON.stringify([subscriber?._id ?? null, ...contextKeys]);
}

/** The record that the tokens are encrypted for. It does not depend on whether the connection exists already. */
export function authRecord(environmentId: Types.ObjectId, integrationId: Types.ObjectId, owner: string): string {
  return `channelconnections.${environmentId}.${integrationId}.${owner}`;
}

declareSealed(ChannelConnectionSchema, {
  fields: ['environmentId', 'integrationId', 'owner', 'auth'],
  find: ({ environmentId, integrationId, owner, auth }) => [
    { path: 'auth', value: auth, recordId: authRecord(environmentId, integrationId, owner) },
  ],
});
