import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';

/**
 * What is left of a text message that was received: its `_id`, which follows from the integration and the provider's id, so
 * that a repetition changes nothing (behaviour CS42). Another record says which message has stopped a number.
 */
@Schema({ collection: 'inboundtexts', versionKey: false })
export class InboundTextRecord extends EnvironmentRecord {
  /** An id with the time when it was first received: what is stored because of it gets ids that follow from this. */
  @Prop({ type: Types.ObjectId })
  origin?: Types.ObjectId;

  /** Everything was done that the message asks for. */
  @Prop()
  done?: boolean;

  /** Of a stopped number: the origin of the message that has stopped it. */
  @Prop({ type: Types.ObjectId })
  stoppedBy?: Types.ObjectId;

  @Prop({ required: true })
  expiresAt: Date;
}

export const InboundTextRecordSchema = SchemaFactory.createForClass(InboundTextRecord);
InboundTextRecordSchema.index({ environmentId: 1 });
InboundTextRecordSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
