import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The owner of environments. An installation has one. */
@Schema({ collection: 'organizations', timestamps: true })
export class Organization {
  _id: Types.ObjectId;

  /** Unique name inside the installation. */
  @Prop({ required: true })
  name: string;

  /** When its first environments and keys were complete; later starts change nothing. */
  @Prop()
  bootstrappedAt?: Date;

  createdAt: Date;
  updatedAt: Date;
}

export const OrganizationSchema = SchemaFactory.createForClass(Organization);
OrganizationSchema.index({ name: 1 }, { unique: true });

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
