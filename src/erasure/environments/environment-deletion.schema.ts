import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';
import { type Environment, sealedKeys } from '../../auth/environment.schema.js';

/**
 * The mark of an environment that is being deleted. It exists until nothing is left of the environment, including what
 * requests and deliveries in progress wrote. Any process that finds it due continues. The mark of a protected environment
 * first keeps the environment document for a while, so that it can be restored.
 */
@Schema({ collection: 'environmentdeletions', timestamps: false, versionKey: false })
export class EnvironmentDeletion {
  /** The environment. */
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  /** False until it is certain that another environment remains; a mark that is unconfirmed when due is withdrawn. */
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

  /** The environment document. The data is only removed after this field is unset. */
  @Prop({ type: Object })
  kept?: Environment;

  /** Until when it can be restored. */
  @Prop()
  keptUntil?: Date;

  /** It is being restored; a process that finds this due finishes the restoration. */
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
