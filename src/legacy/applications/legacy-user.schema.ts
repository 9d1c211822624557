import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The number of a user in an application, if the external id is not a number itself. */
@Schema({ collection: 'legacyusers', timestamps: false, versionKey: false })
export class LegacyUser {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** Internal id of the application. */
  @Prop({ type: Types.ObjectId, required: true })
  applicationId: Types.ObjectId;

  /** The external id: the caller's own id of the subscriber. */
  @Prop({ required: true })
  subscriberId: string;

  @Prop({ required: true })
  number: number;
}

export const LegacyUserSchema = SchemaFactory.createForClass(LegacyUser);
// Of concurrent requests for a new user, one assigns the number. The order of the fields suits the deletion of
// subscribers.
LegacyUserSchema.index({ environmentId: 1, subscriberId: 1, applicationId: 1 }, { unique: true });
LegacyUserSchema.index({ environmentId: 1, applicationId: 1, number: 1 }, { unique: true });
