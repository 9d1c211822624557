import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';

/** A deleted subscriber, until it is certain that no worker stores anything about the person any more. */
@Schema({ collection: 'subscriber_deletions', timestamps: false })
export class SubscriberDeletion {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** Both ids of the person, encrypted: a deleted person must not be found by reading the database. */
  @Prop({ required: true })
  sealedPerson: string;

  /** Whether everything was deleted once. Until then, the deletion may have been interrupted. */
  @Prop({ required: true })
  complete: boolean;

  /** Number of repetitions. */
  @Prop({ required: true })
  rounds: number;

  /** Time of the next repetition. */
  @Prop({ required: true })
  dueAt: Date;
}

export const SubscriberDeletionSchema = SchemaFactory.createForClass(SubscriberDeletion);
SubscriberDeletionSchema.index({ dueAt: 1 });

declareSealed(SubscriberDeletionSchema, {
  fields: ['sealedPerson'],
  find: ({ _id, sealedPerson }) => [{ path: 'sealedPerson', value: sealedPerson, recordId: _id }],
});
