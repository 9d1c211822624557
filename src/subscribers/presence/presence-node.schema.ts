import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A process that subscribers are connected to. It belongs to no environment. */
@Schema({ collection: 'presencenodes', timestamps: false })
export class PresenceNode {
  /** Generated at each start. */
  @Prop({ type: String, required: true })
  _id: string;

  /** Time of the last heartbeat. */
  @Prop({ required: true })
  seenAt: Date;

  /** It had no heartbeat for too long: its subscribers are offline, and it may not continue under this name. */
  @Prop()
  gone?: boolean;
}

export const PresenceNodeSchema = SchemaFactory.createForClass(PresenceNode);
PresenceNodeSchema.index({ seenAt: 1 });
