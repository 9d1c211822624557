import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../../platform/crypto/sealed-fields.js';
import { type Environment, sealedKeys } from '../../auth/environment.schema.js';

/**
 * The mark of an environment that is being deleted. It stands until nothing is left of the environment, also of what
 * requests and deliveries wrote that were under way: whoever finds it due goes on. That of a protected environment first
 * keeps the environment for a while, to put it back.
 */
@Schema({ collection: 'environmentdeletions', timestamps: false, versionKey: false })
export class EnvironmentDeletion {
  /** The environment. */
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  /** False until it is certain that another environment remains; what is not confirmed when due is withdrawn. */
  @Prop({ required: true })
  confirmed: boolean;

  @Prop({ required: true })
  requestedAt: Date;

  /** When the next pass over the collections is due. */
  @Prop({ required: true })
  dueAt: Date;

  /** Passes that were made. */
  @Prop({ required: true })
  passes: number;

  /** The environment as it was. Its data are removed only when this has been taken away. */
  @Prop({ type: Object })
  kept?: Environment;

  /** Until when it can be restored. */
  @Prop()
  keptUntil?: Date;

  /** It is just being put back; whoever finds this due finishes that. */
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
