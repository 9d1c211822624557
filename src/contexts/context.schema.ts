import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** Something notifications are about, such as a tenant or an app, with data for templates and conditions. */
@Schema({ collection: 'contexts', timestamps: false, minimize: false })
export class Context {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

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

  /** Where agents are routed to for this context, when it is not the usual address. */
  @Prop()
  bridgeUrl?: string;

  @Prop({ required: true })
  createdAt: Date;

  /** When `data` was set, over the API or by a trigger that was accepted at this time. */
  @Prop({ required: true })
  updatedAt: Date;
}

export const ContextSchema = SchemaFactory.createForClass(Context);
// Decides who wins when one new context is named twice at once (behaviour C3).
ContextSchema.index({ environmentId: 1, key: 1 }, { unique: true });

// The orders of the list; each is read in both directions.
ContextSchema.index({ environmentId: 1, _id: 1 });
ContextSchema.index({ environmentId: 1, createdAt: 1, _id: 1 });
ContextSchema.index({ environmentId: 1, updatedAt: 1, _id: 1 });
// The list of contexts with one id.
ContextSchema.index({ environmentId: 1, contextId: 1, _id: 1 });
