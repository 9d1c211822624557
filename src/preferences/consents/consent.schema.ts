import type { Channel } from '#libs/channels.js';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { EnvironmentRecord } from '../../platform/persistence/environment-record.js';

/** How a person made a choice, or who made it for the person. */
export const CONSENT_SOURCES = [
  'one_click',
  'unsubscribe_page',
  'preferences_page',
  'inbox',
  'api',
  'console',
  'sms_keyword',
  'provider_report',
] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

/** What was chosen. `quiet_hours` and `address` are changes that neither opt in nor out. */
export const CONSENT_CHOICES = ['opted_in', 'opted_out', 'paused', 'resumed', 'quiet_hours', 'address'] as const;
export type ConsentChoice = (typeof CONSENT_CHOICES)[number];

/** From where a choice came, and what the person read when making it. */
@Schema({ _id: false })
export class ConsentOrigin {
  @Prop({ type: String, required: true, enum: CONSENT_SOURCES })
  source: ConsentSource;

  @Prop()
  ip?: string;

  @Prop()
  userAgent?: string;

  /** The sentence that the person confirmed, as it was shown; the words of an SMS. At most 500 characters. */
  @Prop()
  wording?: string;

  /** The language of {@link wording}. */
  @Prop()
  language?: string;

  /** The key or the person of the console that made the choice. */
  @Prop()
  by?: string;
}

/** One choice of a subscriber about what to receive. Entries are added and never changed. */
@Schema({ collection: 'consents', minimize: false, versionKey: false })
export class Consent extends EnvironmentRecord {
  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  @Prop({ required: true })
  at: Date;

  @Prop({ type: String, required: true, enum: CONSENT_CHOICES })
  choice: ConsentChoice;

  /** The channels it is about; absent for all. */
  @Prop({ type: [String], default: undefined })
  channels?: Channel[];

  /** The workflow it is about, as its `workflowId` was then. */
  @Prop()
  workflowId?: string;

  /** The category it is about. */
  @Prop()
  category?: string;

  /** The topic it is about. Without this, {@link workflowId} and {@link category} it is about everything. */
  @Prop()
  topicKey?: string;

  /** The contexts it is about (behaviour F10). */
  @Prop({ type: [String], default: undefined })
  contextKeys?: string[];

  /** The address it is about, where that was given: the telephone of a keyword, a mailbox. */
  @Prop()
  address?: string;

  /** Until when a pause lasts. */
  @Prop()
  until?: Date;

  @Prop({ type: SchemaFactory.createForClass(ConsentOrigin), required: true })
  origin: ConsentOrigin;
}

export const ConsentSchema = SchemaFactory.createForClass(Consent);
// The list of a person, newest first; erasure and export.
ConsentSchema.index({ environmentId: 1, subscriberId: 1, _id: 1 });
