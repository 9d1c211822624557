import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';
import { SUPPRESSIBLE_CHANNELS, type SuppressibleChannel } from './suppression-rules.js';

/** Who has put an address on the list. */
export const SUPPRESSION_SOURCES = ['api', 'console', 'import', 'report', 'keyword', 'person'] as const;
export type SuppressionSourceType = (typeof SUPPRESSION_SOURCES)[number];

/** From where an entry comes. */
@Schema({ _id: false })
export class SuppressionSource {
  @Prop({ type: String, required: true, enum: SUPPRESSION_SOURCES })
  type: SuppressionSourceType;

  /** The integration whose provider reported it, or that received the keyword. */
  @Prop({ type: Types.ObjectId })
  integrationId?: Types.ObjectId;

  @Prop()
  providerId?: string;

  /** The words of the provider, or of the person. At most 500 characters. */
  @Prop()
  words?: string;
}

/** An address to which nothing is sent on a channel, for one reason. */
@Schema({ collection: 'suppressions', minimize: false, versionKey: false })
export class Suppression extends EnvironmentRecord {
  @Prop({ type: String, required: true, enum: SUPPRESSIBLE_CHANNELS })
  channel: SuppressibleChannel;

  /** In the form in which addresses are compared (behaviour CS21). */
  @Prop({ required: true })
  address: string;

  /** As it was given, where that differs. */
  @Prop()
  shown?: string;

  @Prop({ required: true })
  reason: string;

  @Prop({ type: SchemaFactory.createForClass(SuppressionSource), required: true })
  source: SuppressionSource;

  @Prop({ required: true })
  createdAt: Date;

  @Prop({ required: true })
  updatedAt: Date;

  /** From then on it counts no longer, and is deleted. */
  @Prop()
  expiresAt?: Date;
}

export const SuppressionSchema = SchemaFactory.createForClass(Suppression);
// One entry for an address and a reason; finds the entries of an address.
SuppressionSchema.index({ environmentId: 1, address: 1, channel: 1, reason: 1 }, { unique: true });
// The list, newest first. A part of an address is looked for in its keys.
SuppressionSchema.index({ environmentId: 1, _id: 1, address: 1, channel: 1, reason: 1 });
SuppressionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
