import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** The owner of environments. An installation has one. */
@Schema({ collection: 'organizations', timestamps: true })
export class Organization {
  _id: Types.ObjectId;

  /** Unique name inside the installation. */
  @Prop({ required: true })
  name: string;

  /** When its first environments and keys were complete; later starts leave everything as it is. */
  @Prop()
  bootstrappedAt?: Date;

  createdAt: Date;
  updatedAt: Date;
}

export const OrganizationSchema = SchemaFactory.createForClass(Organization);
OrganizationSchema.index({ name: 1 }, { unique: true });
