import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/**
 * The mark of an environment that is being deleted. It stands until nothing is left of the environment, also of what
 * requests and deliveries wrote that were under way: whoever finds it due goes on.
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
}

export const EnvironmentDeletionSchema = SchemaFactory.createForClass(EnvironmentDeletion);
EnvironmentDeletionSchema.index({ dueAt: 1 });
EnvironmentDeletionSchema.index({ organizationId: 1 });
