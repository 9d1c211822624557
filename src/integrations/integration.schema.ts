import type { Channel } from '#libs/channels.js';
import type { FieldFilterChild } from '#libs/conditions/filters/filter.js';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed } from '../platform/crypto/sealed-fields.js';
import { type SealedCredentials, settingRecord } from './credentials.js';
import type { Tracked } from './tracked.js';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';

/** Whether an integration delivers messages or runs agents. */
export const INTEGRATION_KINDS = ['delivery', 'agent'] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

/** Types of values that an editor may show; they have no effect. */
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

/** A group of comparisons that decides for which subscribers an integration is used. */
export interface IntegrationCondition {
  isNegated: boolean;
  type: ConditionType;
  value: 'AND' | 'OR';
  children: (FieldFilterChild & { on: 'subscriber' | 'payload'; value: string })[];
}

/** Why a provider refuses the account, in its words (behaviour S11). */
interface AccountRefusal {
  since: Date;
  error: string;
  statusCode?: number;
}

/** In what a rate is stated. */
export const RATE_PERIODS = ['second', 'minute'] as const;

/** How many messages a provider account takes, evenly spread (behaviour IR1). */
export interface IntegrationRate {
  messages: number;
  per: (typeof RATE_PERIODS)[number];
}

/** A Telegram bot whose messages are posted here. */
interface TelegramBot {
  username: string;
  /** SHA-256 of the secret that authenticates its requests, in hexadecimal. */
  secretHash: string;
}

/** A provider account of an environment that delivers a channel. Deleted integrations are not kept. */
@Schema({ collection: 'integrations', timestamps: true, minimize: false })
export class Integration extends EnvironmentRecord {
  @Prop({ type: String, default: 'delivery' })
  kind: IntegrationKind;

  /** Absent for agents. */
  @Prop({ type: String })
  channel?: Channel;

  @Prop({ required: true })
  providerId: string;

  /** Unique in the organization. */
  @Prop({ required: true })
  identifier: string;

  @Prop({ required: true })
  name: string;

  @Prop({ required: true })
  active: boolean;

  /** Whether it is used when no conditions decide: active, without conditions (behaviour G5, G6). */
  @Prop({ default: false })
  primary: boolean;

  /** Set while it replaces the primary: used while none is marked as primary. */
  @Prop()
  nextPrimary?: boolean;

  /** It is used instead of the primary for subscribers for whom any of these passes (behaviour G7). */
  @Prop({ type: [Object], default: [] })
  conditions: IntegrationCondition[];

  /** Of several integrations whose conditions pass, the highest is used; 0 when absent (behaviour G2). Failover, too (S1). */
  @Prop()
  priority?: number;

  /** Absent: messages are sent as fast as they come. */
  @Prop({ type: Object })
  rateLimit?: IntegrationRate;

  @Prop({ type: Object, default: {} })
  credentials: SealedCredentials;

  /** JSON, encrypted: it includes a signing key. */
  @Prop()
  configurations?: string;

  /** What the configurations say of tracking, for the sending of each email. Absent for nothing (behaviour CS80). */
  @Prop({ type: [String], default: undefined })
  tracked?: Tracked[];

  /**
   * The account of the person who answers for where it sends: who gave all its credentials, or made it primary. Absent as
   * soon as an API key changes it (behaviour AC62).
   */
  @Prop({ type: Types.ObjectId })
  changedBy?: Types.ObjectId;

  /** Set while its provider refuses the account. */
  @Prop({ type: Object })
  refusal?: AccountRefusal;

  /** The configured bot of a Telegram integration. */
  @Prop({ type: Object })
  telegram?: TelegramBot;

  createdAt: Date;
  updatedAt: Date;
}

export const IntegrationSchema = SchemaFactory.createForClass(Integration);
IntegrationSchema.index({ organizationId: 1, identifier: 1 }, { unique: true });
// The integrations of an organization, newest first.
IntegrationSchema.index({ organizationId: 1, createdAt: -1, _id: -1 });
// The active integrations of an environment, newest first.
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
