import { randomBytes } from 'node:crypto';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed, type SealedField } from '../platform/crypto/sealed-fields.js';
import type { Permission } from './permissions.js';
import type { RetentionKind } from './retention-kinds.js';

/** How far an API key goes: its environment, or all of the organization that are not protected. */
export const KEY_REACHES = ['own', 'organization'] as const;
export type KeyReach = (typeof KEY_REACHES)[number];

/** One API key of an environment. */
@Schema({ _id: false })
export class ApiKey {
  /**
   * The key, encrypted for this environment: it verifies subscriber hashes and signs requests. Absent for keys with
   * limited permissions, which do neither.
   */
  @Prop()
  sealedKey?: string;

  /** SHA-256 of the key in hex, by which it is looked up. */
  @Prop({ required: true })
  hash: string;

  @Prop({ type: Types.ObjectId, required: true })
  userId: Types.ObjectId;

  /** The key is valid until then: as its creator chose, or because it was renewed or withdrawn. Absent: no end. */
  @Prop()
  expiresAt?: Date;

  /** Only of keys that are shown once, on creation. */
  @Prop()
  name?: string;

  /** Absent: everything that an API key can be allowed to do. */
  @Prop({ type: [String], default: undefined })
  permissions?: Permission[];

  /** Absent: that of keys of earlier releases, `organization`. */
  @Prop({ type: String, enum: KEY_REACHES })
  reach?: KeyReach;

  /** The account of the person who answers for the key: it may do no more than this person may now (behaviour KP7). */
  @Prop({ type: Types.ObjectId })
  accountId?: Types.ObjectId;

  @Prop()
  createdAt?: Date;

  /** Time of the last request, accurate to about ten minutes. */
  @Prop()
  lastUsedAt?: Date;
}

export type EnvironmentType = 'dev' | 'prod';

/** Limits of an environment that replace those of the settings, per second. 0: no limit. */
export interface EnvironmentRateLimits {
  triggers?: number;
  requests?: number;
}

/** Length of a cap's window, which begins with the first message. */
export const CAP_PERIODS = ['hour', 'day'] as const;
export type CapPeriod = (typeof CAP_PERIODS)[number];

/** What happens to messages above a cap. */
export const CAP_ACTIONS = ['hold', 'skip'] as const;
export type CapAction = (typeof CAP_ACTIONS)[number];

/** The most messages of one channel that a subscriber gets in a window (behaviour MC1). */
export interface MessageCap {
  messages: number;
  per: CapPeriod;
  above: CapAction;
}

/** Only for channels that interrupt people: in-app messages wait in the inbox. */
export type MessageCaps = Partial<Record<'email' | 'sms' | 'push' | 'chat', MessageCap>>;

/** Whether `email` and `phone` of a payload say where messages go: for a single named recipient, or never. */
export const PAYLOAD_REDIRECTS = ['single', 'off'] as const;
export type PayloadRedirects = (typeof PAYLOAD_REDIRECTS)[number];

/** How emails and pages for subscribers look. Colours are written as `#33aa77`. */
export interface Brand {
  name?: string;
  /** Of buttons and links. */
  color?: string;
  /** An https address, or that of a picture of an environment. */
  logoUrl?: string;
  buttonTextColor?: string;
  linkColor?: string;
  headingColor?: string;
  textColor?: string;
  backgroundColor?: string;
  /** Names of fonts, the first choice first. */
  font?: string;
  /** Of the corners of buttons, in pixels. */
  radius?: number;
  footer?: { address?: string; unsubscribe?: string };
}

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
   * Only keys of this environment may write to it. It is deleted only when its name is repeated, and kept for a while
   * after that. False: protection was switched off.
   */
  @Prop()
  protected?: boolean;

  /** Days for which the content of messages to providers is kept; 0 or absent: it is not kept. */
  @Prop()
  contentRetentionDays?: number;

  /** Time of the last change of `contentRetentionDays`; removed once stored contents have the new expiry. */
  @Prop()
  contentRetentionChangedAt?: Date;

  /** Absent: those of the settings apply (behaviour RL6). */
  @Prop({ type: Object })
  rateLimits?: EnvironmentRateLimits;

  /** Absent: `single` (behaviour E1, M1). */
  @Prop({ type: String, enum: PAYLOAD_REDIRECTS })
  payloadRedirects?: PayloadRedirects;

  /** By channel; a channel without one has no cap. */
  @Prop({ type: Object })
  messageCaps?: MessageCaps;

  /** Schemes of links in in-app messages besides http(s), such as `myapp:`. */
  @Prop({ type: [String], default: undefined })
  linkSchemes?: string[];

  /** Names of payload members whose values the activity masks (behaviour V8). */
  @Prop({ type: [String], default: undefined })
  maskedPayloadKeys?: string[];

  /** Days for which records of these kinds are kept, where they differ from those of the installation. */
  @Prop({ type: Object })
  retention?: Partial<Record<RetentionKind, number>>;

  /** Time of the last change of `retention`; removed once stored records have the new expiry. */
  @Prop()
  retentionChangedAt?: Date;

  /** How its emails and its pages for subscribers look (behaviour BR1, CS57). */
  @Prop({ type: Object })
  brand?: Brand;

  /** The application that defines workflows in code. */
  @Prop({ type: Object })
  bridge?: { url?: string };

  /**
   * The sync of workflows in code that is in progress. After `until` its process counts as dead, and another may begin.
   */
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
    sealedKey === undefined ? [] : [{ path: `apiKeys.${index}.sealedKey`, value: sealedKey, recordId: _id }],
  );
}

declareSealed(EnvironmentSchema, { fields: ['apiKeys'], find: sealedKeys });

/** Generates the public name that inbox widgets send: twelve characters of base64url. */
export function newIdentifier(): string {
  return randomBytes(9).toString('base64url');
}
