import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { RateState } from './rate-slots.js';

/** How far an integration with a rate has got. It may be lost: then the rate begins anew. */
@Schema({ collection: 'integrationpaces', timestamps: false })
export class IntegrationPace implements RateState {
  /** Of the integration. */
  @Prop({ type: Types.ObjectId, required: true })
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ required: true })
  nextAt: number;

  @Prop({ required: true })
  tailAt: number;

  /** Incremented by each change, so that a change that comes too late changes nothing. */
  @Prop({ required: true })
  version: number;

  @Prop({ required: true })
  expiresAt: Date;
}

export const IntegrationPaceSchema = SchemaFactory.createForClass(IntegrationPace);
IntegrationPaceSchema.index({ environmentId: 1 });
IntegrationPaceSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
