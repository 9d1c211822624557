import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

export type Channel = 'in_app' | 'email' | 'sms' | 'chat' | 'push';

/** A provider account through which a channel of an environment is delivered. */
@Schema({ collection: 'integrations', timestamps: true })
export class Integration {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  @Prop({ type: String, required: true })
  channel: Channel;

  @Prop({ required: true })
  providerId: string;

  @Prop({ required: true })
  identifier: string;

  @Prop({ required: true })
  name: string;

  @Prop({ required: true })
  active: boolean;

  createdAt: Date;
  updatedAt: Date;
}

export const IntegrationSchema = SchemaFactory.createForClass(Integration);
IntegrationSchema.index({ environmentId: 1, identifier: 1 }, { unique: true });
IntegrationSchema.index({ environmentId: 1, channel: 1, active: 1 });
