import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../platform/crypto/sealed-fields.js';

/** The type of value that a variable has. */
export const VARIABLE_TYPES = ['string'] as const;

export type VariableType = (typeof VARIABLE_TYPES)[number];

/** The value of a variable in one environment. */
@Schema({ _id: false })
export class EnvironmentVariableValue {
  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  /** As given, or encrypted for a secret variable, see {@link sealedFor}. */
  @Prop({ type: String, required: true })
  value: string;
}

/**
 * A value that templates and conditions read as `env.<key>`. It belongs to the organization, with a value per
 * environment.
 */
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

  /** Incremented with each change, so that of two concurrent changes the second sees the first. */
  @Prop()
  revision?: number;

  createdAt: Date;
  updatedAt: Date;
}

export const EnvironmentVariableSchema = SchemaFactory.createForClass(EnvironmentVariable);
EnvironmentVariableSchema.index({ organizationId: 1, key: 1 }, { unique: true });

/** The record that a secret value is encrypted for: this variable in this environment. */
export function sealedFor(variable: Types.ObjectId, environment: Types.ObjectId): string {
  return `${variable}:${environment}`;
}

declareSealed(EnvironmentVariableSchema, {
  fields: ['isSecret', 'values'],
  find: ({ _id, isSecret, values }) =>
    values.flatMap(({ environmentId, value }, index) =>
      isSecret ? [{ path: `values.${index}.value`, value, recordId: sealedFor(_id, environmentId) }] : [],
    ),
});

/** Characters of a key; longer than any name that is written in a template. */
export const MAX_KEY_LENGTH = 128;

/**
 * Characters of a value. Keys and certificates fit; the values of all environments stay far below the size of a
 * document.
 */
export const MAX_VALUE_LENGTH = 8192;

/** Values in one request; more can follow in further ones. */
export const MAX_VALUES = 100;

/** Keys of `env` that describe the environment itself (behaviour L8). */
export const RESERVED_KEYS: readonly string[] = ['name', 'type'];
