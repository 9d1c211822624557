import type { FieldFilterChild } from '#libs/conditions/filters/filter.js';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../platform/crypto/sealed-fields.js';
import { type SealedCredentials, settingRecord } from './credentials/sealed-credentials.js';

/** `tool` is for services that are told of incidents. */
export const INTEGRATION_CHANNELS = ['in_app', 'email', 'sms', 'chat', 'push', 'tool'] as const;
export type IntegrationChannel = (typeof INTEGRATION_CHANNELS)[number];
export type Channel = IntegrationChannel;

/** Whether messages are delivered through it, or agents run at it. */
export const INTEGRATION_KINDS = ['delivery', 'agent'] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

/** Kinds of value that an editor may show; they have no effect. */
export const CONDITION_TYPES = [
  'BOOLEAN',
  'TEXT',
  'DATE',
  'NUMBER',
  'STATEMENT',
  'LIST',
  'MULTI_LIST',
  'GROUP',
] as const;
type ConditionType = (typeof CONDITION_TYPES)[number];

/** A group of comparisons that decides for whom an integration is used. */
export interface IntegrationCondition {
  isNegated: boolean;
  type: ConditionType;
  value: 'AND' | 'OR';
  children: (FieldFilterChild & { on: 'subscriber' | 'payload'; value: string })[];
}

/** A Telegram bot that sends its messages here. */
export interface TelegramBot {
  username: string;
  /** SHA-256 of what it proves itself with, in hexadecimal. */
  secretHash: string;
}

/** A provider account of an environment, through which a channel is delivered. A deleted one is gone. */
@Schema({ collection: 'integrations', timestamps: true, minimize: false })
export class Integration {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  @Prop({ type: String, default: 'delivery' })
  kind: IntegrationKind;

  /** Agents have none. */
  @Prop({ type: String })
  channel?: IntegrationChannel;

  @Prop({ required: true })
  providerId: string;

  /** Unique in the organization. */
  @Prop({ required: true })
  identifier: string;

  @Prop({ required: true })
  name: string;

  @Prop({ required: true })
  active: boolean;

  /** Whether it is the one that is used when no conditions decide: active, without conditions (behaviour G5, G6). */
  @Prop({ default: false })
  primary: boolean;

  /** It is just taking over from the primary: used while none is marked. */
  @Prop()
  nextPrimary?: boolean;

  /** For whom it is used instead of the primary: when any of them passes (behaviour G7). */
  @Prop({ type: [Object], default: [] })
  conditions: IntegrationCondition[];

  /** Of several whose conditions pass the one with the highest is used; without one it is 0 (behaviour G2). */
  @Prop()
  priority?: number;

  @Prop({ type: Object, default: {} })
  credentials: SealedCredentials;

  /** JSON, encrypted: a key that signs is among it. */
  @Prop()
  configurations?: string;

  /** The bot that was told to send its messages here, of a Telegram integration. */
  @Prop({ type: Object })
  telegram?: TelegramBot;

  createdAt: Date;
  updatedAt: Date;
}

export const IntegrationSchema = SchemaFactory.createForClass(Integration);
IntegrationSchema.index({ organizationId: 1, identifier: 1 }, { unique: true });
// Those of an organization, newest first.
IntegrationSchema.index({ organizationId: 1, createdAt: -1, _id: -1 });
// What an environment can send with, newest first.
IntegrationSchema.index({ environmentId: 1, active: 1, createdAt: -1, _id: -1 });
// At most one inbox in an environment.
IntegrationSchema.index(
  { environmentId: 1, channel: 1 },
  { unique: true, partialFilterExpression: { channel: 'in_app' } },
);
// At most one primary in a channel of an environment (behaviour G5).
IntegrationSchema.index(
  { environmentId: 1, channel: 1, primary: 1 },
  { unique: true, partialFilterExpression: { primary: true } },
);

declareSealed(IntegrationSchema, {
  fields: ['credentials', 'configurations'],
  find: ({ _id, credentials, configurations }) => [
    ...Object.entries(credentials).map(([key, value]) => {
      const path = `credentials.${key}`;
      return { path, value, recordId: settingRecord(_id, path) };
    }),
    ...(configurations === undefined
      ? []
      : [{ path: 'configurations', value: configurations, recordId: settingRecord(_id, 'configurations') }]),
  ],
});
