import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/**
 * The content of one attachment of an event that was accepted by a release before 2026-11-21. Newer attachments are
 * files; these are read until their events expire.
 */
@Schema({ collection: 'attachments', timestamps: false })
export class Attachment {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  eventId: Types.ObjectId;

  @Prop({ type: Buffer, required: true })
  content: Buffer;

  /** The attachment is deleted with its event at the latest. */
  @Prop({ required: true })
  expiresAt: Date;
}

export const AttachmentSchema = SchemaFactory.createForClass(Attachment);
AttachmentSchema.index({ eventId: 1 });
AttachmentSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
