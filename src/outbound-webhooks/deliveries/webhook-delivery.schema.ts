import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** `pending`: attempts are to come. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One request to an endpoint, and what came of it. */
export interface DeliveryAttempt {
  at: Date;
  durationMs: number;
  /** Absent when there was no answer. */
  statusCode?: number;
  /** Why it counts as a failure. */
  error?: string;
  /** The beginning of the answer's body. */
  response?: string;
}

/** An event on its way to one endpoint. Its `_id` follows from both, so that what is recorded twice is sent once. */
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

  /** The `webhook-id`: the same for every attempt, and for every endpoint that is told. */
  @Prop({ required: true })
  eventId: string;

  @Prop({ required: true })
  eventType: string;

  /** As it is sent, byte by byte: a signature holds for exactly this text. */
  @Prop({ required: true })
  body: string;

  @Prop({ type: String, required: true })
  status: DeliveryState;

  /** Failures since the first attempt, or since it was replayed. */
  @Prop({ required: true })
  failures: number;

  /** The last ones. */
  @Prop({ type: [Object], required: true })
  attempts: DeliveryAttempt[];

  /** Of a pending one: when it is due, or when the lease of the worker ends that has it. */
  @Prop()
  wakeAt?: Date;

  /** The worker that is making an attempt. */
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
// What is due; the endpoint is there to pass by those that have enough under way.
WebhookDeliverySchema.index({ wakeAt: 1, endpointId: 1 }, { partialFilterExpression: { wakeAt: { $exists: true } } });
WebhookDeliverySchema.index(
  { environmentId: 1, subscriberId: 1 },
  { partialFilterExpression: { subscriberId: { $exists: true } } },
);
WebhookDeliverySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
