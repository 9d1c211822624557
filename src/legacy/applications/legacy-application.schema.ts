import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A secret that is no longer the application's own and is accepted until it ends. */
export interface FormerSecret {
  hash: string;
  until: Date;
}

/** A client of the legacy API: it sends with its own id and secret, and what it sends belongs to its environment. */
@Schema({ collection: 'legacyapplications', timestamps: true, minimize: false, versionKey: false })
export class LegacyApplication {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  /** The first half of the Basic credentials; unique in the whole installation, because they name no environment. */
  @Prop({ required: true })
  applicationId: string;

  @Prop()
  name?: string;

  /** SHA-256 of the secret in hex. The secret itself is not kept. */
  @Prop({ required: true })
  secretHash: string;

  @Prop({ type: Object })
  formerSecret?: FormerSecret;

  /** The number given to a user last; see `LegacyUser`. */
  @Prop({ required: true })
  lastUserNumber: number;

  createdAt: Date;
  updatedAt: Date;
}

export const LegacyApplicationSchema = SchemaFactory.createForClass(LegacyApplication);
LegacyApplicationSchema.index({ applicationId: 1 }, { unique: true });
// The order of the list.
LegacyApplicationSchema.index({ environmentId: 1, _id: 1 });
