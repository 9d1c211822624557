import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The window of one group, with the runs that passed in it. */
@Schema({ collection: 'throttles', timestamps: false })
export class Throttle {
  /** The group. */
  @Prop({ type: String, required: true })
  _id: string;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** The subscriber whose runs are counted; the window is deleted with the subscriber. */
  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  /** From this time on the next run opens a new window. */
  @Prop({ required: true })
  until: Date;

  @Prop({ type: [Types.ObjectId], required: true })
  runs: Types.ObjectId[];

  @Prop({ required: true })
  expiresAt: Date;
}

export const ThrottleSchema = SchemaFactory.createForClass(Throttle);
ThrottleSchema.index({ subscriberId: 1 });
ThrottleSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
