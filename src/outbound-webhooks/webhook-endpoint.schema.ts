import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../platform/crypto/sealed-fields.js';
import type { WebhookEventType } from './recording/webhook-event.js';

/** Why Carillon has disabled an endpoint: it responded with 410, or all attempts have failed for days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;

export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A secret that requests are signed with, encrypted for its endpoint. */
export interface EndpointSecret {
  sealed: string;
  /** Set when the secret is replaced. */
  validUntil?: Date;
}

/** An address that events are sent to (behaviour section 13). */
@Schema({ collection: 'webhookendpoints', timestamps: false, minimize: false })
export class WebhookEndpoint {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ required: true })
  url: string;

  @Prop()
  description?: string;

  /** Empty for all types. */
  @Prop({ type: [String], required: true })
  eventTypes: WebhookEventType[];

  @Prop({ required: true })
  enabled: boolean;

  /** Absent when it was disabled by a request. */
  @Prop({ type: String })
  disabledReason?: DisabledReason;

  @Prop()
  disabledAt?: Date;

  /** Since this time every attempt has failed. */
  @Prop()
  failingSince?: Date;

  /** Newest first. */
  @Prop({ type: [Object], required: true })
  secrets: EndpointSecret[];

  @Prop({ required: true })
  createdAt: Date;

  @Prop({ required: true })
  updatedAt: Date;
}

export const WebhookEndpointSchema = SchemaFactory.createForClass(WebhookEndpoint);
WebhookEndpointSchema.index({ environmentId: 1, _id: 1 });

declareSealed(WebhookEndpointSchema, {
  fields: ['secrets'],
  find: ({ _id, secrets }) =>
    secrets.map(({ sealed }, index) => ({
      path: `secrets.${index}.sealed`,
      value: sealed,
      recordId: _id,
    })),
});
