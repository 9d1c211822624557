import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../../../platform/crypto/sealed-fields.js';
import { EnvironmentRecord } from '../../../platform/persistence/environment-record.js';

/** The content of a message to a provider, in an environment that keeps it (behaviour N4). Its `_id` is that of the message. */
@Schema({ collection: 'messagecontents', timestamps: false, minimize: false, versionKey: false })
export class MessageContent extends EnvironmentRecord {
  /** Internal id; the deletion of the subscriber finds contents by it. */
  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  /** JSON, encrypted for this message; absent when it was too large. */
  @Prop()
  content?: string;

  /** The setting of the environment by which it expires. */
  @Prop({ required: true })
  days: number;

  @Prop({ required: true })
  createdAt: Date;

  /** It is deleted at this time. */
  @Prop({ required: true })
  expiresAt: Date;
}

export const MessageContentSchema = SchemaFactory.createForClass(MessageContent);
// Contents of a deleted subscriber.
MessageContentSchema.index({ environmentId: 1, subscriberId: 1 });
// Those that are kept longer than the environment wants by now.
MessageContentSchema.index({ environmentId: 1, days: 1 });
MessageContentSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

declareSealed(MessageContentSchema, {
  fields: ['content'],
  find: ({ _id, content }) =>
    content === undefined ? [] : [{ path: 'content', value: content, recordId: _id.toHexString() }],
});
