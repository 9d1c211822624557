import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { EnvironmentRecord } from '../../platform/persistence/environment-record.js';

/** A secret that was replaced and is accepted until it ends. */
interface FormerSecret {
  hash: string;
  until: Date;
}

/** A client of the legacy API. It sends with its own id and secret, in its environment. */
@Schema({ collection: 'legacyapplications', timestamps: true, minimize: false, versionKey: false })
export class LegacyApplication extends EnvironmentRecord {
  /** The user of the Basic credentials; unique in the whole installation, because they do not name an environment. */
  @Prop({ required: true })
  applicationId: string;

  @Prop()
  name?: string;

  /** SHA-256 of the secret in hex. The secret itself is not stored. */
  @Prop({ required: true })
  secretHash: string;

  @Prop({ type: Object })
  formerSecret?: FormerSecret;

  /** The last assigned user number; see `LegacyUser`. */
  @Prop({ required: true })
  lastUserNumber: number;

  createdAt: Date;
  updatedAt: Date;
}

export const LegacyApplicationSchema = SchemaFactory.createForClass(LegacyApplication);
LegacyApplicationSchema.index({ applicationId: 1 }, { unique: true });
// The order of the list.
LegacyApplicationSchema.index({ environmentId: 1, _id: 1 });
