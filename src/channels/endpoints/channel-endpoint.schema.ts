import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';
import { OwnedChannel } from '../owners/channel-owner.js';
import type { EndpointType } from './endpoint-shapes.js';

/** An address at which a subscriber is reached on a chat or tool provider. */
@Schema({ collection: 'channelendpoints', timestamps: false, minimize: false })
export class ChannelEndpoint extends OwnedChannel {
  /** The connection through which it is reached. */
  @Prop()
  connectionIdentifier?: string;

  @Prop({ type: String, required: true })
  type: EndpointType;

  /** The address as JSON, encrypted: some contain keys. */
  @Prop({ required: true })
  endpoint: string;
}

export const ChannelEndpointSchema = SchemaFactory.createForClass(ChannelEndpoint);
ChannelEndpointSchema.index({ environmentId: 1, identifier: 1 }, { unique: true });
// The sort orders of the list; each index is read in both directions.
ChannelEndpointSchema.index({ environmentId: 1, _id: 1 });
ChannelEndpointSchema.index({ environmentId: 1, createdAt: 1, _id: 1 });
ChannelEndpointSchema.index({ environmentId: 1, updatedAt: 1, _id: 1 });
ChannelEndpointSchema.index({ environmentId: 1, externalSubscriberId: 1, _id: 1 });
// For the deletion of subscribers.
ChannelEndpointSchema.index({ environmentId: 1, subscriberId: 1 });

/** The record that the address is sealed for. */
export function endpointRecord(id: Types.ObjectId): string {
  return `channelendpoints.${id}`;
}

declareSealed(ChannelEndpointSchema, {
  fields: ['endpoint'],
  find: ({ _id, endpoint }) => [{ path: 'endpoint', value: endpoint, recordId: endpointRecord(_id) }],
});
