import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';

/** A subscriber who was deleted, until it is certain that nobody stores anything of the person any more. */
@Schema({ collection: 'subscriber_deletions', timestamps: false })
export class SubscriberDeletion {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** Both ids of the person, encrypted: a deleted person is not to be found by reading the store. */
  @Prop({ required: true })
  sealedPerson: string;

  /** Whether everything was deleted once. While it is not, the deletion may have been cut off. */
  @Prop({ required: true })
  complete: boolean;

  /** How often that was repeated. */
  @Prop({ required: true })
  rounds: number;

  /** When it is done again. */
  @Prop({ required: true })
  dueAt: Date;
}

export const SubscriberDeletionSchema = SchemaFactory.createForClass(SubscriberDeletion);
SubscriberDeletionSchema.index({ dueAt: 1 });

declareSealed(SubscriberDeletionSchema, {
  fields: ['sealedPerson'],
  find: ({ _id, sealedPerson }) => [{ path: 'sealedPerson', value: sealedPerson, recordId: _id.toHexString() }],
});
