import { randomBytes } from 'node:crypto';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed, type SealedField } from '../platform/crypto/sealed-fields.js';
import type { Permission } from './permissions.js';
import type { RetentionKind } from './retention-kinds.js';

/** One API key of an environment. */
@Schema({ _id: false })
export class ApiKey {
  /** The key, encrypted for this environment, so that proofs made with it can be checked; undefined where it makes none. */
  @Prop()
  sealedKey?: string;

  /** SHA-256 of the key in hex, by which it is looked up. */
  @Prop({ required: true })
  hash: string;

  @Prop({ type: Types.ObjectId, required: true })
  userId: Types.ObjectId;

  /** Set when the key ends, or was renewed or withdrawn: it is valid until then. */
  @Prop()
  expiresAt?: Date;

  /** Set for keys that are shown only once, when they are made. */
  @Prop()
  name?: string;

  /** What the holder may do; undefined for everything that keys can. */
  @Prop({ type: [String], default: undefined })
  permissions?: Permission[];

  @Prop()
  createdAt?: Date;

  /** Last request, to about ten minutes. */
  @Prop()
  lastUsedAt?: Date;
}

export type EnvironmentType = 'dev' | 'prod';

/** Limits of an environment instead of those of the settings: so many a second; 0: none. */
export interface EnvironmentRateLimits {
  triggers?: number;
  requests?: number;
}

/** The window of a cap, which its first message opens. */
export const CAP_PERIODS = ['hour', 'day'] as const;
export type CapPeriod = (typeof CAP_PERIODS)[number];

/** What happens to messages above a cap. */
export const CAP_ACTIONS = ['hold', 'skip'] as const;
export type CapAction = (typeof CAP_ACTIONS)[number];

/** At most so many messages of one channel to one subscriber in a window (behaviour MC1). */
export interface MessageCap {
  messages: number;
  per: CapPeriod;
  above: CapAction;
}

/** The channels that interrupt people. */
export type MessageCaps = Partial<Record<'email' | 'sms' | 'push' | 'chat', MessageCap>>;

/** A separate set of subscribers, workflows and notifications, with its own API keys. */
@Schema({ collection: 'environments', timestamps: true, minimize: false })
export class Environment {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  @Prop({ required: true })
  name: string;

  /** Public name of the environment, which inbox widgets send. */
  @Prop({ required: true })
  identifier: string;

  @Prop({ type: Types.ObjectId })
  parentId?: Types.ObjectId;

  @Prop({ type: String })
  type?: EnvironmentType;

  /** Colour that distinguishes environments, such as `#33aa77`. */
  @Prop()
  color?: string;

  /** The domain that receives email for the environment. */
  @Prop({ type: Object })
  dns?: { inboundParseDomain?: string };

  /** False: a message stays with its integration, however often that integration fails (behaviour S1). */
  @Prop()
  failover?: boolean;

  /**
   * Only keys of this environment may write to it, it is deleted only when its name is repeated, and it is kept for a
   * while after that. False: protection was switched off.
   */
  @Prop()
  protected?: boolean;

  /** Days for which the content of messages to providers is kept; 0 and absent: it is not kept. */
  @Prop()
  contentRetentionDays?: number;

  /** Until what is stored has followed a change of these days: when that was. */
  @Prop()
  contentRetentionChangedAt?: Date;

  /** Absent: those of the settings apply (behaviour RL6). */
  @Prop({ type: Object })
  rateLimits?: EnvironmentRateLimits;

  /** By channel; a channel without one has no cap. */
  @Prop({ type: Object })
  messageCaps?: MessageCaps;

  /** Days for which records of these kinds are kept, where they differ from those of the installation. */
  @Prop({ type: Object })
  retention?: Partial<Record<RetentionKind, number>>;

  /** Until what is stored has followed a change of `retention`: when that was. */
  @Prop()
  retentionChangedAt?: Date;

  /** The application that defines workflows in code. */
  @Prop({ type: Object })
  bridge?: { url?: string };

  /** The sync of workflows in code that is in progress; it has ended at the latest then. */
  @Prop({ type: Object })
  bridgeSync?: { claim: string; until: Date };

  @Prop({ type: [SchemaFactory.createForClass(ApiKey)], required: true })
  apiKeys: ApiKey[];

  createdAt: Date;
  updatedAt: Date;
}

export const EnvironmentSchema = SchemaFactory.createForClass(Environment);
EnvironmentSchema.index({ 'apiKeys.hash': 1 }, { unique: true });
EnvironmentSchema.index({ identifier: 1 }, { unique: true });
EnvironmentSchema.index({ organizationId: 1, name: 1 }, { unique: true });
EnvironmentSchema.index({ contentRetentionChangedAt: 1 }, { sparse: true });
EnvironmentSchema.index({ retentionChangedAt: 1 }, { sparse: true });

/** The API keys of an environment as they are stored. */
export function sealedKeys({ _id, apiKeys }: Environment): SealedField[] {
  return apiKeys.flatMap(({ sealedKey }, index) =>
    sealedKey === undefined
      ? []
      : [{ path: `apiKeys.${index}.sealedKey`, value: sealedKey, recordId: _id.toHexString() }],
  );
}

declareSealed(EnvironmentSchema, { fields: ['apiKeys'], find: sealedKeys });

/** A new public name for an environment, as inbox widgets send it: twelve characters of base64url. */
export function newIdentifier(): string {
  return randomBytes(9).toString('base64url');
}
