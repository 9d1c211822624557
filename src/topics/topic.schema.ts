import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';

/** A subject that subscribers follow, so that a trigger can name all of them at once. */
@Schema({ collection: 'topics', timestamps: true, minimize: false })
export class Topic extends EnvironmentRecord {
  /** The caller's own name of the topic; it never changes. */
  @Prop({ required: true })
  key: string;

  @Prop()
  name?: string;

  @Prop({ type: Object })
  data?: Record<string, unknown>;

  /** Whether subscribers may subscribe themselves in inbox widgets; absent means no. */
  @Prop()
  selfSubscribe?: boolean;

  createdAt: Date;
  updatedAt: Date;
}

export const TopicSchema = SchemaFactory.createForClass(Topic);
// Topic keys are unique in the environment (behaviour R16).
TopicSchema.index({ environmentId: 1, key: 1 }, { unique: true });

// The orders of the list; each is read in both directions.
TopicSchema.index({ environmentId: 1, _id: 1 });
TopicSchema.index({ environmentId: 1, createdAt: 1, _id: 1 });
TopicSchema.index({ environmentId: 1, updatedAt: 1, _id: 1 });
