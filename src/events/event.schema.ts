import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Severity } from '../workflows/severity.js';
import type { TriggerContext } from './trigger-context.js';
import type { SubscriberProfile } from '../subscribers/subscriber-profile.js';
import type { Recipient } from './recipients.js';

/** What a trigger may change about the notifications it causes. */
export interface TriggerOverrides {
  /** Replaces the severity of the workflow (behaviour A11). */
  severity?: Severity;
  [provider: string]: unknown;
}

/**
 * One accepted trigger. Its payload is stored here once, however many recipients it has. While `sweepAt` is set the
 * event is not delivered yet: a worker may be at it, or the sweeper hands it out again at that time.
 */
@Schema({ collection: 'events', timestamps: { createdAt: true, updatedAt: false }, minimize: false })
export class Event {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  @Prop({ required: true })
  transactionId: string;

  @Prop({ type: Types.ObjectId, required: true })
  workflowId: Types.ObjectId;

  @Prop({ type: Object, required: true })
  payload: Record<string, unknown>;

  @Prop({ type: Object })
  overrides?: TriggerOverrides;

  @Prop({ type: Object })
  actor?: SubscriberProfile;

  @Prop({ type: Object })
  context?: TriggerContext;

  @Prop({ type: [Object], required: true })
  recipients: Recipient[];

  @Prop()
  sweepAt?: Date;

  /** How often the sweeper has handed the event out again. */
  @Prop({ required: true })
  sweeps: number;

  /** The event, and with it the memory of its transaction id, goes at this time (behaviour D5). */
  @Prop({ required: true })
  expiresAt: Date;

  createdAt: Date;
}

export const EventSchema = SchemaFactory.createForClass(Event);
// Behaviour D1 to D3: of all triggers that carry one transaction id, the first to be stored wins.
EventSchema.index({ environmentId: 1, transactionId: 1 }, { unique: true });
EventSchema.index({ sweepAt: 1 }, { sparse: true });
EventSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
