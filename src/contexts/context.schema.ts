import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';

/** What notifications are about, such as a tenant or an app, with data for templates and conditions. */
@Schema({ collection: 'contexts', timestamps: false, minimize: false })
export class Context extends EnvironmentRecord {
  @Prop({ required: true })
  type: string;

  /** The caller's own id, unique among the contexts of its type. */
  @Prop({ required: true })
  contextId: string;

  /** `type:id`, the form in which other resources name it (behaviour C2). */
  @Prop({ required: true })
  key: string;

  @Prop({ type: Object, required: true })
  data: Record<string, unknown>;

  /** Address that agents are routed to for this context, instead of the default one. */
  @Prop()
  bridgeUrl?: string;

  @Prop({ required: true })
  createdAt: Date;

  /** When `data` was set, by the API or by a trigger accepted at this time. */
  @Prop({ required: true })
  updatedAt: Date;
}

export const ContextSchema = SchemaFactory.createForClass(Context);
// Of concurrent requests that create the same context, one succeeds (behaviour C3).
ContextSchema.index({ environmentId: 1, key: 1 }, { unique: true });

// The sort orders of the list; each index is read in both directions.
ContextSchema.index({ environmentId: 1, _id: 1 });
ContextSchema.index({ environmentId: 1, createdAt: 1, _id: 1 });
ContextSchema.index({ environmentId: 1, updatedAt: 1, _id: 1 });
// The list filtered by id.
ContextSchema.index({ environmentId: 1, contextId: 1, _id: 1 });
