import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { StoredTrace } from '../../platform/tracing/trace-context.js';

/** `pending`: further attempts follow. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One request to an endpoint, and its outcome. */
export interface DeliveryAttempt {
  at: Date;
  durationMs: number;
  /** Absent when there was no response. */
  statusCode?: number;
  /** Why it counts as a failure. */
  error?: string;
  /** The beginning of the response body. */
  response?: string;
}

/** An event for one endpoint. Its `_id` is derived from both, so that an event that is recorded twice is sent once. */
@Schema({ collection: 'webhookdeliveries', timestamps: false, minimize: false })
export class WebhookDelivery {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  endpointId: Types.ObjectId;

  /** The subscriber the event is about: the delivery is deleted with them. */
  @Prop({ type: Types.ObjectId })
  subscriberId?: Types.ObjectId;

  /** The `webhook-id`: the same for every attempt and every endpoint. */
  @Prop({ required: true })
  eventId: string;

  @Prop({ required: true })
  eventType: string;

  /** Exactly as it is sent: the signature is that of this text. */
  @Prop({ required: true })
  body: string;

  /** The trace that its requests continue (behaviour TR3). */
  @Prop({ type: Object })
  trace?: StoredTrace;

  @Prop({ type: String, required: true })
  status: DeliveryState;

  /** Failures since the first attempt, or since it was replayed. */
  @Prop({ required: true })
  failures: number;

  /** The latest attempts. */
  @Prop({ type: [Object], required: true })
  attempts: DeliveryAttempt[];

  /** While pending: when it is due, or when the lease of the worker that claimed it ends. */
  @Prop()
  wakeAt?: Date;

  /** The claim of the worker that makes an attempt. */
  @Prop()
  claim?: string;

  @Prop({ required: true })
  createdAt: Date;

  @Prop({ required: true })
  expiresAt: Date;
}

export const WebhookDeliverySchema = SchemaFactory.createForClass(WebhookDelivery);
const ofEndpoint = { environmentId: 1, endpointId: 1 } as const;
const newestFirst = { createdAt: -1, _id: -1 } as const;
WebhookDeliverySchema.index({ ...ofEndpoint, ...newestFirst });
WebhookDeliverySchema.index({ ...ofEndpoint, status: 1, ...newestFirst });
WebhookDeliverySchema.index({ ...ofEndpoint, eventType: 1, ...newestFirst });
// Due deliveries; the endpoint is included to skip those with too many requests in progress.
WebhookDeliverySchema.index({ wakeAt: 1, endpointId: 1 }, { partialFilterExpression: { wakeAt: { $exists: true } } });
WebhookDeliverySchema.index(
  { environmentId: 1, subscriberId: 1 },
  { partialFilterExpression: { subscriberId: { $exists: true } } },
);
WebhookDeliverySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
