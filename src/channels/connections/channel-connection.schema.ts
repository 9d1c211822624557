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

/** The tokens it is entered with. */
export interface ConnectionAuth {
  accessToken: string;
  refreshToken?: string;
  expiresAt?: string;
  refreshTokenExpiresAt?: string;
}

/** A workspace of a chat provider that a subscriber, or everybody in some contexts, is reached in. */
@Schema({ collection: 'channelconnections', timestamps: false, minimize: false })
export class ChannelConnection extends OwnedChannel {
  /** {@link ownerKey} of whom it is for. */
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
// The orders of the list; each is read in both directions.
ChannelConnectionSchema.index({ environmentId: 1, _id: 1 });
ChannelConnectionSchema.index({ environmentId: 1, createdAt: 1, _id: 1 });
ChannelConnectionSchema.index({ environmentId: 1, updatedAt: 1, _id: 1 });
ChannelConnectionSchema.index({ environmentId: 1, externalSubscriberId: 1, _id: 1 });
// What is deleted with a subscriber.
ChannelConnectionSchema.index({ environmentId: 1, subscriberId: 1 });

/** Whom a connection is for, as one text. */
export function ownerKey({ subscriber, contextKeys }: Pick<ChannelOwner, 'subscriber' | 'contextKeys'>): string {
  return JSON.stringify([subscriber?._id.toHexString() ?? null, ...contextKeys]);
}

/** What the tokens are encrypted for: known before it is known whether the connection is there already. */
export function authRecord(environmentId: Types.ObjectId, integrationId: Types.ObjectId, owner: string): string {
  return `channelconnections.${environmentId.toHexString()}.${integrationId.toHexString()}.${owner}`;
}

declareSealed(ChannelConnectionSchema, {
  fields: ['environmentId', 'integrationId', 'owner', 'auth'],
  find: ({ environmentId, integrationId, owner, auth }) => [
    { path: 'auth', value: auth, recordId: authRecord(environmentId, integrationId, owner) },
  ],
});
