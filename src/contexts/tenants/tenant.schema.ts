import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { EnvironmentRecord } from '../../platform/persistence/environment-record.js';

/** A customer of the caller, on whose behalf events happen. */
@Schema({ collection: 'tenants', timestamps: true, minimize: false, versionKey: false })
export class Tenant extends EnvironmentRecord {
  /** The caller's own id, unique in the environment. */
  @Prop({ required: true })
  identifier: string;

  @Prop()
  name?: string;

  /** Anything the caller wants to use in templates and conditions. */
  @Prop({ type: Object })
  data?: Record<string, unknown>;

  createdAt: Date;
  updatedAt: Date;
}

export const TenantSchema = SchemaFactory.createForClass(Tenant);
TenantSchema.index({ environmentId: 1, identifier: 1 }, { unique: true });
// The order of the list.
TenantSchema.index({ environmentId: 1, _id: 1 });
