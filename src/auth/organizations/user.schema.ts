import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A person or program that works with the organization; API keys name the user they were made for. */
@Schema({ collection: 'users', timestamps: true })
export class User {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  /** Unique name inside the organization. */
  @Prop({ required: true })
  name: string;

  createdAt: Date;
  updatedAt: Date;
}

export const UserSchema = SchemaFactory.createForClass(User);
UserSchema.index({ organizationId: 1, name: 1 }, { unique: true });
