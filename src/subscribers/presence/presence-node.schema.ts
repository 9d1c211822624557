import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A process that people are connected to. It belongs to no environment. */
@Schema({ collection: 'presencenodes', timestamps: false })
export class PresenceNode {
  /** Made anew at each start. */
  @Prop({ type: String, required: true })
  _id: string;

  /** When the process last said that it lives. */
  @Prop({ required: true })
  seenAt: Date;

  /** It was silent for too long: those who were connected to it are offline, and it may not come back by this name. */
  @Prop()
  gone?: boolean;
}

export const PresenceNodeSchema = SchemaFactory.createForClass(PresenceNode);
PresenceNodeSchema.index({ seenAt: 1 });
