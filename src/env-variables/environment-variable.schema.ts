import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../platform/crypto/sealed-fields.js';

/** What kind of value a variable has. */
export const VARIABLE_TYPES = ['string'] as const;

export type VariableType = (typeof VARIABLE_TYPES)[number];

/** The value of a variable in one environment. */
@Schema({ _id: false })
export class EnvironmentVariableValue {
  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** As given; of a secret variable sealed, see `sealedFor`. */
  @Prop({ type: String, required: true })
  value: string;
}

/** A value that templates and conditions read as `env.<key>`. It belongs to the organization, with a value per environment. */
@Schema({ collection: 'environmentvariables', timestamps: true, versionKey: false })
export class EnvironmentVariable {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  /** Case sensitive (behaviour L8). */
  @Prop({ required: true })
  key: string;

  @Prop({ type: String, required: true })
  type: VariableType;

  /** Encrypted at rest, and never shown again. */
  @Prop({ required: true })
  isSecret: boolean;

  @Prop({ type: [SchemaFactory.createForClass(EnvironmentVariableValue)], required: true })
  values: EnvironmentVariableValue[];

  /** Grows with each change, so that of two at once the second sees the first. */
  @Prop()
  revision?: number;

  createdAt: Date;
  updatedAt: Date;
}

export const EnvironmentVariableSchema = SchemaFactory.createForClass(EnvironmentVariable);
EnvironmentVariableSchema.index({ organizationId: 1, key: 1 }, { unique: true });

/** What a secret value is sealed for: this variable in this environment. */
export function sealedFor(variable: Types.ObjectId, environment: Types.ObjectId): string {
  return `${variable.toHexString()}:${environment.toHexString()}`;
}

declareSealed(EnvironmentVariableSchema, {
  fields: ['isSecret', 'values'],
  find: ({ _id, isSecret, values }) =>
    values.flatMap(({ environmentId, value }, index) =>
      isSecret ? [{ path: `values.${index}.value`, value, recordId: sealedFor(_id, environmentId) }] : [],
    ),
});
