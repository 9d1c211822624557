import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';
import { type Environment, sealedKeys } from '../../auth/environment.schema.js';

/**
 * The mark of an environment that is being deleted. It exists until all data of the environment is removed, also data
 * that requests and deliveries in progress still write. Any process that finds it due continues the deletion. While a
 * protected environment can be restored, its mark keeps the environment document.
 */
@Schema({ collection: 'environmentdeletions', timestamps: false, versionKey: false })
export class EnvironmentDeletion {
  /** The environment. */
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  /** Whether another environment certainly remains. A mark that is still unconfirmed when it is due is withdrawn. */
  @Prop({ required: true })
  confirmed: boolean;

  @Prop({ required: true })
  requestedAt: Date;

  /** When the next pass over the collections is due. */
  @Prop({ required: true })
  dueAt: Date;

  /** Number of passes so far. */
  @Prop({ required: true })
  passes: number;

  /** The environment document, for the restoration. Data is removed only after this field is unset. */
  @Prop({ type: Object })
  kept?: Environment;

  /** Until when it can be restored. */
  @Prop()
  keptUntil?: Date;

  /** Whether it is being restored. A process that finds the mark due finishes the restoration. */
  @Prop()
  restoring?: boolean;
}

export const EnvironmentDeletionSchema = SchemaFactory.createForClass(EnvironmentDeletion);
EnvironmentDeletionSchema.index({ dueAt: 1 });
EnvironmentDeletionSchema.index({ organizationId: 1 });

declareSealed(EnvironmentDeletionSchema, {
  fields: ['kept'],
  find: ({ kept }) => (kept ? sealedKeys(kept).map((field) => ({ ...field, path: `kept.${field.path}` })) : []),
});
